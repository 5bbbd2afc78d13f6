#include "net/people/passwords.h"

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

Passwords::Passwords(Post post) : post_(std::move(post)) {
  CHECK(sodium_init() >= 0);
  threads_[0] = std::thread([this] { run(false); });
  threads_[1] = std::thread([this] { run(true); });
}

Passwords::~Passwords() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    likely_.clear();
    unlikely_.clear();
  }
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
}

// Whoever finds the better queue full waits in the other one.
bool Passwords::add(Asker asker, std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    const auto mine = [&](const std::deque<Job>& queue) { return std::ranges::count(queue, asker.group, &Job::group); };
    if (mine(likely_) + mine(unlikely_) >= kMostOfGroup) return false;
    const bool first = asker.rank == LoginGuard::Rank::likely && likely_.size() < kMostLikely && mine(likely_) < kLikelyOfGroup;
    if (!first && unlikely_.size() >= kMostUnlikely) return false;
    (first ? likely_ : unlikely_).push_back({std::move(asker.group), std::move(work)});
  }
  wake_.notify_all();
  return true;
}

bool Passwords::hash(Asker asker, std::string password, std::function<void(std::string)> done) {
  return add(std::move(asker), [this, password = std::move(password), done = std::move(done)]() mutable {
    auto encoded = encode(password);
    sodium_memzero(password.data(), password.size());
    post_([encoded = std::move(encoded), done = std::move(done)]() mutable { done(std::move(encoded)); });
  });
}

bool Passwords::check(Asker asker, std::string encoded, std::string password, std::function<void(bool)> done) {
  return add(std::move(asker), [this, encoded = std::move(encoded), password = std::move(password), done = std::move(done)]() mutable {
    // Comparing is libsodium's, in constant time.
    const bool right =
        encoded.empty() ? (encode(password), false) : crypto_pwhash_str_verify(encoded.c_str(), password.data(), password.size()) == 0;
    sodium_memzero(password.data(), password.size());
    post_([right, done = std::move(done)] { done(right); });
  });
}

void Passwords::run(bool takes_unlikely) {
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return stop_ || !likely_.empty() || (takes_unlikely && !unlikely_.empty()); });
    if (stop_) return;
    auto& queue = likely_.empty() ? unlikely_ : likely_;
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
