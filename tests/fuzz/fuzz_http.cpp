// Fuzzes the reading of HTTP requests and what the server does next: host, origin, query, file lookup. The first byte chooses how the rest
// is split: the result must not depend on it.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "net/http/http_head.h"
#include "net/run/settings.h"
#include "net/site/site_files.h"

namespace perron::net {
namespace {

using State = RequestReader::State;

// The result as a text, for comparison.
std::string outcome(RequestReader& reader, State state, std::size_t left) {
  if (state == State::more) return "more";
  if (state == State::refused) return "refused " + std::to_string(reader.error().status);
  const auto& request = reader.request();
  return request.target + "\n" + request.host + "\n" + request.address + "\n" + request.body + "\n" + std::to_string(left);
}

std::string read_in_pieces(std::string_view bytes, std::size_t piece, const Peer& peer) {
  boost::beast::flat_buffer buffer(kHeaderBytes + kBodyBytes);
  RequestReader reader(peer);
  auto state = State::more;
  while (state == State::more && !bytes.empty()) {
    const auto size = std::min({piece, bytes.size(), buffer.max_size() - buffer.size()});
    if (size == 0) break;
    std::memcpy(buffer.prepare(size).data(), bytes.data(), size);
    buffer.commit(size);
    bytes.remove_prefix(size);
    state = reader.take(buffer);
  }
  return outcome(reader, state, buffer.size() + bytes.size());
}

// Checks the raw bytes: an accepted request has at most one Host and one length.
void check_framing(std::string_view head) {
  int hosts = 0, lengths = 0;
  for (auto line = head.find("\r\n"); line + 2 < head.size(); line = head.find("\r\n", line + 2)) {
    std::string name(head.substr(line + 2, head.find(':', line) - line - 2));
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    hosts += name == "host";
    lengths += name == "content-length" || name == "transfer-encoding";
    CHECK(head[line + 2] != ' ' && head[line + 2] != '\t');
  }
  CHECK(hosts <= 1 && lengths <= 1);
}

void serve(const Request& request) {
  static const Settings settings = [] {
    Settings out;
    out.hosts = {"play.example.org"};
    out.origins = {"https://other.example.org:8443"};
    return out;
  }();
  if (host_allowed(request.host, settings)) origin_allowed(request.origin, request.host, settings.origins);
  for (const auto* name : {"before", "limit", "seat"}) query_value(request, name);
  CHECK(file_response(request).status >= 200);
}

}  // namespace
}  // namespace perron::net

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace perron::net;
  if (size < 2) return 0;  // an empty buffer has no address to copy to
  const std::size_t piece = 1 + data[0] % 64;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  static const Peer peer{"127.0.0.1", true};
  boost::beast::flat_buffer buffer(kHeaderBytes + kBodyBytes);
  const auto whole_size = std::min(bytes.size(), buffer.max_size());
  std::memcpy(buffer.prepare(whole_size).data(), bytes.data(), whole_size);
  buffer.commit(whole_size);
  RequestReader reader(peer);
  const auto state = reader.take(buffer);
  const auto whole = outcome(reader, state, bytes.size() - whole_size + buffer.size());
  if (state == RequestReader::State::whole) {
    check_framing(bytes.substr(0, bytes.find("\r\n\r\n") + 2));
    serve(reader.request());
    reader.is_upgrade();
    reader.keep_alive();
  }
  CHECK(state == RequestReader::State::more || whole == read_in_pieces(bytes, piece, peer));
  return 0;
}
