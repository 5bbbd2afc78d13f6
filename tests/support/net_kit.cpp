#include "support/net_kit.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <future>
#include <stdexcept>

#include "base/check.h"
#include "net/faults.h"

namespace perron::kit {

namespace {

net::Settings on_a_free_port(net::Settings settings) {
  settings.port = 0;
  return settings;
}

int nowhere() {
  static const int file = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  return file;
}

}  // namespace

// ---- The server.

NetServer::NetServer(net::Settings settings)
    : settings_(on_a_free_port(std::move(settings))),
      log_(net::LogLevel::error, nowhere()),
      work_(boost::asio::make_work_guard(context_)),
      loop_(context_, metrics_.handlers),
      store_(loop_, std::make_shared<Disk>()),
      thinker_(loop_),
      passwords_([this](std::function<void()> work) { loop_.post(std::move(work)); }),
      worker_(store_),
      hub_(loop_, store_, thinker_, worker_, TestServer::quick_settings()),
      people_(store_, passwords_, metrics_, [this] { return loop_.now(); }),
      site_(hub_, people_, loop_, store_, metrics_, settings_, "perron test"),
      transport_(context_, settings_, log_, metrics_, site_) {
  CHECK(!hub_.begin());
  CHECK(transport_.open().empty());
  port_ = transport_.port();
  thread_ = std::thread([this] {
    loop_.run([this](const std::exception_ptr& exception) {
      if (exception) net::note_exception(log_, metrics_, net::Fault::loop, exception);
      try {
        transport_.revive();
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
  });
  return out;
}

// ---- The client.

TcpClient::TcpClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_port = htons(static_cast<std::uint16_t>(port));
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const timeval patience{5, 0};
  setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  CHECK(::connect(socket_, reinterpret_cast<const sockaddr*>(&where), sizeof where) == 0);
}

TcpClient::~TcpClient() { ::close(socket_); }

void TcpClient::send(std::string_view bytes) { (void)!::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }

bool TcpClient::fill() {
  char buffer[4096];
  const auto size = ::recv(socket_, buffer, sizeof buffer, 0);
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
  return errno != EAGAIN && errno != EWOULDBLOCK;
}

bool TcpClient::upgrade() {
  send(
      "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n");
  return read_until("\r\n\r\n").starts_with("HTTP/1.1 101");
}

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

// Compressed ones come as they are: tests look at the first, which is short.
std::string TcpClient::read_text() {
  while (true) {
    while (received_.size() < 4)
      if (!fill()) return "";
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(received_[i]); };
    std::size_t size = byte(1) & 127u, head = 2;
    if (size == 126) size = byte(2) * 256u + byte(3), head = 4;
    while (received_.size() < head + size)
      if (!fill()) return "";
    const bool text = (byte(0) & 15) == 1;
    auto out = received_.substr(head, size);
    received_.erase(0, head + size);
    if (text) return out;
  }
}

}  // namespace perron::kit
