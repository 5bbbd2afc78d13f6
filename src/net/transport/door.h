// What all connections of a Transport share. For the files of the transport only.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <list>

#include "net/run/asio_loop.h"
#include "net/run/doorman.h"
#include "net/run/faults.h"
#include "net/transport/gather_stream.h"
#include "net/http/http_head.h"
#include "net/transport/transport.h"

namespace perron::net {

namespace beast = boost::beast;
using ErrorCode = boost::system::error_code;
template <class T>
using Awaitable = asio::awaitable<T, Executor>;
// Results as tuples: an error is no exception here.
inline constexpr auto kWait = asio::as_tuple(asio::use_awaitable_t<Executor>{});
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Executor>;

// An open connection, so that all can be reached.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual void look(std::chrono::steady_clock::time_point now) = 0;  // now and then
  virtual void end() = 0;                                            // politely if possible
  virtual void drop() = 0;                                           // now
  virtual const Backlogs::Share* backlog_share() const = 0;          // nullptr: nothing waits
  virtual void shed() = 0;                                           // ends: too much waits to be sent, and most of it here
};
using Connections = std::list<Connection*>;

class Door;
void shed_backlog(Door& door);  // transport.cpp

class Door {
 public:
  Door(asio::io_context& l, const Settings& s, const Log& g, Metrics& m, Site& t)
      : loop(l),
        settings(s),
        log(g),
        metrics(m),
        site(t),
        doorman(s),
        backlogs(s, [this] { asio::post(loop, [this] { shed_backlog(*this); }); }),
        departures(l.get_executor(), m.handlers),
        acceptor(l.get_executor()),
        pause(l.get_executor()),
        rounds(l.get_executor()) {}

  void failed(Fault where, const std::exception_ptr& exception) noexcept { note_exception(log, metrics, where, exception); }

  asio::io_context& loop;
  const Settings& settings;
  const Log& log;
  Metrics& metrics;
  Site& site;
  Doorman doorman;
  Backlogs backlogs;
  Departures departures;
  asio::basic_socket_acceptor<asio::ip::tcp, Executor> acceptor;
  Timer pause, rounds;
  Connections open;                                                                                 // the next to be looked at first
  std::shared_ptr<bool> accepting = std::make_shared<bool>(), rounding = std::make_shared<bool>();  // see Armed
  bool closing = false;
};

// In the list of open connections while it lives.
class Listed {
 public:
  Listed(Door& door, Connection& connection) : door_(door), at_(door.open.insert(door.open.end(), &connection)) {}
  ~Listed() { door_.open.erase(at_); }
  Listed(const Listed&) = delete;
  Listed& operator=(const Listed&) = delete;

 private:
  Door& door_;
  Connections::iterator at_;
};

// One of what a gauge counts, while it lives.
class Counted {
 public:
  explicit Counted(std::int64_t& gauge) : gauge_(gauge) { ++gauge_; }
  ~Counted() { --gauge_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  std::int64_t& gauge_;
};

// A TCP connection that has been let in: counts until it is gone.
struct Visit {
  Visit(Door& d, Peer p) : door(&d), peer(std::move(p)), counted_(d.metrics.connections) { door->doorman.count_connection(1); }
  ~Visit() { door->doorman.count_connection(-1); }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

  Door* door;
  Peer peer;
  Doorman::Place place;  // at the peer's address; a proxy's connections have none

 private:
  Counted counted_;
};

// http_session.cpp: requests until the connection ends or becomes a WebSocket.
void start_http(TcpSocket socket, std::shared_ptr<Visit> visit);

// socket_session.cpp: the connection after a request to upgrade that has passed all checks.
struct Upgrade {
  BeastRequest request;
  std::shared_ptr<Visit> visit;
  Doorman::Place place;  // at the address of a client behind a proxy
  std::string address;   // of the client
};
void start_socket(TcpSocket socket, Upgrade upgrade);

}  // namespace perron::net
