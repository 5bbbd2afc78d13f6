// perron arena: many games between computer players. The unit is one deal played once for each rotation of the seats,
// so that luck of the deal and of the seat cancels out.
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "app/commands.h"
#include "app/runner.h"
#include "app/seat_player.h"
#include "dealer/key.h"

namespace perron::app {

namespace {

struct Tally {
  std::int64_t games = 0, shared = 0;
  double wins = 0, wins_squared = 0;
  std::int64_t points = 0, completed = 0;
};

struct Totals {
  std::vector<Tally> players;
  std::int64_t games = 0, decisions = 0, unfinished = 0;
};

class Arena {
 public:
  Arena(const ArenaOptions& options, const Game& game) : options_(options), game_(game) {}

  // False: a record could not be written.
  bool run() {
    const auto cores = std::max(1u, std::thread::hardware_concurrency());
    const auto threads = options_.threads > 0 ? static_cast<unsigned>(options_.threads) : cores;
    totals_.players.resize(options_.players.size());
    begin_ = std::chrono::steady_clock::now();
    std::vector<std::thread> pool;
    for (unsigned i = 0; i < threads; ++i) pool.emplace_back([this] { work(); });
    const bool bar = isatty(STDERR_FILENO) && !options_.quiet;
    while (running_() && bar) {
      show_progress();
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    for (auto& thread : pool) thread.join();
    if (bar) std::fprintf(stderr, "\r\033[K");
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    return error_.empty();
  }

  const std::string& error() const { return error_; }
  void print() const { options_.json ? print_json() : print_table(); }

 private:
  static constexpr std::uint64_t kAttempts = 100;

  bool running_() const { return done_.load() < options_.games && !failed_.load(); }

  void show_progress() const {
    const auto done = done_.load();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    const double left = done > 0 ? seconds / static_cast<double>(done) * static_cast<double>(options_.games - done) : 0;
    const int filled = static_cast<int>(30 * done / std::max<std::int64_t>(1, options_.games));
    std::fprintf(stderr, "\r\033[K[%s%s] %lld of %lld games, %.0f s left", std::string(static_cast<std::size_t>(filled), '#').c_str(),
                 std::string(static_cast<std::size_t>(30 - filled), '.').c_str(), static_cast<long long>(done),
                 static_cast<long long>(options_.games), left);
  }

  void work() {
    std::vector<std::unique_ptr<Player>> players;
    for (const auto& name : options_.players) players.push_back(std::move(*make_seat_player(name)));
    Totals mine;
    mine.players.resize(players.size());
    for (auto number = next_++; number < options_.games && !failed_.load(); number = next_++) {
      play(number, players, mine);
      ++done_;
    }
    const std::lock_guard lock(mutex_);
    for (std::size_t p = 0; p < players.size(); ++p) {
      auto& to = totals_.players[p];
      const auto& from = mine.players[p];
      to.games += from.games;
      to.shared += from.shared;
      to.wins += from.wins;
      to.wins_squared += from.wins_squared;
      to.points += from.points;
      to.completed += from.completed;
    }
    totals_.games += mine.games;
    totals_.decisions += mine.decisions;
    totals_.unfinished += mine.unfinished;
  }

  // Plays game `number`. One that came to a standstill (kMaxActionsInGame) is played again with another deal.
  void play(std::int64_t number, const std::vector<std::unique_ptr<Player>>& players, Totals& into) {
    for (std::uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
      if (play(number, attempt, players, into)) return;
      ++into.unfinished;
    }
    fail("game " + std::to_string(number) + " came to a standstill again and again; these players can't finish games on this board");
  }

  bool play(std::int64_t number, std::uint64_t attempt, const std::vector<std::unique_ptr<Player>>& players, Totals& into) {
    const auto seats = static_cast<std::int64_t>(players.size());
    const auto deal = static_cast<std::uint64_t>(number / seats), turn = static_cast<std::uint64_t>(number % seats);
    const auto seed = (mix64(options_.seed) + deal) ^ (attempt << 48);
    const auto key = options_.provable ? key_from_seed(seed) : Key{};
    std::unique_ptr<Dealer> dealer;
    if (options_.provable) dealer = std::make_unique<KeyDealer>(KeyStreams{key});
    else dealer = std::make_unique<FastDealer>(FastStreams{seed});
    std::vector<Player*> seated;
    RecordHeader header{game_.board.id, {}, dealer->first_seat(game_.seats), options_.provable ? commitment(key) : ""};
    for (std::size_t s = 0; s < players.size(); ++s) {
      const auto p = (s + turn) % players.size();
      seated.push_back(players[p].get());
      header.seats.push_back(options_.players[p]);
    }
    Rng rng(mix64(seed ^ 0x706c6179) + turn);
    std::string lines;
    const auto end = play_game(game_, seated, *dealer, header.first, rng, options_.record_dir.empty() ? nullptr : &lines);
    into.decisions += end.decisions;
    if (!is_over(end.state.open)) return false;
    if (!options_.record_dir.empty())
      write(number, header_line(header) + "\n" + lines + result_line(game_, end.state, options_.provable ? to_hex(key) : "") + "\n");
    add(end, turn, into);
    return true;
  }

  static void add(const Finished& end, std::uint64_t turn, Totals& into) {
    const auto& players = into.players;
    int winners = 0;
    for (std::size_t s = 0; s < players.size(); ++s) winners += end.scores.wins(Seat(s));
    ++into.games;
    for (std::size_t s = 0; s < players.size(); ++s) {
      auto& tally = into.players[(s + turn) % players.size()];
      const double share = end.scores.wins(Seat(s)) ? 1.0 / winners : 0;
      ++tally.games;
      tally.shared += winners > 1 && share > 0;
      tally.wins += share;
      tally.wins_squared += share * share;
      tally.points += end.scores.seat[s].total;
      tally.completed += end.scores.seat[s].completed;
    }
  }

  void write(std::int64_t number, const std::string& text) {
    const auto name =
        game_.board.id + "-" + std::to_string(game_.seats) + "p-" + std::to_string(options_.seed) + "-" + std::to_string(number) + ".jsonl";
    const auto path = std::filesystem::path(options_.record_dir) / name;
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    if (out) return;
    fail("can't write the record " + path.string());
  }

  void fail(const std::string& sentence) {
    const std::lock_guard lock(mutex_);
    error_ = sentence;
    failed_ = true;
  }

  // 95 % interval of the win share: mean of shares, normal approximation.
  static double half_width(const Tally& t) {
    const double n = static_cast<double>(t.games), mean = t.wins / n;
    return n < 2 ? 1 : 1.96 * std::sqrt(std::max(0.0, t.wins_squared / n - mean * mean) / (n - 1));
  }

  void print_table() const {
    std::printf("%s, %d players, %lld games, seed %llu, %.1f s (%.0f games/s)\n", game_.board.name.c_str(), game_.seats,
                static_cast<long long>(totals_.games), static_cast<unsigned long long>(options_.seed), seconds_,
                static_cast<double>(totals_.games) / seconds_);
    if (totals_.unfinished > 0)
      std::printf("%lld games came to a standstill and were played again with another deal\n", static_cast<long long>(totals_.unfinished));
    std::printf("%-12s %8s %16s %10s %10s %8s\n", "player", "games", "wins %", "points", "tickets", "shared");
    for (std::size_t p = 0; p < totals_.players.size(); ++p) {
      const auto& t = totals_.players[p];
      const double n = static_cast<double>(std::max<std::int64_t>(1, t.games));
      std::printf("%-12s %8lld %8.1f +-%5.1f %10.1f %10.2f %8lld\n", options_.players[p].c_str(), static_cast<long long>(t.games),
                  100 * t.wins / n, 100 * half_width(t), static_cast<double>(t.points) / n, static_cast<double>(t.completed) / n,
                  static_cast<long long>(t.shared));
    }
  }

  void print_json() const {
    std::printf(
        "{\"board\":\"%s\",\"seats\":%d,\"games\":%lld,\"seed\":%llu,\"seconds\":%.3f,\"decisions\":%lld,\"unfinished\":%lld,\"players\":[",
        game_.board.id.c_str(), game_.seats, static_cast<long long>(totals_.games), static_cast<unsigned long long>(options_.seed),
        seconds_, static_cast<long long>(totals_.decisions), static_cast<long long>(totals_.unfinished));
    for (std::size_t p = 0; p < totals_.players.size(); ++p) {
      const auto& t = totals_.players[p];
      const double n = static_cast<double>(std::max<std::int64_t>(1, t.games));
      std::printf(
          "%s{\"player\":\"%s\",\"games\":%lld,\"win_share\":%.6f,\"half_width\":%.6f,\"points\":%.4f,\"completed\":%.4f,\"shared\":%lld}",
          p ? "," : "", options_.players[p].c_str(), static_cast<long long>(t.games), t.wins / n, half_width(t),
          static_cast<double>(t.points) / n, static_cast<double>(t.completed) / n, static_cast<long long>(t.shared));
    }
    std::printf("]}\n");
  }

  const ArenaOptions& options_;
  const Game& game_;
  std::atomic<std::int64_t> next_{0}, done_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::string error_;
  Totals totals_;
  std::chrono::steady_clock::time_point begin_;
  double seconds_ = 0;
};

}  // namespace

int arena(const ArenaOptions& options) {
  if (options.players.empty()) return wrong("arena needs --players, for example --players h1,random");
  for (const auto& name : options.players) {
    if (const auto player = make_seat_player(name); !player) return wrong(player.error());
  }
  const auto game = game_or_complain(options.board, static_cast<int>(options.players.size()));
  if (!game) return 2;
  if (!options.record_dir.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options.record_dir, error);
    if (error) return wrong("can't make the folder " + options.record_dir + ": " + error.message());
  }
  Arena arena(options, *game);
  if (!arena.run()) return wrong(arena.error()), 1;
  arena.print();
  return 0;
}

}  // namespace perron::app
