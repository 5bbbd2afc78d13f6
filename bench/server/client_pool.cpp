#include "client_pool.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

namespace perron::load {
namespace {

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "load: %s\n", why.c_str());
  std::exit(1);
}

}  // namespace

ClientPool::ClientPool(int port, OnText on_text) : port_(port), epoll_(epoll_create1(0)), on_text_(std::move(on_text)) {}

ClientPool::~ClientPool() {
  for (auto& socket : sockets_)
    if (socket->file >= 0) ::close(socket->file);
  ::close(epoll_);
}

int ClientPool::open(const std::string& path) {
  auto socket = std::make_unique<Socket>();
  socket->file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_port = htons(static_cast<std::uint16_t>(port_));
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket->file, reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0)
    give_up("can't connect: " + std::string(std::strerror(errno)));
  const int on = 1;
  setsockopt(socket->file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const auto request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
                       "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  if (::send(socket->file, request.data(), request.size(), 0) < 0) give_up("can't send");
  // What follows the response head belongs to frames.
  std::size_t end;
  while ((end = socket->in.find("\r\n\r\n")) == std::string::npos) {
    char part[2048];
    const auto n = ::recv(socket->file, part, sizeof part, 0);
    if (n <= 0) give_up("the server closed the connection: " + socket->in);
    socket->in.append(part, static_cast<std::size_t>(n));
  }
  if (socket->in.substr(0, 12) != "HTTP/1.1 101") give_up("no WebSocket: " + socket->in);
  socket->used = end + 4;
  const int number = static_cast<int>(sockets_.size());
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u32 = static_cast<std::uint32_t>(number);
  epoll_ctl(epoll_, EPOLL_CTL_ADD, socket->file, &event);
  sockets_.push_back(std::move(socket));
  take_frames(number);
  return number;
}

void ClientPool::frame(Socket& to, unsigned char opcode, std::string_view text) {
  to.out += static_cast<char>(0x80 | opcode);
  if (text.size() < 126) {
    to.out += static_cast<char>(0x80 | text.size());
  } else {
    to.out += static_cast<char>(0x80 | 126);
    to.out += static_cast<char>(text.size() >> 8);
    to.out += static_cast<char>(text.size() & 255);
  }
  to.out.append(4, '\0');  // a mask of zeros, which leaves the payload unchanged
  to.out += text;
}

void ClientPool::send(int socket, std::string_view text) {
  auto& to = *sockets_[static_cast<std::size_t>(socket)];
  frame(to, 1, text);
  if (!std::exchange(to.queued, true)) waiting_.push_back(socket);
}

void ClientPool::flush() {
  std::vector<int> again;
  for (const int number : waiting_) {
    auto& socket = *sockets_[static_cast<std::size_t>(number)];
    if (socket.file < 0) continue;
    const auto n = ::send(socket.file, socket.out.data(), socket.out.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n > 0) socket.out.erase(0, static_cast<std::size_t>(n));
    socket.queued = !socket.out.empty();
    if (socket.queued) again.push_back(number);
  }
  waiting_ = std::move(again);
}

void ClientPool::read(int number) {
  auto& socket = *sockets_[static_cast<std::size_t>(number)];
  char part[65536];
  const auto n = ::recv(socket.file, part, sizeof part, MSG_DONTWAIT);
  if (n == 0 || (n < 0 && errno != EAGAIN)) {
    ::close(socket.file);
    socket.file = -1;
    ++closed_;
    return;
  }
  if (n < 0) return;
  socket.in.append(part, static_cast<std::size_t>(n));
  bytes_ += static_cast<std::uint64_t>(n);
  take_frames(number);
}

void ClientPool::take_frames(int number) {
  auto& socket = *sockets_[static_cast<std::size_t>(number)];
  for (;;) {
    const auto* at = reinterpret_cast<const unsigned char*>(socket.in.data()) + socket.used;
    const std::size_t have = socket.in.size() - socket.used;
    if (have < 2) break;
    std::size_t size = at[1] & 0x7F, head = 2;
    if (size == 126) head = 4;
    if (size == 127) head = 10;
    if (have < head) break;
    if (head > 2) size = 0;
    for (std::size_t i = 2; i < head; ++i) size = size << 8 | at[i];
    if (have < head + size) break;
    const std::string_view text(socket.in.data() + socket.used + head, size);
    const unsigned opcode = at[0] & 15;
    if (opcode == 1) {
      ++messages_;
      on_text_(number, text);
    } else if (opcode == 9) {
      frame(socket, 10, text);
      if (!std::exchange(socket.queued, true)) waiting_.push_back(number);
    }
    socket.used += head + size;
  }
  socket.in.erase(0, socket.used);
  socket.used = 0;
}

void ClientPool::poll(std::chrono::microseconds at_most) {
  flush();
  epoll_event events[256];
  const auto ms = static_cast<int>((at_most.count() + 999) / 1000);
  const int n = epoll_wait(epoll_, events, 256, ms);
  for (int i = 0; i < n; ++i) read(static_cast<int>(events[i].data.u32));
  flush();
}

bool ClientPool::poll_until(const std::function<bool()>& condition, std::chrono::seconds at_most) {
  const auto end = Clock::now() + at_most;
  while (!condition()) {
    if (Clock::now() > end) return false;
    poll(std::chrono::milliseconds(10));
  }
  return true;
}

Percentiles percentiles_of(std::vector<float>& samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  const auto at = [&](double part) {
    return static_cast<double>(samples[static_cast<std::size_t>(part * static_cast<double>(samples.size() - 1))]);
  };
  return {at(0.5), at(0.9), at(0.99), at(1)};
}

std::int64_t resident_bytes(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  std::int64_t pages = 0, in_memory = 0;
  file >> pages >> in_memory;
  return in_memory * sysconf(_SC_PAGESIZE);
}

double cpu_seconds(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string word;
  double user = 0, system = 0;
  for (int i = 1; i <= 13 && file >> word; ++i) {  // the name, in brackets, has no blank for the two that we start
  }
  file >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace perron::load
