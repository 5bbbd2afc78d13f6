// The door to the network: listens, speaks HTTP and WebSocket, keeps the limits, and hands what comes in to a Site. Uses
// Boost.Beast inside; nobody who includes this sees it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "net/run/log.h"
#include "net/run/metrics.h"
#include "net/run/settings.h"
#include "net/site/site.h"

namespace boost::asio {
class io_context;
}

namespace perron::net {

class Door;

class Transport {
 public:
  // All of them must outlive it, and it must outlive the running of the loop.
  Transport(boost::asio::io_context& loop, const Settings& settings, const Log& log, Metrics& metrics, Site& site);
  ~Transport();

  // Begins to listen. A sentence if it can't.
  std::string open();
  int port() const;  // the real one, if 0 was asked for
  // Takes no more connections.
  void stop_listening();
  // Closes what is open, sockets with a close frame; then whatever is still there, without one.
  void close_all();
  void drop_all();
  std::size_t open_connections() const;
  // After an exception came out of the loop: sets up again what was lost with the handler that threw it. May throw.
  void revive();

 private:
  std::unique_ptr<Door> door_;
};

}  // namespace perron::net
