// Many WebSocket clients on one thread, by epoll: no library, so that the load costs little next to what it measures. Text
// frames only, no compression, no checks that a test would make.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace perron::load {

using Clock = std::chrono::steady_clock;

class Fleet {
 public:
  // Sockets are numbered from 0. `heard` gets each text message.
  using Heard = std::function<void(int socket, std::string_view text)>;
  Fleet(int port, Heard heard);
  ~Fleet();
  Fleet(const Fleet&) = delete;
  Fleet& operator=(const Fleet&) = delete;

  // Connects and upgrades; waits for it.
  int open(const std::string& path);
  void send(int socket, std::string_view text);
  // Sends what is queued, reads what has come; waits for at most so long.
  void turn(std::chrono::microseconds at_most);
  // Turns until it holds. False: out of time.
  bool until(const std::function<bool()>& condition, std::chrono::seconds at_most);

  std::uint64_t messages() const { return messages_; }
  std::uint64_t bytes() const { return bytes_; }
  int closed() const { return closed_; }

 private:
  struct Socket {
    int file = -1;
    std::string in, out;
    std::size_t used = 0;  // of `in`
    bool queued = false;
  };
  void read(int socket);
  void take_frames(int socket);
  void flush();
  void frame(Socket& to, unsigned char opcode, std::string_view text);

  int port_, poll_;
  Heard heard_;
  std::vector<std::unique_ptr<Socket>> sockets_;
  std::vector<int> waiting_;  // with something to send
  std::uint64_t messages_ = 0, bytes_ = 0;
  int closed_ = 0;
};

// Milliseconds of many measurements.
struct Spread {
  double p50 = 0, p90 = 0, p99 = 0, most = 0;
};
Spread spread_of(std::vector<float>& samples);

// Resident bytes of a process.
std::int64_t resident(int pid);
// Seconds on the processor that a process has used, all its threads.
double processor_seconds(int pid);

}  // namespace perron::load
