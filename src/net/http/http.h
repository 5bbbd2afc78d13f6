// A request and a response as the rest of the server sees them: no socket, no library. Headers that nobody asks for are
// not kept.
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
  std::string address;  // of the client; behind a trusted proxy the one it names
  bool local = false;   // the peer is this machine, and no proxy stands between
  std::string host, origin, authorization, if_none_match, content_type;
  bool accepts_gzip = false;
  std::string body;

  std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
  std::string_view query() const;
};

// More of a long body; `last`: all of the rest.
struct BodyPiece {
  std::string text;
  bool last = false;
};
// Called with the next piece, or with nothing if the body can't be completed: the connection ends then.
using TakePiece = std::function<void(std::optional<BodyPiece>)>;

struct Response {
  int status = 200;
  std::string_view type = "application/json; charset=utf-8";  // of a literal
  std::string text;                                           // the body, or
  std::string_view fixed;                                     // a body that lives as long as the program
  std::function<void(TakePiece)> more;                        // asks for what follows `text`; empty: nothing does
  std::vector<std::pair<std::string_view, std::string>> headers;
  bool close = false;  // end the connection after it

  std::string_view body() const { return fixed.empty() ? std::string_view(text) : fixed; }
};

using Reply = std::function<void(Response)>;

// `{"code":"...","message":"..."}`: how every refusal over HTTP looks.
// An empty message: the sentence of the code.
Response http_refusal(int status, RefusalCode code, std::string_view message = {});

// A value of the query, percent-decoded; nothing if it is not there or not well-formed.
std::pair<bool, std::string> query_value(const Request& request, std::string_view name);

// Is this the Host of a request for us? An IP address, localhost, the host of a listed origin or a listed name, with any port.
// Other names may be an attacker's that lead here (DNS rebinding): the browser would take his page for one of ours. Nothing at all
// is fine: only programs that speak HTTP/1.0 send none.
bool host_allowed(std::string_view host, const Settings& settings);

// May a page of this origin speak with us? One that we served (the same host) or a listed one; a request without an origin
// is not from a foreign page.
bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& listed);

}  // namespace perron::net
