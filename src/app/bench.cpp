// perron bench: the engine's speed on one thread, and the signatures of the engine and of the computer players.
#include <chrono>
#include <cstdio>
#include <memory>

#include "app/commands.h"
#include "arena/search_signature.h"
#include "base/hash.h"
#include "content/builtin.h"
#include "dealer/playout.h"

namespace perron::app {

namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

struct Figures {
  double games_per_s, games_per_s_scored, decisions_per_s, clone_ns, legal_ns, sample_ns, score_ns;
};

// Keeps the compiler from optimizing away an unused result.
template <class T>
void use(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

// Nanoseconds per call of f(state), averaged over the states for a number of seconds.
template <class F>
double time_each(const std::vector<State>& states, double seconds, F&& f) {
  std::int64_t calls = 0;
  const auto begin = Clock::now();
  do {
    for (const auto& state : states) f(state);
    calls += static_cast<std::int64_t>(states.size());
  } while (since(begin) < seconds);
  return since(begin) * 1e9 / static_cast<double>(calls);
}

// Whole random games: per second, with and without the final count, and the decisions in them.
void measure_games(const Game& game, double seconds, ActionList& list, Figures& out) {
  std::uint64_t seed = 0;
  std::int64_t decisions = 0;
  const auto play = [&](auto&& finish) {
    const auto first = seed;
    const auto begin = Clock::now();
    do {
      for (int i = 0; i < 16; ++i)
        finish(random_game(game, seed++, list, [&](const State&, Action action) { decisions += !is_deal(action.kind); }));
    } while (since(begin) < seconds);
    return static_cast<double>(seed - first) / since(begin);
  };
  play([](const State&) {});  // warm up
  decisions = 0;
  const auto begin = Clock::now();
  out.games_per_s = play([](const State& state) { use(state); });
  out.decisions_per_s = static_cast<double>(decisions) / since(begin);
  out.games_per_s_scored = play([&](const State& state) { use(final_scores(game, state)); });
}

// Single functions, on positions of random games: decisions and final positions.
void measure_functions(const Game& game, double seconds, ActionList& list, Figures& out) {
  std::vector<State> decisions, ends;
  Rng rng(1);
  for (std::uint64_t i = 0; i < 64; ++i)
    ends.push_back(random_game(game, i, list, [&](const State& state, Action) {
      if (!is_chance(state.open) && rng.below(16) == 0) decisions.push_back(state);
    }));
  State copy;
  out.clone_ns = time_each(decisions, seconds, [&](const State& state) {
    copy = state;
    use(copy);
  });
  out.legal_ns = time_each(decisions, seconds, [&](const State& state) {
    legal(game, state.open, state.own[state.open.to_move], list);
    use(list);
  });
  out.sample_ns = time_each(decisions, seconds, [&](const State& state) {
    // Includes making the view, which a search pays for as well.
    use(sample(game, observe(state, state.open.to_move), rng));
  });
  out.score_ns = time_each(ends, seconds, [&](const State& state) { use(final_scores(game, state)); });
}

Figures measure(const Game& game, double seconds) {
  const auto list = std::make_unique<ActionList>();
  Figures out{};
  measure_games(game, seconds, *list, out);
  measure_functions(game, seconds / 4, *list, out);
  return out;
}

void print(const Game& game, const Figures& f, std::uint64_t hash, bool json) {
  if (json) {
    std::printf(
        "{\"board\":\"%s\",\"seats\":%d,\"games_per_s\":%.0f,\"games_per_s_scored\":%.0f,\"decisions_per_s\":%.0f,\"clone_ns\":%.1f,"
        "\"legal_ns\":%.1f,"
        "\"sample_ns\":%.1f,\"score_ns\":%.1f,\"signature\":\"%016llx\"}\n",
        game.board.id.c_str(), game.seats, f.games_per_s, f.games_per_s_scored, f.decisions_per_s, f.clone_ns, f.legal_ns, f.sample_ns,
        f.score_ns, static_cast<unsigned long long>(hash));
  } else {
    std::printf("%-14s %5d %9.0f %9.0f %12.0f %9.1f %9.1f %9.1f %9.1f  %016llx\n", game.board.id.c_str(), game.seats, f.games_per_s,
                f.games_per_s_scored, f.decisions_per_s, f.clone_ns, f.legal_ns, f.sample_ns, f.score_ns,
                static_cast<unsigned long long>(hash));
  }
  std::fflush(stdout);
}

std::vector<std::string> boards_of(const BenchOptions& options) {
  if (!options.board.empty()) return {options.board};
  std::vector<std::string> out;
  for (const auto& board : builtin_boards()) out.emplace_back(board.id);
  return out;
}

void print_search(const std::string& board, const std::string& player, std::uint64_t signature, bool json) {
  std::printf(json ? "{\"board\":\"%s\",\"player\":\"%s\",\"signature\":\"%016llx\"}\n" : "%s %s %016llx\n", board.c_str(), player.c_str(),
              static_cast<unsigned long long>(signature));
  std::fflush(stdout);
}

// The lines of tests/golden/search.txt.
int bench_search(const BenchOptions& options) {
  Hash all;
  for (const auto& name : boards_of(options)) {
    const auto board = board_or_complain(name);
    if (!board) return 2;
    std::vector<Game> games;
    for (int seats = board->rules.players_min; seats <= board->rules.players_max; ++seats) games.push_back(make_game(*board, seats));
    for (const auto& player : arena::signed_players()) {
      const auto value = arena::search_signature(games, player);
      all.add(value);
      print_search(board->id, player, value, options.json);
    }
  }
  if (options.board.empty()) print_search("all", "players", all.value(), options.json);
  return 0;
}

}  // namespace

int bench(const BenchOptions& options) {
  if (options.search) return bench_search(options);
  if (!options.json)
    std::printf("%-14s %5s %9s %9s %12s %9s %9s %9s %9s  %s\n", "board", "seats", "games/s", "scored/s", "decisions/s", "clone ns",
                "legal ns", "sample ns", "score ns", "signature");
  for (const auto& name : boards_of(options)) {
    const auto board = board_or_complain(name);
    if (!board) return 2;
    const int least = options.seats > 0 ? options.seats : board->rules.players_min;
    const int most = options.seats > 0 ? options.seats : board->rules.players_max;
    for (int seats = least; seats <= most; ++seats) {
      const auto game = game_or_complain(name, seats);
      if (!game) return 2;
      Figures figures{};
      if (options.seconds > 0) figures = measure(*game, options.seconds);
      print(*game, figures, signature(*game, options.signature_games), options.json);
    }
  }
  return 0;
}

}  // namespace perron::app
