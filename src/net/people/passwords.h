// Passwords: argon2id on two threads, since each takes about 90 ms and 64 MiB. One thread is for those who are likely to be honest
// and for nobody else, so that a flood of guesses delays nobody but the guessers. Few wait; more are refused at once. Answers
// come on the loop.
#pragma once

#include <array>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "net/people/login_guard.h"

namespace perron::net {

class Passwords {
 public:
  using Post = std::function<void(std::function<void()>)>;  // runs it on the loop
  explicit Passwords(Post post);
  ~Passwords();  // finishes what it has begun, forgets the rest
  Passwords(const Passwords&) = delete;
  Passwords& operator=(const Passwords&) = delete;

  // Who asks: their turn comes by rank, and one address group has few places among those who wait.
  struct Asker {
    LoginGuard::Rank rank = LoginGuard::Rank::likely;
    std::string group;
  };
  static constexpr std::size_t kMostLikely = 8, kMostUnlikely = 16;  // waiting: at most half a second of work for a thread, and 1.5 s
  static constexpr std::ptrdiff_t kLikelyOfGroup = 2, kMostOfGroup = 8;
  // False: too many wait already, and `done` is not called.
  bool hash(Asker asker, std::string password, std::function<void(std::string encoded)> done);
  // An empty `encoded` takes as long as any, and is never right: whoever asks cannot tell that the account does not exist.
  bool check(Asker asker, std::string encoded, std::string password, std::function<void(bool right)> done);

 private:
  struct Job {
    std::string group;
    std::function<void()> work;
  };
  bool add(Asker asker, std::function<void()> work);
  void run(bool takes_unlikely);

  Post post_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> likely_, unlikely_;
  bool stop_ = false;
  std::array<std::thread, 2> threads_;
};

// 32 random bytes as 43 letters of base64url: whoever has it is the user. Only its hash is stored.
std::string new_token();
bool token_shaped(std::string_view text);

}  // namespace perron::net
