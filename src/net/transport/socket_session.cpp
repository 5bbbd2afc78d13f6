// A WebSocket session from its greeting to its end: what comes in.
#include "net/transport/socket_session.h"

#include <boost/asio/co_spawn.hpp>

#include "base/finally.h"
#include "net/transport/received.h"

namespace perron::net {
namespace {

constexpr int kTooManyMessages = 4009;          // docs/protocol.md
constexpr std::uint64_t kMostFrameHead = 14;    // bytes
constexpr std::uint64_t kMostWaste = 64 << 10;  // bytes between two looks that become no message

}  // namespace

void SocketSession::set_options() {
  const auto& settings = door_.settings;
  websocket::permessage_deflate deflate;
  deflate.server_enable = true;
  // Each message by itself: no memory of the last ones for each client, and nothing of them to guess by length.
  deflate.server_no_context_takeover = true;
  deflate.client_no_context_takeover = true;
  deflate.server_max_window_bits = 13;
  deflate.compLevel = 3;
  deflate.memLevel = 4;
  deflate.msg_size_threshold = static_cast<std::size_t>(settings.compress_from);
  stream_.set_option(deflate);
  websocket::stream_base::timeout times{};
  times.handshake_timeout = std::chrono::seconds(10);
  times.idle_timeout = websocket::stream_base::none();  // look() knows better: its pings measure the round trip as well
  times.keep_alive_pings = false;
  stream_.set_option(times);
  stream_.read_message_max(static_cast<std::size_t>(settings.message_bytes));
  stream_.auto_fragment(false);
  stream_.text(true);
  stream_.control_callback([this](websocket::frame_type kind, boost::beast::string_view payload) {
    door_.metrics.handlers.doing("control");
    counted_ += kMostFrameHead + payload.size();
    spend(1);
    if (kind == websocket::frame_type::pong) pong(payload);
    if (kind == websocket::frame_type::close && close_sent_) drop();  // the answer to ours: all has been said
  });
}

// ---- Reading ----------------------------------------------------------------------------------------------------------

Awaitable<bool> SocketSession::read(std::string& out) {
  auto [error, bytes] = co_await stream_.async_read(buffer_, kWait);
  door_.metrics.handlers.doing("message");
  if (error) {
    note_end(error);
    co_return false;
  }
  if (!stream_.got_text()) {
    door_.metrics.cut(Cut::broken);
    close(websocket::close_code::unknown_data, "messages are text");
    co_return false;
  }
  const auto data = buffer_.cdata();
  out.assign(static_cast<const char*>(data.data()), data.size());
  buffer_.consume(buffer_.size());
  heard_ = Clock::now();
  counted_ += kMostFrameHead + out.size();
  ++door_.metrics.messages_in;
  door_.metrics.bytes_in += out.size();
  co_return true;
}

void SocketSession::note_end(ErrorCode error) {
  dead_ = true;
  if (error == websocket::error::message_too_big || error == websocket::error::buffer_overflow) return door_.metrics.cut(Cut::too_big);
  if (error == websocket::error::closed || error == asio::error::eof || error == asio::error::operation_aborted ||
      error == asio::error::connection_reset)
    return;
  door_.metrics.cut(Cut::broken);
}

// A message costs one credit and one more for each KiB.
bool SocketSession::within_credits(std::string_view message) {
  if (spend(1 + static_cast<double>(message.size() / 1024))) return true;
  ++door_.metrics.messages_refused;
  if (!closing_) send(door_.site.too_fast(message));
  return false;
}

bool SocketSession::spend(double cost) {
  const auto now = Clock::now();
  const bool mine = credits_.spend(cost, now);
  const bool ours = door_.doorman.spend(group_, cost, now);
  if (!closing_ && (credits_.exhausted() || (!ours && !mine))) {
    door_.metrics.cut(Cut::too_fast);
    close(kTooManyMessages, "too many messages");
  }
  return mine && ours;
}

// Bytes that become no message, as empty parts of one that never ends, cost no credits: nobody needs many of them.
bool SocketSession::wastes(std::uint64_t received) {
  const auto before = std::exchange(looked_at_, received - std::min(received, counted_));
  return looked_at_ > before + kMostWaste + static_cast<std::uint64_t>(door_.settings.message_bytes);
}

// What one request brought, as far as it is more than usual: a credit for each 4 KiB, and never all at once.
void SocketSession::charge(std::size_t bytes) {
  const double cost = std::min(static_cast<double>(bytes / 4096), door_.settings.socket_burst / 2.0);
  const auto now = Clock::now();
  credits_.spend(cost, now);
  try {
    door_.doorman.spend(group_, cost, now);
  } catch (...) {
    fail();
  }
}

// False: the connection ends.
Awaitable<bool> SocketSession::greet(std::string hello) {
  auto start = [&](auto handler) {
    auto waiting = std::make_shared<decltype(handler)>(std::move(handler));
    // Let in within this very call: a session that is ended later finds its socket. An exception is the concern of one session alone, not
    // one of whoever else the store answers now: without `waiting`, the coroutine ends.
    door_.site.hello(std::move(hello), upgrade_.address, [this, self = shared_from_this(), waiting](const Greeting& greeting) {
      try {
        asio::post(stream_.get_executor(), [waiting, in = welcome(greeting)] { (*waiting)(in); });
      } catch (...) {
        fail();
      }
    });
  };
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<Executor>&, void(bool)>(std::move(start),
                                                                                              asio::use_awaitable_t<Executor>{});
}

bool SocketSession::welcome(const Greeting& greeting) {
  if (dead_ || closing_) return false;
  send(greeting.message);
  if (greeting.close) close(greeting.close, "not welcome");
  else client_ = door_.site.connect(*this, greeting);
  return client_.has_value();
}

// The first message says who it is.
Awaitable<bool> SocketSession::meet() {
  std::string message;
  if (!co_await read(message) || !within_credits(message)) co_return false;
  met_ = true;
  co_return co_await greet(std::move(message));
}

Awaitable<void> SocketSession::talk() {
  looked_at_ = tcp_counts(stream_.next_layer().next_layer().native_handle()).received;  // what was said over HTTP before
  set_options();
  auto [error] = co_await stream_.async_accept(upgrade_.request, kWait);
  upgrade_.request = {};
  if (error) co_return;
  ping(Clock::now());
  if (co_await meet()) {
    std::string message;
    while (!closing_ && co_await read(message))
      if (within_credits(message) && !closing_) door_.site.receive(*client_, message);
    forget();
  }
  // A close frame of ours may be under way: read on until it is answered, or look() finds that it took too long.
  while (!dead_) {
    auto [ended, bytes] = co_await stream_.async_read(buffer_, kWait);
    buffer_.consume(buffer_.size());
    if (ended) dead_ = true;
  }
}

// However the session ends, by an exception too, it leaves: nobody may call it any more, although writes under way keep it.
Awaitable<void> SocketSession::run(std::shared_ptr<SocketSession> self) {
  const Finally at_end([&] { self->leave(); });
  co_await self->talk();
}

void SocketSession::leave() noexcept {
  forget();
  drop();
}

// The site forgets this client. It has taken it off its lists before anything can throw.
void SocketSession::forget() noexcept {
  if (!client_) return;
  try {
    door_.site.disconnect(*std::exchange(client_, std::nullopt));
  } catch (...) {
    door_.failed(Fault::session, std::current_exception());
  }
}

// From within a handler of an exception: the read under way then ends, and with it the session.
void SocketSession::fail() noexcept {
  door_.failed(Fault::session, std::current_exception());
  drop();
}

void start_socket(TcpSocket socket, Upgrade upgrade) {
  const auto executor = socket.get_executor();
  auto& door = *upgrade.visit->door;
  auto session = std::make_shared<SocketSession>(std::move(socket), std::move(upgrade));
  asio::co_spawn(executor, SocketSession::run(std::move(session)), [&door](const std::exception_ptr& exception) {
    if (exception) door.failed(Fault::session, exception);
  });
}

}  // namespace perron::net
