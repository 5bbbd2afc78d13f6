// What this server answers: the page's files, the REST interface, and the sockets' messages, which go to the hub. Knows HTTP
// as values, no socket.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "net/run/doorman.h"
#include "net/people/people.h"
#include "net/site/site.h"

namespace perron::net {

// A request on its way to an answer.
struct Call {
  Request request;
  std::vector<std::string> parts;  // what stood in place of * in the path
  std::optional<Who> who;
  Reply reply;
};
using CallPtr = std::shared_ptr<Call>;

class PerronSite : public Site {
 public:
  PerronSite(server::Hub& hub, People& people, server::Loop& loop, Store& store, Metrics& metrics, const Settings& settings,
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
  enum class Known : std::uint8_t { no, may_be, must_be };
  struct Route {
    Method method;
    std::string_view path;  // * stands for one part
    Known known;
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

  // ---- site_people.cpp
  void new_guest(const CallPtr& call);
  void me(const CallPtr& call);
  void rename(const CallPtr& call);
  void new_account(const CallPtr& call);
  void new_password(const CallPtr& call);
  void log_in(const CallPtr& call);
  void sessions(const CallPtr& call);
  void end_session(const CallPtr& call);
  bool may_try(const CallPtr& call);
  std::optional<HttpRefusal> may_make_guest(const std::string& address);
  bool may_read_log(const CallPtr& call);  // and refuses
  // These sockets take no more messages; their clients leave the hub at once.
  void close_sockets(UserId user, std::optional<SessionId> only, std::optional<SessionId> but);

  server::Hub& hub_;
  People& people_;
  server::Loop& loop_;
  Store& store_;
  Metrics& metrics_;
  const Settings& settings_;
  std::string version_;

  // Log-ins and new guests have few credits of their own.
  Settings login_settings_, guest_settings_, log_settings_;
  Doorman logins_, guests_, logs_;

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
