#include "wire/names.h"
#include "wire/view_json.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;

template <std::size_t N>
Json counts(const std::array<std::uint8_t, N>& cards) {
  auto out = Json::object();
  for (std::size_t c = 0; c < N; ++c)
    if (cards[c] > 0) out[std::string(kColorNames[c])] = cards[c];
  return out;
}

template <class Items, int N>
Json ids(const Items& items, const Bits<N>& set) {
  auto out = Json::array();
  set.each([&](int i) { out.push_back(items[static_cast<std::size_t>(i)].id); });
  return out;
}

Json color_or_null(Color color) { return color == Color::none ? Json() : Json(name_of(color)); }

template <class Name>
Json name(const Name& names, auto value) {
  return names[static_cast<std::size_t>(value)];
}

class Writer {
 public:
  Writer(const Board& board, int seats) : board_(board), rules_(board.rules), seats_(static_cast<std::size_t>(seats)) {}

  void write_open(const Public& open, Json& out) const {
    write_turn(open, out);
    write_cards(open, out);
    write_piles(open, out);
    if (rules_.passengers) out["passengers"] = waiting(open);
    out["closed"] = closed(open);
    out["seats"] = Json::array();
    for (std::size_t s = 0; s < seats_; ++s) out["seats"].push_back(seat(open, s));
  }

  Json mine(const Public& open, const Private& mine, std::size_t me) const {
    Json out;
    out["hand"] = counts(mine.hand);
    out["tickets"] = ids(board_.tickets, mine.tickets);
    out["offered"] = Json::array();
    for (std::size_t i = 0; i < open.offered[me]; ++i) out["offered"].push_back(ticket(mine.offered[i]));
    out["seen"] = Json::array();
    for (const auto& seen : mine.seen)
      if (seen.ticket != kNoTicket) out["seen"].push_back(given_away(seen));
    return out;
  }

 private:
  const std::string& ticket(Ticket t) const { return board_.tickets[static_cast<std::size_t>(index(t))].id; }

  void write_turn(const Public& open, Json& out) const {
    out["phase"] = name(wire::kPhaseNames, open.phase);
    out["to_move"] = index(open.to_move);
    out["first"] = index(open.first);
    Json owed;
    owed["what"] = name(wire::kOwedNames, open.owed);
    owed["at"] = open.owed_at;
    owed["left"] = open.owed_left;
    owed["tickets"] = by_deck(open.owed_tickets);
    out["owed"] = owed;
    out["step"] = open.step;
    out["draws_left"] = open.draws_left;
    out["turns_left"] = open.turns_left;
    out["passes"] = open.passes;
    out["claim"] = claim(open.claim);
    if (rules_.tunnels) out["tunnel"] = {{"turned_up", counts(open.turned_up)}, {"extra", open.tunnel_extra}};
    if (rules_.passengers) out["visit"] = open.visit;
    if (wire::is_race(board_)) out["winner_by_goal"] = open.winner_by_goal == 255 ? Json() : Json(open.winner_by_goal);
  }

  Json claim(Action action) const {
    if (action.kind != Kind::claim) return nullptr;
    return {{"track", board_.tracks[action.a].id}, {"colour", kColorNames[action.b]}, {"locomotives", action.c}};
  }

  void write_cards(const Public& open, Json& out) const {
    if (rules_.row) {
      auto row = Json::array();
      for (std::size_t i = 0; i < rules_.row->places; ++i) row.push_back(color_or_null(open.row[i]));
      out["row"] = row;
    }
    out["deck"] = {{"size", open.deck_size}, {"shuffles", open.shuffles}, {"refill_left", counts(open.refill_left)}};
    out["discard"] = counts(open.discard);
  }

  void write_piles(const Public& open, Json& out) const {
    out["ticket_decks"] = Json::array();
    for (std::size_t d = 0; d < rules_.decks.size(); ++d) {
      const auto& pile = open.piles[d];
      out["ticket_decks"].push_back(
          {{"id", rules_.decks[d].id}, {"bag", pile.bag}, {"under", pile.under}, {"head", pile.head}, {"shuffles", pile.shuffles}});
    }
    out["tickets_aside"] = open.tickets_aside;
  }

  Json by_deck(const PerDeck<std::uint8_t>& numbers) const {
    auto out = Json::array();
    for (std::size_t d = 0; d < rules_.decks.size(); ++d) out.push_back(numbers[d]);
    return out;
  }

  // Places with figures only.
  Json waiting(const Public& open) const {
    auto out = Json::object();
    std::size_t slot = 0;
    for (const auto& place : board_.places)
      for (int i = 0; i < place.passengers; ++i, ++slot)
        if (open.passengers[slot] != Color::none) out[place.id].push_back(name_of(open.passengers[slot]));
    return out;
  }

  // Tracks that nobody has claimed and nobody can: a parallel one is taken.
  Json closed(const Public& open) const {
    TrackSet out;
    for (std::size_t t = 0; t < board_.tracks.size(); ++t) out.set(static_cast<int>(t));
    out -= open.free;
    for (const auto& tracks : open.tracks) out -= tracks;
    return ids(board_.tracks, out);
  }

  Json seat(const Public& open, std::size_t s) const {
    Json out;
    out["points"] = open.points[s];
    out["wagons"] = open.wagons[s];
    out["tracks"] = ids(board_.tracks, open.tracks[s]);
    out["hand_size"] = open.hand_size[s];
    out["at_least"] = counts(open.at_least[s]);
    out["tickets_held"] = by_deck(open.tickets_held[s]);
    out["offered"] = open.offered[s];
    if (rules_.decks.size() > 1) out["offered_first"] = open.offered_first[s];
    if (wire::is_race(board_)) out["shown"] = ids(board_.tickets, open.shown[s]);
    else out["kept_first"] = open.kept_first[s];
    if (rules_.east_west) out["east_west"] = open.east_west[s] != 0;
    if (rules_.stations) {
      out["stations"] = Json::array();
      for (const auto place : open.stations[s])
        if (place != kNoPlace) out["stations"].push_back(board_.places[static_cast<std::size_t>(index(place))].id);
    }
    if (rules_.passengers) out["passengers"] = counts(open.taken[s]);
    return out;
  }

  Json given_away(const SeenTicket& seen) const {
    Json out = {{"ticket", ticket(seen.ticket)}};
    if (seen.where == kLeftGame || seen.where == kDiscarded) {
      out["where"] = wire::kWhereNames[seen.where == kLeftGame ? 1 : 2];
    } else {
      out["where"] = wire::kWhereNames[0];
      out["slot"] = seen.where - wire::first_slot_under(board_, board_.tickets[static_cast<std::size_t>(index(seen.ticket))].deck);
    }
    return out;
  }

  const Board& board_;
  const Ruleset& rules_;
  std::size_t seats_;
};

}  // namespace

nlohmann::ordered_json public_json(const Board& board, int seats, const Public& open) {
  Json out;
  Writer(board, seats).write_open(open, out);
  return out;
}

nlohmann::ordered_json view_json(const Board& board, int seats, const PlayerView& view) {
  const Writer writer(board, seats);
  Json out;
  out["seat"] = index(view.me);
  writer.write_open(view.open, out);
  out["mine"] = writer.mine(view.open, view.mine, static_cast<std::size_t>(index(view.me)));
  return out;
}

}  // namespace perron
