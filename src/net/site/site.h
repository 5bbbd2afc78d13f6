// What the transport asks of everything behind it: an answer to a request, who a socket is, what to do with its messages.
// Knows no socket. All calls are on the loop's thread, and so are the answers.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "net/http/http.h"
#include "server/people/client.h"
#include "server/hub/hub.h"
#include "store/ids.h"

namespace perron::net {

// What the first message of a socket came to.
struct Greeting {
  server::Identity who;
  SessionId session{0};
  std::string message;  // `welcome`, or the refusal
  int close = 0;        // not 0: the socket is closed with this code after the message
  std::string address;  // network address group of the client
};

class Site {
 public:
  virtual ~Site() = default;
  virtual void answer(Request request, Reply reply) = 0;
  virtual void hello(std::string message, std::string address, std::function<void(Greeting)> done) = 0;
  // If it throws, the client is not known.
  virtual server::ClientId connect(server::Client& client, const Greeting& greeting) = 0;
  virtual void receive(server::ClientId client, std::string_view message) = 0;
  // The refusal of a message that came too fast: with its id, as far as there is one.
  virtual std::string too_fast(std::string_view message) = 0;
  // Nobody calls the client any more after this, even if it throws.
  virtual void disconnect(server::ClientId client) = 0;
  virtual void set_round_trip(server::ClientId client, server::Milliseconds span) = 0;
};

}  // namespace perron::net
