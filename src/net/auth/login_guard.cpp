#include "net/auth/login_guard.h"

#include <sodium.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace perron::net {

static_assert(crypto_shorthash_KEYBYTES == 16 && crypto_shorthash_BYTES == 8);

LoginGuard::LoginGuard() { randombytes_buf(key_.data(), key_.size()); }

std::uint64_t LoginGuard::hash(char kind, std::string_view text) const {
  const auto whole = std::string(1, kind).append(text);
  std::uint64_t out = 0;
  unsigned char bytes[crypto_shorthash_BYTES];
  crypto_shorthash(bytes, reinterpret_cast<const unsigned char*>(whole.data()), whole.size(), key_.data());
  std::memcpy(&out, bytes, sizeof out);
  return out;
}

std::uint64_t LoginGuard::pair(Target target, std::string_view group) const {
  return hash('p', std::to_string(target.key).append(" ").append(group));
}

LoginGuard::Target LoginGuard::account(UserId user) const { return {hash('a', to_text(user)), true}; }
LoginGuard::Target LoginGuard::unknown_account(std::string_view name) const { return {hash('n', name), false}; }

LoginGuard::Failures& LoginGuard::expired(Failures& failures, Time now) {
  if (now - failures.last > kForgetAfter) failures.count = 0;
  return failures;
}

// 1 s after the free failures, doubled with each further one.
LoginGuard::Time LoginGuard::delay(int failures, int free) {
  if (failures < free) return 0;
  return std::min(kMaxDelay, Time{1000} << std::min(failures - free, 10));
}

LoginGuard::Decision LoginGuard::attempt(Target target, std::string_view group, Time now) {
  const auto key = pair(target, group);
  const bool known = known_.find(key) != nullptr;
  auto& mine = expired(pairs_[key], now);
  auto& account = accounts(target)[target.key];
  auto& all = expired(account.failures, now);
  auto& here = expired(groups_[hash('g', group)], now);
  const bool first_attempt = mine.count == 0, attacked = all.count >= kFreeForAccount;
  Time until = mine.last + delay(mine.count, kFreeForPair);
  if (!known && attacked) until = std::max(until, first_attempt ? account.first_attempt_at : account.retry_at);
  if (until > now) return {until - now, Priority::low};
  const bool probably_owner = known || (target.exists && here.count == 0 && all.count < kFreeForPair);
  mine = {mine.count + 1, now};
  here = {here.count + 1, now};
  if (!known) {
    all = {all.count + 1, now};
    (first_attempt ? account.first_attempt_at : account.retry_at) =
        now + (first_attempt ? kFirstAttemptInterval : delay(all.count, kFreeForAccount));
  }
  return {0, probably_owner ? Priority::high : Priority::low};
}

// The owner logged in. Failures from other addresses still count, because an attack may still be in progress.
void LoginGuard::succeeded(Target target, std::string_view group, Time) {
  cancelled(target, group);
  pairs_[pair(target, group)] = {};
  trust(target, group);
}

void LoginGuard::cancelled(Target target, std::string_view group) {
  const auto back = [](Failures& failures) { failures.count = std::max(0, failures.count - 1); };
  const auto key = pair(target, group);
  back(pairs_[key]);
  back(groups_[hash('g', group)]);
  if (!known_.find(key)) back(accounts(target)[target.key].failures);
}

LoginGuard::Priority LoginGuard::enroll(std::string_view group, Time now) {
  auto& here = expired(groups_[hash('g', group)], now);
  const auto priority = here.count == 0 ? Priority::high : Priority::low;
  here = {here.count + 1, now};
  return priority;
}

}  // namespace perron::net
