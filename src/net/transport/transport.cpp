// Listening and letting in.
#include "net/transport/transport.h"

#include <netinet/tcp.h>

#include <algorithm>

#include "base/rollback.h"
#include "net/transport/door.h"

namespace perron::net {
namespace {

constexpr std::string_view kFull = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

bool is_proxy(const Door& door, const std::string& address) {
  const auto& list = door.settings.proxies;
  return std::find(list.begin(), list.end(), address) != list.end();
}

void turn_away(TcpSocket& socket, Door& door, Cut why) {
  door.metrics.cut(why);
  ErrorCode ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(kFull), ignored);
  socket.close(ignored);
}

void let_in(Door& door, TcpSocket socket) {
  ErrorCode error;
  const auto peer = socket.remote_endpoint(error);
  if (error) return;  // gone already
  ++door.metrics.accepted;
  socket.set_option(asio::ip::tcp::no_delay(true), error);
  if (door.doorman.full()) return turn_away(socket, door, Cut::too_many);
  auto address = plain_address(peer.address().to_string());
  const bool proxy = is_proxy(door, address);
  auto visit = std::make_shared<Visit>(door, Peer{std::move(address), proxy});
  if (!proxy) {
    visit->place = door.doorman.enter(visit->peer.address);
    if (!visit->place) return turn_away(socket, door, Cut::too_many_of_address);
  }
  start_http(std::move(socket), std::move(visit));
}

void accept_next(Door& door);

// Out of file descriptors or memory: what is open stays open, newcomers wait a moment.
void pause_accepting(Door& door, const std::string& reason) {
  door.pause.expires_after(std::chrono::milliseconds(100));
  door.pause.async_wait([&door, armed = Armed(door.accepting)](ErrorCode) mutable {
    armed.release();
    if (!door.closing) accept_next(door);
  });
  door.log.write(LogLevel::warning, "accept_failed", {{"reason", reason}});
}

// Callbacks, not a coroutine: one that is lost to an exception can be set up again.
void accept_next(Door& door) {
  door.acceptor.async_accept([&door, armed = Armed(door.accepting)](ErrorCode error, TcpSocket socket) mutable {
    armed.release();
    door.metrics.handlers.doing("accept");
    if (door.closing) return;
    if (error) return pause_accepting(door, error.message());
    try {
      let_in(door, std::move(socket));
    } catch (...) {
      door.failed(Fault::accept, std::current_exception());
    }
    accept_next(door);
  });
}

using Clock = std::chrono::steady_clock;
constexpr auto kTurn = std::chrono::milliseconds(1);  // of work on many connections, before others have theirs

void next_round(Door& door);

// Some of all connections in each handler: ten thousand at once would keep everybody waiting. Ending one takes much longer than a look.
void look_at_some(Door& door, std::size_t left) {
  door.metrics.handlers.doing("rounds");
  const auto now = Clock::now();
  for (; left > 0 && !door.open.empty() && Clock::now() - now < kTurn; --left) {
    auto* connection = door.open.front();
    door.open.splice(door.open.end(), door.open, door.open.begin());
    try {
      connection->look(now);
    } catch (...) {
      door.failed(Fault::session, std::current_exception());
      connection->drop();
    }
  }
  if (left == 0 || door.open.empty()) return next_round(door);
  asio::post(door.loop, [&door, left, armed = Armed(door.rounding)]() mutable {
    armed.release();
    if (!door.closing) look_at_some(door, left);
  });
}

// Looks after all connections a few times in the shortest time that it keeps an eye on: pings, silence, stalled readers.
void next_round(Door& door) {
  const auto& settings = door.settings;
  const int step = std::clamp(std::min(settings.idle_seconds * 1000 / 8, settings.drain_seconds * 1000 / 8), 250, 2000);
  door.rounds.expires_after(std::chrono::milliseconds(step));
  door.rounds.async_wait([&door, armed = Armed(door.rounding)](ErrorCode) mutable {
    armed.release();
    if (!door.closing) look_at_some(door, door.open.size());
  });
}

// What connections get from the one that listens. A fixed buffer bounds the memory of the system for each of them.
void set_options(Door& door) {
  ErrorCode ignored;
  const auto& settings = door.settings;
  auto& acceptor = door.acceptor;
  acceptor.set_option(asio::socket_base::reuse_address(true), ignored);
  acceptor.set_option(asio::socket_base::send_buffer_size(settings.send_buffer_bytes), ignored);
  acceptor.set_option(asio::socket_base::receive_buffer_size(64 << 10), ignored);
  const int milliseconds = settings.drain_seconds * 2000;  // for whatever drain-seconds does not see
  setsockopt(acceptor.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
}

}  // namespace

// The largest first, until the rest is within the limits. What is sent in the meantime may exceed them by the work of a few handlers.
void shed_backlog(Door& door) {
  door.metrics.handlers.doing("shed");
  Rollback settled([&door] { door.backlogs.settle(); });
  std::vector<std::pair<std::size_t, Connection*>> waiting;
  for (auto* connection : door.open)
    if (const auto* share = connection->backlog_share(); share && share->bytes() > 0) waiting.emplace_back(share->bytes(), connection);
  std::sort(waiting.begin(), waiting.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  const auto begun = Clock::now();  // not before: each turn sheds something
  for (const auto& [bytes, connection] : waiting) {
    if (!connection->backlog_share()->exceeds()) continue;
    connection->shed();
    if (Clock::now() - begun < kTurn) continue;
    asio::post(door.loop, [&door] { shed_backlog(door); });
    return settled.release();
  }
}

Transport::Transport(asio::io_context& loop, const Settings& settings, const Log& log, Metrics& metrics, Site& site)
    : door_(std::make_unique<Door>(loop, settings, log, metrics, site)) {}
Transport::~Transport() = default;

std::string Transport::open() {
  auto& door = *door_;
  ErrorCode error;
  const auto address = asio::ip::make_address(door.settings.address, error);
  if (error) return "the address " + door.settings.address + " is not an IP address";
  const asio::ip::tcp::endpoint where(address, static_cast<unsigned short>(door.settings.port));
  const auto failed = [&](const char* what) {
    const char* advice = error == asio::error::address_in_use ? "; stop the program that uses it, or choose another with --listen" : "";
    return std::string("can't ") + what + " " + door.settings.address + " port " + std::to_string(door.settings.port) + ": " +
           error.message() + advice;
  };
  if (door.acceptor.open(where.protocol(), error)) return failed("open");
  set_options(door);
  if (door.acceptor.bind(where, error)) return failed("bind to");
  if (door.acceptor.listen(1024, error)) return failed("listen on");
  accept_next(door);
  next_round(door);
  return "";
}

void Transport::revive() {
  auto& door = *door_;
  door.departures.revive();
  if (door.closing) return;
  if (!*door.accepting) accept_next(door);
  if (!*door.rounding) next_round(door);
}

int Transport::port() const {
  ErrorCode error;
  return door_->acceptor.local_endpoint(error).port();
}

void Transport::stop_listening() {
  door_->closing = true;
  ErrorCode ignored;
  door_->acceptor.close(ignored);
  door_->pause.cancel();
  door_->rounds.cancel();
}

std::size_t Transport::open_connections() const { return door_->open.size(); }

// Ending one may take it off the list.
void Transport::close_all() {
  for (auto at = door_->open.begin(); at != door_->open.end();) (*at++)->end();
}

void Transport::drop_all() {
  for (auto at = door_->open.begin(); at != door_->open.end();) (*at++)->drop();
}

}  // namespace perron::net
