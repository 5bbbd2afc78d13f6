// gain BOARD GAMES SEED REPEATS PLAYER [OPPONENT]: what a player's choices gain over the planner's, by kind of choice. The player plays
// the opponent (default: the planner). Where it differs from the planner, the planner and the opponent play both actions to the end of the
// game, REPEATS times with common random numbers. Prints a line for each kind of change: how often it occurs a game, the gain in win
// probability that the player's search promised, and the real gain. The sum is what it wins more than the planner. Two columns between
// show where promises are lost: planners in the search's determinizations, and rollouts of the search in the true position.
#include <cmath>
#include <map>
#include <string>

#include "search/policy/policy.h"
#include "search/tree/common_random_numbers.h"
#include "search/tree/determinization.h"
#include "search/tree/ticket_odds.h"
#include "table.h"

using namespace perron;
using namespace perron::search;

namespace {

struct Change {
  double times = 0, promised = 0, imagined = 0, lightly = 0, gained = 0;
};

const char* kind_of(Action action) {
  switch (action.kind) {
    case Kind::draw_blind:
    case Kind::draw_row: return "draw";
    case Kind::claim: return "claim";
    case Kind::draw_tickets: return "tickets";
    case Kind::build_station: return "station";
    default: return "other";
  }
}

double share_of_win(const Game& game, const State& end, Seat seat) {
  if (!is_over(end.open)) return 1.0 / game.seats;
  const auto scores = final_scores(game, end);
  int winners = 0;
  for (const auto s : seats_of(game)) winners += scores.wins(s);
  return scores.wins(seat) ? 1.0 / winners : 0;
}

// The first seat's share of the win if it plays this action and `decide` plays on.
template <class Decide>
double play_on(const Game& game, State state, Action action, std::uint64_t seed, Decide&& decide) {
  CommonRandomNumbers numbers;
  numbers.reseed(seed);
  Rng rng(mix64(seed));
  apply(game, state, action);
  for (int n = 0; !is_over(state.open) && n < 4000; ++n) {
    if (is_chance(state.open)) apply(game, state, numbers.deal(game, state, rng));
    else apply(game, state, decide(state, rng));
  }
  return share_of_win(game, state, Seat(0));
}

// How much better one action is than another, by games of the players and by rollouts of the search.
struct Comparison {
  const Game& game;
  Player &planner, &opponent;

  double by_players(const State& state, Action one, Action other, std::uint64_t seed) const {
    const auto decide = [&](const State& now, Rng& rng) {
      auto& player = now.open.to_move == Seat(0) ? planner : opponent;
      return player.choose(game, observe(now, now.open.to_move), rng);
    };
    return play_on(game, state, one, seed, decide) - play_on(game, state, other, seed, decide);
  }

  double by_rollouts(const State& state, Action one, Action other, std::uint64_t seed) const {
    double share[2];
    for (int k = 0; k < 2; ++k) {
      PerSeat<PlanCache> caches;
      Detours detours;
      detours.prepare(game);
      share[k] = play_on(game, state, k == 0 ? one : other, seed, [&](const State& now, Rng&) {
        const auto mover = now.open.to_move;
        return best_action({game, policy_weights_of(game), detours}, now.open, now.own[mover], PolicyMode::rollout, caches[mover]);
      });
    }
    return share[0] - share[1];
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6 && argc != 7) return std::fprintf(stderr, "gain BOARD GAMES SEED REPEATS PLAYER [OPPONENT]\n"), 2;
  const auto game = tuning::game_of(argv[1], "2");
  const int games = std::atoi(argv[2]), repeats = std::atoi(argv[4]);
  auto made = make_player(argv[5]);
  if (!made) return std::fprintf(stderr, "%s\n", made.error().c_str()), 2;
  const auto planner = std::move(*make_player("planner"));
  auto opponent = make_player(argc == 7 ? argv[6] : "planner");
  if (!opponent) return std::fprintf(stderr, "%s\n", opponent.error().c_str()), 2;
  const Comparison compare{game, *planner, **opponent};
  std::map<std::string, Change> changes;
  double asked = 0, expected = 0, real = 0, sum_squares = 0;
  for (int g = 0; g < games; ++g) {
    const auto seed = mix64(static_cast<std::uint64_t>(g) + mix64(std::strtoull(argv[3], nullptr, 10)));
    Rng rng(seed);
    FastDealer dealer(FastStreams{seed});
    State state = start(game, dealer.first_seat(game.seats));
    double forecast = 0, forecasts = 0, gains = 0;
    for (int n = 0; !is_over(state.open) && n < 4000; ++n) {
      if (is_chance(state.open)) {
        apply(game, state, dealer.deal(game, state));
        continue;
      }
      const auto seat = state.open.to_move;
      const auto view = observe(state, seat);
      auto action = (seat == Seat(0) ? *planner : **opponent).choose(game, view, rng);
      if (seat == Seat(0)) {
        ++asked;
        const auto advice = (*made)->advise(game, view, rng);
        if (advice.iterations > 0) forecast += advice.win[Seat(0)], ++forecasts;
        if (!(advice.action == action)) {
          Change now;
          double promise = 0;
          for (const auto& candidate : advice.candidates)
            promise += candidate.action == advice.action ? candidate.win : candidate.action == action ? -candidate.win : 0;
          const auto odds = estimate_ticket_odds(game, view.open);
          Determinization determinization;
          for (int k = 0; k < repeats; ++k) {
            const auto deals = rng.next();
            draw_determinization(game, view, odds, {}, rng, determinization);
            now.imagined += compare.by_players(determinization.state, advice.action, action, deals);
            now.lightly += compare.by_rollouts(state, advice.action, action, deals);
            now.gained += compare.by_players(state, advice.action, action, deals);
          }
          auto& change = changes[std::string(kind_of(action)) + " -> " + kind_of(advice.action)];
          ++change.times, change.promised += promise;
          change.imagined += now.imagined / repeats, change.lightly += now.lightly / repeats, change.gained += now.gained / repeats;
          gains += now.gained / repeats;
        }
        action = advice.action;
      }
      apply(game, state, action);
    }
    if (forecasts > 0) expected += forecast / forecasts, real += share_of_win(game, state, Seat(0));
    sum_squares += gains * gains;
    std::fprintf(stderr, "\r%d of %d games", g + 1, games);
  }
  double total = 0;
  std::fprintf(stderr, "\r");
  std::printf("%-20s %10s %10s %10s %10s %10s\n", "change", "a game", "promised", "imagined", "lightly", "gained");
  for (const auto& [name, change] : changes) {
    total += change.gained;
    std::printf("%-20s %10.2f %10.3f %10.3f %10.3f %10.3f\n", name.c_str(), change.times / games, change.promised / games,
                change.imagined / games, change.lightly / games, change.gained / games);
  }
  const double mean = total / games, error = std::sqrt(std::max(0.0, sum_squares / games - mean * mean) / games);
  std::printf("all in all %+.3f of a win a game (standard error %.3f); %.0f decisions a game\n", mean, error, asked / games);
  std::printf("chance to win: %.3f expected in the search, %.3f in truth\n", expected / games, real / games);
}
