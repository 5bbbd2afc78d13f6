// HTTP on one connection: serves requests one after another, each within limits and timeouts, until the connection ends or becomes a
// WebSocket.
#include <boost/asio/co_spawn.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>

#include "base/finally.h"
#include "net/transport/stall_detector.h"
#include "net/transport/tcp_counters.h"
#include "net/transport/transport_context.h"

namespace perron::net {
namespace {

namespace http = beast::http;
using Stream = beast::basic_stream<asio::ip::tcp, Executor>;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kTargetBytes = 2048;
constexpr auto kReadTimeout = std::chrono::seconds(10);       // for the first request, from the start of the connection
constexpr auto kKeepAliveTimeout = std::chrono::seconds(30);  // for each later request, from the response before
constexpr auto kWriteTimeout = std::chrono::seconds(60);      // for a response or a piece of a streamed one

// Security headers of every response. The page's files set a Content-Security-Policy of their own.
constexpr std::pair<std::string_view, std::string_view> kSecurityHeaders[] = {
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
};
constexpr std::string_view kContentPolicy = "default-src 'none'; frame-ancestors 'none'";

class HttpSession : public Connection {
 public:
  HttpSession(TcpSocket socket, std::shared_ptr<Admission> admission)
      : context_(*admission->context),
        stream_(std::move(socket)),
        admission_(std::move(admission)),
        group_(address_group(admission_->peer.address)),
        list_entry_(context_, *this) {}

  static Awaitable<void> run(std::shared_ptr<HttpSession> self);

  // ---- Connection
  void check(Clock::time_point now) override;
  void shut_down() override { drop(); }
  void drop() override { stream_.close(); }
  const Backlogs::Share* backlog_share() const override { return backlog_ ? &*backlog_ : nullptr; }
  void shed() override;

 private:
  enum class Next : std::uint8_t { more, end, upgraded };
  Awaitable<void> serve();
  Awaitable<RequestReader::State> read(RequestReader& reader);
  Awaitable<Next> answer(RequestReader& reader);
  Awaitable<Next> serve_request(Clock::duration allowed);
  template <class T, class Ask>
  Awaitable<T> await_callback(Ask ask);
  Awaitable<Response> reply_to(Request request);
  void count(const Response& response) { ++context_.metrics.by_status[std::clamp(response.status / 100, 0, 5)]; }
  Awaitable<bool> write(const Response& response, bool head, unsigned version, bool keep_alive);
  Awaitable<bool> write_pieces(Response& response, bool head, unsigned version, bool keep_alive);
  Awaitable<bool> write_piece(std::string text, bool chunked);
  Awaitable<std::optional<BodyPiece>> next_piece(const Response& response);
  void abort();
  std::optional<Response> rejection(const Request& request);
  bool upgrade(RequestReader& reader, std::optional<Response>& refused);

