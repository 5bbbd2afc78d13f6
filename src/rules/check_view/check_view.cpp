#include "rules/check_view.h"

#include <algorithm>

#include "rules/check_view/view_faults.h"
#include "rules/stations.h"
#include "rules/turn.h"

namespace perron {

namespace {

template <int N, class Id>
bool within(const Bits<N, Id>& set, int count) {
  Bits<N, Id> all;
  for (const auto id : ids<Id>(count)) all.set(id);
  return (set - all).none();
}

template <class Items, class Value>
bool all_are(const Items& items, const Value& value) {
  return std::ranges::all_of(items, [&](const auto& item) { return item == value; });
}

// Nobody sits there, so nothing is there.
bool seat_is_empty(const Public& open, Seat s) {
  return open.tracks[s].none() && open.shown[s].none() && open.points[s] == 0 && open.hand_size[s] == 0 && open.wagons[s] == 0 &&
         all_are(open.at_least[s], 0) && all_are(open.tickets_held[s], 0) && open.kept_first[s] == 0 && open.offered[s] == 0 &&
         open.offered_first[s] == 0 && open.east_west[s] == 0 && all_are(open.stations[s], kNoPlace) && all_are(open.taken[s], 0);
}

bool is_some_claim(const Game& game, Action action) {
  if (action == Action{}) return true;
  if (action.kind != Kind::claim || action.a >= game.tracks.size() || action.b >= kColors) return false;
  const auto& entry = game.tracks[action.track()];
  if (action.c > entry.length || action.c < entry.locomotives) return false;
  if ((action.color() == Color::locomotive) != (action.c == entry.length)) return false;
  return action.color() == Color::locomotive || entry.color == Color::none || entry.color == action.color();
}

}  // namespace

void check_ranges(const Game& game, const PlayerView& view, ViewFault& fault) {
  const auto& open = view.open;
  const auto sits = [&](Seat seat) { return index(seat) < game.seats; };
  fault.must(sits(view.me) && sits(open.to_move) && sits(open.first), "a seat is not one of the ", game.seats);
  fault.must(static_cast<int>(open.phase) < kPhases && static_cast<int>(open.owed) < kDebts, "there is no such phase or debt");
  fault.must(open.winner_by_goal == kNoSeat || sits(open.winner_by_goal), "winner_by_goal is no seat");
  const int places = game.rules().row ? game.rules().row->places : 0;
  for (int i = 0; i < kRow; ++i)
    fault.must(open.row[i] == Color::none || (i < places && index(open.row[i]) < kColors), "row place ", i, " can't have a card");
  fault.must(is_some_claim(game, open.claim), "claim is no claim of a track of this board with a payment that fits it");
  fault.must(within(open.free, game.tracks.size()), "closed and claimed tracks are not all of this board");
  for (const auto s : ids<Seat>(kSeats)) {
    fault.must(sits(s) || seat_is_empty(open, s), "seat ", index(s), " is nobody's");
    fault.must(within(open.tracks[s], game.tracks.size()), "seat ", index(s), " has a track that is not on this board");
    fault.must(within(open.shown[s], game.tickets.size()), "seat ", index(s), " shows a ticket that is not of this board");
    fault.must(open.offered[s] <= kOffer, "seat ", index(s), " has too many tickets on offer");
    for (const auto place : open.stations[s])
      fault.must(place == kNoPlace || index(place) < kPlaces, "a station of seat ", index(s), " stands nowhere");
  }
  fault.must(within(view.mine.tickets, game.tickets.size()), "a ticket held is not of this board");
  for (const auto ticket : view.mine.offered)
    fault.must(ticket == kNoTicket || index(ticket) < game.tickets.size(), "a ticket on offer is not of this board");
  for (const auto& seen : view.mine.seen)
    fault.must(seen.ticket == kNoTicket || index(seen.ticket) < game.tickets.size(), "a ticket given away is not of this board");
  fault.must(all_are(open.fill, 0) && all_are(view.mine.fill, 0), "fill bytes are not 0");
}

namespace {

void check_stations(const Game& game, const Public& open, ViewFault& fault) {
  const int most = game.rules().stations ? game.rules().stations->each : 0;
  PlaceSet built;
  for (const auto s : ids<Seat>(kSeats)) {
    const int count = stations_built(open, s), seat = index(s);
    fault.must(count <= most, "seat ", seat, " has ", count, " stations; there are ", most);
    for (int i = 0; i < kStations; ++i) {
      const auto place = open.stations[s][i];
      if (place == kNoPlace) continue;
      fault.must(i < count && game.cities.test(place), "a station of seat ", seat, " is not in a city");
      fault.must(!built.test(place), "two stations are in one city");
      built.set(place);
    }
  }
}

}  // namespace

void check_tracks(const Game& game, const PlayerView& view, ViewFault& fault) {
  const auto& open = view.open;
  TrackSet claimed, blocked;
  for (const auto s : seats_of(game)) {
    const int seat = index(s);
    int laid = 0, points = 0;
    fault.must((claimed & open.tracks[s]).none(), "a track is claimed by two seats");
    open.tracks[s].each([&](Track t) {
      laid += game.tracks[t].length;
      points += game.tracks[t].points;
      fault.must((open.tracks[s] & game.parallel[t]).count() == 1, "seat ", seat, " has two parallel tracks");
      fault.must(!game.parallels_close || (claimed & game.parallel[t]).none(), "two parallel tracks are claimed; one closes the other");
      if (game.parallels_close) blocked |= game.parallel[t];
    });
    claimed |= open.tracks[s];
    fault.must(open.wagons[s] + laid == game.rules().wagons, "seat ", seat, " has ", open.wagons[s], " wagons and ", laid,
               " on the board; there are ", game.rules().wagons);
    fault.must(open.points[s] == points, "seat ", seat, " has ", open.points[s], " points, but its tracks give ", points);
  }
  TrackSet free;
  for (const auto t : game.tracks.ids()) free.set(t);
  fault.must(open.free == free - claimed - blocked, "the closed tracks are not those beside claimed ones");
  check_stations(game, open, fault);
}

void check_figures(const Game& game, const PlayerView& view, ViewFault& fault) {
  const auto& open = view.open;
  const auto& rule = game.rules().passengers;
  PerPlainColor<int> count{};
  int all = 0;
  for (const auto& taken : open.taken)
    for (const auto c : ids<Color>(kPlainColors)) count[c] += taken[c], all += taken[c];
  for (const auto color : open.passengers) {
    if (!fault.must(color == Color::none || index(color) < kPlainColors, "a passenger has no colour")) return;
    if (color != Color::none) ++count[color], ++all;
  }
  for (const auto c : ids<Color>(kPlainColors))
    fault.must(count[c] <= (rule ? rule->figures[c] : 0), "there are too many ", kColorNames[c], " passengers");
  const bool before = open.phase == Phase::setup && (open.owed == Owed::hand || open.owed == Owed::row);
  const bool dealing = open.owed == Owed::passenger;
  int due = 0;
  for (const auto p : game.board.places.ids()) {
    const int begin = game.slot_begin[p], end = game.slot_end(p);
    const int place = index(p);
    if (!before && !(dealing && place > open.owed_at)) due += end - begin - (dealing && place == open.owed_at ? open.owed_left : 0);
    for (int i = begin + 1; i < end; ++i)
      fault.must(open.passengers[i - 1] <= open.passengers[i], "passengers of a place are not in the order of colours");
    for (int i = begin; dealing && i < end; ++i) {
      const int filled = place < open.owed_at ? end - begin : place > open.owed_at ? 0 : end - begin - open.owed_left;
      fault.must((open.passengers[i] != Color::none) == (i - begin < filled), "passengers are dealt place by place");
    }
  }
  for (int i = game.slot_begin[Place(game.board.places.size())]; i < kPassengers; ++i)
    fault.must(open.passengers[i] == Color::none, "a passenger stands nowhere");
  fault.must(!rule || all == due, "there are ", all, " passengers on the board or taken, not ", due);
}

std::string check_view(const Game& game, const PlayerView& view) {
  ViewFault fault;
  for (const auto check : {check_ranges, check_tracks, check_figures, check_phase, check_cards, check_tickets}) {
    check(game, view, fault);
    if (!fault.none()) break;
  }
  return fault.text();
}

}  // namespace perron
