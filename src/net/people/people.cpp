#include "net/people/people.h"

#include <sodium.h>

#include <algorithm>
#include <utility>

#include "net/people/names.h"
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

void People::of_token(std::string_view token, std::string from, Told<Who> done) {
  if (!token_shaped(token)) return done(kUnknownToken);
  find_owner(sha256(token), std::move(from), std::move(done));
}

void People::find_owner(const Bytes32& hash, std::string from, Told<Who> done) {
  store_.session(hash, [=, this, changes = changes_](const Read<std::optional<Session>>& session) {
    if (!session) return done(refusal_of(session.error()));
    // Found by its hash: what an index's timing could tell is about the hash of a guess, not about a token.
    if (!*session || sodium_memcmp((*session)->token_hash.data(), hash.data(), hash.size()) != 0) return done(kUnknownToken);
    store_.user((*session)->user, [=, this, session = **session](const Read<std::optional<User>>& user) {
      if (changes != changes_) return find_owner(hash, from, done);  // the answers may be older than a change that others know of
      if (!user) return done(refusal_of(user.error()));
      if (!*user) return done(kUnknownToken);
      used(session, **user, from);
      done(Who{identity_of(**user), session.id});
    });
  });
}

void People::used(const Session& session, const User& user, const std::string& from) {
  if (!user.account.empty()) guard_.trust(guard_.account(user.id), from);
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
  if (!who.identity.account) return save_name(who, std::string(name), std::move(done));
  // Accounts are marked: one must not be shown under the name of another.
  store_.account(account_name(name), [=, this, name = std::string(name)](const Read<std::optional<User>>& owner) {
    if (!owner) return done(refusal_of(owner.error()));
    if (*owner && (*owner)->id != id_of(who)) return done(kNameTaken);
    save_name(who, name, done);
  });
}

void People::save_name(Who who, std::string name, Told<Who> done) {
  who.identity.name = std::move(name);
  store_.write(RenameUser{id_of(who), who.identity.name}, [this, who, done = std::move(done)](std::optional<StoreError> error) {
    if (error) return done(refusal_of(*error));
    ++changes_;
    done(who);
  });
}

void People::make_account(const Who& who, Credentials given, Told<Fresh> done) {
  if (who.identity.account) return done(kHasAccount);
  const auto account = account_name(given.name);
  if (account.empty())
    return done(HttpRefusal{400, RefusalCode::bad_name, "An account name has 3 to 24 letters, digits or one of - _ . and no spaces."});
  if (const auto wrong = wrong_password(given.password); !wrong.empty()) return done(HttpRefusal{400, RefusalCode::bad_password, wrong});
  store_.account(account, [=, this, given = std::move(given)](const Read<std::optional<User>>& taken) mutable {
    if (!taken) return done(refusal_of(taken.error()));
    if (*taken) return done(kNameTaken);
    enroll(who, account, std::move(given), done);
  });
}

void People::enroll(const Who& who, std::string account, Credentials given, Told<Fresh> done) {
  const auto rank = guard_.enroll(given.from, now_());
  const Fresh fresh{{{id_of(who), given.name, true}, new_id<SessionId>()}, new_token()};
  auto password = std::exchange(given.password, {});
  const auto save = [=, this](const std::string& encoded) {
    if (encoded.empty()) return done(kBusy);
    if_still(id_of(fresh.who), "", [=, this](bool still) {
      if (!still) return done(kHasAccount);
      save_account(fresh, account, encoded, given, done);
    });
  };
  if (!passwords_.hash({rank, given.from}, std::move(password), save)) {
    ++metrics_.busy_logins;
    done(kBusy);
  }
}

void People::save_account(const Fresh& fresh, std::string account, std::string encoded, const Credentials& given, Told<Fresh> done) {
  const auto user = id_of(fresh.who);
  const auto session = fresh.who.session;
  const auto now = now_();
  // Whoever else had the guest's token is out: the account is the owner's alone.
  std::vector<Change> changes{SetAccount{user, std::move(account), std::move(encoded)}, RenameUser{user, fresh.who.identity.name},
                              EndOtherSessions{user, session},
                              NewSession{{session, sha256(fresh.token), user, device_name(given.device), now, now}}};
  store_.write(std::move(changes), [=, this, from = given.from](std::optional<StoreError> error) {
    if (error) return done(error->fault == StoreFault::conflict ? kNameTaken : refusal_of(*error));
    ++changes_;
    ++metrics_.accounts;
    guard_.trust(guard_.account(user), from);
    done(fresh);
  });
}

// What was checked is out of date if another request was faster: hashing takes a while.
void People::if_still(UserId user, std::string password, std::function<void(bool)> then) {
  store_.user(user, [password = std::move(password), then = std::move(then)](const Read<std::optional<User>>& now) {
    then(now && *now && (*now)->password == password);
  });
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
  NewPassword given{std::move(old), std::move(fresh), std::move(from)};
  store_.user(id_of(who), [=, this, given = std::move(given)](const Read<std::optional<User>>& user) mutable {
    if (!user) return done(refusal_of(user.error()));
    if (!*user || (*user)->account.empty()) return done(HttpRefusal{409, RefusalCode::no_account});
    if (const auto wrong = wrong_password(given.fresh); !wrong.empty()) return done(HttpRefusal{400, RefusalCode::bad_password, wrong});
    if (given.old.size() > kMostPassword) given.old.clear();
    replace_password(**user, who.session, std::move(given), done);
  });
}

