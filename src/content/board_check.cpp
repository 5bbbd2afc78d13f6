#include "content/board_check.h"

#include <algorithm>
#include <limits>

#include "base/union_find.h"

namespace perron {
namespace {

class BoardCheck {
 public:
  BoardCheck(FieldReport& report, const Board& board) : report_(report), board_(board), rules_(board.rules) {}

  void run() {
    check_tracks();
    ends_known_ = std::ranges::all_of(board_.tracks, known);
    if (ends_known_ && report_.present("/tracks") && report_.present("/places")) {
      count_neighbours();
      join_places();
      check_places();
      check_link();
      for (const auto i : board_.tickets.ids()) check_reach(i);
    }
    check_passengers();
    for (const auto i : board_.tickets.ids()) check_ticket(i);
    if (report_.clean("/tickets") && report_.clean("/rules/tickets") && report_.clean("/rules/players")) check_supply();
    if (report_.empty()) check_total();
  }

 private:
  static constexpr auto known = [](const auto& item) { return item.a != kNoPlace && item.b != kNoPlace; };
  static std::string path(std::string_view list, int i, std::string_view key) {
    return concat("/", list, "/", i, key.empty() ? "" : "/", key);
  }
  static std::string path(Place place, std::string_view key) { return path("places", index(place), key); }
  static std::string path(Track track, std::string_view key) { return path("tracks", index(track), key); }
  static std::string path(Ticket ticket, std::string_view key) { return path("tickets", index(ticket), key); }
  const PlaceFacts& facts(Place place) const { return board_.places[place]; }
  std::string name(Place place) const { return in_quotes(facts(place).id); }

  // ---- tracks

  void check_tracks() {
    const bool wagons = report_.clean("/rules/wagons"), points = report_.clean("/rules/claim_points");
    const bool cards = report_.clean("/rules/cards"), tunnels = report_.present("/rules/tunnels");
    for (const auto i : board_.tracks.ids()) {
      const auto& track = board_.tracks[i];
      if (known(track)) check_ends(i, track);
      if (track.tunnel && tunnels && !rules_.tunnels)
        report_.add(path(i, "tunnel"), "must be left out, or the rules must have a `tunnels` section");
      if (!report_.clean(path(i, "length"))) continue;
      const auto table = static_cast<int>(rules_.claim_points.size());
      if (points && table > 0 && track.length > table)
        report_.add(path(i, "length"),
                    concat("must be at most ", table, ", the longest that `claim_points` has a value for, not ", track.length));
      if (wagons && track.length > rules_.wagons)
        report_.add(path(i, "length"), concat("must be at most ", rules_.wagons, ", the wagons of a player, not ", track.length));
      if (cards && report_.clean(path(i, "colour"))) check_payment(i, track);
    }
  }

  void check_ends(Track i, const TrackFacts& track) {
    if (track.a == track.b) report_.add(path(i, ""), concat("must join two places, not ", name(track.a), " with itself"));
    for (const auto end : {track.a, track.b})
      if (facts(end).kind == PlaceKind::country)
        report_.add(path(i, ""), concat("must not end in the country ", name(end), "; it must end in a terminal of that country"));
    if (track.a != track.b && facts(track.a).kind == PlaceKind::terminal && facts(track.b).kind == PlaceKind::terminal)
      report_.add(path(i, ""), concat("must join a terminal to a city, not the terminals ", name(track.a), " and ", name(track.b)));
  }

  // Whether the whole deck could pay for it.
  void check_payment(Track i, const TrackFacts& track) {
    const int wilds = rules_.cards[Color::locomotive];
    const bool grey = track.color == Color::none;
    const int plain = grey ? *std::max_element(rules_.cards.begin(), rules_.cards.begin() + kPlainColors) : rules_.cards[track.color];
    if (!grey && plain == 0)
      report_.add(path(i, "colour"), concat("must be a colour that the cards have; there is no ", name_of(track.color), " card"));
    else if (plain + wilds < track.length)
      report_.add(path(i, "length"),
                  concat("must be at most ", plain + wilds, ", all the ", grey ? "cards of any one colour" : name_of(track.color),
                         grey ? " and locomotives together, not " : " cards and locomotives together, not ", track.length));
    if (track.locomotives == 0 || !report_.clean(path(i, "locomotives"))) return;
    const int most = std::min<int>(track.length, wilds);
    if (track.locomotives > most)
      report_.add(path(i, "locomotives"), concat("must be at most ", most, " (", track.length, " spaces, ", wilds,
                                                 " locomotives in the deck), not ", track.locomotives));
  }

