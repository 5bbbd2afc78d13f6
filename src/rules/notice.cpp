#include "rules/notice.h"

#include <algorithm>
#include <bit>

#include "model/kinds.h"
#include "rules/engine.h"
#include "rules/tickets.h"

namespace perron {

namespace {

void add_ticket(Notice& notice, Ticket ticket) { notice.tickets[notice.seen++] = ticket; }

void add_deal(const State& before, Action action, Viewer viewer, Notice& out) {
  const auto owner = Seat(action.a);
  switch (action.kind) {
    case Kind::deal_hand:
      out.seat = owner;
      if (viewer.is(owner)) out.card = action.color();
      return;
    case Kind::deal_ticket:
      out.seat = owner;
      out.deck = static_cast<std::uint8_t>(owed_deck(before.open));
      if (viewer.is(owner)) add_ticket(out, action.ticket());
      return;
    default:  // to the row, for a tunnel, a passenger: in the open
      out.a = action.a;
      out.card = action.color();
      return;
  }
}

void add_move(const State& before, Action action, Viewer viewer, Notice& out) {
  const auto who = before.open.to_move;
  out.seat = who;
  if (action.kind == Kind::keep_tickets) {  // how many is public [C16], which is not
    out.count = static_cast<std::uint8_t>(std::popcount(action.a));
    if (!viewer.is(who)) return;
    for (int i = 0; i < before.open.offered[who]; ++i)
      if (action.a >> i & 1) add_ticket(out, before.own[who].offered[i]);
    return;
  }
  out.a = action.a;
  out.c = action.c;
  each_operand(action, [&](Operand operand, std::uint8_t byte) {
    if (operand == Operand::row_place) out.card = before.open.row[byte];
    if (operand == Operand::payment || operand == Operand::passenger) out.card = Color(byte);
    if (operand == Operand::second_deck) out.c = byte;
  });
}

int cards_in(const std::array<Color, kRow>& row) {
  return static_cast<int>(std::ranges::count_if(row, [](Color card) { return card != Color::none; }));
}

// The effects, which everyone sees.
void add_effects(const Game& game, const Public& before, const Public& after, Notice& out) {
  const auto who = before.to_move;
  const auto laid = after.tracks[who] - before.tracks[who];
  if (laid.any()) out.claimed = laid.nth(0);
  out.points = static_cast<std::int16_t>(std::max(0, after.points[who] - before.points[who]));
  if (before.owed == Owed::tunnel && after.owed != Owed::tunnel)
    out.extra = static_cast<std::int8_t>(after.phase == Phase::tunnel ? after.tunnel_extra : 0);
  out.refilled = after.shuffles != before.shuffles && before.phase != Phase::setup;
  const auto& row = game.rules().row;
  out.flushed = row && row->flush_at > 0 && cards_in(after.row) == 0 && cards_in(before.row) >= std::max(2, row->flush_at - 1);
  out.completed = after.shown[who] - before.shown[who];
  out.east_west = after.east_west[who] != before.east_west[who];
  out.last_round = before.turns_left == 0 && after.turns_left > 0;
  out.over = is_over(after) && !is_over(before);
}

}  // namespace

Notice seen_by(const Game& game, const State& before, Action action, const State& after, Viewer viewer) {
  Notice out;
  out.kind = action.kind;
  if (is_deal(action.kind)) add_deal(before, action, viewer, out);
  else add_move(before, action, viewer, out);
  add_effects(game, before.open, after.open, out);
  return out;
}

}  // namespace perron
