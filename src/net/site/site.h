// What the transport needs of the application: answers to requests, the identity of a socket, a receiver of its messages. Knows no socket.
// All calls and callbacks are on the loop's thread.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "net/http/http.h"
#include "server/hub/hub.h"
#include "server/people/client.h"
#include "store/ids.h"

namespace perron::net {

// The result of the first message of a socket.
struct Greeting {
  server::Identity identity;
  SessionId session{0};
  std::string message;  // `welcome`, or a refusal
  int close = 0;        // not 0: close the socket with this code after the message
  std::string address;  // the client's address group
};

class Site {
 public:
  virtual ~Site() = default;
  virtual void answer(Request request, Reply reply) = 0;
  virtual void hello(std::string message, std::string address, std::function<void(Greeting)> done) = 0;
  // If it throws, the client is not connected.
  virtual server::ClientId connect(server::Client& client, const Greeting& greeting) = 0;
  virtual void receive(server::ClientId client, std::string_view message) = 0;
  // The refusal of a message over the rate limit, with the message's id if it has one.
  virtual std::string too_fast(std::string_view message) = 0;
  // The client is not used any more after this, even if it throws.
  virtual void disconnect(server::ClientId client) = 0;
  virtual void set_round_trip(server::ClientId client, server::Milliseconds span) = 0;
};

}  // namespace perron::net
