// Claiming a track [C10]-[C15], ferries included: printed locomotives are part of the price [E4].
#include "rules/module.h"
#include "rules/payment.h"
#include "rules/scoring.h"
#include "rules/turn.h"

namespace perron {
namespace {

Price price_of(const TrackEntry& entry) { return {entry.length, entry.color, entry.locomotives}; }

// [C13] tracks parallel to one of the seat's own
TrackSet parallel_to_own(const Game& game, const TrackSet& own) {
  TrackSet out;
  (own & game.with_parallel).each([&](Track t) { out |= game.parallel[t]; });
  return out;
}

// Free tracks that the mover has wagons and cards for; of ferries only that there is a locomotive at all.
TrackSet payable_tracks(const Game& game, const Public& open, const Private& mine) {
  const auto seat = open.to_move;
  const auto& hand = mine.hand;
  const int wilds = hand[Color::locomotive];
  int most = 0;
  TrackSet payable;
  for (const auto c : ids<Color>(kPlainColors)) {
    most = std::max<int>(most, hand[c]);
    payable |= game.payable[c][std::min(hand[c] + wilds, kMaxLength)];
  }
  payable |= game.payable_grey[std::min(most + wilds, kMaxLength)];
  if (wilds > 0) payable |= game.ferries;
  payable &= open.free;
  if (open.wagons[seat] < kMaxLength) payable &= game.up_to_length[open.wagons[seat]];
  if (!game.parallels_close) payable -= parallel_to_own(game, open.tracks[seat]);
  return payable;
}

template <class List>
void add_payments(const Game& game, const Private& mine, Track track, List& out) {
  each_payment(mine.hand, price_of(game.tracks[track]), [&](Color color, int locomotives) {
    out.push({Kind::claim, static_cast<std::uint8_t>(track), static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(locomotives)});
  });
}

void offer(const Game& game, const Public& open, const Private& mine, ActionList& out) {
  payable_tracks(game, open, mine).each([&](Track t) { add_payments(game, mine, t, out); });
}

// A random track, then a random payment for it.
std::optional<Action> pick(const Game& game, const Public& open, const Private& mine, Rng& rng) {
  auto tracks = payable_tracks(game, open, mine);
  FixedList<Action, kPlainColors * kMaxLength + 1> payments;
  for (int count = tracks.count(); count > 0; --count) {
    const auto track = tracks.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(count))));
    add_payments(game, mine, track, payments);
    if (!payments.empty()) return payments[static_cast<int>(rng.below(static_cast<std::uint32_t>(payments.size())))];
    tracks.reset(track);  // a ferry that needs more locomotives
  }
  return std::nullopt;
}

std::optional<Refusal> why_not(const Game& game, const Public& open, const Private& mine, Action action) {
  if (action.a >= game.tracks.size()) return Refusal::no_such_track;
  const auto& entry = game.tracks[action.track()];
  const auto seat = open.to_move;
  for (const auto& tracks : open.tracks)
    if (tracks.test(action.track())) return Refusal::track_taken;
  if ((open.tracks[seat] & game.parallel[action.track()]).any()) return Refusal::parallel_yours;
  if (!open.free.test(action.track())) return Refusal::parallel_closed;
  if (open.wagons[seat] < entry.length) return Refusal::not_enough_wagons;
  return why_not_pay(mine.hand, price_of(entry), action.color(), action.c);
}

void play(const Game& game, State& state, Action action) {
  auto& open = state.open;
  const auto& entry = game.tracks[action.track()];
  open.claim = action;
  leave_hand(state, open.to_move, action.color(), entry.length - action.c, action.c);
  for (const auto* module : game.modules)
    if (module->hold_claim && module->hold_claim(game, state)) return;
  finish_claim(game, state);
}

void tally(const Game& game, const State& state, Scores& scores) {
  for (const auto s : seats_of(game)) scores.seat[s].claims = state.open.points[s];
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
