#include "content/sheet_reader.h"

#include <algorithm>

namespace perron {
namespace {

constexpr int kMaxCards = 250;  // of the whole deck: counts of cards are bytes
constexpr int kMaxOpeningCards = 20;
constexpr Range kPoints = {0, 100};
constexpr Range kAward = {1, 100};

// Numbers by colour, of the first N colours. Returns their sum.
template <int N>
int read_colors(FieldReport& report, Fields& fields, Range range, IdArray<Color, std::uint8_t, N>& out) {
  int sum = 0;
  const auto names = std::span(kColorNames).first(static_cast<std::size_t>(N));
  fields.each([&](const std::string& key, const nlohmann::json& value, const std::string& path) {
    const auto it = std::ranges::find(names, key);
    if (it == names.end()) {
      report.add(path, concat("is not a colour that fits here: it must be ", choice_of(names), suggestion(key, names)));
      return;
    }
    const int count = read_whole(report, value, path, range);
    out[Color(it - names.begin())] = static_cast<std::uint8_t>(count);
    sum += count;
  });
  return sum;
}

void read_players(FieldReport& report, Fields& rules, Ruleset& out) {
  rules.section("players", Need::required, [&](Fields& players) {
    out.players_min = players.byte("min", {2, kSeats});
    out.players_max = players.byte("max", {2, kSeats});
    if (report.clean(players.path()) && out.players_min > out.players_max)
      report.add(players.at("max"), concat("must be at least `min`, which is ", out.players_min, ", not ", out.players_max));
  });
}

// How often a row is thrown away until one can stay, on average and at worst: with all locomotives outside the hands and
// only just enough other cards for such a row [X2].
double flushes(const FaceUpRow& row, int locomotives) {
  const auto ways = [](int n, int k) {  // to choose k of n
    double product = 1;
    for (int i = 0; i < k; ++i) product = product * (n - i) / (i + 1);
    return product;
  };
  if (row.flush_at == 0 || locomotives < row.flush_at) return 0;
  const int allowed = row.flush_at - 1, plain = row.places - allowed;
  return ways(locomotives + plain, row.places) / ways(locomotives, allowed);
}

void check_flushes(FieldReport& report, const std::string& path, const Ruleset& rules) {
  constexpr int kMost = 1000;  // the built-in boards have 68
  if (const int wilds = rules.cards[Color::locomotive]; rules.row && flushes(*rules.row, wilds) > kMost)
    report.add(path, concat("must be higher, or 0, or the deck must have fewer than ", wilds, " locomotives: a row of ", rules.row->places,
                            " places could be thrown away over ", kMost, " times on end"));
}

void read_cards(FieldReport& report, Fields& rules, Ruleset& out) {
  rules.section("cards", Need::required, [&](Fields& cards) {
    const int sum = read_colors(report, cards, {0, kMaxCards}, out.cards);
    if (sum > kMaxCards) report.add(cards.path(), concat("must be at most ", kMaxCards, " cards in all, not ", sum));
  });
  out.opening_cards = rules.byte("opening_cards", {0, kMaxOpeningCards});
  rules.section("draw", Need::required, [&](Fields& draw) {
    out.draw_cards = draw.byte("cards", {1, 4});
    draw.section("row", Need::optional, [&](Fields& row) {
      out.row.emplace();
      out.row->places = row.byte("places", {1, kRow});
      const int most = report.clean(row.at("places")) ? out.row->places : kRow;
      out.row->flush_at = row.byte("flush_at_locomotives", {0, most}, 0);
    });
  });
  // Said here, where the numbers are; that there is a card for every track is said with the tracks.
  for (const auto* key : {"players", "cards", "opening_cards", "draw"})
    if (!report.clean(rules.at(key))) return;
  check_flushes(report, rules.at("draw") + "/row/flush_at_locomotives", out);
  const int row = out.row ? out.row->places : 0;
  const int needed = out.players_max * out.opening_cards + row;
  if (total(out.cards) < std::max(needed, 1))
    report.add(rules.at("cards"), concat("must be at least ", std::max(needed, 1), " cards in all (", out.players_max, " players x ",
                                         out.opening_cards, " opening cards + ", row, " row places), not ", total(out.cards)));
}

void read_claims(FieldReport& report, Fields& rules, Ruleset& out) {
  rules.list("claim_points", Need::optional, {1, kMaxLength}, [&](const nlohmann::json& item, const std::string& path) {
    out.claim_points.push_back(static_cast<std::int16_t>(read_whole(report, item, path, kPoints)));
  });
  out.one_of_parallel_up_to = rules.byte("one_of_parallel_up_to_players", {0, kSeats}, 0);
  rules.section("end", Need::required, [&](Fields& end) {
    const int most = report.clean(rules.at("wagons")) ? out.wagons - 1 : 199;
    out.end.wagons_left = end.byte("wagons_left", {0, most});
    out.end.turns_each = end.byte("turns_each", {0, 3});
  });
}

enum class Offers : std::uint8_t { by_deck, by_split, by_race };

void read_decks(FieldReport& report, Fields& tickets, Offers offers, Ruleset& out) {
  tickets.list("decks", Need::required, {1, kDecks}, [&](const nlohmann::json& item, const std::string& path) {
    TicketDeck deck{};
    Fields::read_object(report, item, path, [&](Fields& fields) {
      deck.id = fields.id("id", '-');
      const auto same = [&](const TicketDeck& other) { return !deck.id.empty() && other.id == deck.id; };
      if (std::ranges::any_of(out.decks, same)) report.add(fields.at("id"), "must differ from the id of the other deck");
      if (offers == Offers::by_deck) {
        deck.first = fields.byte("first", {0, kOffer});
        deck.later = fields.byte("later", {0, kOffer});
        return;
      }
      const auto* why = offers == Offers::by_split ? "must be left out: with a `split` the player says how many of each deck"
                                                   : "must be left out: in a race `open` says how many tickets a player has";
      fields.refuse("first", why);
      fields.refuse("later", why);
    });
    out.decks.push_back(std::move(deck));
  });
}

void check_offers(FieldReport& report, const std::string& decks, const Ruleset& rules) {
  int first = 0, later = 0, decks_later = 0;
  for (const auto& deck : rules.decks) {
    first += deck.first;
    later += deck.later;
    decks_later += deck.later > 0;
  }
  if (first < 1 || first > kOffer)
    report.add(decks, concat("must offer 1 to ", kOffer, " tickets at the start (the sum of `first`), not ", first));
  if (later > kOffer) report.add(decks, concat("must offer at most ", kOffer, " tickets later (the sum of `later`), not ", later));
  if (decks_later > 1) report.add(decks, "must have `later` above 0 in one deck only; for draws from both decks give a `split`");
}

// At least one of those offered must be kept: tickets that all go back would make a turn that changes nothing.
void read_keep(FieldReport& report, Fields& tickets, Fields& keep, Ruleset& out) {
  int first = 0, later = 0;
  for (const auto& deck : out.decks) {
    first += deck.first;
    later += deck.later;
  }
  if (out.split) first = later = *out.split;
  const bool known = report.clean(tickets.at("decks")) && report.clean(tickets.at("split"));
  const bool no_later = known && later == 0;
  KeepSome rule{};
  rule.first = keep.byte("first", {1, known ? first : kOffer});
  rule.later = no_later ? keep.byte("later", {0, 0}, 0) : keep.byte("later", {1, known ? later : kOffer});
  if (const auto choice = keep.choice("not_kept_first", kNotKeptNames, Need::required)) rule.not_kept_first = NotKept(*choice);
  out.tickets = rule;
}

void read_race(FieldReport& report, Fields& tickets, Fields& race, Ruleset& out) {
  Race rule{};
  rule.open = race.byte("open", {1, kOffer / 2});  // in a swap a seat has the old and the new ones
  rule.goal = race.byte("goal", {1, kTickets});
  rule.swap = race.flag("swap", false);
  if (report.clean(tickets.at("decks")) && out.decks.size() > 1)
    report.add(tickets.at("decks"), "must be one deck only in a race, not two");
  out.tickets = rule;
}

void read_tickets(FieldReport& report, Fields& rules, Ruleset& out) {
  rules.section("tickets", Need::required, [&](Fields& tickets) {
    const bool keep = tickets.has("keep"), race = tickets.has("race"), split = tickets.has("split");
    read_decks(report, tickets, race && !keep ? Offers::by_race : split ? Offers::by_split : Offers::by_deck, out);
    const bool decks = report.clean(tickets.at("decks"));
    if (race && !keep) {
      tickets.refuse("split", "must be left out: a race has one deck only");
    } else if (split) {
      out.split = tickets.byte("split", {1, kOffer});
      if (decks && out.decks.size() < 2) report.add(tickets.at("split"), "must be left out, or there must be two decks");
    } else if (decks) {
      check_offers(report, tickets.at("decks"), out);
    }
    tickets.find("split");  // a known key in any case, for the suggestion
    tickets.section("keep", Need::optional, [&](Fields& fields) { read_keep(report, tickets, fields, out); });
    tickets.section("race", Need::optional, [&](Fields& fields) { read_race(report, tickets, fields, out); });
    if (keep == race) report.add(tickets.path(), concat("must have either `keep` or `race`, not ", keep ? "both" : "neither"));
  });
}

void read_awards(FieldReport& report, Fields& rules, Sheet& sheet) {
  auto& out = sheet.rules;
  rules.section("longest_line", Need::optional, [&](Fields& award) { out.longest_line = award.byte("points", kAward); });
  rules.section("globetrotter", Need::optional, [&](Fields& award) { out.globetrotter = award.byte("points", kAward); });
  rules.section("east_west", Need::optional, [&](Fields& link) {
    out.east_west.emplace();
    out.east_west->points = link.byte("points", kPoints, 0);
    std::size_t side = 0;
    link.list("regions", Need::required, {2, 2},
              [&](const nlohmann::json& item, const std::string& path) { sheet.regions[side++] = read_text(report, item, path, 32); });
    if (report.clean(link.at("regions")) && sheet.regions[0] == sheet.regions[1])
      report.add(link.at("regions"), "must be two different names");
  });
}

void read_tie_breaks(FieldReport& report, Fields& rules, Ruleset& out) {
  rules.list(
      "tie_breaks", Need::optional, {0, static_cast<int>(kTieBreakTable.size())}, [&](const nlohmann::json& item, const std::string& path) {
        const auto* name = item.get_ptr<const std::string*>();
        const auto rule = name ? value_named(kTieBreakTable, *name) : std::nullopt;
        if (!rule) {
          report.add(path,
                     concat("must be ", choice_of(kTieBreakNames), ", ", not_this(item), name ? suggestion(*name, kTieBreakNames) : ""));
          return;
        }
        const auto needs = row_of(kTieBreakTable, *rule).needs;
        if (!needs.empty() && !rules.has(needs)) report.add(path, concat("must be left out: the rules have no `", needs, "`"));
        if (std::ranges::find(out.tie_breaks, *rule) != out.tie_breaks.end()) report.add(path, "must be listed once only");
        out.tie_breaks.push_back(*rule);
      });
}

void read_modules(FieldReport& report, Fields& rules, Ruleset& out) {
  rules.section("tunnels", Need::optional, [&](Fields& tunnels) { out.tunnels = Tunnels{tunnels.byte("cards", {1, 8})}; });
  rules.section("stations", Need::optional, [&](Fields& stations) {
    out.stations.emplace();
    out.stations->each = stations.byte("each", {1, kStations});
    out.stations->points_unused = stations.byte("points_unused", kPoints);
  });
  rules.section("passengers", Need::optional, [&](Fields& passengers) {
    auto& hunt = out.passengers.emplace();
    passengers.section("colours", Need::required, [&](Fields& colors) {
      const int sum = read_colors(report, colors, {0, kPassengers}, hunt.figures);
      if (report.clean(colors.path()) && (sum < 1 || sum > kPassengers))
        report.add(colors.path(), concat("must be 1 to ", kPassengers, " figures in all, not ", sum));
    });
    hunt.points_most = passengers.byte("points_most", kAward);
    const int most = report.clean(passengers.at("points_most")) ? hunt.points_most : kAward.most;
    hunt.points_second = passengers.byte("points_second", {0, most});
  });
}

}  // namespace

Sheet read_sheet(FieldReport& report, Fields& rules) {
  Sheet sheet;
  auto& out = sheet.rules;
  read_players(report, rules, out);
  out.wagons = rules.byte("wagons", {1, 200});
  read_cards(report, rules, out);
  read_claims(report, rules, out);
  read_tickets(report, rules, out);
  read_modules(report, rules, out);
  read_awards(report, rules, sheet);
  read_tie_breaks(report, rules, out);
  return sheet;
}

}  // namespace perron
