// A TCP stream that gathers: while it is held, what is written is kept and reported as written at once; when it is let go,
// all goes out in one system call. Many small frames that become ready together then cost one send. Beyond a bound the
// writer waits, so memory is bounded. Stands between websocket::stream and the socket.
#pragma once

#include <array>
#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/transport/backlogs.h"
#include "net/run/handler_times.h"

namespace perron::net {

namespace asio = boost::asio;
using Executor = asio::io_context::executor_type;
using TcpSocket = asio::basic_stream_socket<asio::ip::tcp, Executor>;

// What a stream has to send, kept as long as a write is under way.
struct Pipe {
  using ErrorCode = boost::system::error_code;
  struct Waiting {
    asio::any_completion_handler<void(ErrorCode, std::size_t)> handler;
    std::size_t bytes;
  };
  static constexpr std::size_t kBound = std::size_t{64} << 10;

  Pipe(TcpSocket s, Backlogs::Share b) : socket(std::move(s)), backlog(std::move(b)) {
    ErrorCode ignored;
    socket.non_blocking(true, ignored);
  }
  // After each change of what waits.
  void count() noexcept { backlog.set(failed ? 0 : gathered.size() + sending.size() + queued); }

  TcpSocket socket;
  Backlogs::Share backlog;
  std::string gathered, sending;
  std::size_t queued = 0;  // bytes that wait above this stream
  bool held = false, due = false;
  ErrorCode failed;
  std::vector<Waiting> waiting;  // for what has been gathered to go out
};

// Reports to who waits for it, not from within.
inline void complete(const std::shared_ptr<Pipe>& pipe, Pipe::Waiting done, Pipe::ErrorCode error) {
  // As a function of its own, which needs no more memory when its turn comes: all handlers are on this one loop.
  asio::post(pipe->socket.get_executor(),
             [handler = std::move(done.handler), error, bytes = error ? 0 : done.bytes]() mutable { std::move(handler)(error, bytes); });
}

// Nothing more goes out. Whoever waits hears of it: from the write under way, or else now.
inline void give_up(const std::shared_ptr<Pipe>& pipe) noexcept {
  Pipe::ErrorCode ignored;
  pipe->socket.close(ignored);
  if (!pipe->failed) pipe->failed = asio::error::operation_aborted;
  pipe->gathered = {};
  pipe->count();
  if (!pipe->sending.empty()) return;
  for (auto& done : std::exchange(pipe->waiting, {})) try {
      complete(pipe, std::move(done), pipe->failed);
    } catch (...) {  // no memory: it is destroyed, and what waited with it
    }
}

void finish(const std::shared_ptr<Pipe>& pipe, std::vector<Pipe::Waiting>& served, Pipe::ErrorCode error);

// What is gathered goes out. Nearly always the system takes all of it at once; the rest of it, and errors, need a handler.
inline void flush(const std::shared_ptr<Pipe>& pipe) {
  if (!pipe->sending.empty() || pipe->gathered.empty()) return;
  if (pipe->failed) return pipe->gathered.clear();
  if (pipe->waiting.empty()) {
    Pipe::ErrorCode ignored;  // it comes again below
    const auto sent = pipe->socket.send(asio::buffer(pipe->gathered), 0, ignored);
    pipe->gathered.erase(0, sent);
    if (pipe->gathered.capacity() > Pipe::kBound) pipe->gathered.shrink_to_fit();
    pipe->count();
    if (pipe->gathered.empty()) return;
  }
  auto served = std::make_shared<std::vector<Pipe::Waiting>>();
  std::swap(pipe->sending, pipe->gathered);
  std::swap(pipe->waiting, *served);
  const auto sent = [pipe, served](Pipe::ErrorCode error, std::size_t) {
    try {
      finish(pipe, *served, error);
    } catch (...) {  // somebody would wait for ever now: the connection must end
      give_up(pipe);
      throw;
    }
  };
  try {
    asio::async_write(pipe->socket, asio::buffer(pipe->sending), sent);
  } catch (...) {  // not begun
    pipe->sending = {};
    std::swap(pipe->waiting, *served);
    throw;
  }
}

inline void finish(const std::shared_ptr<Pipe>& pipe, std::vector<Pipe::Waiting>& served, Pipe::ErrorCode error) {
  pipe->sending.clear();
  if (pipe->sending.capacity() > Pipe::kBound) pipe->sending = {};
  if (error) {
    pipe->failed = error;
    pipe->gathered.clear();
    std::move(pipe->waiting.begin(), pipe->waiting.end(), std::back_inserter(served));
    pipe->waiting.clear();
  }
  pipe->count();
  for (auto& done : served) complete(pipe, std::move(done), error);
  if (!pipe->held || !pipe->waiting.empty()) flush(pipe);
}

// The streams with frames to send: one handler sends for many of them, when the handlers that are ready now have run. Not for
// all of them: a message to thousands would keep everybody else waiting.
class Departures {
 public:
  Departures(Executor executor, HandlerTimes& times) : executor_(executor), times_(times) {}

