#include "net/site/site_files.h"

#include <algorithm>

namespace perron::net {
namespace {

// Only our own scripts and WebAssembly. Inline styles because the board is drawn with style attributes.
constexpr std::string_view kPagePolicy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
    {".css", "text/css; charset=utf-8"},
    {".html", "text/html; charset=utf-8"},
    {".ico", "image/x-icon"},
    {".jpg", "image/jpeg"},
    {".js", "text/javascript; charset=utf-8"},
    {".json", "application/json; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".png", "image/png"},
    {".svg", "image/svg+xml"},
    {".txt", "text/plain; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".webmanifest", "application/manifest+json"},
    {".webp", "image/webp"},
    {".woff2", "font/woff2"},
};

std::string_view type_of(std::string_view path) {
  for (const auto& [ending, type] : kTypes)
    if (path.ends_with(ending)) return type;
  return "application/octet-stream";
}

const SiteFile* find(std::string_view path) {
  const auto all = site_files();
  const auto at = std::lower_bound(all.begin(), all.end(), path, [](const SiteFile& f, std::string_view p) { return f.path < p; });
  return at != all.end() && at->path == path ? &*at : nullptr;
}

// Client-side routes have no dot: a missing file must not return the page.
const SiteFile* file_for(std::string_view path) {
  if (const auto* file = find(path)) return file;
  const auto last = path.substr(path.rfind('/') + 1);
  return last.find('.') == std::string_view::npos && path.find('%') == std::string_view::npos ? find("/index.html") : nullptr;
}

// The bundler puts a content hash into names below /assets/, so these files never change.
std::string_view caching_of(std::string_view path) {
  if (path.starts_with("/assets/")) return "public, max-age=31536000, immutable";
  return "no-cache";  // revalidated each time, mostly answered with 304
}

}  // namespace

Response file_response(const Request& request) {
  if (request.method != Method::get && request.method != Method::head) {
    auto out = http_refusal(405, RefusalCode::bad_method, "Files can only be read.");
    out.headers.emplace_back("Allow", "GET, HEAD");
    return out;
  }
  const auto* file = file_for(request.path());
  if (!file) return http_refusal(404, RefusalCode::not_found, "There is nothing here.");
  const bool compressed = request.accepts_gzip && !file->gzip.empty();
  const auto tag = "\"" + std::string(file->hash) + (compressed ? "-gz\"" : "\"");
  Response out;
  out.type = type_of(file->path);
  out.headers.emplace_back("ETag", tag);
  out.headers.emplace_back("Cache-Control", caching_of(file->path));
  out.headers.emplace_back("Vary", "Accept-Encoding");
  out.headers.emplace_back("Content-Security-Policy", kPagePolicy);
  if (request.if_none_match.find(tag) != std::string::npos) {
    out.status = 304;
    return out;
  }
  if (compressed) out.headers.emplace_back("Content-Encoding", "gzip");
  out.fixed = compressed ? file->gzip : file->plain;
  return out;
}

}  // namespace perron::net