  TransportContext& context_;
  Stream stream_;
  std::shared_ptr<Admission> admission_;
  std::string group_;                       // of the client; behind a proxy, each request may be of another client
  std::optional<Backlogs::Share> backlog_;  // while a response is being written
  ConnectionListEntry list_entry_;
  beast::flat_buffer buffer_{kHeaderBytes + kBodyBytes};
  StallDetector stall_{Clock::now()};
};

// A slow connection may take its time; a stalled one is closed.
void HttpSession::check(Clock::time_point now) {
  if (!stream_.socket().is_open()) return;
  const auto counters = tcp_counters(stream_.socket().native_handle());
  const bool waiting = counters.unacknowledged || backlog_;
  if (stall_.stalled(counters.acknowledged, waiting, now, std::chrono::seconds(context_.settings.drain_seconds))) shed();
}

void HttpSession::shed() {
  context_.metrics.count_close(CloseReason::slow_reader);
  if (backlog_) backlog_->set(0);
  drop();
}

// Calls `ask` with a callback and awaits the value that the callback gets, within the call or later.
template <class T, class Ask>
Awaitable<T> HttpSession::await_callback(Ask ask) {
  const auto executor = stream_.get_executor();
  auto start = [&](auto handler) {
    // The callback may run within the call, where the coroutine must not be resumed.
    auto waiting = std::make_shared<std::optional<decltype(handler)>>(std::move(handler));
    ask([waiting, executor](T answer) {
      if (!*waiting) return;
      auto resume = std::move(**waiting);
      waiting->reset();  // before post(), which may throw: a moved-from handler must not be used
      asio::post(executor, [resume = std::move(resume), answer = std::move(answer)]() mutable { std::move(resume)(std::move(answer)); });
    });
  };
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<Executor>&, void(T)>(std::move(start),
                                                                                           asio::use_awaitable_t<Executor>{});
}

Awaitable<Response> HttpSession::reply_to(Request request) {
  co_return co_await await_callback<Response>([&](Reply reply) {
    try {
      context_.site.answer(std::move(request), reply);
    } catch (...) {
      context_.report(ExceptionSource::session, std::current_exception());
      auto response = http_refusal(500, RefusalCode::internal);
      response.close = true;
      reply(std::move(response));
    }
  });
}

void add_headers(http::response_header<>& out, const Response& response) {
  for (const auto& [name, value] : kSecurityHeaders) out.set(name, value);
  out.set("Content-Security-Policy", kContentPolicy);
  out.set(http::field::cache_control, "no-store");
  if (!response.body().empty()) out.set(http::field::content_type, response.type);
  for (const auto& [name, value] : response.headers) out.set(name, value);
}

Awaitable<bool> HttpSession::write(const Response& response, bool head, unsigned version, bool keep_alive) {
  const auto body = response.body();
  http::response<http::span_body<const char>> out(static_cast<http::status>(response.status), version);
  add_headers(out, response);
  if (response.status != 304 && response.status != 204) out.content_length(body.size());
  out.keep_alive(keep_alive);
  if (!head && response.status != 304) out.body() = {body.data(), body.size()};
  count(response);
  backlog_.emplace(context_.backlogs, group_).set(response.text.size());
  const Finally written([this] { backlog_.reset(); });
  stream_.expires_after(kWriteTimeout);
  http::response_serializer<http::span_body<const char>> serializer(out);
  if (head) {
    auto [error, bytes] = co_await http::async_write_header(stream_, serializer, kWait);
    co_return !error;
  }
  auto [error, bytes] = co_await http::async_write(stream_, serializer, kWait);
  co_return !error;
}

Awaitable<std::optional<BodyPiece>> HttpSession::next_piece(const Response& response) {
  co_return co_await await_callback<std::optional<BodyPiece>>([&](TakePiece take) { response.more(std::move(take)); });
}

// Resets the connection (RST): without chunks, an orderly close would look like the end of the body.
void HttpSession::abort() {
  ErrorCode ignored;
  stream_.socket().set_option(asio::socket_base::linger(true, 0), ignored);
  stream_.close();
}

Awaitable<bool> HttpSession::write_piece(std::string text, bool chunked) {
  if (text.empty()) co_return true;  // an empty chunk would end the body
  backlog_.emplace(context_.backlogs, group_).set(text.size());
  const Finally written([this] { backlog_.reset(); });
  stream_.expires_after(kWriteTimeout);
  const asio::const_buffer bytes(text.data(), text.size());
  auto [error, size] =
      chunked ? co_await asio::async_write(stream_, http::make_chunk(bytes), kWait) : co_await asio::async_write(stream_, bytes, kWait);
  co_return !error;
}

// Sends a body of unknown length in chunks. HTTP/1.0 has no chunks: there the end of the connection ends the body.
Awaitable<bool> HttpSession::write_pieces(Response& response, bool head, unsigned version, bool keep_alive) {
  http::response<http::empty_body> out(static_cast<http::status>(response.status), version);
  add_headers(out, response);
  const bool chunked = version >= 11;
  if (chunked) out.chunked(true);
  out.keep_alive(keep_alive);
  count(response);
  http::response_serializer<http::empty_body> serializer(out);
  stream_.expires_after(kWriteTimeout);
  auto [error, bytes] = co_await http::async_write_header(stream_, serializer, kWait);
  if (error || head) co_return !error;
  if (!co_await write_piece(std::exchange(response.text, {}), chunked)) co_return false;
  for (bool last = false; !last;) {
    auto piece = co_await next_piece(response);
    if (!piece && !chunked) abort();
    if (!piece || !co_await write_piece(std::move(piece->text), chunked)) co_return false;
    last = piece->last;
  }
  if (!chunked) co_return true;
  auto [end_error, end_bytes] = co_await asio::async_write(stream_, http::make_chunk_last(), kWait);
  co_return !end_error;
}

// Checks that apply to every request: rate limit, target, host and origin.
std::optional<Response> HttpSession::rejection(const Request& request) {
  const auto now = Clock::now();
  if (!context_.limiter.consume(group_, 1, now)) {
    ++context_.metrics.requests_refused;
    auto out = http_refusal(429, RefusalCode::too_fast, "Too many requests from your address: wait a few seconds.");
    out.headers.emplace_back("Retry-After", "5");
    return out;
  }
  if (request.target.size() > kTargetBytes || request.target.empty() || request.target.front() != '/')
    return http_refusal(400, RefusalCode::bad_request, "That is not a path of this server.");
  if (!host_allowed(request.host, context_.settings)) {
    context_.metrics.count_close(CloseReason::host);
    return http_refusal(421, RefusalCode::unknown_host);
  }
  if (!origin_allowed(request.origin, request.host, context_.settings.origins)) {
    context_.metrics.count_close(CloseReason::origin);
    return http_refusal(403, RefusalCode::foreign_origin);
  }
  return std::nullopt;
}

// True: the connection has become a WebSocket.
bool HttpSession::upgrade(RequestReader& reader, std::optional<Response>& refused) {
  const auto& asked = reader.request();
  if (asked.path() != "/ws") {
    refused = http_refusal(404, RefusalCode::not_found, "The WebSocket is at /ws.");
    return false;
  }
  Upgrade up{{}, admission_, {}, asked.address};
  if (!admission_->slot) {  // behind a proxy: counts for the client's address
    up.slot = context_.limiter.acquire(asked.address);
    if (!up.slot) {
      context_.metrics.count_close(CloseReason::too_many_of_address);
      refused = http_refusal(503, RefusalCode::too_many_connections);
      refused->headers.emplace_back("Retry-After", "30");
      return false;
    }
  }
  up.request = reader.release();
  stream_.expires_never();
  start_socket(stream_.release_socket(), std::move(up));
  return true;
}

// Reads until the request is complete or refused. `more`: the connection ended before.
Awaitable<RequestReader::State> HttpSession::read(RequestReader& reader) {
  constexpr std::size_t step = 4096;
  auto state = reader.take(buffer_);
  while (state == RequestReader::State::more) {
    const auto room = std::min(step, buffer_.max_size() - buffer_.size());
    auto [error, bytes] = co_await stream_.async_read_some(buffer_.prepare(room), kWait);
    if (error || bytes == 0) co_return RequestReader::State::more;
    buffer_.commit(bytes);
    state = reader.take(buffer_);
  }
  co_return state;
}

Awaitable<HttpSession::Next> HttpSession::serve_request(Clock::duration allowed) {
  RequestReader reader(admission_->peer);
  stream_.expires_after(allowed);
  const auto state = co_await read(reader);
  if (state == RequestReader::State::more) co_return Next::end;
  context_.metrics.handlers.doing("http");
  if (state == RequestReader::State::refused) {
    const auto& error = reader.error();
    context_.metrics.count_close(error.status == 400 ? CloseReason::broken : CloseReason::too_big);
    co_await write(http_refusal(error.status, error.code, error.message), false, 11, false);
    co_return Next::end;
  }
  ++context_.metrics.requests;
  co_return co_await answer(reader);
}

Awaitable<HttpSession::Next> HttpSession::answer(RequestReader& reader) {
  const bool head = reader.request().method == Method::head;
  const bool keep = reader.keep_alive() && !context_.closing;
  const auto version = reader.version();
  group_ = address_group(reader.request().address);
  auto response = rejection(reader.request());
  if (!response && reader.is_upgrade()) {
    if (buffer_.size() != 0)  // clients must wait for the response to an upgrade
      response = http_refusal(400, RefusalCode::bad_request, "Bytes came before the WebSocket was open.");
    else if (upgrade(reader, response)) co_return Next::upgraded;
  }
  if (!response) response = co_await reply_to(std::move(reader.request()));
  const bool in_pieces = static_cast<bool>(response->more);
  const bool stay = keep && !response->close && !(in_pieces && version < 11);
  const bool written = in_pieces ? co_await write_pieces(*response, head, version, stay) : co_await write(*response, head, version, stay);
  co_return written&& stay ? Next::more : Next::end;
}

Awaitable<void> HttpSession::serve() {
  auto next = co_await serve_request(kReadTimeout);
  while (next == Next::more) next = co_await serve_request(kKeepAliveTimeout);
  if (next == Next::upgraded) co_return;
  ErrorCode ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
}

// Closes the socket however the session ends, by an exception too. A static function, so that the coroutine frame owns the session from
// the start.
Awaitable<void> HttpSession::run(std::shared_ptr<HttpSession> self) {
  const Finally at_end([&] { self->stream_.close(); });
  co_await self->serve();
}

}  // namespace

void start_http(TcpSocket socket, std::shared_ptr<Admission> admission) {
  const auto executor = socket.get_executor();
  auto& context = *admission->context;
  auto session = std::make_shared<HttpSession>(std::move(socket), std::move(admission));
  asio::co_spawn(executor, HttpSession::run(std::move(session)), [&context](const std::exception_ptr& exception) {
    if (exception) context.report(ExceptionSource::session, exception);
  });
}

}  // namespace perron::net
