// What all connections of a Transport share. For the files of the transport only.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <unordered_set>

#include "net/doorman.h"
#include "net/gather_stream.h"
#include "net/transport.h"

namespace perron::net {

namespace beast = boost::beast;
using ErrorCode = boost::system::error_code;
template <class T>
using Awaitable = asio::awaitable<T, Executor>;
// Results as tuples: an error is no exception here.
inline constexpr auto kWait = asio::as_tuple(asio::use_awaitable_t<Executor>{});
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Executor>;
using BeastRequest = beast::http::request<beast::http::string_body>;

// An open connection, so that all can be reached.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual void look(std::chrono::steady_clock::time_point now) = 0;  // now and then
  virtual void end() = 0;                                            // politely if possible
  virtual void drop() = 0;                                           // now
};

struct Door {
  Door(asio::io_context& l, const Settings& s, const Log& g, Metrics& m, Site& t)
      : loop(l),
        settings(s),
        log(g),
        metrics(m),
        site(t),
        doorman(s),
        departures(l.get_executor()),
        acceptor(l.get_executor()),
        pause(l.get_executor()),
        rounds(l.get_executor()) {}

  asio::io_context& loop;
  const Settings& settings;
  const Log& log;
  Metrics& metrics;
  Site& site;
  Doorman doorman;
  Departures departures;
  asio::basic_socket_acceptor<asio::ip::tcp, Executor> acceptor;
  Timer pause, rounds;
  std::unordered_set<Connection*> open;
  bool closing = false;
};

// In the list of open connections while it lives.
class Listed {
 public:
  Listed(Door& door, Connection& connection) : door_(door), connection_(connection) { door_.open.insert(&connection_); }
  ~Listed() { door_.open.erase(&connection_); }
  Listed(const Listed&) = delete;
  Listed& operator=(const Listed&) = delete;

 private:
  Door& door_;
  Connection& connection_;
};

// A TCP connection that has been let in: counts until it is gone.
struct Visit {
  explicit Visit(Door& d, std::string a) : door(&d), address(std::move(a)) {
    door->doorman.count_connection(1);
    ++door->metrics.connections;
  }
  ~Visit() {
    door->doorman.count_connection(-1);
    --door->metrics.connections;
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

  Door* door;
  std::string address;   // of the peer
  Doorman::Place place;  // at the peer's address; a proxy's connections have none
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
