#include "net/http/http.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>

#include "net/run/settings.h"

namespace perron::net {
namespace {

bool same_text(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::pair<bool, std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    if (i + 2 >= text.size()) return {false, ""};
    const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
    if (high < 0 || low < 0) return {false, ""};
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return {true, out};
}

}  // namespace

std::string_view Request::query() const {
  const auto mark = target.find('?');
  return mark == std::string::npos ? std::string_view() : std::string_view(target).substr(mark + 1);
}

Response http_refusal(int status, RefusalCode code, std::string_view message) {
  Response out;
  out.status = status;
  nlohmann::ordered_json json = {{"code", name_of(code)}, {"message", message.empty() ? sentence_of(code) : message}};
  out.text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  json.clear();  // or else its destructor asks for memory: see empty_json
  return out;
}

std::pair<bool, std::string> query_value(const Request& request, std::string_view name) {
  auto rest = request.query();
  while (!rest.empty()) {
    const auto part = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    const auto equals = part.find('=');
    if (part.substr(0, equals) != name) continue;
    return decoded(equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1));
  }
  return {false, ""};
}

namespace {

// Without a port; nothing if it is no host.
std::optional<std::string> host_name(std::string_view text) {
  const bool six = text.starts_with('[');
  const auto end = six ? text.find(']') : text.find(':');
  auto name = text.substr(six ? 1 : 0, end == std::string_view::npos ? end : end - (six ? 1 : 0));
  auto rest = end == std::string_view::npos ? std::string_view() : text.substr(end + (six ? 1 : 0));
  if (name.empty() || (six && end == std::string_view::npos)) return std::nullopt;
  if (!rest.empty() && (rest[0] != ':' || rest.find_first_not_of("0123456789", 1) != std::string_view::npos)) return std::nullopt;
  std::string out(name);
  for (auto& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  in6_addr address{};
  if (six && inet_pton(AF_INET6, out.c_str(), &address) != 1) return std::nullopt;
  return out;
}

bool is_address(const std::string& name) {
  in6_addr out{};  // room for both kinds
  return inet_pton(AF_INET, name.c_str(), &out) == 1 || inet_pton(AF_INET6, name.c_str(), &out) == 1;
}

}  // namespace

bool host_allowed(std::string_view host, const Settings& settings) {
  if (host.empty()) return true;
  const auto name = host_name(host);
  if (!name) return false;
  if (is_address(*name) || *name == "localhost" || name->ends_with(".localhost")) return true;
  if (std::find(settings.hosts.begin(), settings.hosts.end(), *name) != settings.hosts.end()) return true;
  for (const auto& origin : settings.origins)
    if (host_name(std::string_view(origin).substr(origin.find("://") + 3)) == name) return true;
  return false;
}

bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& listed) {
  if (origin.empty()) return true;
  for (const auto& one : listed)
    if (same_text(one, origin)) return true;
  const auto mark = origin.find("://");
  if (mark == std::string_view::npos) return false;  // "null" and the like
  const auto scheme = origin.substr(0, mark);
  if (scheme != "http" && scheme != "https") return false;
  return !host.empty() && same_text(origin.substr(mark + 3), host);
}

}  // namespace perron::net
