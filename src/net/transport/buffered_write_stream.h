// A TCP stream with a write buffer, between websocket::stream and the socket. While it is corked, writes go to the buffer and complete at
// once; uncork() sends the buffer with one system call. Small frames that become ready together then cost one send. A write beyond
// kBufferBytes completes when the buffer has been sent, so memory is bounded.
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

#include "net/run/handler_times.h"
#include "net/transport/backlogs.h"

namespace perron::net {

namespace asio = boost::asio;
using Executor = asio::io_context::executor_type;
using TcpSocket = asio::basic_stream_socket<asio::ip::tcp, Executor>;

// The buffers of a stream. Writes in progress share it, so it may outlive the stream.
struct WriteState {
  using ErrorCode = boost::system::error_code;
  struct Completion {
    asio::any_completion_handler<void(ErrorCode, std::size_t)> handler;
    std::size_t bytes;
  };
  static constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

  WriteState(TcpSocket s, Backlogs::Share b) : socket(std::move(s)), backlog(std::move(b)) {
    ErrorCode ignored;
    socket.non_blocking(true, ignored);
  }
  // After each change of the buffers.
  void update_backlog() noexcept { backlog.set(error ? 0 : buffered.size() + sending.size() + queued); }

  TcpSocket socket;
  Backlogs::Share backlog;
  std::string buffered, sending;
  std::size_t queued = 0;  // bytes queued by the stream's owner
  bool corked = false, scheduled = false;
  ErrorCode error;
  std::vector<Completion> completions;  // of the writes in `buffered`
};

// Posts the completion: a completion handler never runs within the call that starts its operation.
inline void complete(const std::shared_ptr<WriteState>& state, WriteState::Completion done, WriteState::ErrorCode error) {
  // A plain function object, which needs no allocation when it runs: all handlers are on this one loop.
  asio::post(state->socket.get_executor(),
             [handler = std::move(done.handler), error, bytes = error ? 0 : done.bytes]() mutable { std::move(handler)(error, bytes); });
}

// Closes the socket and drops the buffer. Pending writes complete with an error: with the write in progress, or now if there is none.
inline void abort_writes(const std::shared_ptr<WriteState>& state) noexcept {
  WriteState::ErrorCode ignored;
  state->socket.close(ignored);
  if (!state->error) state->error = asio::error::operation_aborted;
  state->buffered = {};
  state->update_backlog();
  if (!state->sending.empty()) return;
  for (auto& done : std::exchange(state->completions, {})) try {
      complete(state, std::move(done), state->error);
    } catch (...) {  // out of memory: destroying the handler ends its coroutine
    }
}

void on_written(const std::shared_ptr<WriteState>& state, std::vector<WriteState::Completion>& completed, WriteState::ErrorCode error);

// Sends the buffer. The kernel nearly always takes all of it at once; a remainder and errors need an asynchronous write.
inline void flush(const std::shared_ptr<WriteState>& state) {
  if (!state->sending.empty() || state->buffered.empty()) return;
  if (state->error) return state->buffered.clear();
  if (state->completions.empty()) {
    WriteState::ErrorCode ignored;  // the asynchronous write below reports it
    const auto sent = state->socket.send(asio::buffer(state->buffered), 0, ignored);
    state->buffered.erase(0, sent);
    if (state->buffered.capacity() > WriteState::kBufferBytes) state->buffered.shrink_to_fit();
    state->update_backlog();
    if (state->buffered.empty()) return;
  }
  auto completed = std::make_shared<std::vector<WriteState::Completion>>();
  std::swap(state->sending, state->buffered);
  std::swap(state->completions, *completed);
  const auto sent = [state, completed](WriteState::ErrorCode error, std::size_t) {
    try {
      on_written(state, *completed, error);
    } catch (...) {  // no completion would come any more, so the connection must end
      abort_writes(state);
      throw;
    }
  };
  try {
    asio::async_write(state->socket, asio::buffer(state->sending), sent);
  } catch (...) {  // not started
    state->sending = {};
    std::swap(state->completions, *completed);
    throw;
  }
}

inline void on_written(const std::shared_ptr<WriteState>& state, std::vector<WriteState::Completion>& completed,
                       WriteState::ErrorCode error) {
  state->sending.clear();
  if (state->sending.capacity() > WriteState::kBufferBytes) state->sending = {};
  if (error) {
    state->error = error;
    state->buffered.clear();
    std::move(state->completions.begin(), state->completions.end(), std::back_inserter(completed));
    state->completions.clear();
  }
  state->update_backlog();
  for (auto& done : completed) complete(state, std::move(done), error);
  if (!state->corked || !state->completions.empty()) flush(state);
}

// The streams with buffered frames. One posted handler flushes many of them, after the handlers that are ready now. It flushes at most
// kFlushesPerHandler: a broadcast to thousands must not delay everybody else.
class FlushQueue {
 public:
  FlushQueue(Executor executor, HandlerTimes& times) : executor_(executor), times_(times) {}

