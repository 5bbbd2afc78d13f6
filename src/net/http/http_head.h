// Requests out of bytes: one reader that is stricter than Beast's parser about where a request ends and which host it names, because
// a proxy in front may read it differently. Knows Beast's parser and no socket: bytes in, a Request out. For the transport and
// its fuzz target only.
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

// How far the bytes so far look like the head of a request.
class HeadScan {
 public:
  enum class State : std::uint8_t { more, whole, broken };
  // `bytes` are all so far; what was seen before is not looked at again.
  State take(std::string_view bytes);
  std::size_t size() const { return at_; }  // of a whole head, with the empty line

 private:
  std::size_t at_ = 0, line_ = 0;  // next byte; where its line begins
};

struct HeadFault {
  int status;
  RefusalCode code;
  std::string message;
};

// What makes a head ambiguous: Host not exactly once, lengths given twice or in two ways, a coding other than chunked.
std::optional<HeadFault> framing_fault(const boost::beast::http::request_header<>& head);

// The client's address. A trusted proxy appends the address of its peer: the last value of the last line is the proxy's, and
// what comes before it is the client's to invent.
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

  // Takes from the buffer what belongs to this request.
  State take(boost::beast::flat_buffer& buffer);
  bool begun() const { return begun_; }

  // When it is whole.
  Request& request() { return request_; }
  bool keep_alive() const { return parser_.get().keep_alive(); }
  unsigned version() const { return parser_.get().version(); }
  bool is_upgrade() const;
  BeastRequest release() { return parser_.release(); }
  // When it is refused.
  const HeadFault& fault() const { return *fault_; }

 private:
  State refuse(HeadFault fault);
  State take_head(boost::beast::flat_buffer& buffer);
  State take_body(boost::beast::flat_buffer& buffer);

  // Limits the body of a chunked request. Beast's own limit counts a chunk again each time its first line is parsed again,
  // so it would depend on the pieces in which the bytes come.
  struct ChunkLimit {
    std::uint64_t left = kBodyBytes;
    bool last = false;  // the last chunk has begun
    void operator()(std::uint64_t size, std::string_view extensions, boost::system::error_code& error);
  };

  const Peer& peer_;
  HeadScan scan_;
  ChunkLimit chunk_limit_;
  boost::beast::http::request_parser<boost::beast::http::string_body> parser_;
  bool begun_ = false;
  Request request_;
  std::optional<HeadFault> fault_;
};

}  // namespace perron::net
