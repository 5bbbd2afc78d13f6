#include <algorithm>

#include "wire/names.h"
#include "wire/view_json.h"

namespace perron {
namespace {

constexpr Range kByte = {0, 255};

class ViewReader {
 public:
  ViewReader(const Board& board, int seats, FieldReport& report) : board_(board), rules_(board.rules), seats_(seats), report_(report) {}

  PlayerView read(const nlohmann::json& json) {
    blank();
    Fields::read_object(report_, json, "", [&](Fields& view) {
      view_.me = Seat(view.byte("seat", {0, seats_ - 1}));
      read_turn(view);
      read_cards(view);
      read_piles(view);
      if (rules_.passengers) read_waiting(view);
      read_seats(view);
      read_free(view);
      view.section("mine", Need::required, [&](Fields& mine) { read_mine(mine); });
    });
    return view_;
  }

 private:
  Public& open() { return view_.open; }

  void blank() {
    open().row.fill(Color::none);
    open().passengers.fill(Color::none);
    open().winner_by_goal = kNoSeat;
    for (auto& seat : open().stations) seat.fill(kNoPlace);
    view_.mine.offered.fill(kNoTicket);
    view_.mine.seen.fill({});
  }

  // ---- pieces ----

  // Counts by colour; `most` are the limits.
  template <int N>
  void read_counts(Fields& from, std::string_view key, const IdArray<Color, std::uint8_t, N>& most, IdArray<Color, std::uint8_t, N>& out) {
    from.section(key, Need::required, [&](Fields& fields) {
      fields.each([&](const std::string& word, const nlohmann::json& value, const std::string& path) {
        const auto names = std::span(kColorNames).first(static_cast<std::size_t>(N));
        const auto it = std::ranges::find(names, word);
        const auto c = Color(it - names.begin());
        if (it == names.end() || most[c] == 0) report_.add(path, "is no colour of this board that fits here");
        else out[c] = static_cast<std::uint8_t>(read_whole(report_, value, path, {0, most[c]}));
      });
    });
  }

  // The item with this name, or nothing and an error.
  template <class Id, class Item>
  std::optional<Id> read_id(const nlohmann::json& value, const std::string& path, const IdVector<Id, Item>& items, std::string_view what) {
    const auto* id = value.get_ptr<const std::string*>();
    const auto it = id ? std::ranges::find(items, *id, [](const auto& item) -> const std::string& { return item.id; }) : items.end();
    if (it != items.end()) return Id(it - items.begin());
    report_.add(path, concat("must be the id of a ", what, " of this board, ", not_this(value)));
    return std::nullopt;
  }

  template <class Id, class Item, int N>
  void read_set(Fields& from, std::string_view key, const IdVector<Id, Item>& items, std::string_view what, Bits<N, Id>& out) {
    from.list(key, Need::required, {0, items.size()}, [&](const nlohmann::json& item, const std::string& path) {
      const auto i = read_id(item, path, items, what);
      if (i && out.test(*i)) report_.add(path, "is listed twice");
      if (i) out.set(*i);
    });
  }

  std::optional<Color> read_color(const nlohmann::json& value, const std::string& path, std::size_t count) {
    const auto* word = value.get_ptr<const std::string*>();
    const auto names = std::span(kColorNames).first(count);
    const auto it = word ? std::ranges::find(names, *word) : names.end();
    if (it != names.end()) return Color(it - names.begin());
    report_.add(path, concat("must be a colour, ", not_this(value)));
    return std::nullopt;
  }

  void read_by_deck(Fields& from, std::string_view key, PerDeck<std::uint8_t>& out) {
    const auto decks = rules_.decks.size();
    int d = 0;
    from.list(key, Need::required, {decks, decks}, [&](const nlohmann::json& item, const std::string& path) {
      out[d++] = static_cast<std::uint8_t>(read_whole(report_, item, path, {0, kTickets}));
    });
  }

  // ---- the sections ----

