// One connected client as the hub sees it: somewhere to send messages to. The network implements it, and tests do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace perron::server {

enum class ClientId : std::uint64_t {};  // of a connection; never used twice while the process runs

class Client {
 public:
  virtual ~Client() = default;
  // One text frame; copies what it keeps. Never calls back into the hub from within: a client that is too slow is closed later, by
  // disconnect().
  virtual void send(std::string_view message) = 0;
  // Ends the connection with a WebSocket close code. disconnect() follows, not from within this call. Never throws.
  virtual void close(int code, std::string reason) = 0;
  // A request had an unusually long answer of this many bytes: it counts against the client's rate limit.
  virtual void charge(std::size_t bytes) = 0;
  // Bytes that wait to be sent.
  virtual std::size_t backlog() const = 0;
};

}  // namespace perron::server
