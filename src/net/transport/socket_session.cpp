// A WebSocket session: its handshake, its hello, reading messages, and its end.
#include "net/transport/socket_session.h"

#include <boost/asio/co_spawn.hpp>

#include "base/finally.h"
#include "net/transport/tcp_counters.h"

namespace perron::net {
namespace {

constexpr int kTooManyMessages = 4009;            // docs/protocol.md
constexpr std::uint64_t kMaxFrameHead = 14;       // bytes
constexpr std::uint64_t kMaxOverhead = 64 << 10;  // bytes between two checks that belong to no message

}  // namespace

void SocketSession::set_options() {
  const auto& settings = context_.settings;
  websocket::permessage_deflate deflate;
  deflate.server_enable = true;
  // Compresses each message separately: no window to keep for each client, and compressed lengths reveal nothing of earlier messages.
  deflate.server_no_context_takeover = true;
  deflate.client_no_context_takeover = true;
  deflate.server_max_window_bits = 13;
  deflate.compLevel = 3;
  deflate.memLevel = 4;
  deflate.msg_size_threshold = static_cast<std::size_t>(settings.compress_from);
  stream_.set_option(deflate);
  websocket::stream_base::timeout times{};
  times.handshake_timeout = std::chrono::seconds(10);
  times.idle_timeout = websocket::stream_base::none();  // check() does this: its pings also measure the round trip
  times.keep_alive_pings = false;
  stream_.set_option(times);
  stream_.read_message_max(static_cast<std::size_t>(settings.message_bytes));
  stream_.auto_fragment(false);
  stream_.text(true);
  stream_.control_callback([this](websocket::frame_type kind, boost::beast::string_view payload) {
    context_.metrics.handlers.doing("control");
    message_bytes_ += kMaxFrameHead + payload.size();
    consume_tokens(1);
    if (kind == websocket::frame_type::pong) pong(payload);
    if (kind == websocket::frame_type::close && close_sent_) drop();  // the reply to our close frame
  });
}

// ---- Reading ----------------------------------------------------------------------------------------------------------

Awaitable<bool> SocketSession::read(std::string& out) {
  auto [error, bytes] = co_await stream_.async_read(buffer_, kWait);
  context_.metrics.handlers.doing("message");
  if (error) {
    note_end(error);
    co_return false;
  }
  if (!stream_.got_text()) {
    context_.metrics.count_close(CloseReason::broken);
    close(websocket::close_code::unknown_data, "messages are text");
    co_return false;
  }
  const auto data = buffer_.cdata();
  out.assign(static_cast<const char*>(data.data()), data.size());
  buffer_.consume(buffer_.size());
  last_heard_ = Clock::now();
  message_bytes_ += kMaxFrameHead + out.size();
  ++context_.metrics.messages_in;
  context_.metrics.bytes_in += out.size();
  co_return true;
}

void SocketSession::note_end(ErrorCode error) {
  dead_ = true;
  if (error == websocket::error::message_too_big || error == websocket::error::buffer_overflow)
    return context_.metrics.count_close(CloseReason::too_big);
  if (error == websocket::error::closed || error == asio::error::eof || error == asio::error::operation_aborted ||
      error == asio::error::connection_reset)
    return;
  context_.metrics.count_close(CloseReason::broken);
}

// A message costs one token, and one more for each KiB.
bool SocketSession::within_rate_limit(std::string_view message) {
  if (consume_tokens(1 + static_cast<double>(message.size() / 1024))) return true;
  ++context_.metrics.messages_refused;
  if (!closing_) send(context_.site.too_fast(message));
  return false;
}

bool SocketSession::consume_tokens(double cost) {
  const auto now = Clock::now();
  const bool own_limit = bucket_.consume(cost, now);
  const bool address_limit = context_.limiter.consume(group_, cost, now);
  if (!closing_ && (bucket_.exhausted() || (!address_limit && !own_limit))) {
    context_.metrics.count_close(CloseReason::too_fast);
    close(kTooManyMessages, "too many messages");
  }
  return own_limit && address_limit;
}

// Bytes that belong to no complete message cost no tokens, for example empty fragments of a message that never ends. An honest client
// sends few of them.
bool SocketSession::wastes_bandwidth(std::uint64_t received) {
  const auto before = std::exchange(overhead_bytes_, received - std::min(received, message_bytes_));
  return overhead_bytes_ > before + kMaxOverhead + static_cast<std::uint64_t>(context_.settings.message_bytes);
}

// A large response costs a token for each 4 KiB, but never the whole bucket.
void SocketSession::charge(std::size_t bytes) {
  const double cost = std::min(static_cast<double>(bytes / 4096), context_.settings.socket_burst / 2.0);
  const auto now = Clock::now();
  bucket_.consume(cost, now);
  try {
    context_.limiter.consume(group_, cost, now);
  } catch (...) {
    fail();
  }
}

// False: the connection ends.
Awaitable<bool> SocketSession::authenticate(std::string hello) {
  auto start = [&](auto handler) {
    auto waiting = std::make_shared<decltype(handler)>(std::move(handler));
    // Joins within this very call, so that ending the user's session finds this socket from now on. An exception must not reach the
    // store's other callbacks: it drops `waiting`, which ends the coroutine.
    context_.site.hello(std::move(hello), upgrade_.address, [this, self = shared_from_this(), waiting](const Greeting& greeting) {
      try {
        asio::post(stream_.get_executor(), [waiting, in = join(greeting)] { (*waiting)(in); });
      } catch (...) {
        fail();
      }
    });
  };
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<Executor>&, void(bool)>(std::move(start),
                                                                                              asio::use_awaitable_t<Executor>{});
}

bool SocketSession::join(const Greeting& greeting) {
  if (dead_ || closing_) return false;
  send(greeting.message);
  if (greeting.close) close(greeting.close, "not welcome");
  else client_ = context_.site.connect(*this, greeting);
  return client_.has_value();
}

// The first message authenticates the client.
Awaitable<bool> SocketSession::read_hello() {
  std::string message;
  if (!co_await read(message) || !within_rate_limit(message)) co_return false;
  hello_received_ = true;
  co_return co_await authenticate(std::move(message));
}

Awaitable<void> SocketSession::serve() {
  overhead_bytes_ = tcp_counters(stream_.next_layer().next_layer().native_handle()).received;  // sent over HTTP before
  set_options();
  auto [error] = co_await stream_.async_accept(upgrade_.request, kWait);
  upgrade_.request = {};
  if (error) co_return;
  ping(Clock::now());
  if (co_await read_hello()) {
    std::string message;
    while (!closing_ && co_await read(message))
      if (within_rate_limit(message) && !closing_) context_.site.receive(*client_, message);
    leave_site();
  }
  // Our close frame may be in flight: reads until the client replies, or check() closes the connection after a timeout.
  while (!dead_) {
    auto [ended, bytes] = co_await stream_.async_read(buffer_, kWait);
    buffer_.consume(buffer_.size());
    if (ended) dead_ = true;
  }
}

// Leaves the site however the session ends, by an exception too. Nobody may call it any more, although writes in progress keep it alive.
Awaitable<void> SocketSession::run(std::shared_ptr<SocketSession> self) {
  const Finally at_end([&] { self->end(); });
  co_await self->serve();
}

void SocketSession::end() noexcept {
  leave_site();
  drop();
}

// The site removes this client from its lists before it does anything that can throw.
void SocketSession::leave_site() noexcept {
  if (!client_) return;
  try {
    context_.site.disconnect(*std::exchange(client_, std::nullopt));
  } catch (...) {
    context_.report(ExceptionSource::session, std::current_exception());
  }
}

// Called in an exception handler. Closing the socket ends the pending read, and with it the session.
void SocketSession::fail() noexcept {
  context_.report(ExceptionSource::session, std::current_exception());
  drop();
}

void start_socket(TcpSocket socket, Upgrade upgrade) {
  const auto executor = socket.get_executor();
  auto& context = *upgrade.admission->context;
  auto session = std::make_shared<SocketSession>(std::move(socket), std::move(upgrade));
  asio::co_spawn(executor, SocketSession::run(std::move(session)), [&context](const std::exception_ptr& exception) {
    if (exception) context.report(ExceptionSource::session, exception);
  });
}

}  // namespace perron::net
