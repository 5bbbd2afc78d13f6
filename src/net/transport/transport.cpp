// Listens, admits connections and checks them periodically.
#include "net/transport/transport.h"

#include <netinet/tcp.h>

#include <algorithm>

#include "base/rollback.h"
#include "net/transport/transport_context.h"

namespace perron::net {
namespace {

constexpr std::string_view kOverloaded =
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

bool is_proxy(const TransportContext& context, const std::string& address) {
  const auto& list = context.settings.proxies;
  return std::find(list.begin(), list.end(), address) != list.end();
}

void reject(TcpSocket& socket, TransportContext& context, CloseReason reason) {
  context.metrics.count_close(reason);
  ErrorCode ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(kOverloaded), ignored);
  socket.close(ignored);
}

void admit(TransportContext& context, TcpSocket socket) {
  ErrorCode error;
  const auto peer = socket.remote_endpoint(error);
  if (error) return;  // closed already
  ++context.metrics.accepted;
  socket.set_option(asio::ip::tcp::no_delay(true), error);
  if (context.limiter.full()) return reject(socket, context, CloseReason::too_many);
  auto address = plain_address(peer.address().to_string());
  const bool proxy = is_proxy(context, address);
  auto admission = std::make_shared<Admission>(context, Peer{std::move(address), proxy});
  if (!proxy) {
    admission->slot = context.limiter.acquire(admission->peer.address);
    if (!admission->slot) return reject(socket, context, CloseReason::too_many_of_address);
  }
  start_http(std::move(socket), std::move(admission));
}

void accept_next(TransportContext& context);

// Out of file descriptors or memory: open connections stay open, new ones wait a moment.
void pause_accepting(TransportContext& context, const std::string& reason) {
  context.accept_retry.expires_after(std::chrono::milliseconds(100));
  context.accept_retry.async_wait([&context, pending = PendingFlag(context.accepting)](ErrorCode) mutable {
    pending.release();
    if (!context.closing) accept_next(context);
  });
  context.log.write(LogLevel::warning, "accept_failed", {{"reason", reason}});
}

// Callbacks, not a coroutine: a callback that is lost to an exception can be started again.
void accept_next(TransportContext& context) {
  context.acceptor.async_accept([&context, pending = PendingFlag(context.accepting)](ErrorCode error, TcpSocket socket) mutable {
    pending.release();
    context.metrics.handlers.doing("accept");
    if (context.closing) return;
    if (error) return pause_accepting(context, error.message());
    try {
      admit(context, std::move(socket));
    } catch (...) {
      context.report(ExceptionSource::accept, std::current_exception());
    }
    accept_next(context);
  });
}

using Clock = std::chrono::steady_clock;
constexpr auto kTimeSlice = std::chrono::milliseconds(1);  // of work on many connections, before other handlers run

void schedule_checks(TransportContext& context);

// Checks a time slice of connections per handler: ten thousand at once would delay everybody. Closing one takes much longer than a check.
void check_some(TransportContext& context, std::size_t left) {
  context.metrics.handlers.doing("rounds");
  const auto now = Clock::now();
  for (; left > 0 && !context.open.empty() && Clock::now() - now < kTimeSlice; --left) {
    auto* connection = context.open.front();
    context.open.splice(context.open.end(), context.open, context.open.begin());
    try {
      connection->check(now);
    } catch (...) {
      context.report(ExceptionSource::session, std::current_exception());
      connection->drop();
    }
  }
  if (left == 0 || context.open.empty()) return schedule_checks(context);
  asio::post(context.loop, [&context, left, pending = PendingFlag(context.checking)]() mutable {
    pending.release();
    if (!context.closing) check_some(context, left);
  });
}

// Checks all connections several times within the shortest of their timeouts: pings, silence, stalled readers.
void schedule_checks(TransportContext& context) {
  const auto& settings = context.settings;
  const int step = std::clamp(std::min(settings.idle_seconds * 1000 / 8, settings.drain_seconds * 1000 / 8), 250, 2000);
  context.check_timer.expires_after(std::chrono::milliseconds(step));
  context.check_timer.async_wait([&context, pending = PendingFlag(context.checking)](ErrorCode) mutable {
    pending.release();
    if (!context.closing) check_some(context, context.open.size());
  });
}

// Accepted sockets inherit these options. Fixed buffer sizes bound the kernel memory for each of them.
void set_options(TransportContext& context) {
  ErrorCode ignored;
  const auto& settings = context.settings;
  auto& acceptor = context.acceptor;
  acceptor.set_option(asio::socket_base::reuse_address(true), ignored);
  acceptor.set_option(asio::socket_base::send_buffer_size(settings.send_buffer_bytes), ignored);
  acceptor.set_option(asio::socket_base::receive_buffer_size(64 << 10), ignored);
  const int milliseconds = settings.drain_seconds * 2000;  // as a backstop for drain-seconds
  setsockopt(acceptor.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
}

}  // namespace

// Closes the connections with the largest backlogs until the rest is within the limits. Handlers that run meanwhile may exceed them again.
void shed_backlog(TransportContext& context) {
  context.metrics.handlers.doing("shed");
  Rollback rearm([&context] { context.backlogs.rearm(); });
  std::vector<std::pair<std::size_t, Connection*>> waiting;
  for (auto* connection : context.open)
    if (const auto* share = connection->backlog_share(); share && share->bytes() > 0) waiting.emplace_back(share->bytes(), connection);
  std::sort(waiting.begin(), waiting.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  const auto begun = Clock::now();  // not earlier: each time slice sheds something
  for (const auto& [bytes, connection] : waiting) {
    if (!connection->backlog_share()->exceeds()) continue;
    connection->shed();
    if (Clock::now() - begun < kTimeSlice) continue;
    asio::post(context.loop, [&context] { shed_backlog(context); });
    return rearm.release();
  }
}

Transport::Transport(asio::io_context& loop, const Settings& settings, const Log& log, Metrics& metrics, Site& site)
    : context_(std::make_unique<TransportContext>(loop, settings, log, metrics, site)) {}
Transport::~Transport() = default;

std::string Transport::open() {
  auto& context = *context_;
  ErrorCode error;
  const auto address = asio::ip::make_address(context.settings.address, error);
  if (error) return "the address " + context.settings.address + " is not an IP address";
  const asio::ip::tcp::endpoint where(address, static_cast<unsigned short>(context.settings.port));
  const auto failed = [&](const char* what) {
    const char* advice = error == asio::error::address_in_use ? "; stop the program that uses it, or choose another with --listen" : "";
    return std::string("can't ") + what + " " + context.settings.address + " port " + std::to_string(context.settings.port) + ": " +
           error.message() + advice;
  };
  if (context.acceptor.open(where.protocol(), error)) return failed("open");
  set_options(context);
  if (context.acceptor.bind(where, error)) return failed("bind to");
  if (context.acceptor.listen(1024, error)) return failed("listen on");
  accept_next(context);
  schedule_checks(context);
  return "";
}

void Transport::restart_handlers() {
  auto& context = *context_;
  context.flush_queue.repost();
  if (context.closing) return;
  if (!*context.accepting) accept_next(context);
  if (!*context.checking) schedule_checks(context);
}

int Transport::port() const {
  ErrorCode error;
  return context_->acceptor.local_endpoint(error).port();
}

void Transport::stop_listening() {
  context_->closing = true;
  ErrorCode ignored;
  context_->acceptor.close(ignored);
  context_->accept_retry.cancel();
  context_->check_timer.cancel();
}

std::size_t Transport::open_connections() const { return context_->open.size(); }

// Closing a connection may remove it from the list.
void Transport::close_all() {
  for (auto at = context_->open.begin(); at != context_->open.end();) (*at++)->shut_down();
}

void Transport::drop_all() {
  for (auto at = context_->open.begin(); at != context_->open.end();) (*at++)->drop();
}

}  // namespace perron::net
