#include "terminal/screen/recent_events.h"

#include <bit>

#include "rules/stations.h"

namespace perron::terminal {

namespace {

int cards_in(const std::array<Color, kRow>& row) {
  int count = 0;
  for (auto card : row) count += card != Color::none;
  return count;
}

}  // namespace

void RecentEvents::add(const Public& before, Action action, const Public& after) {
  if (is_deal(action.kind)) add_deal(before, action);
  else add_move(before, action);
  add_gains(before, after);
  add_decks(before, after);
  add_end(before, after);
}

std::vector<std::string> RecentEvents::lines() const {
  std::vector<std::string> out;
  for (const auto& line : lines_) out.push_back(line.text + ".");
  return out;
}

void RecentEvents::say(Seat who, std::string_view verb, const std::string& rest, std::string_view link) {
  if (!turn_begins_ && !lines_.empty() && lines_.back().who == who) append(who, std::string(link) + words_.verb(who, verb) + rest);
  else lines_.push_back({who, words_.does(who, verb) + rest});
}

void RecentEvents::append(Seat who, const std::string& text) {
  if (!lines_.empty() && lines_.back().who == who) lines_.back().text += text;
}

void RecentEvents::add_move(const Public& before, Action action) {
  const auto who = before.to_move;
  const auto& rules = words_.game().rules();
  turn_begins_ = before.phase == Phase::turn;
  switch (action.kind) {
    case Kind::pass: return remark(words_.seat(who) + " can do nothing and has to pass");
    case Kind::draw_blind:
      return say(who, "draw", (rules.row ? " a card" : " " + counted(rules.draw_cards, "card")) + std::string(" from the deck"));
    case Kind::draw_row:
      return say(who, "take",
                 (before.row[action.a] == Color::locomotive ? " a " : " ") + words_.color(before.row[action.a]) + " from the row");
    case Kind::claim: return add_claim(who, action);
    case Kind::build_station:
      return say(who, "build",
                 " a station in " + words_.place(Place(action.a)) + " with " +
                     words_.payment(stations_built(before, who) + 1, Color(action.b), action.c));
    case Kind::draw_tickets: {
      std::string split;
      if (rules.split)
        split = " (" + std::to_string(action.a) + " " + rules.decks[0].id + ", " + std::to_string(action.b) + " " + rules.decks[1].id + ")";
      return say(who, "draw", " tickets" + split);
    }
    case Kind::swap_tickets: return say(who, "swap", " the open tickets for new ones");
    case Kind::keep_tickets:
      return say(who, "keep", " " + std::to_string(std::popcount(action.a)) + " of " + counted(before.offered[who], "ticket"));
    case Kind::pay_tunnel:
      return say(who, "pay", " " + words_.payment(before.tunnel_extra, Color(before.claim.b), action.c) + " more", "; ");
    case Kind::decline_tunnel: return say(who, "take", " the cards back", "; ");
    case Kind::take_passenger:
      return say(who, "take", " a " + words_.color(Color(action.b)) + " passenger in " + words_.place(Place(action.a)));
    case Kind::leave_passenger: return say(who, "leave", " the passengers in " + words_.place(Place(action.a)));
    default: return;
  }
}

void RecentEvents::add_claim(Seat who, Action action) {
  const Track track{action.a};
  const auto& line = words_.game().tracks[track];
  const auto cards = words_.payment(line.length, Color(action.b), action.c);
  if (line.tunnel) say(who, "lay", " " + cards + " for the tunnel " + words_.track(track));
  else say(who, "claim", " " + words_.track(track) + " with " + cards);
}

void RecentEvents::add_deal(const Public& before, Action action) {
  const bool opening = before.phase == Phase::setup;
  switch (action.kind) {
    case Kind::deal_hand:
      if (Seat(action.a) != kMe || opening) return;
      return append(kMe, (!lines_.empty() && lines_.back().text.ends_with("deck") ? ": " : ", ") + words_.color(Color(action.b)));
    case Kind::deal_tunnel:
      return append(before.to_move, (total(before.turned_up) == 0 ? "; turned up: " : ", ") + words_.color(Color(action.b)));
    case Kind::deal_ticket:
      if (Seat(action.a) != kMe || opening || !std::holds_alternative<Race>(words_.game().rules().tickets)) return;
      return remark("Your new ticket: " + words_.ticket(Ticket(action.b)));
    default: return;
  }
}

// Tracks, completed tickets of a race, East-West.
void RecentEvents::add_gains(const Public& before, const Public& after) {
  const auto who = before.to_move;
  if (before.tracks[who] != after.tracks[who]) {
    const int points = after.points[who] - before.points[who];
    const bool tunnel = words_.game().tracks[Track(after.claim.a)].tunnel;
    if (tunnel) append(who, "; the track is claimed");
    if (points > 0) append(who, " for " + words_.points(points));
  }
  const auto* race = std::get_if<Race>(&words_.game().rules().tickets);
  if (!race) return;
  const auto count = [&](const Public& open) { return open.shown[who].count() + open.east_west[who]; };
  const auto so_far = " (" + std::to_string(count(after)) + " of " + std::to_string(race->goal) + ")";
  (after.shown[who] - before.shown[who]).each([&](Ticket ticket) {
    remark(words_.does(who, "complete") + " " + words_.ticket(ticket) + so_far);
  });
  if (after.east_west[who] != before.east_west[who])
    remark(words_.does(who, "join") + " East and West: one more completed ticket" + so_far);
}

void RecentEvents::add_decks(const Public& before, const Public& after) {
  if (after.shuffles != before.shuffles && before.phase != Phase::setup)
    remark("The deck was empty: the discards are shuffled into a new one");
  const auto& row = words_.game().rules().row;
  if (row && row->flush_at > 0 && cards_in(after.row) == 0 && cards_in(before.row) >= std::max(2, row->flush_at - 1))
    remark(counted(row->flush_at, "locomotive") + " in the row: all its cards are discarded, new ones are turned up");
}

void RecentEvents::add_end(const Public& before, const Public& after) {
  if (before.turns_left > 0 || after.turns_left == 0) return;
  const auto who = before.to_move;
  const int turns = words_.game().rules().end.turns_each;
  remark(words_.style().bold("The last round: " + words_.seat(who) + (who == kMe && words_.seat(who) == "You" ? " have " : " has ") +
                             counted(after.wagons[who], "wagon") + " left, each player has " + std::to_string(turns) + " more turn" +
                             (turns == 1 ? "" : "s")));
}

}  // namespace perron::terminal
