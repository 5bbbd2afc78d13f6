// Slows down whoever guesses passwords, by account and by address, and orders log-ins for the time when there are too many. Knows
// no passwords and no HTTP. Memory is bounded and holds keyed hashes only, no names and no addresses.
//
// An attacker must not be able to lock the owner out. So an account's delay does not apply to an address from which the account
// was used before, and an address that has not failed at the account is not delayed by those that have: such addresses share a
// slot of their own. No delay is longer than a minute.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "net/people/recent.h"
#include "store/ids.h"

namespace perron::net {

class LoginGuard {
 public:
  using Time = std::int64_t;  // ms

  static constexpr int kFreeForPair = 5;      // failures of one address at one account, before it waits
  static constexpr int kFreeForAccount = 10;  // failures of all unknown addresses at one account, before they wait
  static constexpr Time kLongestWait = 60'000, kFreshEvery = 5'000, kForget = 15 * 60'000;
  static constexpr std::size_t kMostEntries = 20'000;  // of each table: about 2 MB

  LoginGuard();

  // What somebody tries to log in to: an account, or a name that no account has. Both are treated alike.
  struct Target {
    std::uint64_t key;
    bool exists;
  };
  Target account(UserId user) const;
  Target nobody(std::string_view name) const;

  enum class Rank : std::uint8_t { likely, unlikely };  // to be honest: what has a place reserved, and what has not
  struct Verdict {
    Time wait = 0;  // 0: may try now
    Rank rank = Rank::likely;
  };
  // One attempt of an address group. It counts as failed until one of the next two says otherwise.
  Verdict attempt(Target target, std::string_view group, Time now);
  void succeeded(Target target, std::string_view group, Time now);
  void withdrawn(Target target, std::string_view group);  // nobody has looked at the password
  // A password that is to be hashed and not compared.
  Rank enroll(std::string_view group, Time now);
  // The account is used from here: its owner's address.
  void trust(Target target, std::string_view group) { known_[pair(target, group)] = true; }

 private:
  struct Failures {
    int count = 0;
    Time last = 0;
  };
  struct Account {
    Failures failures;
    Time fresh_at = 0, again_at = 0;  // when addresses that have not failed here, and those that have, may try next
  };
  std::uint64_t hash(char kind, std::string_view text) const;
  std::uint64_t pair(Target target, std::string_view group) const;
  Recent<Account>& accounts(Target target) { return target.exists ? accounts_ : ghosts_; }
  static Failures& aged(Failures& failures, Time now);
  static Time delay(int failures, int free);

  std::array<unsigned char, 16> key_;
  Recent<Account> accounts_{kMostEntries}, ghosts_{kMostEntries};  // made-up names cannot push accounts out
  Recent<Failures> pairs_{kMostEntries}, groups_{kMostEntries};
  Recent<bool> known_{kMostEntries};
};

}  // namespace perron::net
