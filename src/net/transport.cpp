// Listening and letting in.
#include "net/transport.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "net/door.h"

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
  auto visit = std::make_shared<Visit>(door, plain_address(peer.address().to_string()));
  if (!is_proxy(door, visit->address)) {
    visit->place = door.doorman.enter(visit->address);
    if (!visit->place) return turn_away(socket, door, Cut::too_many_of_address);
  }
  start_http(std::move(socket), std::move(visit));
}

Awaitable<void> accept_all(Door& door) {
  while (door.acceptor.is_open()) {
    auto [error, socket] = co_await door.acceptor.async_accept(kWait);
    if (door.closing) co_return;
    if (!error) {
      let_in(door, std::move(socket));
      continue;
    }
    // Out of file descriptors or memory: what is open goes on, newcomers wait a moment.
    door.log.write(LogLevel::warning, "accept_failed", {{"reason", error.message()}});
    door.pause.expires_after(std::chrono::milliseconds(100));
    co_await door.pause.async_wait(kWait);
  }
}

// Looks after all connections a few times in the idle time: pings.
Awaitable<void> make_rounds(Door& door) {
  const auto step = std::chrono::milliseconds(std::clamp(door.settings.idle_seconds * 1000 / 8, 250, 2000));
  while (!door.closing) {
    door.rounds.expires_after(step);
    co_await door.rounds.async_wait(kWait);
    const auto now = std::chrono::steady_clock::now();
    for (auto* connection : door.open) connection->look(now);
  }
}

}  // namespace

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
  door.acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (door.acceptor.bind(where, error)) return failed("bind to");
  if (door.acceptor.listen(1024, error)) return failed("listen on");
  asio::co_spawn(door.loop.get_executor(), accept_all(door), asio::detached);
  asio::co_spawn(door.loop.get_executor(), make_rounds(door), asio::detached);
  return "";
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

void Transport::close_all() {
  const auto all = door_->open;  // ending one may take it off the list
  for (auto* connection : all)
    if (door_->open.contains(connection)) connection->end();
}

void Transport::drop_all() {
  const auto all = door_->open;
  for (auto* connection : all)
    if (door_->open.contains(connection)) connection->drop();
}

}  // namespace perron::net
