// Claiming a track [C10]-[C15], ferries included: printed locomotives are part of the price [E4].
#include "rules/module.h"
#include "rules/payment.h"
#include "rules/scoring.h"
#include "rules/turn.h"

namespace perron {
namespace {

Price price_of(const TrackLine& line) { return {line.length, line.color, line.locomotives}; }

// [C13] tracks beside one of the seat's own
TrackSet beside_own(const Game& game, const TrackSet& own) {
  TrackSet out;
  (own & game.with_parallel).each([&](int t) { out |= game.parallel[static_cast<std::size_t>(t)]; });
  return out;
}

// Free tracks that the mover has wagons and cards for; of ferries only that there is a locomotive at all.
TrackSet payable_tracks(const Game& game, const Public& open, const Private& mine) {
  const auto seat = at(open.to_move);
  const auto& hand = mine.hand;
  const int wilds = hand[kPlainColors];
  int most = 0;
  TrackSet payable;
  for (std::size_t c = 0; c < kPlainColors; ++c) {
    most = std::max<int>(most, hand[c]);
    payable |= game.payable[c][static_cast<std::size_t>(std::min(hand[c] + wilds, kMaxLength))];
  }
  payable |= game.payable[kPlainColors][static_cast<std::size_t>(std::min(most + wilds, kMaxLength))];
  if (wilds > 0) payable |= game.ferries;
  payable &= open.free;
  if (open.wagons[seat] < kMaxLength) payable &= game.up_to_length[open.wagons[seat]];
  if (!game.parallels_close) payable -= beside_own(game, open.tracks[seat]);
  return payable;
}

template <class List>
void add_payments(const Game& game, const Private& mine, int track, List& out) {
  each_payment(mine.hand, price_of(game.tracks[static_cast<std::size_t>(track)]), [&](Color color, int locomotives) {
    out.push({Kind::claim, static_cast<std::uint8_t>(track), static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(locomotives)});
  });
}

void offer(const Game& game, const Public& open, const Private& mine, ActionList& out) {
  payable_tracks(game, open, mine).each([&](int t) { add_payments(game, mine, t, out); });
}

// A random track, then a random payment for it.
std::optional<Action> pick(const Game& game, const Public& open, const Private& mine, Rng& rng) {
  auto tracks = payable_tracks(game, open, mine);
  FixedList<Action, kPlainColors * kMaxLength + 1> payments;
  for (int count = tracks.count(); count > 0; --count) {
    const int track = index(tracks.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(count)))));
    add_payments(game, mine, track, payments);
    if (!payments.empty()) return payments[static_cast<int>(rng.below(static_cast<std::uint32_t>(payments.size())))];
    tracks.reset(track);  // a ferry that needs more locomotives
  }
  return std::nullopt;
}

std::optional<Refusal> why_not(const Game& game, const Public& open, const Private& mine, Action action) {
  if (action.a >= game.tracks.size()) return Refusal::no_such_track;
  const auto& line = game.tracks[action.a];
  const auto seat = at(open.to_move);
  for (const auto& tracks : open.tracks)
    if (tracks.test(action.a)) return Refusal::track_taken;
  if ((open.tracks[seat] & game.parallel[action.a]).any()) return Refusal::parallel_yours;
  if (!open.free.test(action.a)) return Refusal::parallel_closed;
  if (open.wagons[seat] < line.length) return Refusal::not_enough_wagons;
  return why_not_pay(mine.hand, price_of(line), action.b, action.c);
}

void play(const Game& game, State& state, Action action) {
  auto& open = state.open;
  const auto& line = game.tracks[action.a];
  open.claim = action;
  leave_hand(state, open.to_move, Color(action.b), line.length - action.c, action.c);
  for (const auto* module : game.modules)
    if (module->hold_claim && module->hold_claim(game, state)) return;
  finish_claim(game, state);
}

void tally(const Game& game, const State& state, Scores& scores) {
  for (std::size_t s = 0; s < static_cast<std::size_t>(game.seats); ++s) scores.seat[s].claims = state.open.points[s];
}

constexpr Phase phases[] = {Phase::turn};
constexpr Kind kinds[] = {Kind::claim};

}  // namespace

const Module claim_module = {.name = "claim",
                             .present = [](const Ruleset&) { return true; },
                             .kinds = kinds,
                             .phases = phases,
                             .offer = offer,
                             .pick = pick,
                             .why_not = why_not,
                             .play = play,
                             .tally = tally};

}  // namespace perron
