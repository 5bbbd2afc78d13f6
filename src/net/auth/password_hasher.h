// Hashes and verifies passwords with argon2id on two threads; each takes about 90 ms and 64 MiB. One thread serves only requests of
// high priority, so that a flood of guesses delays only the guessers. The queues are short; further requests are refused at once. Results
// are posted to the event loop.
#pragma once

#include <array>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "net/auth/login_guard.h"

namespace perron::net {

class PasswordHasher {
 public:
  using Post = std::function<void(std::function<void()>)>;  // runs it on the loop
  explicit PasswordHasher(Post post);
  ~PasswordHasher();  // finishes the running jobs and drops the others
  PasswordHasher(const PasswordHasher&) = delete;
  PasswordHasher& operator=(const PasswordHasher&) = delete;

  // Who asks. The priority chooses the queue, and each address group may have only few jobs waiting.
  struct Requester {
    LoginGuard::Priority priority = LoginGuard::Priority::high;
    std::string group;
  };
  static constexpr std::size_t kMaxHighPriority = 8, kMaxLowPriority = 16;  // in the queues: at most 0.5 s and 1.5 s of work for one thread
  static constexpr std::ptrdiff_t kMaxHighPriorityPerGroup = 2, kMaxPerGroup = 8;
  // False: the queue is full, and `done` is not called.
  bool hash(Requester requester, std::string password, std::function<void(std::string encoded)> done);
  // An empty `encoded` takes as long as any other and never matches, so that timing does not reveal whether an account exists.
  bool verify(Requester requester, std::string encoded, std::string password, std::function<void(bool matches)> done);

 private:
  struct Job {
    std::string group;
    std::function<void()> work;
  };
  bool add(Requester requester, std::function<void()> work);
  void run(bool takes_low_priority);

  Post post_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> high_, low_;
  bool stop_ = false;
  std::array<std::thread, 2> threads_;
};

// A bearer token: 32 random bytes as 43 characters of base64url. The store keeps only its hash.
std::string new_token();
bool token_shaped(std::string_view text);

}  // namespace perron::net
