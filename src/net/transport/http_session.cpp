// HTTP of one connection: requests one after another, each within limits and time, until it ends or becomes a WebSocket.
#include <boost/asio/co_spawn.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>

#include "base/finally.h"
#include "net/transport/door.h"
#include "net/transport/drain.h"
#include "net/transport/received.h"

namespace perron::net {
namespace {

namespace http = beast::http;
using Stream = beast::basic_stream<asio::ip::tcp, Executor>;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kTargetBytes = 2048;
constexpr auto kReadTime = std::chrono::seconds(10);   // for a whole request, from its first byte awaited
constexpr auto kStayTime = std::chrono::seconds(30);   // between requests
constexpr auto kWriteTime = std::chrono::seconds(60);  // for a response or a piece of a long one: a slow line, not a stopped one

// On everything that goes out. Pages and files bring a policy of their own.
constexpr std::pair<std::string_view, std::string_view> kSafeHeaders[] = {
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
};
constexpr std::string_view kPolicy = "default-src 'none'; frame-ancestors 'none'";

class HttpSession : public Connection {
 public:
  HttpSession(TcpSocket socket, std::shared_ptr<Visit> visit)
      : door_(*visit->door),
        stream_(std::move(socket)),
        visit_(std::move(visit)),
        group_(address_group(visit_->peer.address)),
        listed_(door_, *this) {}

  static Awaitable<void> run(std::shared_ptr<HttpSession> self);

  // ---- Connection
  void look(Clock::time_point now) override;
  void end() override { drop(); }
  void drop() override { stream_.close(); }
  const Backlogs::Share* backlog_share() const override { return backlog_ ? &*backlog_ : nullptr; }
  void shed() override;

 private:
  enum class Next : std::uint8_t { more, end, upgraded };
  Awaitable<void> talk();
  Awaitable<RequestReader::State> read(RequestReader& reader);
  Awaitable<Next> answer(RequestReader& reader);
  Awaitable<Next> one_request(Clock::duration allowed);
  template <class T, class Ask>
  Awaitable<T> called_back(Ask ask);
  Awaitable<Response> reply_to(Request request);
  void count(const Response& response) { ++door_.metrics.by_status[static_cast<std::size_t>(std::clamp(response.status / 100, 0, 5))]; }
  Awaitable<bool> write(const Response& response, bool head, unsigned version, bool keep_alive);
  Awaitable<bool> write_pieces(Response& response, bool head, unsigned version, bool keep_alive);
  Awaitable<bool> write_piece(std::string text, bool chunked);
  Awaitable<std::optional<BodyPiece>> next_piece(const Response& response);
  void abort();
  std::optional<Response> barred(const Request& request);
  bool upgrade(RequestReader& reader, std::optional<Response>& refused);

