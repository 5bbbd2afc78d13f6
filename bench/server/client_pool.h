// Many WebSocket clients on one thread with epoll. Uses no library, so that the load costs little compared with what it measures. Text
// frames only, no compression, no protocol checks.
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

class ClientPool {
 public:
  // Sockets are numbered from 0. `on_text` gets each text message.
  using OnText = std::function<void(int socket, std::string_view text)>;
  ClientPool(int port, OnText on_text);
  ~ClientPool();
  ClientPool(const ClientPool&) = delete;
  ClientPool& operator=(const ClientPool&) = delete;

  // Connects and upgrades; blocks until done.
  int open(const std::string& path);
  void send(int socket, std::string_view text);
  // Sends what is queued and reads what has arrived; blocks for at most `at_most`.
  void poll(std::chrono::microseconds at_most);
  // Polls until the condition holds. False: timeout.
  bool poll_until(const std::function<bool()>& condition, std::chrono::seconds at_most);

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

  int port_, epoll_;
  OnText on_text_;
  std::vector<std::unique_ptr<Socket>> sockets_;
  std::vector<int> waiting_;  // that have something to send
  std::uint64_t messages_ = 0, bytes_ = 0;
  int closed_ = 0;
};

// Percentiles of many measurements, in milliseconds.
struct Percentiles {
  double p50 = 0, p90 = 0, p99 = 0, most = 0;
};
Percentiles percentiles_of(std::vector<float>& samples);

// Resident memory of a process.
std::int64_t resident_bytes(int pid);
// CPU time of a process, all threads.
double cpu_seconds(int pid);

}  // namespace perron::load