  void add(const std::shared_ptr<Pipe>& pipe) {
    if (pipe->due) return;
    due_.push_back(pipe);
    pipe->due = true;
    if (!posted_) post();
  }
  // After an exception in its handler: what is due goes out nevertheless.
  void revive() {
    if (!due_.empty() && !posted_) post();
  }

 private:
  static constexpr std::size_t kAtOnce = 64;

  void post() {
    asio::post(executor_, [this] {
      posted_ = false;
      times_.doing("send");
      send_some();
    });
    posted_ = true;
  }

  void send_some() {
    for (std::size_t n = 0; n < kAtOnce && !due_.empty(); ++n) {
      const auto pipe = std::move(due_.front());
      due_.pop_front();
      pipe->due = false;
      if (!pipe->held) send(pipe);
    }
    if (!due_.empty()) post();
  }

  // Where memory is short, the connection that needs it ends, and no other.
  static void send(const std::shared_ptr<Pipe>& pipe) {
    try {
      flush(pipe);
    } catch (...) {
      give_up(pipe);
      throw;
    }
  }

  Executor executor_;
  HandlerTimes& times_;
  std::deque<std::shared_ptr<Pipe>> due_;
  bool posted_ = false;
};

class GatherStream {
  using ErrorCode = boost::system::error_code;
  using Handler = asio::any_completion_handler<void(ErrorCode, std::size_t)>;

 public:
  using executor_type = Executor;
  using next_layer_type = TcpSocket;

  GatherStream(TcpSocket socket, Departures& departures, Backlogs::Share backlog)
      : pipe_(std::make_shared<Pipe>(std::move(socket), std::move(backlog))), departures_(departures) {}

  executor_type get_executor() noexcept { return pipe_->socket.get_executor(); }
  TcpSocket& next_layer() noexcept { return pipe_->socket; }
  const TcpSocket& next_layer() const noexcept { return pipe_->socket; }
  const Backlogs::Share& backlog() const { return pipe_->backlog; }
  // Bytes that the owner of this stream has not written yet.
  void set_queued(std::size_t bytes) noexcept {
    pipe_->queued = bytes;
    pipe_->count();
  }
  // Closes the socket; nothing more goes out, and nothing waits any more.
  void abandon() noexcept { give_up(pipe_); }

  // One frame, whole and uncompressed, past websocket::stream: it goes out with the next departure. Only while that stream
  // writes no message of its own.
  void put_text(std::string_view text) { put_frame(1, text); }
  void put_close(std::string_view payload) { put_frame(8, payload); }

  void hold() { pipe_->held = true; }
  void let_go() {
    pipe_->held = false;
    flush(pipe_);
  }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return pipe_->socket.async_read_some(buffers, std::forward<Token>(token));
  }

  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return asio::async_initiate<Token, void(ErrorCode, std::size_t)>(
        [pipe = pipe_](auto handler, const auto& bytes) { take(pipe, bytes, Handler(std::move(handler))); }, token, buffers);
  }

 private:
  void put_frame(unsigned opcode, std::string_view payload) {
    const auto size = payload.size();
    std::array<char, 10> head;
    std::size_t length = 0;
    const auto put = [&](std::size_t byte) { head[length++] = static_cast<char>(static_cast<unsigned char>(byte)); };
    put(0x80 | opcode);
    if (size < 126) {
      put(size);
    } else {
      const int bytes = size < 65536 ? 2 : 8;
      put(size < 65536 ? 126 : 127);
      for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) put(size >> shift & 255);
    }
    pipe_->gathered.append(head.data(), length).append(payload);
    pipe_->count();
    departures_.add(pipe_);
  }

  template <class Buffers>
  static void take(const std::shared_ptr<Pipe>& pipe, const Buffers& buffers, Handler handler) {
    std::size_t bytes = 0;
    if (!pipe->failed)
      for (auto at = asio::buffer_sequence_begin(buffers); at != asio::buffer_sequence_end(buffers); ++at) {
        const asio::const_buffer part(*at);
        pipe->gathered.append(static_cast<const char*>(part.data()), part.size());
        bytes += part.size();
      }
    pipe->count();
    Pipe::Waiting done{std::move(handler), bytes};
    const bool at_once = pipe->failed || (pipe->held && pipe->gathered.size() + pipe->sending.size() < Pipe::kBound);
    if (at_once) return complete(pipe, std::move(done), pipe->failed);
    pipe->waiting.push_back(std::move(done));
    try {
      flush(pipe);
    } catch (...) {  // what waits here keeps the session that waits for it
      give_up(pipe);
      throw;
    }
  }

  std::shared_ptr<Pipe> pipe_;  // writes under way keep it
  Departures& departures_;
};

// websocket::stream looks these up by the type of its next layer.
template <class Handler>
void async_teardown(boost::beast::role_type role, GatherStream& stream, Handler&& handler) {
  boost::beast::websocket::async_teardown(role, stream.next_layer(), std::forward<Handler>(handler));
}
inline void teardown(boost::beast::role_type role, GatherStream& stream, boost::system::error_code& error) {
  boost::beast::websocket::teardown(role, stream.next_layer(), error);
}

}  // namespace perron::net
