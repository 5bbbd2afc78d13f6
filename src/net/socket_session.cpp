// The WebSocket of one client: greets, reads within credits, writes what is queued, pings. The only file that makes a
// websocket::stream.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <charconv>
#include <deque>

#include "net/door.h"
#include "net/received.h"

namespace perron::net {
namespace {

namespace websocket = beast::websocket;
using Clock = std::chrono::steady_clock;

constexpr int kNoHello = 4000, kTooManyMessages = 4009;  // docs/protocol.md
constexpr auto kHelloTime = std::chrono::seconds(10);
constexpr std::size_t kMessagesWaiting = 20000;  // small ones cost memory, too
constexpr std::uint64_t kMostFrameHead = 14;     // bytes
constexpr std::uint64_t kMostWaste = 64 << 10;   // bytes between two looks that become no message

class SocketSession : public Connection, public server::Client, public std::enable_shared_from_this<SocketSession> {
 public:
  SocketSession(TcpSocket socket, Upgrade upgrade)
      : door_(*upgrade.visit->door),
        stream_(GatherStream(std::move(socket), door_.departures)),
        upgrade_(std::move(upgrade)),
        group_(address_group(upgrade_.address)),
        credits_(door_.settings.socket_rate, door_.settings.socket_burst, Clock::now()),
        listed_(door_, *this),
        compresses_(upgrade_.request[beast::http::field::sec_websocket_extensions].contains("permessage-deflate")) {
    ++door_.metrics.sockets;
    ++door_.metrics.sockets_opened;
  }
  ~SocketSession() override { --door_.metrics.sockets; }

  Awaitable<void> run();

  // ---- Client
  void send(std::string_view message) override;
  void close(int code, std::string reason) override;
  std::size_t backlog() const override { return waiting_bytes_ + stream_.next_layer().waiting(); }
  void charge(std::size_t bytes) override;

  // ---- Connection
  void look(Clock::time_point now) override;
  void end() override { close(websocket::close_code::going_away, "the server stops"); }
  void drop() override;

 private:
  void set_options();
  Awaitable<bool> read(std::string& out);
  Awaitable<bool> greet(std::string hello);
  bool welcome(const Greeting& greeting);
  Awaitable<bool> meet();
  bool within_credits(std::string_view message);
  bool spend(double cost);  // false: beyond what is allowed, and cut if it is far beyond
  bool wastes();
  void cut(Cut why);
  void write_next();
  void begin_close();
  void ping(Clock::time_point now);
  void pong(std::string_view payload);
  void note_end(ErrorCode error);

  Door& door_;
  websocket::stream<GatherStream, true> stream_;
  Upgrade upgrade_;
  std::string group_;
  Credits credits_;
  Listed listed_;
  beast::flat_buffer buffer_;
  std::deque<std::string> queue_;
  std::size_t waiting_bytes_ = 0;
  std::uint64_t counted_ = 0;    // bytes of messages and control frames that came
  std::uint64_t looked_at_ = 0;  // the bytes beyond those, at the last look
  bool writing_ = false, dead_ = false, closing_ = false, pinging_ = false;
  websocket::close_reason close_reason_;
  std::optional<server::ClientId> client_;
  bool compresses_;   // the client has asked for it; whether it gets it is Beast's choice
  bool met_ = false;  // has said hello
  Clock::time_point pinged_{}, opened_ = Clock::now(), heard_ = opened_;
};

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
    heard_ = Clock::now();
    counted_ += kMostFrameHead + payload.size();
    spend(1);
    if (kind == websocket::frame_type::pong) pong(payload);
  });
}

// ---- Reading ----------------------------------------------------------------------------------------------------------