  Door& door_;
  Stream stream_;
  std::shared_ptr<Visit> visit_;
  std::string group_;                       // of the client; behind a proxy it can differ from request to request
  std::optional<Backlogs::Share> backlog_;  // while a response is being written
  Listed listed_;
  beast::flat_buffer buffer_{kHeaderBytes + kBodyBytes};
  Drain drain_{Clock::now()};
};

// A slow line may take its time; one that takes nothing is closed.
void HttpSession::look(Clock::time_point now) {
  if (!stream_.socket().is_open()) return;
  const auto counts = tcp_counts(stream_.socket().native_handle());
  const bool waiting = counts.waiting || backlog_;
  if (drain_.stalled(counts.acknowledged, waiting, now, std::chrono::seconds(door_.settings.drain_seconds))) shed();
}

void HttpSession::shed() {
  door_.metrics.cut(Cut::slow_reader);
  if (backlog_) backlog_->set(0);
  drop();
}

// What `ask` is called back with, once, at once or later.
template <class T, class Ask>
Awaitable<T> HttpSession::called_back(Ask ask) {
  const auto executor = stream_.get_executor();
  auto start = [&](auto handler) {
    // The answer may come within the call; a coroutine must not be resumed from there.
    auto waiting = std::make_shared<std::optional<decltype(handler)>>(std::move(handler));
    ask([waiting, executor](T answer) {
      if (!*waiting) return;
      auto resume = std::move(**waiting);
      waiting->reset();  // before post(), which may throw: nobody may use what has been moved from
      asio::post(executor, [resume = std::move(resume), answer = std::move(answer)]() mutable { std::move(resume)(std::move(answer)); });
    });
  };
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<Executor>&, void(T)>(std::move(start),
                                                                                           asio::use_awaitable_t<Executor>{});
}

Awaitable<Response> HttpSession::reply_to(Request request) {
  co_return co_await called_back<Response>([&](Reply reply) {
    try {
      door_.site.answer(std::move(request), reply);
    } catch (...) {
      door_.failed(Fault::session, std::current_exception());
      auto sorry = http_refusal(500, RefusalCode::internal);
      sorry.close = true;
      reply(std::move(sorry));
    }
  });
}

void add_headers(http::response_header<>& out, const Response& response) {
  for (const auto& [name, value] : kSafeHeaders) out.set(name, value);
  out.set("Content-Security-Policy", kPolicy);
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
  backlog_.emplace(door_.backlogs, group_).set(response.text.size());
  const Finally written([this] { backlog_.reset(); });
  stream_.expires_after(kWriteTime);
  http::response_serializer<http::span_body<const char>> serializer(out);
  if (head) {
    auto [error, bytes] = co_await http::async_write_header(stream_, serializer, kWait);
    co_return !error;
  }
  auto [error, bytes] = co_await http::async_write(stream_, serializer, kWait);
  co_return !error;
}

Awaitable<std::optional<BodyPiece>> HttpSession::next_piece(const Response& response) {
  co_return co_await called_back<std::optional<BodyPiece>>([&](TakePiece take) { response.more(std::move(take)); });
}

// Ends the connection by an error: without chunks a usual end would be the end of the body.
void HttpSession::abort() {
  ErrorCode ignored;
  stream_.socket().set_option(asio::socket_base::linger(true, 0), ignored);
  stream_.close();
}

Awaitable<bool> HttpSession::write_piece(std::string text, bool chunked) {
  if (text.empty()) co_return true;  // an empty chunk would end the body
  backlog_.emplace(door_.backlogs, group_).set(text.size());
  const Finally written([this] { backlog_.reset(); });
  stream_.expires_after(kWriteTime);
  const asio::const_buffer bytes(text.data(), text.size());
  auto [error, size] =
      chunked ? co_await asio::async_write(stream_, http::make_chunk(bytes), kWait) : co_await asio::async_write(stream_, bytes, kWait);
  co_return !error;
}

// A body of unknown length goes in chunks. HTTP/1.0 has none: there the end of the connection is the end of the body.
Awaitable<bool> HttpSession::write_pieces(Response& response, bool head, unsigned version, bool keep_alive) {
  http::response<http::empty_body> out(static_cast<http::status>(response.status), version);
  add_headers(out, response);
  const bool chunked = version >= 11;
  if (chunked) out.chunked(true);
  out.keep_alive(keep_alive);
  count(response);
  http::response_serializer<http::empty_body> serializer(out);
  stream_.expires_after(kWriteTime);
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

// What no request may do, whatever it asks for.
std::optional<Response> HttpSession::barred(const Request& request) {
  const auto now = Clock::now();
  if (!door_.doorman.spend(group_, 1, now)) {
    ++door_.metrics.requests_refused;
    auto out = http_refusal(429, RefusalCode::too_fast, "Too many requests from your address: wait a few seconds.");
    out.headers.emplace_back("Retry-After", "5");
    return out;
  }
  if (request.target.size() > kTargetBytes || request.target.empty() || request.target.front() != '/')
    return http_refusal(400, RefusalCode::bad_request, "That is not a path of this server.");
  if (!host_allowed(request.host, door_.settings)) {
    door_.metrics.cut(Cut::host);
    return http_refusal(421, RefusalCode::unknown_host);
  }
  if (!origin_allowed(request.origin, request.host, door_.settings.origins)) {
    door_.metrics.cut(Cut::origin);
    return http_refusal(403, RefusalCode::foreign_origin);
  }
  return std::nullopt;
}

// True: the connection is a WebSocket now.
bool HttpSession::upgrade(RequestReader& reader, std::optional<Response>& refused) {
  const auto& asked = reader.request();
  if (asked.path() != "/ws") {
    refused = http_refusal(404, RefusalCode::not_found, "The WebSocket is at /ws.");
    return false;
  }
  Upgrade up{{}, visit_, {}, asked.address};
  if (!visit_->place) {  // behind a proxy: count it where it comes from
    up.place = door_.doorman.enter(asked.address);
    if (!up.place) {
      door_.metrics.cut(Cut::too_many_of_address);
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

// Bytes until the request is whole or refused; `more`: the connection ended before.
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

Awaitable<HttpSession::Next> HttpSession::one_request(Clock::duration allowed) {
  RequestReader reader(visit_->peer);
  stream_.expires_after(allowed);
  const auto state = co_await read(reader);
  if (state == RequestReader::State::more) co_return Next::end;
  door_.metrics.handlers.doing("http");
  if (state == RequestReader::State::refused) {
    const auto& fault = reader.fault();
    door_.metrics.cut(fault.status == 400 ? Cut::broken : Cut::too_big);
    co_await write(http_refusal(fault.status, fault.code, fault.message), false, 11, false);
    co_return Next::end;
  }
  ++door_.metrics.requests;
  co_return co_await answer(reader);
}

Awaitable<HttpSession::Next> HttpSession::answer(RequestReader& reader) {
  const bool head = reader.request().method == Method::head;
  const bool keep = reader.keep_alive() && !door_.closing;
  const auto version = reader.version();
  group_ = address_group(reader.request().address);
  auto response = barred(reader.request());
  if (!response && reader.is_upgrade()) {
    if (buffer_.size() != 0)  // nobody speaks before the answer to an upgrade
      response = http_refusal(400, RefusalCode::bad_request, "Bytes came before the WebSocket was open.");
    else if (upgrade(reader, response)) co_return Next::upgraded;
  }
  if (!response) response = co_await reply_to(std::move(reader.request()));
  const bool in_pieces = static_cast<bool>(response->more);
  const bool stay = keep && !response->close && !(in_pieces && version < 11);
  const bool written = in_pieces ? co_await write_pieces(*response, head, version, stay) : co_await write(*response, head, version, stay);
  co_return written&& stay ? Next::more : Next::end;
}

Awaitable<void> HttpSession::talk() {
  auto next = co_await one_request(kReadTime);
  while (next == Next::more) next = co_await one_request(kStayTime);
  if (next == Next::upgraded) co_return;
  ErrorCode ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
}

// However it ends, by an exception too, the session leaves nothing open: all that it holds is its own. As a static function it
// keeps the session in its frame from the start.
Awaitable<void> HttpSession::run(std::shared_ptr<HttpSession> self) {
  const Finally at_end([&] { self->stream_.close(); });
  co_await self->talk();
}

}  // namespace

void start_http(TcpSocket socket, std::shared_ptr<Visit> visit) {
  const auto executor = socket.get_executor();
  auto& door = *visit->door;
  auto session = std::make_shared<HttpSession>(std::move(socket), std::move(visit));
  asio::co_spawn(executor, HttpSession::run(std::move(session)), [&door](const std::exception_ptr& exception) {
    if (exception) door.failed(Fault::session, exception);
  });
}

}  // namespace perron::net
