// Routes requests, handles hello, and connects sockets with the hub.
#include "net/site/perron_site.h"

#include "net/site/site_files.h"
#include "wire/messages.h"
#include "wire/request.h"

namespace perron::net {
namespace {

constexpr int kNoHello = 4000, kUnknownToken = 4001;  // docs/protocol.md

Settings with_rate(Settings settings, int rate, int burst) {
  settings.address_rate = std::max(1, rate);
  settings.address_burst = std::max(1, burst);
  return settings;
}

// Matches a path against a pattern; `parts` gets what stands for each *.
bool matches(std::string_view pattern, std::string_view path, std::vector<std::string>& parts) {
  parts.clear();
  while (!pattern.empty() && !path.empty()) {
    const auto want = pattern.substr(0, pattern.find('/', 1)), have = path.substr(0, path.find('/', 1));
    if (want == "/*") {
      if (have.size() < 2) return false;
      parts.emplace_back(have.substr(1));
    } else if (want != have) {
      return false;
    }
    pattern.remove_prefix(want.size());
    path.remove_prefix(have.size());
  }
  return pattern.empty() && path.empty();
}

std::string_view method_name(Method method) {
  switch (method) {
    case Method::get: return "GET, HEAD";
    case Method::post: return "POST";
    case Method::patch: return "PATCH";
    case Method::del: return "DELETE";
    default: return "";
  }
}

Greeting refusal(std::string_view id, RefusalCode code, std::string_view message, int close) {
  Greeting out;
  out.message = wire::refused_text(id, code, message);
  out.close = close;
  return out;
}

}  // namespace

void refuse(const CallPtr& call, const HttpRefusal& refusal) {
  auto out = http_refusal(refusal.status, refusal.code, refusal.sentence);
  if (refusal.status == 401) out.headers.emplace_back("WWW-Authenticate", "Bearer");
  if (refusal.status == 429 || refusal.status == 503) out.headers.emplace_back("Retry-After", std::to_string(refusal.retry_after));
  call->reply(std::move(out));
}

void reply_json(const CallPtr& call, std::string text, int status) {
  Response out;
  out.status = status;
  out.text = std::move(text);
  call->reply(std::move(out));
}

PerronSite::PerronSite(server::Hub& hub, AuthService& people, server::Loop& loop, Store& store, Metrics& metrics, const Settings& settings,
                       std::string version)
    : hub_(hub),
      auth_(people),
      loop_(loop),
      store_(store),
      metrics_(metrics),
      settings_(settings),
      version_(std::move(version)),
      login_settings_(with_rate(settings, 1, 20)),
      guest_settings_(with_rate(settings, settings.address_rate / 10, settings.address_burst / 10)),
      log_settings_(with_rate(settings, settings.address_rate / 20, settings.address_burst / 20)),
      logins_(login_settings_),
      guests_(guest_settings_),
      logs_(log_settings_) {}

std::span<const PerronSite::Route> PerronSite::routes() {
  using S = PerronSite;
  static constexpr Route kRoutes[] = {
      {Method::get, "/healthz", Auth::none, &S::health},
      {Method::get, "/metrics", Auth::none, &S::metrics},
      {Method::post, "/api/v1/guest", Auth::none, &S::new_guest},
      {Method::get, "/api/v1/me", Auth::required, &S::me},
      {Method::patch, "/api/v1/me", Auth::required, &S::rename},
      {Method::post, "/api/v1/account", Auth::required, &S::new_account},
      {Method::patch, "/api/v1/account", Auth::required, &S::new_password},
      {Method::post, "/api/v1/login", Auth::optional, &S::log_in},
      {Method::get, "/api/v1/sessions", Auth::required, &S::sessions},
      {Method::del, "/api/v1/sessions/*", Auth::required, &S::end_session},
      {Method::get, "/api/v1/boards", Auth::none, &S::boards},
      {Method::get, "/api/v1/boards/*", Auth::none, &S::board},
      {Method::get, "/api/v1/tables", Auth::none, &S::tables},
      {Method::get, "/api/v1/me/games", Auth::required, &S::my_games},
      {Method::get, "/api/v1/games", Auth::none, &S::listed_games},
      {Method::get, "/api/v1/games/*", Auth::optional, &S::game},
      {Method::get, "/api/v1/games/*/board", Auth::optional, &S::game_board},
      {Method::get, "/api/v1/games/*/record", Auth::optional, &S::record},
      {Method::get, "/api/v1/games/*/replay", Auth::optional, &S::replay},
  };
  return kRoutes;
}

// CORS: pages of listed origins may read the responses.
Response PerronSite::allow_origin(const Request& request, Response response) const {
  if (request.origin.empty() || settings_.origins.empty()) return response;
  response.headers.emplace_back("Access-Control-Allow-Origin", request.origin);
  response.headers.emplace_back("Vary", "Origin");
  response.headers.emplace_back("Cross-Origin-Resource-Policy", "cross-origin");
  return response;
}

void PerronSite::answer(Request request, Reply reply) {
  if (settings_.origins.empty() || request.origin.empty()) return dispatch(std::move(request), std::move(reply));
  if (request.method == Method::options) {
    Response out;
    out.status = 204;
    out.headers.emplace_back("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE");
    out.headers.emplace_back("Access-Control-Allow-Headers", "Authorization, Content-Type");
    out.headers.emplace_back("Access-Control-Max-Age", "3600");
    return reply(allow_origin(request, std::move(out)));
  }
  Request kept;
  kept.origin = request.origin;
  dispatch(std::move(request),
           [this, kept = std::move(kept), reply = std::move(reply)](Response response) { reply(allow_origin(kept, std::move(response))); });
}

void PerronSite::dispatch(Request request, Reply reply) {
  const std::string path(request.path());
  metrics_.handlers.doing("page");
  if (path != "/healthz" && path != "/metrics" && !path.starts_with("/api/")) return reply(file_response(request));
  const auto method = request.method == Method::head ? Method::get : request.method;
  auto call = std::make_shared<Call>(Call{std::move(request), {}, std::nullopt, std::move(reply)});
  std::string allowed;
  for (const auto& route : routes()) {
    if (!matches(route.path, path, call->parts)) continue;
    if (route.method == method) return begin(call, route);
    if (!allowed.empty()) allowed += ", ";
    allowed += method_name(route.method);
  }
  if (allowed.empty()) return refuse(call, {404, RefusalCode::not_found, "There is nothing here; docs/protocol.md lists what there is."});
  auto out = http_refusal(405, RefusalCode::bad_method, "This path takes " + allowed + ".");
  out.headers.emplace_back("Allow", allowed);
  call->reply(std::move(out));
}

// Authenticates the request if the route requires it, then calls its handler.
void PerronSite::begin(const CallPtr& call, const Route& route) {
  metrics_.handlers.doing(route.path);
  constexpr std::string_view kBearer = "Bearer ";
  const auto& given = call->request.authorization;
  if (route.auth == Auth::none || (route.auth == Auth::optional && given.empty())) return (this->*route.handler)(call);
  const auto token = given.starts_with(kBearer) ? std::string_view(given).substr(kBearer.size()) : std::string_view();
  auth_.authenticate(token, address_group(call->request.address), [this, call, &route](HttpResult<Principal> principal) {
    metrics_.handlers.doing(route.path);
    if (!principal) return refuse(call, principal.error());
    call->principal = std::move(*principal);
    (this->*route.handler)(call);
  });
}

void PerronSite::hello(std::string message, std::string address, std::function<void(Greeting)> done) {
  metrics_.handlers.doing("hello");
  const auto read = wire::read_request(message);
  if (!read) return done(refusal(read.error().id, RefusalCode::bad_message, read.error().message, kNoHello));
  const auto* hello = std::get_if<wire::Hello>(&read->request);
  if (!hello) return done(refusal(read->id, RefusalCode::bad_message, "The first message must be hello.", kNoHello));
  const auto welcome = [this, group = address_group(address)](const Principal& principal, std::string token) {
    const auto& is = principal.identity;
    const wire::Welcome told{to_text(is.user), is.name, is.account, std::move(token), version_, loop_.now()};
    return Greeting{is, principal.session, wire::welcome_text(told), 0, group};
  };
  const auto failed = [id = read->id](const HttpRefusal& why) {
    return refusal(id, why.code, why.sentence, why.status == 401 ? kUnknownToken : kNoHello);
  };
  const auto greet = [this, welcome, failed, done = std::move(done)](const HttpResult<Principal>& principal, const std::string& token) {
    metrics_.handlers.doing("hello");
    done(principal ? welcome(*principal, token) : failed(principal.error()));
  };
  if (!hello->token.empty())
    return auth_.authenticate(hello->token, address_group(address),
                              [greet](const HttpResult<Principal>& principal) { greet(principal, ""); });
  if (const auto refused = may_make_guest(address)) return greet(*refused, "");
  auth_.make_guest(hello->name, "", [greet](const HttpResult<IssuedToken>& made) {
    if (made) greet(made->principal, made->token);
    else greet(made.error(), "");
  });
}

server::ClientId PerronSite::connect(server::Client& client, const Greeting& greeting) {
  const auto id = hub_.connect(client, greeting.identity, greeting.address);
  try {
    sockets_.emplace(id, Socket{&client, greeting.identity.user, greeting.session});
  } catch (...) {
    hub_.disconnect(id);
    throw;
  }
  return id;
}

std::string PerronSite::too_fast(std::string_view message) {
  const auto read = wire::read_request(message);
  return wire::refused_text(read ? read->id : read.error().id, RefusalCode::too_fast, "Too many messages: wait a moment.");
}

void PerronSite::disconnect(server::ClientId client) {
  sockets_.erase(client);
  hub_.disconnect(client);
}

}  // namespace perron::net
