// The REST API: guests, accounts, log-in and sessions.
#include "base/fields.h"
#include "base/finally.h"
#include "base/json.h"
#include "net/auth/names.h"
#include "net/site/perron_site.h"
#include "wire/json_text.h"

namespace perron::net {
namespace {

constexpr int kSessionEnded = 4003;  // docs/protocol.md
constexpr int kMaxText = 200;

// Parses the body strictly with read(Fields&). False: refused, with the path of the first error.
template <class Read>
bool read_body(const CallPtr& call, Read&& read) {
  const std::string_view text = call->request.body.empty() ? std::string_view("{}") : std::string_view(call->request.body);
  auto json = parse_json(text);
  const Finally emptied([&] {
    if (json) empty_json(*json);
  });
  if (!json) {
    refuse(call, {400, RefusalCode::bad_message, "The body is not JSON: " + json.error().message + "."});
    return false;
  }
  FieldReport report;
  Fields::read_object(report, *json, "", read);
  if (report.empty()) return true;
  const auto errors = report.take();
  refuse(call, {400, RefusalCode::bad_message, errors.front().path + ": " + errors.front().message});
  return false;
}

bool read_credentials(const CallPtr& call, AuthService::Credentials& out) {
  out.from = address_group(call->request.address);
  return read_body(call, [&](Fields& fields) {
    out.name = fields.text("name", kMaxText, Need::required);
    out.password = fields.text("password", kMaxPassword, Need::required);
    out.device = fields.text("device", kMaxText, Need::optional);
  });
}

wire::JsonText principal_json(const Principal& principal) {
  wire::JsonText out;
  out.begin('{')
      .field("user", to_text(principal.identity.user))
      .field("name", principal.identity.name)
      .field("account", principal.identity.account);
  return out;
}

}  // namespace

std::optional<HttpRefusal> PerronSite::may_make_guest(const std::string& address) {
  if (guests_.consume(address_group(address), 1, std::chrono::steady_clock::now())) return std::nullopt;
  return HttpRefusal{429, RefusalCode::too_fast, "Too many new guests from your address: wait a moment."};
}

// Limits the rate of password checks.
bool PerronSite::may_log_in(const CallPtr& call) {
  if (logins_.consume(address_group(call->request.address), 1, std::chrono::steady_clock::now())) return true;
  refuse(call, {429, RefusalCode::too_fast, "Too many attempts from your address: wait a moment."});
  return false;
}

void PerronSite::new_guest(const CallPtr& call) {
  std::string name;
  if (!read_body(call, [&](Fields& fields) { name = fields.text("name", kMaxText, Need::optional); })) return;
  if (const auto refused = may_make_guest(call->request.address)) return refuse(call, *refused);
  auth_.make_guest(name, "", [call](HttpResult<IssuedToken> made) {
    if (!made) return refuse(call, made.error());
    reply_json(call, principal_json(made->principal).field("token", made->token).end('}').take(), 201);
  });
}

void PerronSite::me(const CallPtr& call) { reply_json(call, principal_json(*call->principal).end('}').take()); }

void PerronSite::rename(const CallPtr& call) {
  std::string name;
  if (!read_body(call, [&](Fields& fields) { name = fields.text("name", kMaxText, Need::required); })) return;
  auth_.rename(*call->principal, name, [this, call](HttpResult<Principal> changed) {
    if (!changed) return refuse(call, changed.error());
    hub_.renamed(changed->identity);
    reply_json(call, principal_json(*changed).end('}').take());
  });
}

void PerronSite::new_account(const CallPtr& call) {
  AuthService::Credentials given;
  if (!read_credentials(call, given) || !may_log_in(call)) return;
  auth_.make_account(*call->principal, std::move(given), [this, call](HttpResult<IssuedToken> made) {
    if (!made) return refuse(call, made.error());
    const auto& principal = made->principal;
    reply_json(call, principal_json(principal).field("token", made->token).end('}').take(), 201);
    close_sockets(principal.identity.user, std::nullopt, std::nullopt);
    hub_.renamed(principal.identity);
  });
}

void PerronSite::new_password(const CallPtr& call) {
  std::string old_password, new_password;
  const auto read = [&](Fields& fields) {
    old_password = fields.text("password", kMaxPassword, Need::required);
    new_password = fields.text("new_password", kMaxPassword, Need::required);
  };
  if (!read_body(call, read) || !may_log_in(call)) return;
  auto from = address_group(call->request.address);
  auth_.change_password(*call->principal, std::move(old_password), std::move(new_password), std::move(from),
                        [this, call](HttpResult<Ok> done) {
                          if (!done) return refuse(call, done.error());
                          close_sockets(call->principal->identity.user, std::nullopt, call->principal->session);
                          reply_json(call, "{}");
                        });
}

void PerronSite::log_in(const CallPtr& call) {
  AuthService::Credentials given;
  if (!read_credentials(call, given) || !may_log_in(call)) return;
  auth_.log_in(std::move(given), call->principal, [this, call](HttpResult<AuthService::LoggedIn> in) {
    if (!in) return refuse(call, in.error());
    const auto& principal = in->issued.principal;
    reply_json(call, principal_json(principal).field("token", in->issued.token).end('}').take());
    if (in->guest) {
      close_sockets(*in->guest, std::nullopt, std::nullopt);
      hub_.merged(*in->guest, principal.identity);
    }
    if (in->ended) close_sockets(principal.identity.user, in->ended, std::nullopt);
  });
}

void PerronSite::sessions(const CallPtr& call) {
  auth_.sessions(*call->principal, [call](const HttpResult<std::vector<Session>>& all) {
    if (!all) return refuse(call, all.error());
    wire::JsonText out;
    out.begin('[');
    for (const auto& session : *all) {
      out.begin('{').field("session", to_text(session.id)).field("device", session.device).field("created", session.created);
      out.field("seen", session.seen).field("this", session.id == call->principal->session).end('}');
    }
    reply_json(call, out.end(']').take());
  });
}

void PerronSite::end_session(const CallPtr& call) {
  const auto& principal = *call->principal;
  const auto& which = call->parts[0];
  if (which == "others")
    return auth_.end_other_sessions(principal, [this, call](HttpResult<Ok> done) {
      if (!done) return refuse(call, done.error());
      close_sockets(call->principal->identity.user, std::nullopt, call->principal->session);
      reply_json(call, "{}");
    });
  const auto id = which == "this" ? std::optional(principal.session) : from_text<SessionId>(which);
  if (!id) return refuse(call, {404, RefusalCode::no_such_session});
  auth_.end_session(principal, *id, [this, call, id](HttpResult<Ok> done) {
    if (!done) return refuse(call, done.error());
    close_sockets(call->principal->identity.user, *id, std::nullopt);
    reply_json(call, "{}");
  });
}

void PerronSite::close_sockets(UserId user, std::optional<SessionId> only, std::optional<SessionId> but) {
  std::vector<server::ClientId> ended;
  for (const auto& [id, socket] : sockets_)
    if (socket.user == user && (!only || socket.session == *only) && (!but || socket.session != *but)) ended.push_back(id);
  for (const auto id : ended) {
    sockets_.at(id).client->close(kSessionEnded, "the session has been ended");
    disconnect(id);
  }
}

}  // namespace perron::net
