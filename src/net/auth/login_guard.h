// Throttles password guessing, by account and by address group, and gives log-ins a priority for times of overload. Knows no passwords
// and no HTTP. Memory is bounded and holds only keyed hashes, no names and no addresses.
//
// An attacker must not be able to lock the owner out. So an account's delay does not apply to an address from which the account was used
// before. Addresses that have not failed at the account yet share a delay of their own, which those that have failed don't lengthen.
// No delay is longer than a minute.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "net/auth/lru_map.h"
#include "store/ids.h"

namespace perron::net {

class LoginGuard {
 public:
  using Time = std::int64_t;  // ms

  static constexpr int kFreeForPair = 5;      // failures of one address group at one account before a delay
  static constexpr int kFreeForAccount = 10;  // failures of all unknown addresses at one account before a delay
  static constexpr Time kMaxDelay = 60'000, kFirstAttemptInterval = 5'000, kForgetAfter = 15 * 60'000;
  static constexpr std::size_t kMaxEntries = 20'000;  // of each table: about 2 MB

  LoginGuard();

  // What a log-in is for: an account, or a name without an account. Both are treated alike.
  struct Target {
    std::uint64_t key;
    bool exists;
  };
  Target account(UserId user) const;
  Target unknown_account(std::string_view name) const;

  enum class Priority : std::uint8_t { high, low };  // high: probably the owner, served by a thread of its own
  struct Decision {
    Time wait = 0;  // 0: may try now
    Priority priority = Priority::high;
  };
  // An attempt from an address group. It counts as a failure unless succeeded() or cancelled() follows.
  Decision attempt(Target target, std::string_view group, Time now);
  void succeeded(Target target, std::string_view group, Time now);
  void cancelled(Target target, std::string_view group);  // the password was not verified
  // A new password, to be hashed and not compared.
  Priority enroll(std::string_view group, Time now);
  // The account has been used from this address group: its owner's.
  void trust(Target target, std::string_view group) { known_[pair(target, group)] = true; }

 private:
  struct Failures {
    int count = 0;
    Time last = 0;
  };
  struct Account {
    Failures failures;
    Time first_attempt_at = 0, retry_at = 0;  // next attempt of addresses that have not failed here yet, and of those that have
  };
  std::uint64_t hash(char kind, std::string_view text) const;
  std::uint64_t pair(Target target, std::string_view group) const;
  LruMap<Account>& accounts(Target target) { return target.exists ? accounts_ : unknown_accounts_; }
  static Failures& expired(Failures& failures, Time now);
  static Time delay(int failures, int free);

  std::array<unsigned char, 16> key_;
  LruMap<Account> accounts_{kMaxEntries}, unknown_accounts_{kMaxEntries};  // apart, so that invented names can't evict accounts
  LruMap<Failures> pairs_{kMaxEntries}, groups_{kMaxEntries};
  LruMap<bool> known_{kMaxEntries};
};

}  // namespace perron::net
