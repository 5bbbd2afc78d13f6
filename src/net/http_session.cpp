// HTTP of one connection: requests one after another, each within limits and time, until it ends or becomes a WebSocket.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "net/door.h"

namespace perron::net {
namespace {

namespace http = beast::http;
using Stream = beast::basic_stream<asio::ip::tcp, Executor>;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kHeaderBytes = 8 << 10;
constexpr std::uint64_t kBodyBytes = 16 << 10;
constexpr std::size_t kTargetBytes = 2048;
constexpr auto kReadTime = std::chrono::seconds(10);   // for a whole request, from its first byte awaited
constexpr auto kStayTime = std::chrono::seconds(30);   // between requests
constexpr auto kWriteTime = std::chrono::seconds(60);  // for a whole response: a slow line, not a stopped one

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

Method method_of(http::verb verb) {
  switch (verb) {
    case http::verb::get: return Method::get;
    case http::verb::head: return Method::head;
    case http::verb::post: return Method::post;
    case http::verb::patch: return Method::patch;
    case http::verb::delete_: return Method::del;
    case http::verb::options: return Method::options;
    default: return Method::other;
  }
}

// The client's address: behind a proxy of ours the one that it put at the end of the list.
std::string client_address(const Visit& visit, const BeastRequest& request) {
  if (visit.place) return visit.address;  // no proxy
  const std::string_view all = request["X-Forwarded-For"];
  auto last = all.substr(all.rfind(',') == std::string_view::npos ? 0 : all.rfind(',') + 1);
  while (!last.empty() && last.front() == ' ') last.remove_prefix(1);
  while (!last.empty() && last.back() == ' ') last.remove_suffix(1);
  ErrorCode error;
  const auto address = asio::ip::make_address(std::string(last.substr(0, 64)), error);
  return error ? visit.address : plain_address(address.to_string());
}

Request request_of(const Visit& visit, BeastRequest& in) {
  Request out;
  out.method = method_of(in.method());
  out.target = in.target();
  out.address = client_address(visit, in);
  out.local = is_loopback(visit.address) && !in.count("X-Forwarded-For") && !in.count(http::field::forwarded);
  out.host = in[http::field::host];
  out.origin = in[http::field::origin];
  out.authorization = in[http::field::authorization];
  out.if_none_match = in[http::field::if_none_match];
  out.content_type = in[http::field::content_type];
  out.accepts_gzip = std::string_view(in[http::field::accept_encoding]).find("gzip") != std::string_view::npos;
  out.body = std::move(in.body());
  return out;
}

// A status for what the parser did not like; 0: no answer is due.
int status_of(ErrorCode error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) return 431;
  if (error == http::error::body_limit) return 413;
  if (error == http::error::end_of_stream || error == beast::error::timeout) return 0;
  return error.category() == make_error_code(http::error::bad_method).category() ? 400 : 0;
}

class HttpSession : public Connection, public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(TcpSocket socket, std::shared_ptr<Visit> visit)
      : door_(*visit->door), stream_(std::move(socket)), visit_(std::move(visit)), listed_(door_, *this) {}

  Awaitable<void> run();
  void look(Clock::time_point) override {}
  void end() override { drop(); }
  void drop() override { stream_.close(); }

 private:
  enum class Next : std::uint8_t { more, end, upgraded };
  Awaitable<Next> one_request(Clock::duration allowed);
  Awaitable<Response> reply_to(Request request);
  Awaitable<bool> write(const Response& response, bool head, unsigned version, bool keep_alive);
  std::optional<Response> barred(const Request& request);
  bool upgrade(BeastRequest& request, const Request& asked, std::optional<Response>& refused);

  Door& door_;
  Stream stream_;
  std::shared_ptr<Visit> visit_;
  Listed listed_;
  beast::flat_buffer buffer_{kHeaderBytes + kBodyBytes};
};

