// Load on a boardgame.io server through its socket.io transport. A socket is in one match at a time there, so the moves are made in one
// match per pair of sockets. The other games are open and idle, as most of Perron's are.
#include <charconv>
#include <cstdlib>
#include <random>
#include <unordered_map>

#include "load_target.h"

namespace perron::load {
namespace {

constexpr std::string_view kEvent = "42/perron,";

class BoardgameioTarget : public Target {
 public:
  explicit BoardgameioTarget(int port) : clients_(port, [this](int socket, std::string_view text) { on_text(socket, text); }) {}

  ClientPool& clients() override { return clients_; }
  int refused() const override { return 0; }
  std::string why() const override { return ""; }

  void connect(int sockets) override {
    for (int i = 0; i < sockets; ++i) {
      clients_.open("/socket.io/?EIO=4&transport=websocket");
      if (i % 20 == 19) wait_for(connected_, i + 1, "connections");
    }
    sockets_ = sockets;
    wait_for(connected_, sockets, "connections");
  }

  void open_games(int games) override {
    const int pairs = sockets_ / 2;
    int sent = 0;
    // The idle ones, created by a first sync.
    for (int i = pairs; i < games; ++i, ++sent) {
      clients_.poll_until([&] { return sent - synced_ < 64; }, std::chrono::seconds(60));
      sync(i % sockets_, i, 0);
    }
    wait_for(synced_, sent, "games");
    for (int i = 0; i < pairs; ++i)
      for (int player = 0; player < 2; ++player, ++sent) {
        clients_.poll_until([&] { return sent - synced_ < 64; }, std::chrono::seconds(60));
        sync(2 * i + player, i, player);
      }
    wait_for(synced_, sent, "players");
    for (int i = 0; i < pairs; ++i) ready_.push_back({i, 0, 0});
  }

  bool move(Clock::time_point when) override {
    if (ready_.empty()) return false;
    const auto at = random_() % ready_.size();
    std::swap(ready_[at], ready_.back());
    const auto turn = ready_.back();
    ready_.pop_back();
    asked_[turn.match] = when;
    const auto player = std::to_string(turn.player);
    clients_.send(2 * turn.match + turn.player, std::string(kEvent) + R"(["update",{"type":"MAKE_MOVE","payload":{"type":"act","args":[)" +
                                                    std::to_string(random_() % 40) + "," + std::to_string(random_() % 9) +
                                                    R"(],"playerID":")" + player + R"(","credentials":null}},)" +
                                                    std::to_string(turn.state) + R"(,"m)" + std::to_string(turn.match) + R"(",")" + player +
                                                    R"("])");
    return true;
  }

 private:
  struct Turn {
    int match, player, state;
  };

  void sync(int socket, int match, int player) {
    clients_.send(socket,
                  std::string(kEvent) + R"(["sync","m)" + std::to_string(match) + R"(",")" + std::to_string(player) + R"(",null,2])");
  }

  void wait_for(const int& count, int wanted, const char* what) {
    if (clients_.poll_until([&] { return count >= wanted; }, std::chrono::seconds(120))) return;
    std::fprintf(stderr, "load: only %d of %d %s\n", count, wanted, what);
    std::exit(1);
  }

  static int number_after(std::string_view text, std::string_view key) {
    const auto at = text.find(key);
    int out = -1;
    if (at != std::string_view::npos) std::from_chars(text.data() + at + key.size(), text.data() + text.size(), out);
    return out;
  }

  void on_text(int socket, std::string_view text) {
    if (text.starts_with("0{")) return clients_.send(socket, "40/perron,");
    if (text.starts_with("40/perron")) return void(++connected_);
    if (text == "2") return clients_.send(socket, "3");
    if (text.starts_with(R"(42/perron,["sync")")) return void(++synced_);
    if (!text.starts_with(R"(42/perron,["update")")) return;
    const int match = number_after(text, R"("update","m)"), state = number_after(text, R"("_stateID":)");
    const int next = number_after(text, R"("currentPlayer":")");
    const int player = socket % 2;
    if (player == next) {
      ready_.push_back({match, next, state});
    } else if (const auto at = asked_.find(match); at != asked_.end()) {
      const auto when = at->second;
      asked_.erase(at);
      if (acknowledged) acknowledged(when);
    }
  }

  ClientPool clients_;
  int sockets_ = 0, connected_ = 0, synced_ = 0;
  std::vector<Turn> ready_;
  std::unordered_map<int, Clock::time_point> asked_;
  std::minstd_rand random_{1};
};

}  // namespace

std::unique_ptr<Target> boardgameio_target(int port) { return std::make_unique<BoardgameioTarget>(port); }

}  // namespace perron::load
