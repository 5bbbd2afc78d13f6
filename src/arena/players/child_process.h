// An external program that exchanges lines over pipes. The shell starts it in a process group of its own; stop() ends the whole group.
// Must not depend on the game.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

#include "arena/players/lines.h"

namespace perron::arena {

class ChildProcess {
 public:
  static constexpr std::size_t kMaxAnswer = std::size_t{64} << 10;  // bytes of a line

  ChildProcess() = default;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess() { stop(""); }

  // A sentence, if it can't be started.
  std::string start(const std::string& command);
  bool running() const { return pid_ > 0; }

  struct Reply {
    std::string line, error;  // the error is a sentence; empty: there is a line
  };
  // Sends a line and waits for a line, no longer than `allowed` even if the program neither reads nor answers.
  Reply ask(std::string message, std::chrono::milliseconds allowed);

  // Sends `goodbye` unless it is empty, waits a moment, and kills the processes that are left.
  void stop(std::string_view goodbye);

 private:
  using Clock = std::chrono::steady_clock;

  bool send_some(std::string& message);
  std::string read_some();
  std::string how_it_ended() const;

  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  LineBuffer lines_{kMaxAnswer};
};

}  // namespace perron::arena