void People::replace_password(const User& user, SessionId keep, NewPassword given, Told<Done> done) {
  const auto save = [=, this](const std::string& encoded) {
    if (encoded.empty()) return done(kBusy);
    if_still(user.id, user.password, [=, this](bool still) {
      if (!still) return done(kWrongPassword);
      save_password(user, keep, encoded, done);
    });
  };
  const auto then = [this, save, done, from = given.from, fresh = std::move(given.fresh)](Answer<bool> right) mutable {
    if (!right) return done(right.error());
    if (!*right) return done(kWrongPassword);
    if (!passwords_.hash({LoginGuard::Rank::likely, from}, std::move(fresh), save)) done(kBusy);
  };
  compare(guard_.account(user.id), given.from, user.password, std::move(given.old), then);
}

void People::save_password(const User& user, SessionId keep, std::string encoded, Told<Done> done) {
  // Whoever knew the old one is out.
  std::vector<Change> changes{SetAccount{user.id, user.account, std::move(encoded)}, EndOtherSessions{user.id, keep}};
  store_.write(std::move(changes), [this, done = std::move(done)](std::optional<StoreError> error) {
    if (error) return done(refusal_of(*error));
    ++changes_;
    done(Done{});
  });
}

void People::log_in(Credentials given, std::optional<Who> guest, Told<LoggedIn> done) {
  // A guest comes along; another account does not.
  const auto along = guest && !guest->identity.account ? std::optional(id_of(*guest)) : std::nullopt;
  const auto name = account_name(given.name);
  store_.account(name, [=, this, given = std::move(given)](const Read<std::optional<User>>& found) mutable {
    if (!found) return done(refusal_of(found.error()));
    log_in_as(*found, std::move(given), along, done);
  });
}

void People::log_in_as(const std::optional<User>& found, Credentials given, std::optional<UserId> guest, Told<LoggedIn> done) {
  const auto user = given.password.size() <= kMostPassword ? found : std::nullopt;
  if (given.password.size() > kMostPassword) given.password.clear();
  const auto target = found ? guard_.account(found->id) : guard_.nobody(account_name(given.name));
  const HttpRefusal wrong{403, RefusalCode::wrong_password, "Name and password do not match."};
  const auto then = [=, this, device = given.device](Answer<bool> right) {
    if (!right) return done(right.error());
    if (!*right || !user) return done(wrong);
    if_still(user->id, user->password, [=, this](bool still) {
      if (still) begin_session(*user, device, guest, done);
      else done(wrong);
    });
  };
  compare(target, given.from, user ? user->password : "", std::move(given.password), then);
}

void People::begin_session(const User& user, std::string device, std::optional<UserId> guest, Told<LoggedIn> done) {
  store_.sessions_of(user.id, [=, this](const Read<std::vector<Session>>& open) {
    if (!open) return done(refusal_of(open.error()));
    save_session(user, *open, device, guest, done);
  });
}

void People::save_session(const User& user, const std::vector<Session>& open, const std::string& device, std::optional<UserId> guest,
                          Told<LoggedIn> done) {
  Fresh fresh{{identity_of(user), new_id<SessionId>()}, new_token()};
  const auto now = now_();
  std::vector<Change> changes{NewSession{{fresh.who.session, sha256(fresh.token), user.id, device_name(device), now, now}}};
  std::optional<SessionId> ended;
  if (open.size() >= kMostSessions) {  // the one that was idle for longest makes room
    ended = std::min_element(open.begin(), open.end(), [](const Session& a, const Session& b) { return a.seen < b.seen; })->id;
    changes.push_back(EndSession{*ended, user.id});
  }
  if (guest) changes.push_back(TakeAlong{*guest, user.id});
  store_.write(std::move(changes), [this, fresh, guest, ended, done = std::move(done)](std::optional<StoreError> error) {
    if (error) return done(refusal_of(*error));
    ++changes_;
    ++metrics_.logins;
    done(LoggedIn{fresh, guest, ended});
  });
}

void People::sessions(const Who& who, Told<std::vector<Session>> done) {
  store_.sessions_of(id_of(who), [done = std::move(done)](Read<std::vector<Session>> found) {
    if (found) done(std::move(*found));
    else done(refusal_of(found.error()));
  });
}

void People::end_session(const Who& who, SessionId session, Told<Done> done) {
  store_.write(EndSession{session, id_of(who)}, [this, done = std::move(done)](std::optional<StoreError> error) {
    if (!error) return ++changes_, done(Done{});
    if (error->fault == StoreFault::conflict) return done(HttpRefusal{404, RefusalCode::no_such_session});
    done(refusal_of(*error));
  });
}

void People::end_other_sessions(const Who& who, Told<Done> done) {
  store_.write(EndOtherSessions{id_of(who), who.session}, [this, done = std::move(done)](std::optional<StoreError> error) {
    if (error) return done(refusal_of(*error));
    ++changes_;
    done(Done{});
  });
}

}  // namespace perron::net
