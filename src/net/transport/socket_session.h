// The WebSocket of one client: greets, reads within credits, writes what is queued, pings. The only class that has a
// websocket::stream. For its own files only.
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <deque>

#include "net/transport/door.h"
#include "net/transport/drain.h"

namespace perron::net {

namespace websocket = beast::websocket;

class SocketSession : public Connection, public server::Client, public std::enable_shared_from_this<SocketSession> {
 public:
  using Clock = std::chrono::steady_clock;
  SocketSession(TcpSocket socket, Upgrade upgrade)
      : door_(*upgrade.visit->door),
        upgrade_(std::move(upgrade)),
        group_(address_group(upgrade_.address)),
        stream_(GatherStream(std::move(socket), door_.departures, Backlogs::Share(door_.backlogs, group_))),
        credits_(door_.settings.socket_rate, door_.settings.socket_burst, Clock::now()),
        counted_socket_(door_.metrics.sockets),
        listed_(door_, *this),
        buffer_(2 * static_cast<std::size_t>(door_.settings.message_bytes) + kReadRoom),
        compresses_(upgrade_.request[beast::http::field::sec_websocket_extensions].contains("permessage-deflate")) {
    ++door_.metrics.sockets_opened;
  }

  static Awaitable<void> run(std::shared_ptr<SocketSession> self);

  // ---- Client. None of these throws: what is wrong with one client must not stop a message to the others.
  void send(std::string_view message) override;
  void close(int code, std::string reason) override;
  std::size_t backlog() const override { return stream_.next_layer().backlog().bytes(); }
  void charge(std::size_t bytes) override;

  // ---- Connection
  void look(Clock::time_point now) override;
  void end() override { close(websocket::close_code::going_away, "the server stops"); }
  void drop() override;
  const Backlogs::Share* backlog_share() const override { return &stream_.next_layer().backlog(); }
  void shed() override { cut(Cut::slow_reader); }

 private:
  void set_options();
  Awaitable<void> talk();
  void leave() noexcept;
  void forget() noexcept;
  void fail() noexcept;
  void queue(std::string_view message);
  Awaitable<bool> read(std::string& out);
  Awaitable<bool> greet(std::string hello);
  bool welcome(const Greeting& greeting);
  Awaitable<bool> meet();
  bool within_credits(std::string_view message);
  bool spend(double cost);  // false: beyond what is allowed, and cut if it is far beyond
  bool wastes(std::uint64_t received);
  void cut(Cut why);
  void write_next() noexcept;
  void write_first();
  void begin_close();
  void ping(Clock::time_point now);
  void pong(std::string_view payload);
  void note_end(ErrorCode error);

  Door& door_;
  Upgrade upgrade_;
  std::string group_;
  websocket::stream<GatherStream, true> stream_;
  Credits credits_;
  Counted counted_socket_;
  Listed listed_;
  // Bounded: for a compressed frame Beast asks for as much room as the frame announces, and anybody can announce 2^62 bytes.
  static constexpr std::size_t kReadRoom = 64 << 10;
  beast::flat_buffer buffer_;
  std::deque<std::string> queue_;
  std::size_t waiting_bytes_ = 0;
  std::uint64_t counted_ = 0;    // bytes of messages and control frames that came
  std::uint64_t looked_at_ = 0;  // the bytes beyond those, at the last look
  bool writing_ = false, dead_ = false, closing_ = false, pinging_ = false;
  bool unanswered_ = false;  // a ping of ours
  bool close_sent_ = false;
  std::string close_payload_;  // code and reason
  Clock::time_point closing_since_{};
  std::optional<server::ClientId> client_;
  bool compresses_;   // the client has asked for it; whether it gets it is Beast's choice
  bool met_ = false;  // has said hello
  Clock::time_point pinged_{}, opened_ = Clock::now(), heard_ = opened_;
  Drain drain_{opened_};
};

}  // namespace perron::net