  // ---- places

  void count_neighbours() {
    neighbours_.resize(board_.places.size());
    for (const auto& track : board_.tracks) {
      if (track.a == track.b) continue;
      add_neighbour(track.a, track.b);
      add_neighbour(track.b, track.a);
    }
  }

  void add_neighbour(Place of, Place place) {
    auto& list = neighbours_[of];
    if (std::ranges::find(list, place) == list.end()) list.push_back(place);
  }

  void check_places() {
    for (const auto i : board_.places.ids()) {
      if (!report_.clean(path(i, "id")) || !report_.clean(path(i, "kind"))) continue;
      const auto count = neighbours_[i].size();
      switch (board_.places[i].kind) {
        case PlaceKind::city:
          if (count == 0) report_.add(path(i, ""), "must have a track; none ends here");
          break;
        case PlaceKind::terminal:
          if (count == 0) report_.add(path(i, ""), "must have a track; none ends in this terminal");
          else if (count > 1)
            report_.add(path(i, ""), concat("must have tracks to one neighbour only, for a terminal is a dead end; it has ",
                                            name(neighbours_[i][0]), " and ", name(neighbours_[i][1])));
          break;
        case PlaceKind::country:
          if (std::ranges::none_of(board_.places, [&](const PlaceFacts& p) { return p.kind == PlaceKind::terminal && p.country == i; }))
            report_.add(path(i, ""), "must have a terminal: a place of that kind with this `country`");
          break;
      }
    }
  }

  // ---- what is joined when every track is built

  void join_places() {
    for (const auto& track : board_.tracks) joined_.join(track.a, track.b);
  }

  // The places that count as this end: of a country its terminals [G6].
  std::vector<Place> places_of(Place end) const {
    if (facts(end).kind != PlaceKind::country) return {end};
    std::vector<Place> out;
    for (const auto i : board_.places.ids())
      if (board_.places[i].kind == PlaceKind::terminal && board_.places[i].country == end) out.push_back(i);
    return out;
  }

  bool can_join(const std::vector<Place>& from, const std::vector<Place>& to) const {
    return std::ranges::any_of(
        from, [&](Place a) { return std::ranges::any_of(to, [&](Place b) { return joined_.root(a) == joined_.root(b); }); });
  }

  void check_reach(Ticket i) {
    const auto& ticket = board_.tickets[i];
    if (!known(ticket) || ticket.a == ticket.b) return;
    const auto from = places_of(ticket.a), to = places_of(ticket.b);
    if (from.empty() || to.empty()) return;  // a country without terminals has its error
    if (!can_join(from, to))
      report_.add(path(i, ""), concat("can never be completed: no tracks lead from ", name(ticket.a), " to ", name(ticket.b)));
  }

  void check_link() {
    if (!rules_.east_west || !report_.clean("/rules/east_west")) return;
    std::array<std::vector<Place>, 2> sides;
    bool regions_read = true;
    for (const auto i : board_.places.ids()) {
      const auto& place = board_.places[i];
      regions_read &= report_.clean(path(i, "region"));
      if (place.region == Region::none) continue;
      sides[place.region == Region::first ? 0 : 1].push_back(i);
      if (place.kind == PlaceKind::country)
        report_.add(path(i, "region"), "must be left out: no track ends in a country itself; give it to the terminals");
    }
    if (!regions_read) return;
    for (int side = 0; side < 2; ++side)
      if (sides[side].empty())
        report_.add(concat("/rules/east_west/regions/", side), "must be the `region` of at least one place; no place has it");
    if (!sides[0].empty() && !sides[1].empty() && !can_join(sides[0], sides[1]))
      report_.add("/rules/east_west", "can never be won: no tracks lead from the one region to the other");
  }

  // ---- passengers

