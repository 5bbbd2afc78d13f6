// An outside program that is spoken to in lines: started by the shell in a process group of its own, and ended with all
// that it has started. Knows no game.
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
  // Sends a line and waits for a line. A program that neither reads nor answers costs the time
  // allowed and no more.
  Reply ask(std::string message, std::chrono::milliseconds allowed);

  // Says goodbye if there is anything to say, waits a moment, and ends what is still there.
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
