#include "support/net_kit.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <future>
#include <stdexcept>

#include "base/check.h"
#include "net/run/exceptions.h"
#include "server/game/load_game.h"

namespace perron::kit {

namespace {

net::Settings on_a_free_port(net::Settings settings) {
  settings.port = 0;
  return settings;
}

constexpr int kText = 1, kClose = 8;  // opcodes

int nowhere() {
  static const int file = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  return file;
}

}  // namespace

// ---- The server.

NetServer::NetServer(net::Settings settings, server::Settings hub_settings)
    : settings_(on_a_free_port(std::move(settings))),
      log_(net::LogLevel::error, nowhere()),
      work_(boost::asio::make_work_guard(context_)),
      loop_(context_, metrics_.handlers),
      store_(loop_, disk_),
      thinker_(loop_),
      hasher_([this](std::function<void()> work) { loop_.post(std::move(work)); }),
      worker_(loop_, store_.background()),
      hub_(loop_, store_, thinker_, worker_, std::move(hub_settings)),
      auth_(store_, hasher_, metrics_, [this] { return loop_.now(); }),
      site_(hub_, auth_, loop_, store_, metrics_, settings_, "perron test"),
      transport_(context_, settings_, log_, metrics_, site_) {
  bool begun = false;
  hub_.begin([&begun](const auto& error) { begun = !error; });
  context_.poll();
  CHECK(begun);
  CHECK(transport_.open().empty());
  port_ = transport_.port();
  thread_ = std::thread([this] {
    loop_.run([this](const std::exception_ptr& exception) {
      if (exception) net::log_exception(log_, metrics_, net::ExceptionSource::loop, exception);
      try {
        transport_.restart_handlers();
        hub_.revive();
      } catch (...) {
        return false;
      }
      return true;
    });
  });
}

NetServer::~NetServer() {
  on_loop([this] {
    transport_.stop_listening();
    transport_.drop_all();
  });
  while (counts().open > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  work_.reset();
  context_.stop();
  thread_.join();
}

void NetServer::on_loop(const std::function<void()>& work) {
  std::promise<void> done;
  boost::asio::post(context_, [&] {
    work();
    done.set_value();
  });
  done.get_future().wait();
}

void NetServer::throw_on_loop() {
  boost::asio::post(context_, [] { throw std::runtime_error("as the test asked for"); });
}

NetServer::Counts NetServer::counts() {
  Counts out;
  on_loop([&] {
    out.connections = metrics_.connections;
    out.sockets = metrics_.sockets;
    out.clients = hub_.stats().clients;
    out.open = transport_.open_connections();
    for (const auto number : metrics_.exceptions) out.exceptions += number;
    out.hub = hub_.stats();
    for (const auto& [id, row] : disk_->tables) out.waiting_tables += row.state == TableState::waiting;
    for (const auto& [id, row] : disk_->games) out.unfinished_games += row.ending == Ending::none;
  });
  return out;
}

std::vector<TableRow> NetServer::tables() {
  std::vector<TableRow> out;
  on_loop([&] {
    for (const auto& [id, row] : disk_->tables) out.push_back(row);
  });
  return out;
}

std::uint32_t NetServer::version_on_disk(GameId game) {
  std::uint32_t out = 0;
  on_loop([&] {
    server::GameCache games;
    out = server::load_game(*store_.background(), games, game)->play->version();
  });
  return out;
}

void NetServer::forget(GameId game) {
  on_loop([&] { hub_.forgotten(game); });
}

// ---- The client.

TcpClient::TcpClient(int port, std::chrono::seconds patience) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_port = htons(static_cast<std::uint16_t>(port));
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const timeval most{patience.count(), 0};
  setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
  CHECK(::connect(socket_, reinterpret_cast<const sockaddr*>(&where), sizeof where) == 0);
}

TcpClient::~TcpClient() { ::close(socket_); }

void TcpClient::send(std::string_view bytes) { (void)!::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }

bool TcpClient::fill() {
  char buffer[4096];
  const auto size = ::recv(socket_, buffer, sizeof buffer, 0);
  timed_out_ = timed_out_ || (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK));
  if (size <= 0) return false;
  received_.append(buffer, static_cast<std::size_t>(size));
  return true;
}

std::string TcpClient::read_until(std::string_view end) {
  while (received_.find(end) == std::string::npos)
    if (!fill()) return "";
  const auto size = received_.find(end) + end.size();
  auto out = received_.substr(0, size);
  received_.erase(0, size);
  return out;
}

bool TcpClient::closed_by_peer() {
  while (fill()) {
  }
  return !timed_out_;
}

bool TcpClient::upgrade(Deflate deflate) {
  std::string request =
      "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";
  if (deflate == Deflate::offered) request += "Sec-WebSocket-Extensions: permessage-deflate\r\n";
  send(request + "\r\n");
  return read_until("\r\n\r\n").starts_with("HTTP/1.1 101");
}

void TcpClient::send_close() { send(std::string("\x88\x80\0\0\0\0", 6)); }

void TcpClient::send_text(std::string_view text) {
  std::string frame = "\x81";
  const auto size = text.size();
  if (size < 126) {
    frame += static_cast<char>(0x80 | size);
  } else {
    frame += static_cast<char>(0x80 | 126);
    frame += static_cast<char>(size >> 8);
    frame += static_cast<char>(size & 255);
  }
  frame.append(4, '\0').append(text);
  send(frame);
}

// Does not decompress: tests read the first message, which is short.
std::string TcpClient::read_text() {
  while (true) {
    while (received_.size() < 4)
      if (!fill()) return "";
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(received_[i]); };
    std::size_t size = byte(1) & 127u, head = 2;
    if (size == 126) size = byte(2) * 256u + byte(3), head = 4;
    while (received_.size() < head + size)
      if (!fill()) return "";
    const int kind = byte(0) & 15;
    auto out = received_.substr(head, size);
    received_.erase(0, head + size);
    if (kind == kClose) send_close();
    if (kind == kText || kind == kClose) return kind == kText ? out : "";
  }
}

}  // namespace perron::kit
