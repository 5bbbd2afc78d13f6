// What the transport asks of everything behind it: an answer to a request, who a socket is, what to do with its messages.
// Knows no socket. All calls are on the loop's thread, and so are the answers.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "net/http.h"
#include "server/client.h"
#include "server/hub.h"

namespace perron::net {

// What the first message of a socket came to.
struct Greeting {
  server::Identity who;
  std::string message;   // `welcome`, or the refusal
  bool welcome = false;  // else the socket is closed after the message
};

class Site {
 public:
  virtual ~Site() = default;
  virtual void answer(Request request, Reply reply) = 0;
  virtual void hello(std::string message, std::string address, std::function<void(Greeting)> done) = 0;
  virtual server::ClientId connect(server::Client& client, const server::Identity& who) = 0;
  virtual void receive(server::ClientId client, std::string_view message) = 0;
  virtual void disconnect(server::ClientId client) = 0;
  virtual void set_round_trip(server::ClientId client, server::Milliseconds span) = 0;
};

}  // namespace perron::net
