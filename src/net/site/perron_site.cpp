// Routing, hello, and the way between sockets and the hub.
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

// The parts of a path against a pattern.
bool fits(std::string_view pattern, std::string_view path, std::vector<std::string>& parts) {
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

Greeting turned_away(std::string_view id, RefusalCode code, std::string_view message, int close) {
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

PerronSite::PerronSite(server::Hub& hub, People& people, server::Loop& loop, Store& store, Metrics& metrics, const Settings& settings,
                       std::string version)
    : hub_(hub),
      people_(people),
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
      {Method::get, "/healthz", Known::no, &S::health},
      {Method::get, "/metrics", Known::no, &S::metrics},
      {Method::post, "/api/v1/guest", Known::no, &S::new_guest},
      {Method::get, "/api/v1/me", Known::must_be, &S::me},
      {Method::patch, "/api/v1/me", Known::must_be, &S::rename},
      {Method::post, "/api/v1/account", Known::must_be, &S::new_account},
      {Method::patch, "/api/v1/account", Known::must_be, &S::new_password},
      {Method::post, "/api/v1/login", Known::may_be, &S::log_in},
      {Method::get, "/api/v1/sessions", Known::must_be, &S::sessions},
      {Method::del, "/api/v1/sessions/*", Known::must_be, &S::end_session},
      {Method::get, "/api/v1/boards", Known::no, &S::boards},
      {Method::get, "/api/v1/boards/*", Known::no, &S::board},
      {Method::get, "/api/v1/tables", Known::no, &S::tables},
      {Method::get, "/api/v1/me/games", Known::must_be, &S::my_games},
      {Method::get, "/api/v1/games", Known::no, &S::listed_games},
      {Method::get, "/api/v1/games/*", Known::may_be, &S::game},
      {Method::get, "/api/v1/games/*/board", Known::may_be, &S::game_board},
      {Method::get, "/api/v1/games/*/record", Known::may_be, &S::record},
      {Method::get, "/api/v1/games/*/replay", Known::may_be, &S::replay},
  };
  return kRoutes;
}

// Pages of listed origins may read the answers.
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
    if (!fits(route.path, path, call->parts)) continue;
    if (route.method == method) return begin(call, route);
    if (!allowed.empty()) allowed += ", ";
    allowed += method_name(route.method);
  }
  if (allowed.empty()) return refuse(call, {404, RefusalCode::not_found, "There is nothing here; docs/protocol.md lists what there is."});
  auto out = http_refusal(405, RefusalCode::bad_method, "This path takes " + allowed + ".");
  out.headers.emplace_back("Allow", allowed);
  call->reply(std::move(out));
}

// Once it is known who asks.
void PerronSite::begin(const CallPtr& call, const Route& route) {
  metrics_.handlers.doing(route.path);
  constexpr std::string_view kBearer = "Bearer ";
  const auto& given = call->request.authorization;
  if (route.known == Known::no || (route.known == Known::may_be && given.empty())) return (this->*route.handler)(call);
  const auto token = given.starts_with(kBearer) ? std::string_view(given).substr(kBearer.size()) : std::string_view();
  people_.of_token(token, address_group(call->request.address), [this, call, &route](Answer<Who> who) {
    metrics_.handlers.doing(route.path);
    if (!who) return refuse(call, who.error());
    call->who = std::move(*who);
    (this->*route.handler)(call);
  });
}

void PerronSite::hello(std::string message, std::string address, std::function<void(Greeting)> done) {
  metrics_.handlers.doing("hello");
  const auto read = wire::read_request(message);
  if (!read) return done(turned_away(read.error().id, RefusalCode::bad_message, read.error().message, kNoHello));
  const auto* hello = std::get_if<wire::Hello>(&read->request);
  if (!hello) return done(turned_away(read->id, RefusalCode::bad_message, "The first message must be hello.", kNoHello));
  const auto welcome = [this, group = address_group(address)](const Who& who, std::string token) {
    const auto& is = who.identity;
    const wire::Welcome told{to_text(is.user), is.name, is.account, std::move(token), version_, loop_.now()};
    return Greeting{is, who.session, wire::welcome_text(told), 0, group};
  };
  const auto failed = [id = read->id](const HttpRefusal& why) {
    return turned_away(id, why.code, why.sentence, why.status == 401 ? kUnknownToken : kNoHello);
  };
  const auto greet = [this, welcome, failed, done = std::move(done)](const Answer<Who>& who, const std::string& token) {
    metrics_.handlers.doing("hello");
    done(who ? welcome(*who, token) : failed(who.error()));
  };
  if (!hello->token.empty())
    return people_.of_token(hello->token, address_group(address), [greet](const Answer<Who>& who) { greet(who, ""); });
  if (const auto refused = may_make_guest(address)) return greet(*refused, "");
  people_.make_guest(hello->name, "", [greet](const Answer<Fresh>& made) {
    if (made) greet(made->who, made->token);
    else greet(made.error(), "");
  });
}

server::ClientId PerronSite::connect(server::Client& client, const Greeting& greeting) {
  const auto id = hub_.connect(client, greeting.who, greeting.address);
  try {
    sockets_.emplace(id, Socket{&client, greeting.who.user, greeting.session});
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