  void add(const std::shared_ptr<WriteState>& state) {
    if (state->scheduled) return;
    scheduled_.push_back(state);
    state->scheduled = true;
    if (!posted_) post();
  }
  // After an exception in its handler: posts it again if streams are left.
  void repost() {
    if (!scheduled_.empty() && !posted_) post();
  }

 private:
  static constexpr std::size_t kFlushesPerHandler = 64;

  void post() {
    asio::post(executor_, [this] {
      posted_ = false;
      times_.doing("send");
      flush_some();
    });
    posted_ = true;
  }

  void flush_some() {
    for (std::size_t n = 0; n < kFlushesPerHandler && !scheduled_.empty(); ++n) {
      const auto state = std::move(scheduled_.front());
      scheduled_.pop_front();
      state->scheduled = false;
      if (!state->corked) send(state);
    }
    if (!scheduled_.empty()) post();
  }

  // Out of memory, only the connection that needs it ends.
  static void send(const std::shared_ptr<WriteState>& state) {
    try {
      flush(state);
    } catch (...) {
      abort_writes(state);
      throw;
    }
  }

  Executor executor_;
  HandlerTimes& times_;
  std::deque<std::shared_ptr<WriteState>> scheduled_;
  bool posted_ = false;
};

class BufferedWriteStream {
  using ErrorCode = boost::system::error_code;
  using Handler = asio::any_completion_handler<void(ErrorCode, std::size_t)>;

 public:
  using executor_type = Executor;
  using next_layer_type = TcpSocket;

  BufferedWriteStream(TcpSocket socket, FlushQueue& flush_queue, Backlogs::Share backlog)
      : state_(std::make_shared<WriteState>(std::move(socket), std::move(backlog))), flush_queue_(flush_queue) {}

  executor_type get_executor() noexcept { return state_->socket.get_executor(); }
  TcpSocket& next_layer() noexcept { return state_->socket; }
  const TcpSocket& next_layer() const noexcept { return state_->socket; }
  const Backlogs::Share& backlog() const { return state_->backlog; }
  // Counts bytes that the owner has queued and not written yet towards the backlog.
  void set_queued(std::size_t bytes) noexcept {
    state_->queued = bytes;
    state_->update_backlog();
  }
  // Closes the socket and drops what has not been sent.
  void abort() noexcept { abort_writes(state_); }

  // Buffers one whole, uncompressed frame, bypassing websocket::stream. Sent with the next flush. Requires that websocket::stream is not
  // writing a message.
  void put_text(std::string_view text) { put_frame(kTextFrame, text); }
  void put_close(std::string_view payload) { put_frame(kCloseFrame, payload); }

  void cork() { state_->corked = true; }
  void uncork() {
    state_->corked = false;
    flush(state_);
  }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return state_->socket.async_read_some(buffers, std::forward<Token>(token));
  }

  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return asio::async_initiate<Token, void(ErrorCode, std::size_t)>(
        [state = state_](auto handler, const auto& bytes) { write(state, bytes, Handler(std::move(handler))); }, token, buffers);
  }

 private:
  static constexpr unsigned kTextFrame = 1, kCloseFrame = 8;  // opcodes, RFC 6455

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
    state_->buffered.append(head.data(), length).append(payload);
    state_->update_backlog();
    flush_queue_.add(state_);
  }

  template <class Buffers>
  static void write(const std::shared_ptr<WriteState>& state, const Buffers& buffers, Handler handler) {
    std::size_t bytes = 0;
    if (!state->error)
      for (auto at = asio::buffer_sequence_begin(buffers); at != asio::buffer_sequence_end(buffers); ++at) {
        const asio::const_buffer part(*at);
        state->buffered.append(static_cast<const char*>(part.data()), part.size());
        bytes += part.size();
      }
    state->update_backlog();
    WriteState::Completion done{std::move(handler), bytes};
    const bool at_once = state->error || (state->corked && state->buffered.size() + state->sending.size() < WriteState::kBufferBytes);
    if (at_once) return complete(state, std::move(done), state->error);
    state->completions.push_back(std::move(done));
    try {
      flush(state);
    } catch (...) {  // the completion handler keeps its session alive
      abort_writes(state);
      throw;
    }
  }

  std::shared_ptr<WriteState> state_;  // shared with writes in progress
  FlushQueue& flush_queue_;
};

// websocket::stream looks these up by the type of its next layer.
template <class Handler>
void async_teardown(boost::beast::role_type role, BufferedWriteStream& stream, Handler&& handler) {
  boost::beast::websocket::async_teardown(role, stream.next_layer(), std::forward<Handler>(handler));
}
inline void teardown(boost::beast::role_type role, BufferedWriteStream& stream, boost::system::error_code& error) {
  boost::beast::websocket::teardown(role, stream.next_layer(), error);
}

}  // namespace perron::net
