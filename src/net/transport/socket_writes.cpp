// What a WebSocket session sends: messages, pings and the close. And its look at the peer: does it still read and answer?
#include <charconv>

#include "net/transport/received.h"
#include "net/transport/socket_session.h"

namespace perron::net {
namespace {

constexpr int kNoHello = 4000;  // docs/protocol.md
constexpr auto kHelloTime = std::chrono::seconds(10);
constexpr auto kCloseTime = std::chrono::seconds(10);  // for the answer to a close
constexpr std::size_t kMessagesWaiting = 20000;        // small ones cost memory, too

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
  ++door_.metrics.messages_out;
  door_.metrics.bytes_out += message.size();
  // What is not compressed needs nothing of Beast's: a frame is a head and the text.
  const bool plain = !compresses_ || message.size() < static_cast<std::size_t>(door_.settings.compress_from);
  if (plain && !writing_ && stream_.is_open()) {
    stream_.next_layer().put_text(message);
  } else {
    queue_.emplace_back(message);
    waiting_bytes_ += message.size();
    stream_.next_layer().set_queued(waiting_bytes_);
  }
  if (backlog() > static_cast<std::size_t>(door_.settings.backlog_bytes) || queue_.size() > kMessagesWaiting) return cut(Cut::slow_reader);
  if (writing_ || queue_.empty()) return;
  // In a handler of its own: a message to hundreds is compressed for each of them, and others get their turn in between.
  asio::post(stream_.get_executor(), [self = shared_from_this()] { self->write_next(); });
  writing_ = true;
}

void SocketSession::cut(Cut why) {
  if (dead_) return;
  door_.metrics.cut(why);
  const auto bytes = backlog();
  drop();
  door_.log.write(LogLevel::info, "cut", {{"reason", kCutNames[static_cast<std::size_t>(why)]}, {"backlog", bytes}});
}

// The read under way ends, and with it the session; never from within this call.
void SocketSession::drop() {
  dead_ = true;
  queue_.clear();
  waiting_bytes_ = 0;
  stream_.next_layer().set_queued(0);
  stream_.next_layer().abandon();
}

// One at a time, as Beast wants it; the stream below gathers them until the queue is empty.
void SocketSession::write_next() noexcept {
  try {
    door_.metrics.handlers.doing("write");
    if (!dead_ && !queue_.empty()) return write_first();
    writing_ = false;
    stream_.next_layer().let_go();
    if (closing_ && !dead_) begin_close();
  } catch (...) {
    fail();
  }
}

void SocketSession::write_first() {
  stream_.next_layer().hold();
  const auto message = std::make_shared<const std::string>(std::move(queue_.front()));
  queue_.pop_front();
  waiting_bytes_ -= message->size();
  stream_.next_layer().set_queued(waiting_bytes_);
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
    if (writing_) return;  // what was said before the close goes first
    asio::post(stream_.get_executor(), [self = shared_from_this()] {
      if (!self->writing_ && !self->dead_) self->begin_close();
    });
  } catch (...) {
    fail();
  }
}

// Not by Beast's async_close: it waits for the read under way, and a read that fails waits for it. Both then wait for ever.
void SocketSession::begin_close() {
  if (!stream_.is_open() || close_sent_) return;
  try {
    stream_.next_layer().put_close(close_payload_);
    close_sent_ = true;
  } catch (...) {
    fail();
  }
}

// ---- Signs of life ----------------------------------------------------------------------------------------------------

void SocketSession::look(Clock::time_point now) {
  if (dead_) return;
  const auto& settings = door_.settings;
  if (closing_ && now - closing_since_ > kCloseTime) return drop();
  if (!met_ && !closing_ && now - opened_ > kHelloTime) return close(kNoHello, "no hello");
  if (now - heard_ > std::chrono::seconds(settings.idle_seconds)) return cut(Cut::silent);
  const auto counts = tcp_counts(stream_.next_layer().next_layer().native_handle());
  const bool waiting = counts.waiting || backlog() > 0;
  if (drain_.stalled(counts.acknowledged, waiting, now, std::chrono::seconds(settings.drain_seconds))) return cut(Cut::slow_reader);
  if (wastes(counts.received)) return cut(Cut::too_fast);
  if (now - pinged_ >= std::chrono::milliseconds(settings.idle_seconds * 1000 / 3)) ping(now);
}

void SocketSession::ping(Clock::time_point now) {
  if (pinging_ || dead_ || closing_ || !stream_.is_open()) return;
  pinging_ = true;
  pinged_ = now;
  websocket::ping_data payload;
  const auto text = std::to_string(now.time_since_epoch().count());
  payload.append(text);
  stream_.async_ping(payload, [self = shared_from_this()](ErrorCode) { self->pinging_ = false; });
  unanswered_ = true;
}

// The answer to a ping carries its time. A client may send anything here: what is no answer to the last ping is no sign of
// life and no round trip.
void SocketSession::pong(std::string_view payload) {
  std::int64_t ticks = 0;
  const auto end = payload.data() + payload.size();
  if (std::from_chars(payload.data(), end, ticks).ptr != end || ticks != pinged_.time_since_epoch().count() || !unanswered_) return;
  unanswered_ = false;
  heard_ = Clock::now();
  if (!client_) return;
  const auto span = std::chrono::duration_cast<std::chrono::milliseconds>(heard_ - pinged_).count();
  door_.site.set_round_trip(*client_, span);
}

}  // namespace perron::net
