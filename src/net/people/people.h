// Who people are: guests by a token, accounts by name and password, their sessions on several devices. Knows the store, no
// socket and no HTTP. Tokens and passwords leave no trace but their hashes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "net/people/login_guard.h"
#include "net/run/metrics.h"
#include "net/people/passwords.h"
#include "server/hub/hub.h"
#include "store/store.h"

namespace perron::net {

struct Who {
  server::Identity identity;
  SessionId session{0};
};
struct Fresh {  // who somebody is from now on; the token is told once
  Who who;
  std::string token;
};

using server::HttpRefusal;
using server::RefusalCode;
template <class T>
using Answer = Result<T, HttpRefusal>;
template <class T>
using Told = std::function<void(Answer<T>)>;
struct Done {};

class People {
 public:
  using Now = std::function<std::int64_t()>;
  People(Store& store, Passwords& passwords, Metrics& metrics, Now now)
      : store_(store), passwords_(passwords), metrics_(metrics), now_(std::move(now)) {}

  // The owner of a token; 401 if it is nobody's. `from` is the address group that uses it. The answer is current when `done` is called:
  // the token of a session that has been ended meanwhile is unknown, a changed name is the new one.
  void of_token(std::string_view token, std::string from, Told<Who> done);

  void make_guest(std::string_view name, std::string device, Told<Fresh> done);
  void rename(const Who& who, std::string_view name, Told<Who> done);

  // Name and password, and where they come from: a device as its owner calls it, an address group.
  struct Credentials {
    std::string name, password, device, from;
  };
  // The guest becomes an account. All sessions of the guest end, and a new one begins.
  void make_account(const Who& who, Credentials given, Told<Fresh> done);
  // All other sessions end.
  void change_password(const Who& who, std::string old, std::string fresh, std::string from, Told<Done> done);
  // With a guest's token the guest's games come along, and the guest's sessions end; `guest` is told then.
  struct LoggedIn {
    Fresh fresh;
    std::optional<UserId> guest;
    std::optional<SessionId> ended;  // the one that made room, if there were too many
  };
  void log_in(Credentials given, std::optional<Who> guest, Told<LoggedIn> done);

  void sessions(const Who& who, Told<std::vector<Session>> done);
  void end_session(const Who& who, SessionId session, Told<Done> done);
  void end_other_sessions(const Who& who, Told<Done> done);

 private:
  void find_owner(const Bytes32& token_hash, std::string from, Told<Who> done);
  void used(const Session& session, const User& user, const std::string& from);
  void save_name(Who who, std::string name, Told<Who> done);
  void enroll(const Who& who, std::string account, Credentials given, Told<Fresh> done);
  void save_account(const Fresh& fresh, std::string account, std::string encoded, const Credentials& given, Told<Fresh> done);
  struct NewPassword {
    std::string old, fresh, from;
  };
  void replace_password(const User& user, SessionId keep, NewPassword given, Told<Done> done);
  void save_password(const User& user, SessionId keep, std::string encoded, Told<Done> done);
  void log_in_as(const std::optional<User>& found, Credentials given, std::optional<UserId> guest, Told<LoggedIn> done);
  // Whether that is the password still, as it is stored.
  void if_still(UserId user, std::string password, std::function<void(bool)> then);
  // Compares unless this address must wait; `then` is called with whether the password is right.
  void compare(LoginGuard::Target target, std::string from, std::string encoded, std::string password,
               std::function<void(Answer<bool>)> then);
  void begin_session(const User& user, std::string device, std::optional<UserId> guest, Told<LoggedIn> done);
  void save_session(const User& user, const std::vector<Session>& open, const std::string& device, std::optional<UserId> guest,
                    Told<LoggedIn> done);

  Store& store_;
  Passwords& passwords_;
  Metrics& metrics_;
  Now now_;
  LoginGuard guard_;
  std::uint64_t changes_ = 0;  // of what of_token() has told: names, accounts, the ends of sessions
};

HttpRefusal refusal_of(const StoreError& error);

}  // namespace perron::net
