// What a WebSocket session sends: messages, pings and the close frame. Also checks that the peer still reads and replies.
#include <charconv>

#include "net/transport/socket_session.h"
#include "net/transport/tcp_counters.h"

namespace perron::net {
namespace {

constexpr int kNoHello = 4000;  // docs/protocol.md
constexpr auto kHelloTimeout = std::chrono::seconds(10);
constexpr auto kCloseTimeout = std::chrono::seconds(10);  // for the reply to a close frame
constexpr std::size_t kMaxQueuedMessages = 20000;         // small ones cost memory, too

}  // namespace

// ---- Writing ----------------------------------------------------------------------------------------------------------

void SocketSession::send(std::string_view message) {
  if (dead_ || closing_) return;
  try {
    queue(message);
  } catch (...) {
    fail();
  }
}

void SocketSession::queue(std::string_view message) {
  ++context_.metrics.messages_out;
  context_.metrics.bytes_out += message.size();
  // An uncompressed frame needs nothing of Beast: it is a header and the text.
  const bool plain = !compresses_ || message.size() < static_cast<std::size_t>(context_.settings.compress_from);
  if (plain && !writing_ && stream_.is_open()) {
    stream_.next_layer().put_text(message);
  } else {
    queue_.emplace_back(message);
    queued_bytes_ += message.size();
    stream_.next_layer().set_queued(queued_bytes_);
  }
  if (backlog() > static_cast<std::size_t>(context_.settings.backlog_bytes) || queue_.size() > kMaxQueuedMessages)
    return disconnect(CloseReason::slow_reader);
  if (writing_ || queue_.empty()) return;
  // In a handler of its own: a broadcast is compressed for each client, and other handlers must run in between.
  asio::post(stream_.get_executor(), [self = shared_from_this()] { self->write_next(); });
  writing_ = true;
}

void SocketSession::disconnect(CloseReason reason) {
  if (dead_) return;
  context_.metrics.count_close(reason);
  const auto bytes = backlog();
  drop();
  context_.log.write(LogLevel::info, "cut", {{"reason", row_of(kCloseReasons, reason).name}, {"backlog", bytes}});
}

// Ends the pending read, and with it the session, but never within this call.
void SocketSession::drop() {
  dead_ = true;
  queue_.clear();
  queued_bytes_ = 0;
  stream_.next_layer().set_queued(0);
  stream_.next_layer().abort();
}

// One at a time, as Beast requires. The stream below buffers the frames until the queue is empty.
void SocketSession::write_next() noexcept {
  try {
    context_.metrics.handlers.doing("write");
    if (!dead_ && !queue_.empty()) return write_first();
    writing_ = false;
    stream_.next_layer().uncork();
    if (closing_ && !dead_) begin_close();
  } catch (...) {
    fail();
  }
}

void SocketSession::write_first() {
  stream_.next_layer().cork();
  const auto message = std::make_shared<const std::string>(std::move(queue_.front()));
  queue_.pop_front();
  queued_bytes_ -= message->size();
  stream_.next_layer().set_queued(queued_bytes_);
  stream_.async_write(asio::buffer(*message), [self = shared_from_this(), message](ErrorCode error, std::size_t) {
    if (error) self->dead_ = true;
    self->write_next();
  });
}

void SocketSession::close(int code, std::string reason) {
  if (dead_ || closing_) return;
  closing_ = true;
  closing_since_ = Clock::now();
  try {
    close_payload_ = {static_cast<char>(code >> 8), static_cast<char>(code & 255)};
    close_payload_.append(reason, 0, 120);
    if (writing_) return;  // messages queued before the close go first
    asio::post(stream_.get_executor(), [self = shared_from_this()] {
      if (!self->writing_ && !self->dead_) self->begin_close();
    });
  } catch (...) {
    fail();
  }
}

// Not Beast's async_close: it waits for the pending read, and a read that fails waits for it, so the two can deadlock.
void SocketSession::begin_close() {
  if (!stream_.is_open() || close_sent_) return;
  try {
    stream_.next_layer().put_close(close_payload_);
    close_sent_ = true;
  } catch (...) {
    fail();
  }
}

// ---- Checks of the peer --------------------------------------------------------------------------------------------------

void SocketSession::check(Clock::time_point now) {
  if (dead_) return;
  const auto& settings = context_.settings;
  if (closing_ && now - closing_since_ > kCloseTimeout) return drop();
  if (!hello_received_ && !closing_ && now - opened_ > kHelloTimeout) return close(kNoHello, "no hello");
  if (now - last_heard_ > std::chrono::seconds(settings.idle_seconds)) return disconnect(CloseReason::silent);
  const auto counters = tcp_counters(stream_.next_layer().next_layer().native_handle());
  const bool waiting = counters.unacknowledged || backlog() > 0;
  if (stall_.stalled(counters.acknowledged, waiting, now, std::chrono::seconds(settings.drain_seconds)))
    return disconnect(CloseReason::slow_reader);
  if (wastes_bandwidth(counters.received)) return disconnect(CloseReason::too_fast);
  if (now - last_ping_ >= std::chrono::milliseconds(settings.idle_seconds * 1000 / 3)) ping(now);
}

void SocketSession::ping(Clock::time_point now) {
  if (ping_in_progress_ || dead_ || closing_ || !stream_.is_open()) return;
  ping_in_progress_ = true;
  last_ping_ = now;
  websocket::ping_data payload;
  const auto text = std::to_string(now.time_since_epoch().count());
  payload.append(text);
  stream_.async_ping(payload, [self = shared_from_this()](ErrorCode) { self->ping_in_progress_ = false; });
  awaiting_pong_ = true;
}

// A pong carries the time of its ping. A client may send any pong: one that does not match the last ping is no sign of life and measures
// no round trip.
void SocketSession::pong(std::string_view payload) {
  std::int64_t ticks = 0;
  const auto end = payload.data() + payload.size();
  if (std::from_chars(payload.data(), end, ticks).ptr != end || ticks != last_ping_.time_since_epoch().count() || !awaiting_pong_) return;
  awaiting_pong_ = false;
  last_heard_ = Clock::now();
  if (!client_) return;
  const auto span = std::chrono::duration_cast<std::chrono::milliseconds>(last_heard_ - last_ping_).count();
  context_.site.set_round_trip(*client_, span);
}

}  // namespace perron::net