  void read_turn(Fields& view) {
    if (const auto phase = view.choice("phase", kPhaseNames, Need::required)) open().phase = Phase(*phase);
    open().to_move = Seat(view.byte("to_move", {0, seats_ - 1}));
    open().first = Seat(view.byte("first", {0, seats_ - 1}));
    view.section("owed", Need::required, [&](Fields& owed) {
      if (const auto what = owed.choice("what", kDebtNames, Need::required)) open().owed = Owed(*what);
      open().owed_at = owed.byte("at", kByte);
      open().owed_left = owed.byte("left", kByte);
      read_by_deck(owed, "tickets", open().owed_tickets);
    });
    open().step = view.byte("step", kByte);
    open().draws_left = view.byte("draws_left", kByte);
    open().turns_left = view.byte("turns_left", kByte);
    open().passes = view.byte("passes", kByte);
    read_claim(view);
    if (rules_.tunnels)
      view.section("tunnel", Need::required, [&](Fields& tunnel) {
        read_counts(tunnel, "turned_up", rules_.cards, open().turned_up);
        open().tunnel_extra = tunnel.byte("extra", kByte);
      });
    if (rules_.passengers) open().visit = view.byte("visit", {0, 1});
    if (!wire::is_race(board_)) return;
    const auto* winner = view.find("winner_by_goal", Need::required, "a seat or null");
    if (winner && !winner->is_null())
      open().winner_by_goal = Seat(read_whole(report_, *winner, view.at("winner_by_goal"), {0, seats_ - 1}));
  }

  void read_claim(Fields& view) {
    const auto* value = view.find("claim", Need::required, "an object or null");
    if (!value || value->is_null()) return;
    Fields::read_object(report_, *value, view.at("claim"), [&](Fields& claim) {
      const auto* track = claim.find("track", Need::required, "the id of a track");
      const auto t = track ? read_id(*track, claim.at("track"), board_.tracks, "track") : std::nullopt;
      const auto color = claim.choice("colour", kColorNames, Need::required);
      const auto locomotives = claim.byte("locomotives", {0, kMaxLength});
      if (t && color) open().claim = {Kind::claim, static_cast<std::uint8_t>(index(*t)), static_cast<std::uint8_t>(*color), locomotives};
    });
  }

  void read_cards(Fields& view) {
    if (rules_.row) {
      std::size_t i = 0;
      view.list("row", Need::required, {rules_.row->places, rules_.row->places}, [&](const nlohmann::json& item, const std::string& path) {
        const auto place = i++;
        if (item.is_null()) return;
        if (const auto color = read_color(item, path, kColors)) open().row[place] = *color;
      });
    }
    view.section("deck", Need::required, [&](Fields& deck) {
      open().deck_size = deck.byte("size", {0, total(rules_.cards)});
      open().shuffles = deck.byte("shuffles", kByte);
      read_counts(deck, "refill_left", rules_.cards, open().refill_left);
    });
    read_counts(view, "discard", rules_.cards, open().discard);
    open().discard_size = static_cast<std::uint8_t>(std::min(255, total(open().discard)));
  }

  void read_piles(Fields& view) {
    const auto decks = rules_.decks.size();
    int d = 0;
    view.list("ticket_decks", Need::required, {decks, decks}, [&](const nlohmann::json& item, const std::string& path) {
      auto& pile = open().piles[d];
      const std::string_view id[] = {rules_.decks[d].id};
      const int count = wire::tickets_in_deck(board_, d++);
      Fields::read_object(report_, item, path, [&](Fields& fields) {
        fields.choice("id", id, Need::required);
        pile.bag = fields.byte("bag", {0, count});
        pile.under = fields.byte("under", {0, count});
        pile.head = fields.byte("head", {0, count});
        pile.shuffles = fields.byte("shuffles", kByte);
      });
    });
    open().tickets_aside = view.byte("tickets_aside", {0, kTickets});
  }

  void read_waiting(Fields& view) {
    view.section("passengers", Need::required, [&](Fields& places) {
      std::size_t slot = 0;
      for (const auto& place : board_.places) {
        std::size_t next = slot;
        if (place.passengers > 0)
          places.list(place.id, Need::optional, {0, place.passengers}, [&](const nlohmann::json& item, const std::string& path) {
            if (const auto color = read_color(item, path, kPlainColors)) open().passengers[next++] = *color;
          });
        slot += place.passengers;
      }
    });
  }

  void read_seats(Fields& view) {
    int next = 0;
    view.list("seats", Need::required, {seats_, seats_}, [&](const nlohmann::json& item, const std::string& path) {
      const auto seat = Seat(next++);
      Fields::read_object(report_, item, path, [&](Fields& fields) { read_seat(fields, seat); });
    });
  }

