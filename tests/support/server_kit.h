// A server without sockets for tests: time is turned by hand, clients keep what they are sent and check it as a browser would.
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "server/hub/hub.h"
#include "server/runtime/worker.h"
#include "support/faulty_store.h"

namespace perron::kit {

class HandLoop final : public server::Loop {
 public:
  void post(std::function<void()> work) override;
  void after(server::Milliseconds span, std::function<void()> work) override;
  server::Milliseconds now() const override { return now_; }

  void run();                               // all that is to be done now
  void advance(server::Milliseconds span);  // timers on the way ring in order
  void set(server::Milliseconds now) { now_ = now; }

 private:
  bool take(std::function<void()>& work);
  std::mutex mutex_;
  std::deque<std::function<void()>> posted_;
  std::multimap<server::Milliseconds, std::function<void()>> timers_;
  server::Milliseconds now_ = 1'790'000'000'000;
};

// Answers at once, on the loop; counts the questions.
class HandThinker final : public server::Thinker {
 public:
  explicit HandThinker(server::Loop& loop) : loop_(loop) {}
  wire::Level ask(server::Question question, std::function<void(Action)> answer) override;
  std::size_t thinking() const override { return 0; }
  std::size_t waiting() const override { return held_.size(); }
  void hold() { hold_ = true; }
  void release();

  int asked = 0;
  std::optional<wire::Level> at_most;  // as under load
  bool random = true;                  // random actions instead of the level's: fast

 private:
  struct Held {
    server::Question question;
    std::function<void(Action)> answer;
  };
  void reply(Held held);
  server::Loop& loop_;
  bool hold_ = false;
  std::deque<Held> held_;
};

// Works at once, but answers by the loop as a thread would; or when the test lets it.
class HandWorker final : public server::Worker {
 public:
  HandWorker(server::Loop& loop, std::unique_ptr<GameReader> reads) : loop_(loop), reads_(std::move(reads)) {}
  void run(Lane lane, Work work, std::function<void()> done) override;
  std::size_t waiting() const { return held_.size(); }
  void hold() { hold_ = true; }
  void release();

 private:
  server::Loop& loop_;
  const std::unique_ptr<GameReader> reads_;
  bool hold_ = false;
  std::list<std::pair<Work, std::function<void()>>> held_;
};

// What a client knows of one stream of a game, built from snapshots and updates only.
struct StreamSeen {
  nlohmann::ordered_json view, legal;
  std::uint32_t version = 0;
  bool undo = false;
  std::vector<std::string> notices;  // as text, by number from 1; "" where a snapshot skipped them
};

class TestClient final : public server::Client {
 public:
  TestClient(server::Hub& hub, server::Identity who, std::string address = {});
  ~TestClient() override;

  void send(std::string_view message) override;
  void close(int code, std::string) override { closed = code; }
  void charge(std::size_t bytes) override { charged += bytes; }
  std::size_t backlog() const override { return 0; }

  // Sends a request; its id is made unless given.
  std::string ask(nlohmann::ordered_json request);
  void send_raw(std::string_view text) { hub_->receive(id_, text); }
  void reconnect(server::Hub& hub);
  void disconnect();

  // The answer to a request, or {}.
  nlohmann::ordered_json answer(const std::string& id) const;
  const nlohmann::ordered_json* last(const std::string& type) const;
  bool was_ok(const std::string& id) const { return answer(id).value("type", "") == "ok"; }
  std::string refusal(const std::string& id) const;  // its code; "" if it was not refused

  std::vector<std::string> raw;             // every byte that came
  std::vector<nlohmann::ordered_json> all;  // the same, read
  std::map<int, StreamSeen> streams;        // by seat; -1: everyone's
  nlohmann::ordered_json table, ended;
  std::string fault;  // the first thing that was wrong with what came
  int closed = 0;
  std::size_t charged = 0;  // bytes
  server::Identity who;
  std::string address;

 private:
  void take_stream(const nlohmann::ordered_json& message);
  server::Hub* hub_;
  server::ClientId id_{0};
  int next_ = 0;
};

// Everything together; a restart throws away all but the disk.
class TestServer {
 public:
  explicit TestServer(server::Settings settings = quick_settings());
  static server::Settings quick_settings();

  void run() { loop.run(); }
  void advance(server::Milliseconds span) { loop.advance(span); }
  void restart();                                                                // as after kill -9
  TestClient& client(const std::string& name, const std::string& address = {});  // the address when it first comes
  server::Hub& hub() { return *hub_; }
  FaultyStore& store() { return *store_; }
  HandThinker& thinker() { return *thinker_; }
  HandWorker& worker() { return *worker_; }

  // What the hub answers over HTTP.
  server::Hub::Answer games_of(UserId user, GameFilter filter);
  server::Hub::Answer listed_games();
  server::Hub::Answer game(const std::string& game, std::optional<UserId> who);
  server::Hub::Answer record(const std::string& game, std::optional<UserId> who);
  server::Hub::Answer replay(const std::string& game, std::optional<UserId> who, int seat);

  // A table with these seats, started; the first client is the host, "computer" is a computer player, "local" is the host's.
  struct Started {
    std::string table, game;
  };
  Started start(const std::string& board, const std::vector<std::string>& seats, nlohmann::ordered_json options = {});

  HandLoop loop;
  std::shared_ptr<Disk> disk = std::make_shared<Disk>();
  server::Settings settings;
  std::vector<std::string> boards;  // more than the built-in ones

 private:
  void begin();
  std::unique_ptr<FaultyStore> store_;
  std::unique_ptr<HandThinker> thinker_;
  std::unique_ptr<HandWorker> worker_;
  std::unique_ptr<server::Hub> hub_;
  std::map<std::string, std::unique_ptr<TestClient>> clients_;
};

// Lets the clients that hold a seat play random legal actions until the game is over, or so many actions have been played.
// Answers how many were.
int play_on(TestServer& server, const TestServer::Started& game, const std::vector<TestClient*>& clients, std::uint64_t seed,
            int most = 100000);

}  // namespace perron::kit
