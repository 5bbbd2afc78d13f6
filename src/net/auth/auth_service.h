// Authentication: guests by token, accounts by name and password, and their sessions on several devices. Uses the store. Knows no socket
// and no HTTP. Only hashes of tokens and passwords are stored.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "net/auth/login_guard.h"
#include "net/auth/password_hasher.h"
#include "net/run/metrics.h"
#include "server/hub/hub.h"
#include "store/store.h"

namespace perron::net {

struct Principal {
  server::Identity identity;
  SessionId session{0};
};
struct IssuedToken {  // for a new session; the client gets the token only once
  Principal principal;
  std::string token;
};

using server::HttpRefusal;
using server::RefusalCode;
template <class T>
using HttpResult = Result<T, HttpRefusal>;
template <class T>
using Callback = std::function<void(HttpResult<T>)>;
struct Ok {};

class AuthService {
 public:
  using Now = std::function<std::int64_t()>;
  AuthService(Store& store, PasswordHasher& passwords, Metrics& metrics, Now now)
      : store_(store), hasher_(passwords), metrics_(metrics), now_(std::move(now)) {}

  // The owner of a token, or 401. `from` is the client's address group. The result is current when `done` is called: it reflects sessions
  // that ended and names that changed meanwhile.
  void authenticate(std::string_view token, std::string from, Callback<Principal> done);

  void make_guest(std::string_view name, std::string device, Callback<IssuedToken> done);
  void rename(const Principal& principal, std::string_view name, Callback<Principal> done);

  // A name and password, the device's name as its owner calls it, and the address group.
  struct Credentials {
    std::string name, password, device, from;
  };
  // Turns a guest into an account. Ends all sessions of the guest and begins a new one.
  void make_account(const Principal& principal, Credentials given, Callback<IssuedToken> done);
  // Ends all other sessions.
  void change_password(const Principal& principal, std::string old_password, std::string new_password, std::string from, Callback<Ok> done);
  // With a guest's token, the guest's games move to the account and the guest's sessions end; LoggedIn::guest is set then.
  struct LoggedIn {
    IssuedToken issued;
    std::optional<UserId> guest;
    std::optional<SessionId> ended;  // the oldest one, if there were too many
  };
  void log_in(Credentials given, std::optional<Principal> guest, Callback<LoggedIn> done);

  void sessions(const Principal& principal, Callback<std::vector<Session>> done);
  void end_session(const Principal& principal, SessionId session, Callback<Ok> done);
  void end_other_sessions(const Principal& principal, Callback<Ok> done);

 private:
  void find_owner(const Bytes32& token_hash, std::string from, Callback<Principal> done);
  void touch_session(const Session& session, const User& user, const std::string& from);
  void save_name(Principal principal, std::string name, Callback<Principal> done);
  void enroll(const Principal& principal, std::string account, Credentials given, Callback<IssuedToken> done);
  void save_account(const IssuedToken& issued, std::string account, std::string encoded, const Credentials& given,
                    Callback<IssuedToken> done);
  struct NewPassword {
    std::string old_password, new_password, from;
  };
  void replace_password(const User& user, SessionId keep, NewPassword given, Callback<Ok> done);
  void save_password(const User& user, SessionId keep, std::string encoded, Callback<Ok> done);
  void log_in_as(const std::optional<User>& found, Credentials given, std::optional<UserId> guest, Callback<LoggedIn> done);
  // Passes on whether the stored password is still this one.
  void if_password_unchanged(UserId user, std::string password, std::function<void(bool)> then);
  // Verifies a password, unless this address must wait.
  void verify_password(LoginGuard::Target target, std::string from, std::string encoded, std::string password,
                       std::function<void(HttpResult<bool>)> then);
  void begin_session(const User& user, std::string device, std::optional<UserId> guest, Callback<LoggedIn> done);
  void save_session(const User& user, const std::vector<Session>& open, const std::string& device, std::optional<UserId> guest,
                    Callback<LoggedIn> done);

  Store& store_;
  PasswordHasher& hasher_;
  Metrics& metrics_;
  Now now_;
  LoginGuard guard_;
  std::uint64_t revision_ = 0;  // grows with each change of names, accounts or sessions: authenticate() then starts again
};

HttpRefusal refusal_of(const StoreError& error);

}  // namespace perron::net
