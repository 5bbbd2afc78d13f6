// Passwords: argon2id on a thread of its own, since each takes about 90 ms and 64 MiB. So many at most wait; more are
// turned away at once. Answers come on the loop.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace perron::net {

class Passwords {
 public:
  using Post = std::function<void(std::function<void()>)>;  // runs it on the loop
  explicit Passwords(Post post);
  ~Passwords();  // finishes what it has begun, forgets the rest
  Passwords(const Passwords&) = delete;
  Passwords& operator=(const Passwords&) = delete;

  static constexpr std::size_t kMostWaiting = 32;
  // False: too many wait already, and `done` is not called.
  bool hash(std::string password, std::function<void(std::string encoded)> done);
  // An empty `encoded` takes as long as any, and is never right: who asks cannot tell that the account does not exist.
  bool check(std::string encoded, std::string password, std::function<void(bool right)> done);

 private:
  bool add(std::function<void()> work);
  void run();

  Post post_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> work_;
  bool stop_ = false;
  std::thread thread_;
};

// 32 random bytes as 43 letters of base64url: who has it is the user. Only its hash is stored.
std::string new_token();
bool token_shaped(std::string_view text);

}  // namespace perron::net
