// What this server answers: the page's files, the REST API, and WebSocket messages, which go to the hub. Knows HTTP as values, no socket.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "net/auth/auth_service.h"
#include "net/run/address_limiter.h"
#include "net/site/site.h"

namespace perron::net {

// A request that is being answered.
struct Call {
  Request request;
  std::vector<std::string> parts;  // what the path has in place of *
  std::optional<Principal> principal;
  Reply reply;
};
using CallPtr = std::shared_ptr<Call>;

class PerronSite : public Site {
 public:
  PerronSite(server::Hub& hub, AuthService& people, server::Loop& loop, Store& store, Metrics& metrics, const Settings& settings,
             std::string version);

  void answer(Request request, Reply reply) override;
  void hello(std::string message, std::string address, std::function<void(Greeting)> done) override;
  server::ClientId connect(server::Client& client, const Greeting& greeting) override;
  void receive(server::ClientId client, std::string_view message) override { hub_.receive(client, message); }
  std::string too_fast(std::string_view message) override;
  void disconnect(server::ClientId client) override;
  void set_round_trip(server::ClientId client, server::Milliseconds span) override { hub_.set_round_trip(client, span); }

 private:
  using Handler = void (PerronSite::*)(const CallPtr&);
  enum class Auth : std::uint8_t { none, optional, required };
  struct Route {
    Method method;
    std::string_view path;  // * matches one segment
    Auth auth;
    Handler handler;
  };
  static std::span<const Route> routes();
  Response allow_origin(const Request& request, Response response) const;
  void dispatch(Request request, Reply reply);
  void begin(const CallPtr& call, const Route& route);

  // ---- site_reads.cpp
  void health(const CallPtr& call);
  void metrics(const CallPtr& call);
  void boards(const CallPtr& call);
  void board(const CallPtr& call);
  void tables(const CallPtr& call);
  void my_games(const CallPtr& call);
  void listed_games(const CallPtr& call);
  void game(const CallPtr& call);
  void game_board(const CallPtr& call);
  void record(const CallPtr& call);
  void replay(const CallPtr& call);

  // ---- site_auth.cpp
  void new_guest(const CallPtr& call);
  void me(const CallPtr& call);
  void rename(const CallPtr& call);
  void new_account(const CallPtr& call);
  void new_password(const CallPtr& call);
  void log_in(const CallPtr& call);
  void sessions(const CallPtr& call);
  void end_session(const CallPtr& call);
  bool may_log_in(const CallPtr& call);
  std::optional<HttpRefusal> may_make_guest(const std::string& address);
  bool may_read_log(const CallPtr& call);  // false: refused
  // Closes sockets of a user: only those of session `only`, or all but those of `but`. Their clients leave the hub at once.
  void close_sockets(UserId user, std::optional<SessionId> only, std::optional<SessionId> but);

  server::Hub& hub_;
  AuthService& auth_;
  server::Loop& loop_;
  Store& store_;
  Metrics& metrics_;
  const Settings& settings_;
  std::string version_;

  // Stricter limits for log-ins, new guests and reading game logs.
  Settings login_settings_, guest_settings_, log_settings_;
  AddressLimiter logins_, guests_, logs_;

  struct Socket {
    server::Client* client;
    UserId user;
    SessionId session;
  };
  std::unordered_map<server::ClientId, Socket> sockets_;
};

void refuse(const CallPtr& call, const HttpRefusal& refusal);
void reply_json(const CallPtr& call, std::string text, int status = 200);

}  // namespace perron::net
