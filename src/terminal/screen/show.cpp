#include "terminal/screen/show.h"

#include <algorithm>

#include "route/paths.h"
#include "rules/graph.h"
#include "rules/stations.h"

namespace perron::terminal {

namespace {

constexpr int kPairColumns = 30;

bool done(const Words& words, const PlayerView& view, Ticket ticket) {
  return completes(words.game(), joined_by(words.game(), view.open.tracks[at(view.me)]), index(ticket));
}

std::string owner_of(const Words& words, const Public& open, int track) {
  for (std::size_t s = 0; s < static_cast<std::size_t>(words.game().seats); ++s)
    if (open.tracks[s].test(track)) return words.seat(Seat(s));
  return open.free.test(track) ? "free" : "closed";
}

// One column of the table of players: its heading and a text for each seat.
struct Column {
  std::string heading;
  std::vector<std::string> cells;
};

template <class F>
Column column(const Words& words, std::string heading, F&& cell) {
  Column out{std::move(heading), {}};
  for (std::size_t s = 0; s < static_cast<std::size_t>(words.game().seats); ++s) out.cells.push_back(cell(s));
  return out;
}

std::string tickets_of(const Words& words, const Public& open, std::size_t seat) {
  const auto& held = open.tickets_held[seat];
  const auto& decks = words.game().rules().decks;
  const auto all = std::to_string(held[0] + held[1]);
  if (!words.game().backs_differ || held[0] + held[1] == 0) return all;
  return all + " (" + std::to_string(held[0]) + " " + decks[0].id + ", " + std::to_string(held[1]) + " " + decks[1].id + ")";
}

std::string taken_by(const Words& words, const Public& open, std::size_t seat) {
  Cards figures{};
  std::ranges::copy(open.taken[seat], figures.begin());
  return total(figures) == 0 ? "none" : words.cards(figures);
}

std::vector<Column> columns_for(const Words& words, const Public& open) {
  const auto& rules = words.game().rules();
  std::vector<Column> out;
  const auto add = [&](std::string heading, auto&& cell) { out.push_back(column(words, std::move(heading), cell)); };
  add("wagons", [&](std::size_t s) { return std::to_string(open.wagons[s]); });
  add("cards", [&](std::size_t s) { return std::to_string(open.hand_size[s]); });
  if (const auto* race = std::get_if<Race>(&rules.tickets)) {
    add("open tickets", [&](std::size_t s) { return std::to_string(open.offered[s]); });
    add("completed",
        [&](std::size_t s) { return std::to_string(open.shown[s].count() + open.east_west[s]) + " of " + std::to_string(race->goal); });
  } else {
    add("tickets", [&](std::size_t s) { return tickets_of(words, open, s); });
  }
  if (!rules.claim_points.empty()) add("points", [&](std::size_t s) { return std::to_string(open.points[s]); });
  if (rules.stations) {
    add("stations left", [&](std::size_t s) { return std::to_string(rules.stations->each - stations_built(open, Seat(s))); });
    add("stations in", [&](std::size_t s) {
      std::string places;
      for (int i = 0; i < stations_built(open, Seat(s)); ++i)
        places += (places.empty() ? "" : ", ") + words.place(index(open.stations[s][static_cast<std::size_t>(i)]));
      return places;
    });
  }
  if (rules.passengers) add("passengers", [&](std::size_t s) { return taken_by(words, open, s); });
  return out;
}

int widest(const Column& column) {
  int columns = columns_of(column.heading);
  for (const auto& cell : column.cells) columns = std::max(columns, columns_of(cell));
  return columns;
}

}  // namespace

std::string show_rule() {
  std::string out;
  for (int i = 0; i < 78; ++i) out += "─";
  return out + "\n";
}

std::string show_news(const Words& words, const std::vector<std::string>& news) {
  std::string out;
  for (const auto& line : news) out += words.paint().dim("· ") + line + "\n";
  return out;
}

std::string show_row(const Words& words, const Public& open) {
  std::string out = "Deck      " + counted(open.deck_size, "card") + ", " + std::to_string(total(open.discard)) + " discarded\n";
  const auto& row = words.game().rules().row;
  if (!row) return out;
  std::string cards;
  for (std::size_t i = 0; i < row->places; ++i)
    cards += (i ? "  " : "") + (open.row[i] == Color::none ? "(empty)" : words.color(open.row[i]));
  return "Row       " + cards + "\n" + out;
}

std::string show_hand(const Words& words, const Private& mine) {
  return "Hand      " + (total(mine.hand) == 0 ? "no cards" : words.cards(mine.hand)) + "\n";
}

std::string show_ticket(const Words& words, Ticket ticket) {
  const auto points = words.ticket_points(ticket);
  return padded(words.ticket(ticket), kPairColumns) + (points.empty() ? "" : padded(points, 11));
}

std::string show_need(const Words& words, const PlayerView& view, Ticket ticket, Detail detail) {
  if (done(words, view, ticket)) return words.paint().ink("32", "done");
  const auto way = route::shortest_path(words.game(), view.open, view.me, ticket);
  if (!way) return words.paint().ink("31", "no way left") + (words.game().rules().stations ? " but by a station" : "");
  auto out = "needs " + counted(way->wagons, "wagon");
  if (way->wagons > view.open.wagons[at(view.me)]) out += ", more than you have";
  if (detail == Detail::brief) return out;
  std::string tracks;
  for (const auto track : way->tracks)
    tracks += (tracks.empty() ? "" : ", ") + words.track(index(track)) + " " +
              std::to_string(words.game().tracks[track].length);
  return out + "\n            " + tracks;
}

std::string show_tickets(const Words& words, const PlayerView& view, Detail detail) {
  std::string out;
  const auto add = [&](std::string_view heading, Ticket ticket) {
    out += padded(heading, 10) + show_ticket(words, ticket) + show_need(words, view, ticket, detail) + "\n";
  };
  view.mine.tickets.each([&](int t) { add(out.empty() ? "Tickets" : "", Ticket(t)); });
  if (out.empty()) out = "Tickets   none yet\n";
  const bool race = std::holds_alternative<Race>(words.game().rules().tickets);
  for (std::size_t i = 0; detail == Detail::full && !race && i < view.open.offered[at(view.me)]; ++i)
    add(i == 0 ? "On offer" : "", view.mine.offered[i]);
  const auto& shown = view.open.shown[at(view.me)];
  if (shown.any() || view.open.east_west[at(view.me)]) {
    std::string list;
    shown.each([&](int t) { list += (list.empty() ? "" : ", ") + words.ticket(Ticket(t)); });
    if (view.open.east_west[at(view.me)]) list += (list.empty() ? "" : ", ") + std::string("East–West");
    out += "Completed " + std::to_string(shown.count() + view.open.east_west[at(view.me)]) + ": " + list + "\n";
  }
  return out;
}

std::string show_players(const Words& words, const Public& open) {
  const auto columns = columns_for(words, open);
  int name = 7;
  for (int s = 0; s < words.game().seats; ++s) name = std::max(name, columns_of(words.seat(Seat(s))));
  auto line = "  " + padded("", name);
  for (const auto& column : columns) line += "  " + padded(column.heading, widest(column));
  line.erase(line.find_last_not_of(' ') + 1);
  std::string out = words.paint().dim(line) + "\n";
  for (std::size_t s = 0; s < static_cast<std::size_t>(words.game().seats); ++s) {
    out += (Seat(s) == open.to_move ? "> " : "  ") + padded(words.seat(Seat(s)), name);
    for (const auto& column : columns) out += "  " + padded(column.cells[s], widest(column));
    out.erase(out.find_last_not_of(' ') + 1);
    out += "\n";
  }
  return out;
}

std::string show_position(const Words& words, const PlayerView& view) {
  return show_players(words, view.open) + show_row(words, view.open) + show_hand(words, view.mine) +
         show_tickets(words, view, Detail::brief);
}

std::string show_waiting(const Words& words, const Public& open, Place place) {
  const auto& game = words.game();
  const auto p = static_cast<std::size_t>(index(place));
  Cards figures{};
  for (std::size_t slot = game.slot_begin[p]; slot < game.slot_begin[p + 1]; ++slot)
    if (open.passengers[slot] != Color::none) ++figures[static_cast<std::size_t>(index(open.passengers[slot]))];
  std::string out;
  for (std::size_t c = 0; c < kPlainColors; ++c)
    if (figures[c] > 0)
      out += (out.empty() ? "" : " ") +
             words.color_as(Color(c), (figures[c] > 1 ? std::to_string(figures[c]) + "×" : "") + std::string(kColorNames[c]));
  return out;
}

std::string show_tracks(const Words& words, const Public& open, std::string_view part) {
  std::string out;
  const auto& game = words.game();
  for (int t = 0; t < static_cast<int>(game.tracks.size()); ++t) {
    if (!part.empty() && !words.track_matches(t, part)) continue;
    const auto& line = game.tracks[static_cast<std::size_t>(t)];
    const auto owner = owner_of(words, open, t);
    out += padded(words.track(t), kPairColumns) + " " + std::to_string(line.length) + " " + padded(words.color(line.color), 7) +
           padded(words.track_kind(t), 15) +
           padded(owner == "free" || owner == "closed" ? words.paint().dim(owner) : words.paint().bold(owner), 14) +
           words.paint().dim(game.board.tracks[static_cast<std::size_t>(t)].id) + "\n";
  }
  return out;
}

std::string show_passengers(const Words& words, const Public& open, std::string_view part) {
  std::string out;
  for (int p = 0; p < static_cast<int>(words.game().board.places.size()); ++p)
    if (const auto waiting = show_waiting(words, open, Place(p)); !waiting.empty() && (part.empty() || words.place_matches(p, part)))
      out += padded(words.place(p), 18) + waiting + "\n";
  return out;
}

}  // namespace perron::terminal
