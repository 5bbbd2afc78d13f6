#include "net/http/http_head.h"

#include <boost/asio/ip/address.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "net/run/settings.h"

namespace perron::net {
namespace {

namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;

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

// Fields only: the body comes later, and with it trailers that must not pass for fields of the head.
Request request_of(const Peer& peer, const http::request_header<>& in) {
  Request out;
  out.method = method_of(in.method());
  out.target = in.target();
  out.address = client_address(peer.address, peer.is_proxy, in);
  out.local = is_loopback(peer.address) && !in.count("X-Forwarded-For") && !in.count(http::field::forwarded);
  out.host = in[http::field::host];
  out.origin = in[http::field::origin];
  out.authorization = in[http::field::authorization];
  out.if_none_match = in[http::field::if_none_match];
  out.content_type = in[http::field::content_type];
  out.accepts_gzip = std::string_view(in[http::field::accept_encoding]).find("gzip") != std::string_view::npos;
  return out;
}

HeadError error_of(ErrorCode error) {
  const auto text = "The request could not be read: " + error.message() + ".";
  if (error == http::error::header_limit || error == http::error::buffer_overflow) return {431, RefusalCode::bad_request, text};
  if (error == http::error::body_limit) return {413, RefusalCode::bad_request, text};
  return {400, RefusalCode::bad_request, text};
}

}  // namespace

// A line that begins with a space would continue the one before, and a lone CR or LF would end one: programs disagree about
// both, so neither may come.
HeadScanner::State HeadScanner::take(std::string_view bytes) {
  for (; at_ < bytes.size(); ++at_) {
    const auto c = static_cast<unsigned char>(bytes[at_]);
    if (c == '\r') {
      if (at_ + 1 == bytes.size()) return State::more;
      if (bytes[at_ + 1] != '\n') return State::broken;
      const bool empty = at_ == line_;
      if (empty && line_ == 0) return State::broken;
      line_ = at_ += 2;
      if (empty) return State::whole;
      --at_;
      continue;
    }
    if ((c < ' ' && c != '\t') || c == 0x7f) return State::broken;
    if (at_ == line_ && (c == ' ' || c == '\t')) return State::broken;
  }
  return State::more;
}

std::optional<HeadError> framing_error(const http::request_header<>& head) {
  const auto bad = [](std::string message) { return HeadError{400, RefusalCode::bad_request, std::move(message)}; };
  const auto hosts = head.count(http::field::host);
  if (hosts > 1 || (hosts == 0 && head.version() >= 11)) return bad("A request must have exactly one Host header.");
  const auto lengths = head.count(http::field::content_length), codings = head.count(http::field::transfer_encoding);
  if (lengths > 1) return bad("Content-Length must not come twice.");
  if (lengths == 1 && head[http::field::content_length].find_first_not_of("0123456789") != std::string_view::npos)
    return bad("Content-Length must be a number.");
  if (codings == 0) return std::nullopt;
  if (codings > 1 || lengths > 0) return bad("The length of the body must be given once: by Content-Length or Transfer-Encoding.");
  if (head.version() < 11 || !boost::beast::iequals(head[http::field::transfer_encoding], "chunked"))
    return bad("Transfer-Encoding must be chunked.");
  return std::nullopt;
}

std::string client_address(const std::string& peer, bool peer_is_proxy, const BeastFields& fields) {
  if (!peer_is_proxy) return peer;
  std::string_view last;
  const auto lines = fields.equal_range("X-Forwarded-For");
  for (auto line = lines.first; line != lines.second; ++line) last = line->value();
  if (const auto comma = last.rfind(','); comma != std::string_view::npos) last.remove_prefix(comma + 1);
  while (!last.empty() && (last.front() == ' ' || last.front() == '\t')) last.remove_prefix(1);
  while (!last.empty() && (last.back() == ' ' || last.back() == '\t')) last.remove_suffix(1);
  ErrorCode error;
  const auto address = boost::asio::ip::make_address(std::string(last.substr(0, 64)), error);
  return error ? peer : plain_address(address.to_string());
}

RequestReader::RequestReader(const Peer& peer) : peer_(peer) {
  parser_.header_limit(kHeaderBytes);
  parser_.body_limit(kBodyBytes);
  parser_.on_chunk_header(chunk_limit_);
}

void RequestReader::ChunkLimit::operator()(std::uint64_t size, std::string_view, ErrorCode& error) {
  if (size > left) error = http::error::body_limit;
  else left -= size;
  last = size == 0;
}

RequestReader::State RequestReader::refuse(HeadError error) {
  error_ = std::move(error);
  return State::refused;
}

RequestReader::State RequestReader::take(boost::beast::flat_buffer& buffer) {
  if (buffer.size() > 0) begun_ = true;
  if (!parser_.is_header_done()) {
    const auto state = take_head(buffer);
    if (state != State::whole) return state;
  }
  return take_body(buffer);
}

RequestReader::State RequestReader::take_head(boost::beast::flat_buffer& buffer) {
  const std::string_view bytes(static_cast<const char*>(buffer.cdata().data()), buffer.size());
  const auto scanned = scan_.take(bytes);
  if (scan_.size() >= kHeaderBytes) return refuse(error_of(http::error::header_limit));
  if (scanned == HeadScanner::State::broken) return refuse({400, RefusalCode::bad_request, "The request is not HTTP/1.1."});
  if (scanned == HeadScanner::State::more) return State::more;
  ErrorCode error;
  buffer.consume(parser_.put(boost::asio::const_buffer(bytes.data(), scan_.size()), error));
  if (error && error != http::error::need_more) return refuse(error_of(error));
  if (!parser_.is_header_done()) return refuse({400, RefusalCode::bad_request, "The request is not HTTP/1.1."});
  if (auto ambiguity = framing_error(parser_.get())) return refuse(std::move(*ambiguity));
  if (parser_.chunked()) parser_.body_limit(boost::none);  // chunk_limit_ counts
  request_ = request_of(peer_, parser_.get());
  return State::whole;
}

// A chunked body ends with at least five bytes, 0 CRLF CRLF; Beast 1.81 asserts that it gets them all. Newer releases consume the line of
// the last chunk separately, and fewer bytes may follow. Without eager(), put() consumes one line or the data of one chunk, so the loop
// sees each of them.
RequestReader::State RequestReader::take_body(boost::beast::flat_buffer& buffer) {
  while (!parser_.is_done()) {
    const std::size_t least = parser_.chunked() && !chunk_limit_.last ? 5 : 1;
    if (buffer.size() < least) return State::more;
    ErrorCode error;
    const auto used = parser_.put(buffer.cdata(), error);
    buffer.consume(used);
    if (error == http::error::need_more) return State::more;
    if (error) return refuse(error_of(error));
  }
  request_.body = std::move(parser_.get().body());
  return State::whole;
}

bool RequestReader::is_upgrade() const { return boost::beast::websocket::is_upgrade(parser_.get()); }

}  // namespace perron::net
