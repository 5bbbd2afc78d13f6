// A request and a response as the rest of the server sees them: no socket, no library. Request has only the headers that somebody uses.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wire/refusal_code.h"

namespace perron::net {

using wire::RefusalCode;

struct Settings;

enum class Method : std::uint8_t { get, head, post, patch, del, options, other };

struct Request {
  Method method = Method::get;
  std::string target;   // as sent: path and query
  std::string address;  // of the client; behind a trusted proxy, from X-Forwarded-For
  bool local = false;   // the peer is this machine and no proxy
  std::string host, origin, authorization, if_none_match, content_type;
  bool accepts_gzip = false;
  std::string body;

  std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
  std::string_view query() const;
};

// The next part of a long body. `last`: the final one.
struct BodyPiece {
  std::string text;
  bool last = false;
};
// Called with the next piece, or with nullopt if the body can't be completed: the connection then ends.
using TakePiece = std::function<void(std::optional<BodyPiece>)>;

struct Response {
  int status = 200;
  std::string_view type = "application/json; charset=utf-8";  // of a literal
  std::string text;                                           // the body, or
  std::string_view fixed;                                     // a body that lives as long as the program
  std::function<void(TakePiece)> more;                        // requests what follows `text`; empty: the body is complete
  std::vector<std::pair<std::string_view, std::string>> headers;
  bool close = false;  // close the connection after it

  std::string_view body() const { return fixed.empty() ? std::string_view(text) : fixed; }
};

using Reply = std::function<void(Response)>;

// `{"code":"...","message":"..."}`, the form of every refusal over HTTP. An empty message stands for the code's own sentence.
Response http_refusal(int status, RefusalCode code, std::string_view message = {});

// A query parameter, percent-decoded. First: whether it is present and well-formed.
std::pair<bool, std::string> query_value(const Request& request, std::string_view name);

// Is this Host header allowed? It may be an IP address, localhost, the host of a listed origin or a listed name, with any port. Other names
// may be an attacker's that resolve to this server (DNS rebinding): the browser would treat the attacker's page as same-origin. An empty
// host is allowed: only HTTP/1.0 clients send none.
bool host_allowed(std::string_view host, const Settings& settings);

// May a page of this origin use the server? Allowed: the same host, a listed origin, and no Origin header at all.
bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& listed);

}  // namespace perron::net
