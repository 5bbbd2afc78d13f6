// Reads HTTP requests. Stricter than Beast's parser about where a request ends and which host it names, because a proxy in front may
// interpret an ambiguous request differently (request smuggling). Uses Beast's parser, no socket. For the transport and its fuzz target
// only.
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/http/http.h"

namespace perron::net {

using BeastRequest = boost::beast::http::request<boost::beast::http::string_body>;
using BeastFields = boost::beast::http::fields;

inline constexpr std::size_t kHeaderBytes = 8 << 10, kBodyBytes = 16 << 10;

// Finds the end of the request head in the bytes received so far.
class HeadScanner {
 public:
  enum class State : std::uint8_t { more, whole, broken };
  // `bytes` are all received so far; does not scan the same bytes twice.
  State take(std::string_view bytes);
  std::size_t size() const { return at_; }  // of a complete head, with the empty line

 private:
  std::size_t at_ = 0, line_ = 0;  // next byte to scan; start of its line
};

struct HeadError {
  int status;
  RefusalCode code;
  std::string message;
};

// Why a head is ambiguous: not exactly one Host, several or conflicting lengths, a transfer coding other than chunked.
std::optional<HeadError> framing_error(const boost::beast::http::request_header<>& head);

// The client's address. A trusted proxy appends the address of its peer to X-Forwarded-For, so only the last value of the last header line
// is the proxy's. The client can forge everything before it.
std::string client_address(const std::string& peer, bool peer_is_proxy, const BeastFields& fields);

struct Peer {
  std::string address;
  bool is_proxy = false;
};

// Reads one request.
class RequestReader {
 public:
  enum class State : std::uint8_t { more, whole, refused };
  explicit RequestReader(const Peer& peer);
  RequestReader(const RequestReader&) = delete;  // the parser points into it
  RequestReader& operator=(const RequestReader&) = delete;

  // Consumes the bytes of this request from the buffer.
  State take(boost::beast::flat_buffer& buffer);
  bool begun() const { return begun_; }

  // When the state is `whole`.
  Request& request() { return request_; }
  bool keep_alive() const { return parser_.get().keep_alive(); }
  unsigned version() const { return parser_.get().version(); }
  bool is_upgrade() const;
  BeastRequest release() { return parser_.release(); }
  // When the state is `refused`.
  const HeadError& error() const { return *error_; }

 private:
  State refuse(HeadError error);
  State take_head(boost::beast::flat_buffer& buffer);
  State take_body(boost::beast::flat_buffer& buffer);

  // Limits the body of a chunked request. Beast's own limit counts a chunk again each time its header is parsed again, so it depends on
  // how the bytes are split.
  struct ChunkLimit {
    std::uint64_t left = kBodyBytes;
    bool last = false;  // the last chunk has begun
    void operator()(std::uint64_t size, std::string_view extensions, boost::system::error_code& error);
  };

  const Peer& peer_;
  HeadScanner scan_;
  ChunkLimit chunk_limit_;
  boost::beast::http::request_parser<boost::beast::http::string_body> parser_;
  bool begun_ = false;
  Request request_;
  std::optional<HeadError> error_;
};

}  // namespace perron::net
