#include "net/auth/password_hasher.h"

#include <sodium.h>

#include <algorithm>

#include "base/check.h"

namespace perron::net {
namespace {

constexpr unsigned long long kOperations = crypto_pwhash_OPSLIMIT_INTERACTIVE;
constexpr std::size_t kMemory = crypto_pwhash_MEMLIMIT_INTERACTIVE;
constexpr std::size_t kTokenBytes = 32;

std::string encode(const std::string& password) {
  char out[crypto_pwhash_STRBYTES] = {};
  if (crypto_pwhash_str(out, password.data(), password.size(), kOperations, kMemory) != 0) return "";  // out of memory
  return out;
}

}  // namespace

PasswordHasher::PasswordHasher(Post post) : post_(std::move(post)) {
  CHECK(sodium_init() >= 0);
  threads_[0] = std::thread([this] { run(false); });
  threads_[1] = std::thread([this] { run(true); });
}

PasswordHasher::~PasswordHasher() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    high_.clear();
    low_.clear();
  }
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
}

// A request of high priority that finds its queue full waits in the other one.
bool PasswordHasher::add(Requester requester, std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    const auto of_group = [&](const std::deque<Job>& queue) { return std::ranges::count(queue, requester.group, &Job::group); };
    if (of_group(high_) + of_group(low_) >= kMaxPerGroup) return false;
    const bool high =
        requester.priority == LoginGuard::Priority::high && high_.size() < kMaxHighPriority && of_group(high_) < kMaxHighPriorityPerGroup;
    if (!high && low_.size() >= kMaxLowPriority) return false;
    (high ? high_ : low_).push_back({std::move(requester.group), std::move(work)});
  }
  wake_.notify_all();
  return true;
}

bool PasswordHasher::hash(Requester requester, std::string password, std::function<void(std::string)> done) {
  return add(std::move(requester), [this, password = std::move(password), done = std::move(done)]() mutable {
    auto encoded = encode(password);
    sodium_memzero(password.data(), password.size());
    post_([encoded = std::move(encoded), done = std::move(done)]() mutable { done(std::move(encoded)); });
  });
}

bool PasswordHasher::verify(Requester requester, std::string encoded, std::string password, std::function<void(bool)> done) {
  return add(std::move(requester), [this, encoded = std::move(encoded), password = std::move(password), done = std::move(done)]() mutable {
    // libsodium compares in constant time.
    const bool matches =
        encoded.empty() ? (encode(password), false) : crypto_pwhash_str_verify(encoded.c_str(), password.data(), password.size()) == 0;
    sodium_memzero(password.data(), password.size());
    post_([matches, done = std::move(done)] { done(matches); });
  });
}

void PasswordHasher::run(bool takes_low_priority) {
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return stop_ || !high_.empty() || (takes_low_priority && !low_.empty()); });
    if (stop_) return;
    auto& queue = high_.empty() ? low_ : high_;
    auto work = std::move(queue.front().work);
    queue.pop_front();
    lock.unlock();
    work();
  }
}

std::string new_token() {
  unsigned char bytes[kTokenBytes];
  randombytes_buf(bytes, sizeof bytes);
  char text[64] = {};
  sodium_bin2base64(text, sizeof text, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  sodium_memzero(bytes, sizeof bytes);
  return text;
}

bool token_shaped(std::string_view text) {
  if (text.size() != 43) return false;
  for (const char c : text)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_')) return false;
  return true;
}

}  // namespace perron::net
