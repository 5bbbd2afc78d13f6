#include "net/people.h"

#include <sodium.h>

#include <algorithm>

#include "net/names.h"
#include "wire/person_name.h"

namespace perron::net {
namespace {

constexpr std::int64_t kTouchEvery = 3600 * 1000;  // ms: a session's last use is good to the hour
constexpr std::size_t kMostSessions = 50;          // of one user
const HttpRefusal kUnknownToken{401, RefusalCode::unknown_token};
const HttpRefusal kWrongPassword{403, RefusalCode::wrong_password, "The password is not right."};
const HttpRefusal kHasAccount{409, RefusalCode::has_account};
const HttpRefusal kNameTaken{409, RefusalCode::name_taken};
const HttpRefusal kBusy{503, RefusalCode::busy, "Too many people log in at the moment: try again in a few seconds."};

server::Identity identity_of(const User& user) { return {user.id, user.name, !user.account.empty()}; }

UserId id_of(const Who& who) { return who.identity.user; }

std::string wrong_password(std::string_view password) {
  if (password.size() < kLeastPassword) return "A password has at least 8 characters.";
  if (password.size() > kMostPassword) return "A password has at most 200 bytes.";
  return "";
}

HttpRefusal must_wait(LoginGuard::Time span) {
  const auto seconds = static_cast<int>((span + 999) / 1000);
  return {429, RefusalCode::too_fast, "Too many failed log-ins for this account: try again in " + std::to_string(seconds) + " s.", seconds};
}

std::optional<HttpRefusal> bad_name(std::string_view name) {
  const auto fault = wire::name_fault(name);
  if (fault.empty()) return std::nullopt;
  return HttpRefusal{400, RefusalCode::bad_name, "The name " + fault + "."};
}

}  // namespace

HttpRefusal refusal_of(const StoreError& error) {
  if (is_callers(error.fault)) return {409, RefusalCode::conflict};
  return {503, RefusalCode::not_stored, "The server cannot use its disk now. Nothing has changed; try again."};
}

Answer<Who> People::of_token(std::string_view token, std::string_view from) {
  if (!token_shaped(token)) return kUnknownToken;
  const auto hash = sha256(token);
  const auto session = store_.session(hash);
  if (!session) return refusal_of(session.error());
  // Found by its hash: what an index's timing could tell is about the hash of a guess, not about a token.
  if (!*session || sodium_memcmp((*session)->token_hash.data(), hash.data(), hash.size()) != 0) return kUnknownToken;
  const auto user = store_.user((*session)->user);
  if (!user) return refusal_of(user.error());
  if (!*user) return kUnknownToken;
  touch(**session);
  if (!(*user)->account.empty()) guard_.trust(guard_.account((*user)->id), from);
  return Who{identity_of(**user), (*session)->id};
}

void People::touch(const Session& session) {
  const auto now = now_();
  if (now >= session.seen && now - session.seen < kTouchEvery) return;  // later than now: the clock was set back
  store_.write(TouchSession{session.id, now}, [](std::optional<StoreError>) {});
}

void People::make_guest(std::string_view name, std::string device, Told<Fresh> done) {
  const auto shown = name.empty() ? guest_name() : std::string(name);
  if (auto fault = bad_name(shown)) return done(*fault);
  User user;
  user.id = new_id<UserId>();
  user.name = shown;
  user.created = now_();
  Fresh fresh{{identity_of(user), new_id<SessionId>()}, new_token()};
  Session session{fresh.who.session, sha256(fresh.token), user.id, device_name(device), user.created, user.created};
  store_.write(std::vector<Change>{NewUser{user}, NewSession{session}},
               [this, fresh = std::move(fresh), done = std::move(done)](std::optional<StoreError> error) {
                 if (error) return done(refusal_of(*error));
                 ++metrics_.guests;
                 done(fresh);
               });
}

void People::rename(const Who& who, std::string_view name, Told<Who> done) {
  if (auto fault = bad_name(name)) return done(*fault);
  // Accounts are marked: one must not be shown under the name of another.
  const auto owner = who.identity.account ? store_.account(account_name(name)) : std::optional<User>();
  if (!owner) return done(refusal_of(owner.error()));
  if (*owner && (*owner)->id != id_of(who)) return done(kNameTaken);
  auto changed = who;
  changed.identity.name = name;
  store_.write(RenameUser{id_of(who), changed.identity.name}, [changed, done = std::move(done)](std::optional<StoreError> error) {
    if (error) return done(refusal_of(*error));
    done(changed);
  });
}

void People::make_account(const Who& who, Credentials given, Told<Fresh> done) {
  if (who.identity.account) return done(kHasAccount);
  const auto account = account_name(given.name);
  if (account.empty())
    return done(HttpRefusal{400, RefusalCode::bad_name, "An account name has 3 to 24 letters, digits or one of - _ . and no spaces."});
  if (const auto wrong = wrong_password(given.password); !wrong.empty()) return done(HttpRefusal{400, RefusalCode::bad_password, wrong});
  const auto taken = store_.account(account);
  if (!taken) return done(refusal_of(taken.error()));
  if (*taken) return done(kNameTaken);
  const auto rank = guard_.enroll(given.from, now_());
  Fresh fresh{{{id_of(who), given.name, true}, new_id<SessionId>()}, new_token()};
  const auto enter = [=, this, device = device_name(given.device), from = given.from](std::string encoded) {
    if (encoded.empty()) return done(kBusy);
    if (!is_still(id_of(who), "")) return done(kHasAccount);
    const auto& session = fresh.who.session;
    const auto now = now_();
    // Whoever else had the guest's token is out: the account is the owner's alone.
    std::vector<Change> changes{SetAccount{id_of(who), account, std::move(encoded)}, RenameUser{id_of(who), fresh.who.identity.name},
                                EndOtherSessions{id_of(who), session},
                                NewSession{{session, sha256(fresh.token), id_of(who), device, now, now}}};
    store_.write(std::move(changes), [=, this](std::optional<StoreError> error) {
      if (error) return done(error->fault == StoreFault::conflict ? kNameTaken : refusal_of(*error));
      ++metrics_.accounts;
      guard_.trust(guard_.account(id_of(who)), from);
      done(fresh);
    });
  };
  if (!passwords_.hash({rank, given.from}, std::move(given.password), enter)) {
    ++metrics_.busy_logins;
    done(kBusy);
  }
}

// What was checked is out of date if another request was faster: hashing takes a while.
bool People::is_still(UserId user, const std::string& password) {
  const auto now = store_.user(user);
  return now && *now && (*now)->password == password;
}

void People::compare(LoginGuard::Target target, std::string from, std::string encoded, std::string password,
                     std::function<void(Answer<bool>)> then) {
  const auto verdict = guard_.attempt(target, from, now_());
  if (verdict.wait > 0) {
    ++metrics_.delayed_logins;
    return then(must_wait(verdict.wait));
  }
  const auto checked = [=, this](bool right) {
    if (right) guard_.succeeded(target, from, now_());
    else ++metrics_.failed_logins;
    then(right);
  };
  if (passwords_.check({verdict.rank, from}, std::move(encoded), std::move(password), checked)) return;
  guard_.withdrawn(target, from);
  ++metrics_.busy_logins;
  then(kBusy);
}

void People::change_password(const Who& who, std::string old, std::string fresh, std::string from, Told<Done> done) {
  const auto user = store_.user(id_of(who));
  if (!user) return done(refusal_of(user.error()));
  if (!*user || (*user)->account.empty()) return done(HttpRefusal{409, RefusalCode::no_account});
  if (const auto wrong = wrong_password(fresh); !wrong.empty()) return done(HttpRefusal{400, RefusalCode::bad_password, wrong});
  if (old.size() > kMostPassword) old.clear();
  const auto account = (*user)->account;
  const auto id = (*user)->id;
  const auto set = [=, this, before = (*user)->password](std::string encoded) {
    if (encoded.empty()) return done(kBusy);
    if (!is_still(id, before)) return done(kWrongPassword);
    // Whoever knew the old one is out.
    std::vector<Change> changes{SetAccount{id, account, std::move(encoded)}, EndOtherSessions{id, who.session}};
    store_.write(std::move(changes), [done](std::optional<StoreError> error) {
      if (error) return done(refusal_of(*error));
      done(Done{});
    });
  };
  compare(guard_.account(id), from, (*user)->password, std::move(old), [=, this, fresh = std::move(fresh)](Answer<bool> right) mutable {
    if (!right) return done(right.error());
    if (!*right) return done(kWrongPassword);
    if (!passwords_.hash({LoginGuard::Rank::likely, from}, std::move(fresh), set)) done(kBusy);
  });
}

void People::log_in(Credentials given, std::optional<Who> guest, Told<LoggedIn> done) {
  const auto name = account_name(given.name);
  const auto found = store_.account(name);
  if (!found) return done(refusal_of(found.error()));
  const auto user = given.password.size() <= kMostPassword ? *found : std::nullopt;
  if (given.password.size() > kMostPassword) given.password.clear();
  // A guest comes along; another account does not.
  const auto along = guest && !guest->identity.account ? std::optional(id_of(*guest)) : std::nullopt;
  const auto target = *found ? guard_.account((*found)->id) : guard_.nobody(name);
  const auto then = [=, this, device = given.device](Answer<bool> right) {
    if (!right) return done(right.error());
    if (*right && user && is_still(user->id, user->password)) return begin_session(*user, device, along, done);
    done(HttpRefusal{403, RefusalCode::wrong_password, "Name and password do not match."});
  };
  compare(target, given.from, user ? user->password : "", std::move(given.password), then);
}

void People::begin_session(const User& user, std::string device, std::optional<UserId> guest, Told<LoggedIn> done) {
  const auto open = store_.sessions_of(user.id);
  if (!open) return done(refusal_of(open.error()));
  Fresh fresh{{identity_of(user), new_id<SessionId>()}, new_token()};
  const auto now = now_();
  std::vector<Change> changes{NewSession{{fresh.who.session, sha256(fresh.token), user.id, device_name(device), now, now}}};
  std::optional<SessionId> ended;
  if (open->size() >= kMostSessions) {  // the one that was idle for longest makes room
    ended = std::min_element(open->begin(), open->end(), [](const Session& a, const Session& b) { return a.seen < b.seen; })->id;
    changes.push_back(EndSession{*ended, user.id});
  }
  if (guest) changes.push_back(TakeAlong{*guest, user.id});
  store_.write(std::move(changes), [this, fresh, guest, ended, done = std::move(done)](std::optional<StoreError> error) {
    if (error) return done(refusal_of(*error));
    ++metrics_.logins;
    done(LoggedIn{fresh, guest, ended});
  });
}

Answer<std::vector<Session>> People::sessions(const Who& who) {
  auto found = store_.sessions_of(id_of(who));
  if (!found) return refusal_of(found.error());
  return std::move(*found);
}

void People::end_session(const Who& who, SessionId session, Told<Done> done) {
  store_.write(EndSession{session, id_of(who)}, [done = std::move(done)](std::optional<StoreError> error) {
    if (!error) return done(Done{});
    if (error->fault == StoreFault::conflict) return done(HttpRefusal{404, RefusalCode::no_such_session});
    done(refusal_of(*error));
  });
}

void People::end_other_sessions(const Who& who, Told<Done> done) {
  store_.write(EndOtherSessions{id_of(who), who.session}, [done = std::move(done)](std::optional<StoreError> error) {
    if (error) return done(refusal_of(*error));
    done(Done{});
  });
}

}  // namespace perron::net