Awaitable<bool> SocketSession::read(std::string& out) {
  auto [error, bytes] = co_await stream_.async_read(buffer_, kWait);
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
bool SocketSession::wastes() {
  const auto received = bytes_received(stream_.next_layer().next_layer().native_handle());
  const auto before = std::exchange(looked_at_, received - std::min(received, counted_));
  return looked_at_ > before + kMostWaste + static_cast<std::uint64_t>(door_.settings.message_bytes);
}

// What one request brought, as far as it is more than usual: a credit for each 4 KiB, and never all at once.
void SocketSession::charge(std::size_t bytes) {
  const double cost = std::min(static_cast<double>(bytes / 4096), door_.settings.socket_burst / 2.0);
  const auto now = Clock::now();
  credits_.spend(cost, now);
  door_.doorman.spend(group_, cost, now);
}

// False: the connection ends.
Awaitable<bool> SocketSession::greet(std::string hello) {
  auto start = [&](auto handler) {
    auto waiting = std::make_shared<decltype(handler)>(std::move(handler));
    // Let in within this very call: a session that is ended later finds its socket.
    door_.site.hello(std::move(hello), upgrade_.address, [this, self = shared_from_this(), waiting](const Greeting& greeting) {
      asio::post(stream_.get_executor(), [waiting, in = welcome(greeting)] { (*waiting)(in); });
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

Awaitable<void> SocketSession::run() {
  auto self = shared_from_this();
  looked_at_ = bytes_received(stream_.next_layer().next_layer().native_handle());  // what was said over HTTP before
  set_options();
  auto [error] = co_await stream_.async_accept(upgrade_.request, kWait);
  upgrade_.request = {};
  if (error) co_return;
  ping(Clock::now());
  if (co_await meet()) {
    std::string message;
    while (!closing_ && co_await read(message))
      if (within_credits(message) && !closing_) door_.site.receive(*client_, message);
    door_.site.disconnect(*client_);
    client_.reset();
  }
  // A close frame of ours may be under way: read on until it is answered or out of time.
  while (!dead_) {
    auto [ended, bytes] = co_await stream_.async_read(buffer_, kWait);
    buffer_.consume(buffer_.size());
    if (ended) dead_ = true;
  }
}

// ---- Writing ----------------------------------------------------------------------------------------------------------

void SocketSession::send(std::string_view message) {
  if (dead_ || closing_) return;
  ++door_.metrics.messages_out;
  door_.metrics.bytes_out += message.size();
  // What is not compressed needs nothing of Beast's: a frame is a head and the text.
  const bool plain = !compresses_ || message.size() < static_cast<std::size_t>(door_.settings.compress_from);
  if (plain && !writing_ && stream_.is_open()) {
    stream_.next_layer().put_text(message);
  } else {
    waiting_bytes_ += message.size();
    queue_.emplace_back(message);
  }
  if (backlog() > static_cast<std::size_t>(door_.settings.backlog_bytes) || queue_.size() > kMessagesWaiting) return cut(Cut::slow_reader);
  if (!writing_ && !queue_.empty()) write_next();
}

void SocketSession::cut(Cut why) {
  door_.metrics.cut(why);
  door_.log.write(LogLevel::info, "cut", {{"reason", kCutNames[static_cast<std::size_t>(why)]}, {"backlog", backlog()}});
  dead_ = true;
  queue_.clear();
  waiting_bytes_ = 0;
  // The read under way then ends, and with it the session; not from within a call of the hub's.
  asio::post(stream_.get_executor(), [self = shared_from_this()] { self->drop(); });
}

void SocketSession::drop() {
  dead_ = true;
  ErrorCode ignored;
  beast::get_lowest_layer(stream_).close(ignored);
}

// One at a time, as Beast wants it; the stream below gathers them until the queue is empty.
void SocketSession::write_next() {
  if (dead_ || queue_.empty()) {
    writing_ = false;
    stream_.next_layer().let_go();
    if (closing_ && !dead_) begin_close();
    return;
  }
  writing_ = true;
  stream_.next_layer().hold();
  const auto message = std::make_shared<const std::string>(std::move(queue_.front()));
  queue_.pop_front();
  waiting_bytes_ -= message->size();
  stream_.async_write(asio::buffer(*message), [self = shared_from_this(), message](ErrorCode error, std::size_t) {
    if (error) self->dead_ = true;
    self->write_next();
  });
}

void SocketSession::close(int code, std::string reason) {
  if (dead_ || closing_) return;
  closing_ = true;
  close_reason_ = websocket::close_reason(static_cast<websocket::close_code>(code), reason);
  if (writing_) return;  // what was said before the close goes first
  asio::post(stream_.get_executor(), [self = shared_from_this()] {
    if (!self->writing_ && !self->dead_) self->begin_close();
  });
}

void SocketSession::begin_close() {
  if (!stream_.is_open()) return;
  stream_.async_close(close_reason_, [self = shared_from_this()](ErrorCode) { self->drop(); });
}

// ---- Signs of life ----------------------------------------------------------------------------------------------------

void SocketSession::look(Clock::time_point now) {
  if (dead_) return;
  if (!met_ && now - opened_ > kHelloTime) return close(kNoHello, "no hello");
  if (now - heard_ > std::chrono::seconds(door_.settings.idle_seconds)) return cut(Cut::silent);
  if (wastes()) return cut(Cut::too_fast);
  if (now - pinged_ >= std::chrono::milliseconds(door_.settings.idle_seconds * 1000 / 3)) ping(now);
}

void SocketSession::ping(Clock::time_point now) {
  if (pinging_ || dead_ || closing_ || !stream_.is_open()) return;
  pinging_ = true;
  pinged_ = now;
  websocket::ping_data payload;
  const auto text = std::to_string(now.time_since_epoch().count());
  payload.append(text);
  stream_.async_ping(payload, [self = shared_from_this()](ErrorCode) { self->pinging_ = false; });
}

// The answer to a ping carries its time. A client may send anything here: what is not ours is no round trip.
void SocketSession::pong(std::string_view payload) {
  std::int64_t ticks = 0;
  const auto end = payload.data() + payload.size();
  if (std::from_chars(payload.data(), end, ticks).ptr != end || ticks != pinged_.time_since_epoch().count() || !client_) return;
  const auto span = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - pinged_).count();
  door_.site.set_round_trip(*client_, span);
}

}  // namespace

void start_socket(TcpSocket socket, Upgrade upgrade) {
  const auto executor = socket.get_executor();
  auto session = std::make_shared<SocketSession>(std::move(socket), std::move(upgrade));
  asio::co_spawn(executor, session->run(), asio::detached);
}

}  // namespace perron::net