Awaitable<Response> HttpSession::reply_to(Request request) {
  const auto executor = stream_.get_executor();
  auto start = [&](auto handler) {
    // The answer may come within the call; a coroutine must not be resumed from there.
    auto waiting = std::make_shared<decltype(handler)>(std::move(handler));
    door_.site.answer(std::move(request), [waiting, executor](Response response) {
      asio::post(executor, [waiting, response = std::move(response)]() mutable { (*waiting)(std::move(response)); });
    });
  };
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<Executor>&, void(Response)>(std::move(start),
                                                                                                  asio::use_awaitable_t<Executor>{});
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
  ++door_.metrics.by_status[static_cast<std::size_t>(std::clamp(response.status / 100, 0, 5))];
  stream_.expires_after(kWriteTime);
  http::response_serializer<http::span_body<const char>> serializer(out);
  if (head) {
    auto [error, bytes] = co_await http::async_write_header(stream_, serializer, kWait);
    co_return !error;
  }
  auto [error, bytes] = co_await http::async_write(stream_, serializer, kWait);
  co_return !error;
}

// What no request may do, whatever it asks for.
std::optional<Response> HttpSession::barred(const Request& request) {
  const auto now = Clock::now();
  if (!door_.doorman.spend(address_group(request.address), 1, now)) {
    ++door_.metrics.requests_refused;
    auto out = http_refusal(429, "too_fast", "Too many requests from your address: wait a few seconds.");
    out.headers.emplace_back("Retry-After", "5");
    return out;
  }
  if (request.target.size() > kTargetBytes || request.target.empty() || request.target.front() != '/')
    return http_refusal(400, "bad_request", "That is not a path of this server.");
  if (!origin_allowed(request.origin, request.host, door_.settings.origins)) {
    door_.metrics.cut(Cut::origin);
    return http_refusal(403, "foreign_origin", "This server does not take requests from pages of other sites.");
  }
  return std::nullopt;
}

// True: the connection is a WebSocket now.
bool HttpSession::upgrade(BeastRequest& request, const Request& asked, std::optional<Response>& refused) {
  if (asked.path() != "/ws") {
    refused = http_refusal(404, "not_found", "The WebSocket is at /ws.");
    return false;
  }
  Upgrade up{std::move(request), visit_, {}, asked.address};
  if (!visit_->place) {  // behind a proxy: count it where it comes from
    up.place = door_.doorman.enter(asked.address);
    if (!up.place) {
      door_.metrics.cut(Cut::too_many_of_address);
      refused = http_refusal(503, "too_many_connections", "Too many connections from your address.");
      return false;
    }
  }
  stream_.expires_never();
  start_socket(stream_.release_socket(), std::move(up));
  return true;
}

Awaitable<HttpSession::Next> HttpSession::one_request(Clock::duration allowed) {
  http::request_parser<http::string_body> parser;
  parser.header_limit(kHeaderBytes);
  parser.body_limit(kBodyBytes);
  stream_.expires_after(allowed);
  auto [error, bytes] = co_await http::async_read(stream_, buffer_, parser, kWait);
  if (error) {
    const int status = status_of(error);
    if (status == 0) co_return Next::end;
    door_.metrics.cut(status == 400 ? Cut::broken : Cut::too_big);
    co_await write(http_refusal(status, "bad_request", "The request could not be read: " + error.message() + "."), false, 11, false);
    co_return Next::end;
  }
  ++door_.metrics.requests;
  auto in = parser.release();
  auto request = request_of(*visit_, in);
  const bool head = request.method == Method::head;
  const bool keep = in.keep_alive() && !door_.closing;
  const auto version = in.version();
  auto response = barred(request);
  if (!response && beast::websocket::is_upgrade(in)) {
    in.body() = {};
    if (buffer_.size() != 0)  // nobody speaks before the answer to an upgrade
      response = http_refusal(400, "bad_request", "Bytes came before the WebSocket was open.");
    else if (upgrade(in, request, response)) co_return Next::upgraded;
  }
  if (!response) response = co_await reply_to(std::move(request));
  const bool stay = keep && !response->close;
  co_return co_await write(*response, head, version, stay) && stay ? Next::more : Next::end;
}

Awaitable<void> HttpSession::run() {
  auto self = shared_from_this();
  auto next = co_await one_request(kReadTime);
  while (next == Next::more) next = co_await one_request(kStayTime);
  if (next == Next::upgraded) co_return;
  ErrorCode ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  stream_.close();
}

}  // namespace

void start_http(TcpSocket socket, std::shared_ptr<Visit> visit) {
  const auto executor = socket.get_executor();
  auto session = std::make_shared<HttpSession>(std::move(socket), std::move(visit));
  asio::co_spawn(executor, session->run(), asio::detached);
}

}  // namespace perron::net
