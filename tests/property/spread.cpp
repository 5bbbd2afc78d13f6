// Samples follow the odds: over many worlds of one view, hidden cards and tickets come as often as they should. A sample that
// returns the truth, or that prefers something, is caught; the controls at the end prove it.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>

#include "support/kit.h"

namespace perron {
namespace {

using Sampler = std::function<State(const Game&, const PlayerView&, Rng&)>;
const Sampler kEngine = [](const Game& game, const PlayerView& view, Rng& rng) { return sample(game, view, rng); };

double log_choose(int n, int k) { return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1); }

// The odds of k marked ones among `drawn` of `all`, of which `marked` are marked.
double hypergeometric(int all, int marked, int drawn, int k) {
  if (k > marked || k > drawn || drawn - k > all - marked) return 0;
  return std::exp(log_choose(marked, k) + log_choose(all - marked, drawn - k) - log_choose(all, drawn));
}

// What the seat has not seen of the cards: the deck, and the hidden part of the other hands. Before the first refill only.
struct Unseen {
  Cards cards{};
  int size = 0;
};

Unseen unseen_by(const Game& game, const State& state, Seat seat) {
  Unseen out;
  for (const auto c : ids<Color>(kColors)) {
    int n = state.hidden.deck[c];
    for (const auto s : seats_of(game))
      if (s != seat) n += state.own[s].hand[c] - state.open.at_least[s][c];
    out.cards[c] = static_cast<std::uint8_t>(n);
    out.size += n;
  }
  return out;
}

// The greatest surprise over all colours in the hidden hands of the others and in the deck.
double card_surprise(const Game& game, const State& state, Seat seat, int samples, const Sampler& sampler) {
  const auto unseen = unseen_by(game, state, seat);
  const auto view = observe(state, seat);
  using Histogram = std::vector<double>;
  // By seat (the seat itself stands for the deck), colour and number.
  PerSeat<PerColor<Histogram>> counted;
  const auto drawn = [&](Seat s) { return s == seat ? state.open.deck_size : state.open.hand_size[s] - total(state.open.at_least[s]); };
  for (const auto s : seats_of(game))
    for (auto& histogram : counted[s]) histogram.assign(static_cast<std::size_t>(drawn(s)) + 1, 0);
  Rng rng(31);
  for (int i = 0; i < samples; ++i) {
    const State world = sampler(game, view, rng);
    for (const auto s : seats_of(game))
      for (const auto c : ids<Color>(kColors)) {
        const int n = s == seat ? world.hidden.deck[c] : world.own[s].hand[c] - world.open.at_least[s][c];
        ++counted[s][c][n];
      }
  }
  double worst = 0;
  for (const auto s : seats_of(game))
    for (const auto c : ids<Color>(kColors)) {
      Histogram expected;
      for (int k = 0; k <= drawn(s); ++k) expected.push_back(samples * hypergeometric(unseen.size, unseen.cards[c], drawn(s), k));
      worst = std::max(worst, kit::surprise(expected, counted[s][c]));
    }
  return worst;
}

// The tickets of one deck that a seat has not seen, all as likely to be held by another: the surprise over them.
double ticket_surprise(const Game& game, const State& state, Seat seat, Seat other, int deck, int samples, const Sampler& sampler) {
  TicketSet known = state.own[seat].tickets;
  for (const auto ticket : state.own[seat].offered)
    if (ticket != kNoTicket) known.set(ticket);
  for (const auto& seen : state.own[seat].seen)
    if (seen.ticket != kNoTicket) known.set(seen.ticket);
  for (const auto& shown : state.open.shown) known |= shown;
  const auto unseen = game.deck_tickets[deck] - known;
  PerTicket<double> counted{};
  Rng rng(32);
  double held = 0;
  for (int i = 0; i < samples; ++i) {
    const State world = sampler(game, observe(state, seat), rng);
    const auto tickets = world.own[other].tickets & game.deck_tickets[deck];
    held += tickets.count();
    tickets.each([&](Ticket t) { ++counted[t]; });
  }
  std::vector<double> expected, seen;
  bool outside = false;
  for (const auto t : counted.ids()) {
    if (unseen.test(t)) {
      expected.push_back(held / unseen.count());
      seen.push_back(counted[t]);
    } else {
      outside |= counted[t] > 0;
    }
  }
  if (outside) return 1e9;
  // Several tickets of one world are different ones: less spread than with independent draws.
  const double each = held / samples, all = unseen.count();
  return all < 2 || each >= all ? 0 : kit::surprise(expected, seen, (all - each) / (all - 1));
}

// A position of a random game at so many actions, before the first refill, with a decision to make.
State position(const Game& game, std::uint64_t seed, std::size_t actions) {
  State found = start(game, Seat{0});
  std::size_t n = 0;
  kit::play(game, "random", seed, [&](const State& state) {
    if (state.open.shuffles == 1 && !is_chance(state.open)) found = state;
    return ++n <= actions;
  });
  return found;
}

class Spread : public testing::TestWithParam<std::string> {};

TEST_P(Spread, hidden_cards_are_hypergeometric) {
  for (const auto& game : kit::games_of(GetParam()))
    for (const std::size_t actions : {std::size_t{0}, std::size_t{60}, std::size_t{110}, std::size_t{200}}) {
      const auto state = actions == 0 ? position(game, 5, 40) : position(game, 100 + actions, actions);
      for (const auto s : seats_of(game))
        EXPECT_LT(card_surprise(game, state, s, kit::scaled(4000), kEngine), 5.5)
            << game.seats << " seats, " << actions << " actions, seat " << index(s);
    }
}

TEST_P(Spread, tickets_of_others_are_uniform_over_the_unseen) {
  for (const auto& game : kit::games_of(GetParam()))
    for (const std::size_t actions : {std::size_t{80}, std::size_t{300}}) {
      const auto state = position(game, 200 + actions, actions);
      for (int s = 1; s < game.seats; ++s)
        for (const int d : game.rules().decks.ids())
          EXPECT_LT(ticket_surprise(game, state, Seat{0}, Seat(s), d, kit::scaled(4000), kEngine), 5.5)
              << game.seats << " seats, seat " << s << ", deck " << d;
    }
}

INSTANTIATE_TEST_SUITE_P(EveryBoard, Spread, testing::ValuesIn(kit::board_names()),
                         [](const auto& board) { return kit::plain_name(board.param); });

// Europe after the opening: seat 1 has kept this many of its four tickets, one of which was long.
State opening_with_kept(const Game& game, unsigned mask) {
  State state = start(game, Seat{0});
  Rng rng(6);
  while (state.open.phase != Phase::turn) {
    if (is_chance(state.open)) apply(game, state, random_deal(game, state, rng));
    else apply(game, state, {Kind::keep_tickets, static_cast<std::uint8_t>(state.open.to_move == Seat{1} ? mask : 3u), 0, 0});
  }
  return state;
}

// How often seat 0 thinks that seat 1 has kept its long ticket, of so many samples.
double long_kept(const Game& game, const State& state, int samples, const Sampler& sampler) {
  Rng rng(33);
  double count = 0;
  for (int i = 0; i < samples; ++i)
    count += (sampler(game, observe(state, Seat{0}), rng).own[Seat{1}].tickets & game.deck_tickets[0]).count();
  return count;
}

TEST(SpreadEurope, long_ticket_is_kept_with_even_odds) {
  const auto game = make_game(kit::board_of("europe"), 3);
  for (const unsigned mask : {3u, 6u, 7u, 14u, 15u}) {  // the long one is the first offered
    const int samples = kit::scaled(20000), kept = std::popcount(mask);
    const auto count = long_kept(game, opening_with_kept(game, mask), samples, kEngine);
    EXPECT_LT(kit::surprise({samples * kept / 4.0, samples * (4 - kept) / 4.0}, {count, samples - count}), 5) << kept;
  }
}

// The odds on the tiny board, all of them: where the opponent's two cards and two tickets come from.
TEST(SpreadTiny, opening_worlds_are_all_as_likely_as_they_are) {
  const auto game = make_game(kit::board_of("tiny"), 2);
  State state = start(game, Seat{0});
  Rng rng(4);
  while (state.open.phase != Phase::turn) {
    const auto list = is_chance(state.open) ? std::vector<Action>{} : kit::legal_actions(game, state);
    apply(game, state, list.empty() ? random_deal(game, state, rng) : list.front());
  }
  const auto unseen = unseen_by(game, state, Seat{0});
  ASSERT_EQ(state.open.hand_size[Seat{1}], 2);
  std::vector<double> expected(kColors * kColors, 0), counted(kColors * kColors, 0);
  const int samples = kit::scaled(20000);
  const auto cell = [](Color a, Color b) { return static_cast<std::size_t>(index(a) * kColors + index(b)); };
  for (const auto a : ids<Color>(kColors))
    for (const auto b : ids<Color>(kColors)) {
      if (b < a) continue;
      const double pairs = a == b ? unseen.cards[a] * (unseen.cards[a] - 1) / 2.0 : unseen.cards[a] * unseen.cards[b];
      expected[cell(a, b)] = samples * pairs / (unseen.size * (unseen.size - 1) / 2.0);
    }
  for (int i = 0; i < samples; ++i) {
    const State world = sample(game, observe(state, Seat{0}), rng);
    std::vector<Color> hand;
    for (const auto c : ids<Color>(kColors)) hand.insert(hand.end(), world.own[Seat{1}].hand[c], c);
    ++counted[cell(hand[0], hand[1])];
  }
  EXPECT_LT(kit::surprise(expected, counted), 5);
}

// ---- Controls: what these tests are there to catch.

TEST(SpreadControl, the_truth_itself_is_caught) {
  const auto game = make_game(kit::board_of("europe"), 3);
  const auto state = opening_with_kept(game, 7);
  const Sampler truth = [&](const Game&, const PlayerView&, Rng&) { return state; };
  EXPECT_GT(card_surprise(game, state, Seat{0}, 2000, truth), 20);
  EXPECT_GT(ticket_surprise(game, state, Seat{0}, Seat{1}, 1, 2000, truth), 20);
  const auto count = long_kept(game, state, 2000, truth);
  EXPECT_GT(kit::surprise({1500, 500}, {count, 2000 - count}), 10);
}

TEST(SpreadControl, the_true_hands_with_a_shuffled_rest_are_caught) {
  const auto game = make_game(kit::board_of("germany"), 3);
  const auto state = position(game, 9, 90);
  const Sampler half = [&](const Game& g, const PlayerView& view, Rng& rng) {
    State world = sample(g, view, rng);
    for (const auto s : ids<Seat>(kSeats)) world.own[s].hand = state.own[s].hand;
    world.hidden.deck = state.hidden.deck;
    return world;
  };
  EXPECT_GT(card_surprise(game, state, Seat{0}, 2000, half), 20);
}

// One time in eight a card of the opponent is changed for a locomotive of the deck.
TEST(SpreadControl, a_slight_preference_is_caught) {
  const auto game = make_game(kit::board_of("europe"), 2);
  const auto state = opening_with_kept(game, 3);
  const Sampler bent = [&](const Game& g, const PlayerView& view, Rng& rng) {
    State world = sample(g, view, rng);
    if (rng.below(8) == 0 && world.hidden.deck[Color::locomotive] > 0) {
      for (const auto c : ids<Color>(kPlainColors)) {
        if (world.own[Seat{1}].hand[c] == 0) continue;
        --world.own[Seat{1}].hand[c], ++world.hidden.deck[c];
        ++world.own[Seat{1}].hand[Color::locomotive], --world.hidden.deck[Color::locomotive];
        break;
      }
    }
    return world;
  };
  EXPECT_GT(card_surprise(game, state, Seat{0}, 8000, bent), 8);
}

}  // namespace
}  // namespace perron