  void read_seat(Fields& seat, Seat s) {
    open().points[s] = static_cast<std::int16_t>(seat.number("points", {-32768, 32767}));
    open().wagons[s] = seat.byte("wagons", {0, rules_.wagons});
    read_set(seat, "tracks", board_.tracks, "track", open().tracks[s]);
    open().hand_size[s] = seat.byte("hand_size", {0, total(rules_.cards)});
    read_counts(seat, "at_least", rules_.cards, open().at_least[s]);
    read_by_deck(seat, "tickets_held", open().tickets_held[s]);
    open().offered[s] = seat.byte("offered", {0, kOffer});
    if (rules_.decks.size() > 1) open().offered_first[s] = seat.byte("offered_first", {0, kOffer});
    if (wire::is_race(board_)) read_set(seat, "shown", board_.tickets, "ticket", open().shown[s]);
    else open().kept_first[s] = seat.byte("kept_first", {0, kOffer});
    if (rules_.east_west) read_east_west(seat, s);
    if (rules_.stations) {
      std::size_t i = 0;
      seat.list("stations", Need::required, {0, rules_.stations->each}, [&](const nlohmann::json& item, const std::string& path) {
        if (const auto place = read_id(item, path, board_.places, "place")) open().stations[s][i++] = *place;
      });
    }
    if (rules_.passengers) read_counts(seat, "passengers", rules_.passengers->figures, open().taken[s]);
  }

  void read_east_west(Fields& seat, Seat s) {
    const auto* value = seat.find("east_west", Need::required, "true or false");
    if (!value) return;
    if (!value->is_boolean()) report_.add(seat.at("east_west"), concat("must be true or false, ", not_this(*value)));
    else open().east_west[s] = value->get<bool>();
  }

  void read_free(Fields& view) {
    TrackSet closed;
    read_set(view, "closed", board_.tracks, "track", closed);
    for (const auto track : board_.tracks.ids()) open().free.set(track);
    for (const auto& tracks : open().tracks) {
      if ((closed & tracks).any()) report_.add(view.at("closed"), "must not list a track that somebody has claimed");
      open().free -= tracks;
    }
    open().free -= closed;
  }

  void read_mine(Fields& mine) {
    read_counts(mine, "hand", rules_.cards, view_.mine.hand);
    read_set(mine, "tickets", board_.tickets, "ticket", view_.mine.tickets);
    std::size_t i = 0;
    mine.list("offered", Need::required, {0, kOffer}, [&](const nlohmann::json& item, const std::string& path) {
      if (const auto ticket = read_id(item, path, board_.tickets, "ticket")) view_.mine.offered[i++] = *ticket;
    });
    std::size_t n = 0;
    mine.list("seen", Need::required, {0, kSeen}, [&](const nlohmann::json& item, const std::string& path) {
      auto& seen = view_.mine.seen[n++];
      Fields::read_object(report_, item, path, [&](Fields& fields) { read_seen(fields, seen); });
    });
  }

  void read_seen(Fields& fields, SeenTicket& out) {
    const auto* value = fields.find("ticket", Need::required, "the id of a ticket");
    const auto ticket = value ? read_id(*value, fields.at("ticket"), board_.tickets, "ticket") : std::nullopt;
    const auto where = fields.choice("where", wire::kWhereNames, Need::required);
    if (!where || *where != 0) fields.refuse("slot", "must be left out: only tickets under a deck have a slot");
    if (!ticket || !where) return;
    out.ticket = *ticket;
    out.where = *where == 1 ? kLeftGame : kDiscarded;
    if (*where != 0) return;
    const auto deck = board_.tickets[*ticket].deck;
    const int slot = fields.number("slot", {0, wire::tickets_in_deck(board_, deck) - 1});
    out.where = static_cast<std::uint8_t>(wire::first_slot_under(board_, deck) + slot);
  }

  const Board& board_;
  const Ruleset& rules_;
  int seats_;
  FieldReport& report_;
  PlayerView view_{};
};

}  // namespace

Result<PlayerView, std::vector<FieldError>> view_from_json(const Board& board, int seats, const nlohmann::json& json) {
  FieldReport report;
  const auto view = ViewReader(board, seats, report).read(json);
  if (!report.empty()) return report.take();
  return view;
}

}  // namespace perron