  void check_passengers() {
    if (!report_.present("/rules/passengers")) return;
    int standing = 0;
    bool read = report_.present("/places");
    for (const auto i : board_.places.ids()) {
      const auto& place = board_.places[i];
      read &= report_.clean(path(i, "passengers"));
      standing += place.passengers;
      if (place.passengers == 0) continue;
      if (!rules_.passengers) report_.add(path(i, "passengers"), "must be left out, or the rules must have a `passengers` section");
      else if (place.kind == PlaceKind::terminal)
        report_.add(path(i, "passengers"), "must be left out: the passengers of a country stand on the country, not on a terminal");
    }
    if (!rules_.passengers || !read || !report_.clean("/rules/passengers/colours")) return;
    const auto& figures = rules_.passengers->figures;
    const int sum = std::accumulate(figures.begin(), figures.end(), 0);
    if (sum != standing)
      report_.add("/rules/passengers/colours",
                  concat("must be as many figures in all as the places have `passengers`: ", standing, ", not ", sum));
  }

  // ---- tickets

  void check_ticket(Ticket i) {
    const auto& ticket = board_.tickets[i];
    if (!known(ticket)) return;
    for (const auto end : {ticket.a, ticket.b})
      if (facts(end).kind == PlaceKind::terminal)
        report_.add(path(i, ""), concat("must not end in the terminal ", name(end), "; it must name the country"));
    if (ticket.a == ticket.b) {  // [X12]
      const bool country = facts(ticket.a).kind == PlaceKind::country;
      report_.add(path(i, ""),
                  concat("must join two different ", country ? "countries" : "places", ", not ", name(ticket.a), " with itself"));
    }
    for (const auto j : ids<Ticket>(index(i)))
      if (board_.tickets[j].id == ticket.id) {
        report_.add(path(i, ""), concat("must be a pair of its own; ", path(j, ""), " joins the same two places"));
        break;
      }
  }

  // Enough tickets for the opening with all seats taken.
  void check_supply() {
    const int players = rules_.players_max, all = board_.tickets.size();
    const auto enough = [&](std::string_view where, int each, int there) {
      if (each * players > there)
        report_.add(std::string(where),
                    concat("needs ", each * players, " tickets at the start (", players, " players x ", each, "); there are ", there));
    };
    for (const int d : rules_.decks.ids()) {
      const auto& deck = rules_.decks[d];
      const auto there = static_cast<int>(std::ranges::count(board_.tickets, d, [](const TicketFacts& t) { return int{t.deck}; }));
      const auto where = concat("/rules/tickets/decks/", d);
      if (there == 0) report_.add(where, "must have tickets; none is of this deck");
      enough(where, deck.first, there);
    }
    if (rules_.split) enough("/rules/tickets/split", *rules_.split, all);
    if (const auto* race = std::get_if<Race>(&rules_.tickets)) {
      enough("/rules/tickets/race/open", race->open, all);
      const int most = all + (rules_.east_west ? 1 : 0);
      if (race->goal > most)
        report_.add("/rules/tickets/race/goal", concat("must be at most ", most, ", the tickets that there are, not ", race->goal));
    }
  }

  // Scores are 16-bit numbers: not even all of everything may be more.
  void check_total() {
    int most = 0;
    for (const auto& track : board_.tracks)
      if (!rules_.claim_points.empty()) most += rules_.claim_points[track.length - 1u];
    for (const auto& ticket : board_.tickets) most += std::max<int>(ticket.points, 1);
    if (rules_.stations) most += rules_.stations->each * rules_.stations->points_unused;
    if (rules_.passengers) most += rules_.passengers->points_most * kPlainColors;
    most += rules_.longest_line.value_or(0) + rules_.globetrotter.value_or(0) + (rules_.east_west ? rules_.east_west->points : 0);
    constexpr int limit = std::numeric_limits<std::int16_t>::max();
    if (most > limit) report_.add("", concat("has ", most, " points in all its tracks, tickets and awards; it must be at most ", limit));
  }

  FieldReport& report_;
  const Board& board_;
  const Ruleset& rules_;
  bool ends_known_ = false;
  IdVector<Place, std::vector<Place>> neighbours_;  // by place, without repetition
  UnionFind<kPlaces, Place> joined_{kPlaces};
};

}  // namespace

void check_board(FieldReport& report, const Board& board) { BoardCheck(report, board).run(); }

}  // namespace perron
