// The state that all connections of a Transport share, and the guards that keep it right. For the transport's own files only.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <list>

#include "net/http/http_head.h"
#include "net/run/address_limiter.h"
#include "net/run/asio_loop.h"
#include "net/run/exceptions.h"
#include "net/transport/buffered_write_stream.h"
#include "net/transport/transport.h"

namespace perron::net {

namespace beast = boost::beast;
using ErrorCode = boost::system::error_code;
template <class T>
using Awaitable = asio::awaitable<T, Executor>;
// Results as tuples: errors are values here, not exceptions.
inline constexpr auto kWait = asio::as_tuple(asio::use_awaitable_t<Executor>{});
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Executor>;

// An open connection, HTTP or WebSocket.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual void check(std::chrono::steady_clock::time_point now) = 0;  // periodically: timeouts, stalled peers
  virtual void shut_down() = 0;                                       // with a close frame if possible
  virtual void drop() = 0;                                            // at once
  virtual const Backlogs::Share* backlog_share() const = 0;           // nullptr: nothing waits to be sent
  virtual void shed() = 0;                                            // closes it: its backlog is among the largest and a limit is exceeded
};
using Connections = std::list<Connection*>;

class TransportContext;
void shed_backlog(TransportContext& context);  // transport.cpp

class TransportContext {
 public:
  TransportContext(asio::io_context& l, const Settings& s, const Log& g, Metrics& m, Site& t)
      : loop(l),
        settings(s),
        log(g),
        metrics(m),
        site(t),
        limiter(s),
        backlogs(s, [this] { asio::post(loop, [this] { shed_backlog(*this); }); }),
        flush_queue(l.get_executor(), m.handlers),
        acceptor(l.get_executor()),
        accept_retry(l.get_executor()),
        check_timer(l.get_executor()) {}

  void report(ExceptionSource source, const std::exception_ptr& exception) noexcept { log_exception(log, metrics, source, exception); }

  asio::io_context& loop;
  const Settings& settings;
  const Log& log;
  Metrics& metrics;
  Site& site;
  AddressLimiter limiter;
  Backlogs backlogs;
  FlushQueue flush_queue;
  asio::basic_socket_acceptor<asio::ip::tcp, Executor> acceptor;
  Timer accept_retry, check_timer;
  Connections open;                                                                                 // the next one to check first
  std::shared_ptr<bool> accepting = std::make_shared<bool>(), checking = std::make_shared<bool>();  // see PendingFlag
  bool closing = false;
};

// Keeps a connection in the list of open connections.
class ConnectionListEntry {
 public:
  ConnectionListEntry(TransportContext& context, Connection& connection)
      : context_(context), at_(context.open.insert(context.open.end(), &connection)) {}
  ~ConnectionListEntry() { context_.open.erase(at_); }
  ConnectionListEntry(const ConnectionListEntry&) = delete;
  ConnectionListEntry& operator=(const ConnectionListEntry&) = delete;

 private:
  TransportContext& context_;
  Connections::iterator at_;
};

// Adds one to a gauge while it lives.
class GaugeIncrement {
 public:
  explicit GaugeIncrement(std::int64_t& gauge) : gauge_(gauge) { ++gauge_; }
  ~GaugeIncrement() { --gauge_; }
  GaugeIncrement(const GaugeIncrement&) = delete;
  GaugeIncrement& operator=(const GaugeIncrement&) = delete;

 private:
  std::int64_t& gauge_;
};

// An admitted TCP connection: counts towards the limits while it lives.
struct Admission {
  Admission(TransportContext& d, Peer p) : context(&d), peer(std::move(p)), counted_(d.metrics.connections) {
    context->limiter.count_connection(1);
  }
  ~Admission() { context->limiter.count_connection(-1); }
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;

  TransportContext* context;
  Peer peer;
  AddressLimiter::Slot slot;  // of the peer's address; empty for a proxy

 private:
  GaugeIncrement counted_;
};

// http_session.cpp: serves requests until the connection ends or becomes a WebSocket.
void start_http(TcpSocket socket, std::shared_ptr<Admission> admission);

// socket_session.cpp: takes over the connection after an upgrade request that has passed all checks.
struct Upgrade {
  BeastRequest request;
  std::shared_ptr<Admission> admission;
  AddressLimiter::Slot slot;  // of the address of a client behind a proxy
  std::string address;        // of the client
};
void start_socket(TcpSocket socket, Upgrade upgrade);

}  // namespace perron::net
