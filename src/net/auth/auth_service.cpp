#include "net/auth/auth_service.h"

#include <sodium.h>

#include <algorithm>
#include <utility>

#include "net/auth/names.h"
#include "wire/person_name.h"

namespace perron::net {
namespace {

constexpr std::int64_t kTouchInterval = 3600 * 1000;  // ms: resolution of a session's last use
constexpr std::size_t kMaxSessions = 50;              // of one user
const HttpRefusal kUnknownToken{401, RefusalCode::unknown_token};
const HttpRefusal kWrongPassword{403, RefusalCode::wrong_password, "The password is not right."};
const HttpRefusal kHasAccount{409, RefusalCode::has_account};
const HttpRefusal kNameTaken{409, RefusalCode::name_taken};
const HttpRefusal kBusy{503, RefusalCode::busy, "Too many people log in at the moment: try again in a few seconds."};

server::Identity identity_of(const User& user) { return {user.id, user.name, !user.account.empty()}; }

UserId id_of(const Principal& principal) { return principal.identity.user; }

std::string wrong_password(std::string_view password) {
  if (password.size() < kMinPassword) return "A password has at least 8 characters.";
  if (password.size() > kMaxPassword) return "A password has at most 200 bytes.";
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
  if (is_caller_error(error.fault)) return {409, RefusalCode::conflict};
  return {503, RefusalCode::not_stored, "The server cannot use its disk now. Nothing has changed; try again."};
}

void AuthService::authenticate(std::string_view token, std::string from, Callback<Principal> done) {
  if (!token_shaped(token)) return done(kUnknownToken);
  find_owner(sha256(token), std::move(from), std::move(done));
}

void AuthService::find_owner(const Bytes32& hash, std::string from, Callback<Principal> done) {
  store_.session(hash, [=, this, changes = revision_](const StoreResult<std::optional<Session>>& session) {
    if (!session) return done(refusal_of(session.error()));
    // Looked up by its hash: the timing of the index may reveal something of the hash of a guess, but nothing of a token.
    if (!*session || sodium_memcmp((*session)->token_hash.data(), hash.data(), hash.size()) != 0) return done(kUnknownToken);
    store_.user((*session)->user, [=, this, session = **session](const StoreResult<std::optional<User>>& user) {
      if (changes != revision_) return find_owner(hash, from, done);  // the results may predate a change
      if (!user) return done(refusal_of(user.error()));
      if (!*user) return done(kUnknownToken);
      touch_session(session, **user, from);
      done(Principal{identity_of(**user), session.id});
    });
  });
}

void AuthService::touch_session(const Session& session, const User& user, const std::string& from) {
  if (!user.account.empty()) guard_.trust(guard_.account(user.id), from);
  const auto now = now_();
  if (now >= session.seen && now - session.seen < kTouchInterval) return;  // seen > now: the clock was set back
  store_.write(TouchSession{session.id, now}, [](std::optional<StoreError>) {});
}

void AuthService::make_guest(std::string_view name, std::string device, Callback<IssuedToken> done) {
  const auto shown = name.empty() ? guest_name() : std::string(name);
  if (auto fault = bad_name(shown)) return done(*fault);
  User user;
  user.id = new_id<UserId>();
  user.name = shown;
  user.created = now_();
  IssuedToken issued{{identity_of(user), new_id<SessionId>()}, new_token()};
  Session session{issued.principal.session, sha256(issued.token), user.id, device_name(device), user.created, user.created};
  store_.write(std::vector<Change>{NewUser{user}, NewSession{session}},
               [this, issued = std::move(issued), done = std::move(done)](std::optional<StoreError> error) {
                 if (error) return done(refusal_of(*error));
                 ++metrics_.guests;
                 done(issued);
               });
}

void AuthService::rename(const Principal& principal, std::string_view name, Callback<Principal> done) {
  if (auto fault = bad_name(name)) return done(*fault);
  if (!principal.identity.account) return save_name(principal, std::string(name), std::move(done));
  // Account names are marked as such, so nobody may use the name of another account.
  store_.account(account_name(name), [=, this, name = std::string(name)](const StoreResult<std::optional<User>>& owner) {
    if (!owner) return done(refusal_of(owner.error()));
    if (*owner && (*owner)->id != id_of(principal)) return done(kNameTaken);
    save_name(principal, name, done);
  });
}

void AuthService::save_name(Principal principal, std::string name, Callback<Principal> done) {
  principal.identity.name = std::move(name);
  store_.write(RenameUser{id_of(principal), principal.identity.name},
               [this, principal, done = std::move(done)](std::optional<StoreError> error) {
                 if (error) return done(refusal_of(*error));
                 ++revision_;
                 done(principal);
               });
}

void AuthService::make_account(const Principal& principal, Credentials given, Callback<IssuedToken> done) {
  if (principal.identity.account) return done(kHasAccount);
  const auto account = account_name(given.name);
  if (account.empty())
    return done(HttpRefusal{400, RefusalCode::bad_name, "An account name has 3 to 24 letters, digits or one of - _ . and no spaces."});
  if (const auto wrong = wrong_password(given.password); !wrong.empty()) return done(HttpRefusal{400, RefusalCode::bad_password, wrong});
  store_.account(account, [=, this, given = std::move(given)](const StoreResult<std::optional<User>>& taken) mutable {
    if (!taken) return done(refusal_of(taken.error()));
    if (*taken) return done(kNameTaken);
    enroll(principal, account, std::move(given), done);
  });
}

void AuthService::enroll(const Principal& principal, std::string account, Credentials given, Callback<IssuedToken> done) {
  const auto priority = guard_.enroll(given.from, now_());
  const IssuedToken issued{{{id_of(principal), given.name, true}, new_id<SessionId>()}, new_token()};
  auto password = std::exchange(given.password, {});
  const auto save = [=, this](const std::string& encoded) {
    if (encoded.empty()) return done(kBusy);
    if_password_unchanged(id_of(issued.principal), "", [=, this](bool still) {
      if (!still) return done(kHasAccount);
      save_account(issued, account, encoded, given, done);
    });
  };
  if (!hasher_.hash({priority, given.from}, std::move(password), save)) {
    ++metrics_.busy_logins;
    done(kBusy);
  }
}

void AuthService::save_account(const IssuedToken& issued, std::string account, std::string encoded, const Credentials& given,
                               Callback<IssuedToken> done) {
  const auto user = id_of(issued.principal);
  const auto session = issued.principal.session;
  const auto now = now_();
  // Ends the sessions of everybody else who had the guest's token.
  std::vector<Change> changes{SetAccount{user, std::move(account), std::move(encoded)}, RenameUser{user, issued.principal.identity.name},
                              EndOtherSessions{user, session},
                              NewSession{{session, sha256(issued.token), user, device_name(given.device), now, now}}};
  store_.write(std::move(changes), [=, this, from = given.from](std::optional<StoreError> error) {
    if (error) return done(error->fault == StoreFault::conflict ? kNameTaken : refusal_of(*error));
    ++revision_;
    ++metrics_.accounts;
    guard_.trust(guard_.account(user), from);
    done(issued);
  });
}

// Hashing takes a while, and another request may have changed the password meanwhile.
void AuthService::if_password_unchanged(UserId user, std::string password, std::function<void(bool)> then) {
  store_.user(user, [password = std::move(password), then = std::move(then)](const StoreResult<std::optional<User>>& now) {
    then(now && *now && (*now)->password == password);
  });
}

void AuthService::verify_password(LoginGuard::Target target, std::string from, std::string encoded, std::string password,
                                  std::function<void(HttpResult<bool>)> then) {
  const auto decision = guard_.attempt(target, from, now_());
  if (decision.wait > 0) {
    ++metrics_.delayed_logins;
    return then(must_wait(decision.wait));
  }
  const auto checked = [=, this](bool right) {
    if (right) guard_.succeeded(target, from, now_());
    else ++metrics_.failed_logins;
    then(right);
  };
  if (hasher_.verify({decision.priority, from}, std::move(encoded), std::move(password), checked)) return;
  guard_.cancelled(target, from);
  ++metrics_.busy_logins;
  then(kBusy);
}

void AuthService::change_password(const Principal& principal, std::string old_password, std::string new_password, std::string from,
                                  Callback<Ok> done) {
  NewPassword given{std::move(old_password), std::move(new_password), std::move(from)};
  store_.user(id_of(principal), [=, this, given = std::move(given)](const StoreResult<std::optional<User>>& user) mutable {
    if (!user) return done(refusal_of(user.error()));
    if (!*user || (*user)->account.empty()) return done(HttpRefusal{409, RefusalCode::no_account});
    if (const auto wrong = wrong_password(given.new_password); !wrong.empty())
      return done(HttpRefusal{400, RefusalCode::bad_password, wrong});
    if (given.old_password.size() > kMaxPassword) given.old_password.clear();
    replace_password(**user, principal.session, std::move(given), done);
  });
}

void AuthService::replace_password(const User& user, SessionId keep, NewPassword given, Callback<Ok> done) {
  const auto save = [=, this](const std::string& encoded) {
    if (encoded.empty()) return done(kBusy);
    if_password_unchanged(user.id, user.password, [=, this](bool still) {
      if (!still) return done(kWrongPassword);
      save_password(user, keep, encoded, done);
    });
  };
  const auto then = [this, save, done, from = given.from, new_password = std::move(given.new_password)](HttpResult<bool> right) mutable {
    if (!right) return done(right.error());
    if (!*right) return done(kWrongPassword);
    if (!hasher_.hash({LoginGuard::Priority::high, from}, std::move(new_password), save)) done(kBusy);
  };
  verify_password(guard_.account(user.id), given.from, user.password, std::move(given.old_password), then);
}

void AuthService::save_password(const User& user, SessionId keep, std::string encoded, Callback<Ok> done) {
  // Ends the sessions of everybody who knew the old password.
  std::vector<Change> changes{SetAccount{user.id, user.account, std::move(encoded)}, EndOtherSessions{user.id, keep}};
  store_.write(std::move(changes), [this, done = std::move(done)](std::optional<StoreError> error) {
    if (error) return done(refusal_of(*error));
    ++revision_;
    done(Ok{});
  });
}

void AuthService::log_in(Credentials given, std::optional<Principal> guest, Callback<LoggedIn> done) {
  // Only a guest is merged into the account, never another account.
  const auto along = guest && !guest->identity.account ? std::optional(id_of(*guest)) : std::nullopt;
  const auto name = account_name(given.name);
  store_.account(name, [=, this, given = std::move(given)](const StoreResult<std::optional<User>>& found) mutable {
    if (!found) return done(refusal_of(found.error()));
    log_in_as(*found, std::move(given), along, done);
  });
}

void AuthService::log_in_as(const std::optional<User>& found, Credentials given, std::optional<UserId> guest, Callback<LoggedIn> done) {
  const auto user = given.password.size() <= kMaxPassword ? found : std::nullopt;
  if (given.password.size() > kMaxPassword) given.password.clear();
  const auto target = found ? guard_.account(found->id) : guard_.unknown_account(account_name(given.name));
  const HttpRefusal wrong{403, RefusalCode::wrong_password, "Name and password do not match."};
  const auto then = [=, this, device = given.device](HttpResult<bool> right) {
    if (!right) return done(right.error());
    if (!*right || !user) return done(wrong);
    if_password_unchanged(user->id, user->password, [=, this](bool still) {
      if (still) begin_session(*user, device, guest, done);
      else done(wrong);
    });
  };
  verify_password(target, given.from, user ? user->password : "", std::move(given.password), then);
}

void AuthService::begin_session(const User& user, std::string device, std::optional<UserId> guest, Callback<LoggedIn> done) {
  store_.sessions_of(user.id, [=, this](const StoreResult<std::vector<Session>>& open) {
    if (!open) return done(refusal_of(open.error()));
    save_session(user, *open, device, guest, done);
  });
}

void AuthService::save_session(const User& user, const std::vector<Session>& open, const std::string& device, std::optional<UserId> guest,
                               Callback<LoggedIn> done) {
  IssuedToken issued{{identity_of(user), new_id<SessionId>()}, new_token()};
  const auto now = now_();
  std::vector<Change> changes{NewSession{{issued.principal.session, sha256(issued.token), user.id, device_name(device), now, now}}};
  std::optional<SessionId> ended;
  if (open.size() >= kMaxSessions) {  // ends the session that was idle for longest
    ended = std::min_element(open.begin(), open.end(), [](const Session& a, const Session& b) { return a.seen < b.seen; })->id;
    changes.push_back(EndSession{*ended, user.id});
  }
  if (guest) changes.push_back(MergeGuest{*guest, user.id});
  store_.write(std::move(changes), [this, issued, guest, ended, done = std::move(done)](std::optional<StoreError> error) {
    if (error) return done(refusal_of(*error));
    ++revision_;
    ++metrics_.logins;
    done(LoggedIn{issued, guest, ended});
  });
}

void AuthService::sessions(const Principal& principal, Callback<std::vector<Session>> done) {
  store_.sessions_of(id_of(principal), [done = std::move(done)](StoreResult<std::vector<Session>> found) {
    if (found) done(std::move(*found));
    else done(refusal_of(found.error()));
  });
}

void AuthService::end_session(const Principal& principal, SessionId session, Callback<Ok> done) {
  store_.write(EndSession{session, id_of(principal)}, [this, done = std::move(done)](std::optional<StoreError> error) {
    if (!error) return ++revision_, done(Ok{});
    if (error->fault == StoreFault::conflict) return done(HttpRefusal{404, RefusalCode::no_such_session});
    done(refusal_of(*error));
  });
}

void AuthService::end_other_sessions(const Principal& principal, Callback<Ok> done) {
  store_.write(EndOtherSessions{id_of(principal), principal.session}, [this, done = std::move(done)](std::optional<StoreError> error) {
    if (error) return done(refusal_of(*error));
    ++revision_;
    done(Ok{});
  });
}

}  // namespace perron::net
