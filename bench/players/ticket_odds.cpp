// ticket_odds BOARD SEATS GAMES: how much likelier than another a ticket is held, by the progress of the seat's network on its path: the
// tables of src/search/tree/ticket_odds.cpp, in sixteenths, and how often each bucket was seen.
#include "search/tree/ticket_odds.h"

#include "table.h"

using namespace perron;
using namespace perron::search;

int main(int argc, char** argv) {
  if (argc != 4) return std::fprintf(stderr, "ticket_odds BOARD SEATS GAMES\n"), 2;
  const auto game = tuning::game_of(argv[1], argv[2]);
  const char* kinds[] = {"planner", "planner", "onestep", "h3", "hungry"};
  struct Count {
    double held = 0, others = 0;
  };
  std::array<std::array<Count, kProgressBuckets>, 4> table{};
  std::array<Count, 4> all{};
  for (int g = 0; g < std::atoi(argv[3]); ++g) {
    Rng rng(mix64(static_cast<std::uint64_t>(g)));
    std::vector<std::unique_ptr<Player>> players;
    for (int i = 0; i < game.seats; ++i) players.push_back(std::move(*make_player(kinds[rng.below(5)])));
    tuning::play(game, players, mix64(static_cast<std::uint64_t>(g) + 4777), rng, [&](const State& state) {
      if (rng.below(10) != 0) return;
      const auto seat = Seat(rng.below(static_cast<std::uint32_t>(game.seats)));
      const auto buckets = progress_buckets(game, state.open, seat);
      const auto quarter = used_quarter(game, state.open, seat);
      for (const auto ticket : ids<Ticket>(game.tickets.size())) {
        if (state.open.shown[seat].test(ticket)) continue;
        const bool held = state.own[seat].tickets.test(ticket);
        auto& count = table[quarter][buckets[ticket]];
        (held ? count.held : count.others) += 1;
        (held ? all[quarter].held : all[quarter].others) += 1;
      }
    });
  }
  for (std::size_t quarter = 0; quarter < 4; ++quarter) {
    const double usual = all[quarter].held / std::max(1.0, all[quarter].others);
    for (const auto& count : table[quarter])
      std::printf("%4.0f (%.0f) ", 16 * (count.held + 0.5) / (count.others + 0.5 / std::max(usual, 1e-3)) / std::max(usual, 1e-3),
                  count.held + count.others);
    std::printf("\n");
  }
}
