// The WebSocket of one client: reads the hello, then messages within the rate limits; writes what is queued and pings. The only class that
// has a websocket::stream. For its own files only.
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <deque>

#include "net/transport/stall_detector.h"
#include "net/transport/transport_context.h"

namespace perron::net {

namespace websocket = beast::websocket;

class SocketSession : public Connection, public server::Client, public std::enable_shared_from_this<SocketSession> {
 public:
  using Clock = std::chrono::steady_clock;
  SocketSession(TcpSocket socket, Upgrade upgrade)
      : context_(*upgrade.admission->context),
        upgrade_(std::move(upgrade)),
        group_(address_group(upgrade_.address)),
        stream_(BufferedWriteStream(std::move(socket), context_.flush_queue, Backlogs::Share(context_.backlogs, group_))),
        bucket_(context_.settings.socket_rate, context_.settings.socket_burst, Clock::now()),
        socket_gauge_(context_.metrics.sockets),
        list_entry_(context_, *this),
        buffer_(2 * static_cast<std::size_t>(context_.settings.message_bytes) + kReadRoom),
        compresses_(upgrade_.request[beast::http::field::sec_websocket_extensions].contains("permessage-deflate")) {
    ++context_.metrics.sockets_opened;
  }

  static Awaitable<void> run(std::shared_ptr<SocketSession> self);

  // ---- Client. None of these throws: a failing client must not stop a message to the others.
  void send(std::string_view message) override;
  void close(int code, std::string reason) override;
  std::size_t backlog() const override { return stream_.next_layer().backlog().bytes(); }
  void charge(std::size_t bytes) override;

  // ---- Connection
  void check(Clock::time_point now) override;
  void shut_down() override { close(websocket::close_code::going_away, "the server stops"); }
  void drop() override;
  const Backlogs::Share* backlog_share() const override { return &stream_.next_layer().backlog(); }
  void shed() override { disconnect(CloseReason::slow_reader); }

 private:
  void set_options();
  Awaitable<void> serve();
  void end() noexcept;
  void leave_site() noexcept;
  void fail() noexcept;
  void queue(std::string_view message);
  Awaitable<bool> read(std::string& out);
  Awaitable<bool> authenticate(std::string hello);
  bool join(const Greeting& greeting);
  Awaitable<bool> read_hello();
  bool within_rate_limit(std::string_view message);
  bool consume_tokens(double cost);  // false: beyond a rate limit; far beyond it, closes the connection
  bool wastes_bandwidth(std::uint64_t received);
  void disconnect(CloseReason reason);
  void write_next() noexcept;
  void write_first();
  void begin_close();
  void ping(Clock::time_point now);
  void pong(std::string_view payload);
  void note_end(ErrorCode error);

  TransportContext& context_;
  Upgrade upgrade_;
  std::string group_;
  websocket::stream<BufferedWriteStream, true> stream_;
  TokenBucket bucket_;
  GaugeIncrement socket_gauge_;
  ConnectionListEntry list_entry_;
  // Bounded: for a compressed frame, Beast prepares as much room as the frame header announces, which can be 2^62 bytes.
  static constexpr std::size_t kReadRoom = 64 << 10;
  beast::flat_buffer buffer_;
  std::deque<std::string> queue_;
  std::size_t queued_bytes_ = 0;
  std::uint64_t message_bytes_ = 0;   // received bytes of messages and control frames
  std::uint64_t overhead_bytes_ = 0;  // received bytes beyond those, at the last check
  bool writing_ = false, dead_ = false, closing_ = false, ping_in_progress_ = false;
  bool awaiting_pong_ = false;
  bool close_sent_ = false;
  std::string close_payload_;  // status code and reason
  Clock::time_point closing_since_{};
  std::optional<server::ClientId> client_;
  bool compresses_;  // the client offered permessage-deflate; Beast decides whether to use it
  bool hello_received_ = false;
  Clock::time_point last_ping_{}, opened_ = Clock::now(), last_heard_ = opened_;
  StallDetector stall_{opened_};
};

}  // namespace perron::net
