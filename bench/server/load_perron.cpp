// Load on `perron serve`: games of two people on two sockets. Searches messages instead of parsing them, because the client must be cheap.
#include <charconv>
#include <deque>
#include <random>
#include <unordered_map>

#include "load_target.h"

namespace perron::load {
namespace {

// The value of the first such key as text: a string without quotes, or a number.
std::string_view value_of(std::string_view text, std::string_view key) {
  const auto at = text.find(key);
  if (at == std::string_view::npos) return {};
  auto rest = text.substr(at + key.size());
  if (rest.empty()) return {};
  if (rest.front() == '"') {
    rest.remove_prefix(1);
    return rest.substr(0, rest.find('"'));
  }
  return rest.substr(0, rest.find_first_of(",}]"));
}

int number_of(std::string_view text) {
  int out = -1;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

class PerronTarget : public Target {
 public:
  explicit PerronTarget(int port) : clients_(port, [this](int socket, std::string_view text) { on_text(socket, text); }) {}

  ClientPool& clients() override { return clients_; }
  int refused() const override { return refused_; }
  std::string why() const override { return why_; }

  void connect(int sockets) override {
    for (int i = 0; i < sockets; ++i) {
      const int socket = clients_.open("/ws");
      clients_.send(socket, R"({"type":"hello","protocol":1})");
      if (i % 50 == 49) wait_for(welcomes_, i + 1, "welcomes");
    }
    sockets_ = sockets;
    wait_for(welcomes_, sockets, "welcomes");
  }

  void open_games(int games) override {
    games_.resize(static_cast<std::size_t>(games));
    for (int i = 0; i < games; ++i) {
      clients_.poll_until([&] { return i - started_ < 256; }, std::chrono::seconds(60));
      const auto id = std::to_string(i);
      games_[static_cast<std::size_t>(i)].host = i % sockets_;
      games_[static_cast<std::size_t>(i)].guest = (i + 1 + i / sockets_) % sockets_;
      clients_.send(i % sockets_, R"({"type":"create","id":"c)" + id + R"(","board":"europe","seats":[{"kind":"me"},{"kind":"open"}]})");
    }
    wait_for(started_, games, "games");
    clients_.poll_until([&] { return ready_.size() >= games_.size(); }, std::chrono::seconds(30));
  }

  bool move(Clock::time_point when) override {
    while (!ready_.empty()) {
      // A random one: neighbours in the list were played last.
      const auto at = random_() % ready_.size();
      std::swap(ready_[at], ready_.back());
      const auto turn = std::move(ready_.back());
      ready_.pop_back();
      const auto id = "m" + std::to_string(++moves_);
      asked_.emplace(id, when);
      clients_.send(turn.socket, R"({"type":"act","id":")" + id + R"(","game":")" + turn.game + R"(","seat":)" + std::to_string(turn.seat) +
                                     R"(,"version":)" + std::to_string(turn.version) + R"(,"action":)" + turn.action + "}");
      return true;
    }
    return false;
  }

 private:
  struct Turn {
    int socket, seat, version;
    std::string game, action;
  };
  struct Opening {
    int host = 0, guest = 0;
    std::string table;
  };

  void wait_for(const int& count, int wanted, const char* what) {
    if (clients_.poll_until([&] { return count >= wanted; }, std::chrono::seconds(120))) return;
    std::fprintf(stderr, "load: only %d of %d %s; %d refused (%s)\n", count, wanted, what, refused_, why_.c_str());
    std::exit(1);
  }

  void on_text(int socket, std::string_view text) {
    const auto type = value_of(text.substr(0, 40), R"("type":)");
    if (type == "ok") return answer(text);
    if (type == "update" || type == "snapshot") return position(socket, text);
    if (type == "welcome") ++welcomes_;
    if (type == "refused") {
      ++refused_;
      why_ = text;
      const auto at = asked_.find(std::string(value_of(text, R"("id":)")));
      if (at != asked_.end()) asked_.erase(at);
    }
  }

  // Opening a game is a chain of requests: create, join, start.
  void answer(std::string_view text) {
    const std::string id(value_of(text, R"("id":)"));
    if (id.starts_with('m')) {
      const auto at = asked_.find(id);
      if (at == asked_.end()) return;
      const auto when = at->second;
      asked_.erase(at);
      if (acknowledged) acknowledged(when);
      return;
    }
    const auto number = id.substr(1);
    auto& game = games_[static_cast<std::size_t>(number_of(number))];
    if (id.starts_with('c')) {
      game.table = value_of(text, R"("table":)");
      clients_.send(game.guest, R"({"type":"join","id":"j)" + number + R"(","table":")" + game.table + R"("})");
    } else if (id.starts_with('j')) {
      clients_.send(game.host, R"({"type":"start","id":"s)" + number + R"(","table":")" + game.table + R"("})");
    } else if (id.starts_with('s')) {
      ++started_;
    }
  }

  void position(int socket, std::string_view text) {
    const auto at = text.rfind(R"("legal":[[)");
    if (at == std::string_view::npos) return;
    auto list = text.substr(at + 9);
    list = list.substr(0, list.find("]]") + 1);
    // The next action that begins after a random position. Drawing cards comes first.
    auto from = list.rfind('[', random_() % list.size());
    if (from == std::string_view::npos) from = 0;
    const auto action = list.substr(from, list.find(']', from) + 1 - from);
    ready_.push_back({socket, number_of(value_of(text, R"("seat":)")), number_of(value_of(text, R"("version":)")),
                      std::string(value_of(text, R"("game":)")), std::string(action)});
  }

  ClientPool clients_;
  int sockets_ = 0, welcomes_ = 0, started_ = 0, refused_ = 0;
  std::int64_t moves_ = 0;
  std::string why_;
  std::vector<Opening> games_;
  std::vector<Turn> ready_;
  std::unordered_map<std::string, Clock::time_point> asked_;
  std::minstd_rand random_{1};
};

}  // namespace

std::unique_ptr<Target> perron_target(int port) { return std::make_unique<PerronTarget>(port); }

}  // namespace perron::load
