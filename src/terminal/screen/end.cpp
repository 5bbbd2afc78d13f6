#include "terminal/screen/end.h"

#include <algorithm>
#include <bit>

#include "rules/stations.h"

namespace perron::terminal {

namespace {

std::size_t seats_of(const Words& words) { return static_cast<std::size_t>(words.game().seats); }

int name_columns(const Words& words) {
  int columns = 6;
  for (std::size_t s = 0; s < seats_of(words); ++s) columns = std::max(columns, columns_of(words.seat(Seat(s))));
  return std::min(columns, 14);
}

template <class F>
std::string table_line(const Words& words, std::string_view part, F&& cell) {
  auto out = "  " + padded(part, 26);
  for (std::size_t s = 0; s < seats_of(words); ++s) out += "  " + padded_left(cell(s), name_columns(words));
  return out + "\n";
}

std::string shortened(const std::string& name, int columns) {
  if (columns_of(name) <= columns) return name;
  std::size_t bytes = 0;
  for (int n = 0; n < columns; ++n) {
    ++bytes;
    while (bytes < name.size() && (static_cast<unsigned char>(name[bytes]) & 0xC0) == 0x80) ++bytes;
  }
  return name.substr(0, bytes);
}

std::string_view label_of(ScorePart part, bool race) {
  switch (part) {
    case ScorePart::total: return race ? "completed tickets" : "total";
    case ScorePart::claims: return "tracks";
    case ScorePart::tickets: return "tickets";
    case ScorePart::completed: return "(completed tickets)";
    case ScorePart::stations: return "stations not built";
    case ScorePart::express: return "longest line";
    case ScorePart::longest: return "(wagons in longest line)";
    case ScorePart::globetrotter: return "most completed tickets";
    case ScorePart::passengers: return "passengers";
    case ScorePart::east_west: return "East–West";
  }
  return "";
}

// The parts that add up, their sum, then the counts.
std::string show_table(const Words& words, const Scores& scores) {
  const auto& rules = words.game().rules();
  const bool race = std::holds_alternative<Race>(rules.tickets);
  std::string points, total, counts;
  each_part(rules, [&](const ScorePartFacts& part) {
    if (race && part.value == ScorePart::completed) return;  // the total
    const auto line = table_line(words, label_of(part.value, race), [&](std::size_t s) { return std::to_string(part.of(scores.seat[s])); });
    (part.adds_up() ? points : part.points ? total : counts) += line;
  });
  const auto names = table_line(words, "", [&](std::size_t s) { return shortened(words.seat(Seat(s)), name_columns(words)); });
  return words.paint().bold(names) + points + words.paint().bold(total) + counts;
}

std::string ticket_list(const Words& words, const TicketSet& tickets) {
  std::string out;
  tickets.each([&](int t) {
    const int points = words.game().tickets[static_cast<std::size_t>(t)].points;
    out += (out.empty() ? "" : ", ") + words.ticket(Ticket(t)) + (points > 0 ? " " + std::to_string(points) : "");
  });
  return out.empty() ? "none" : out;
}

std::string show_stations(const Words& words, const State& state, std::size_t seat, const TicketScore& count) {
  std::string out;
  for (std::size_t i = 0; i < kStations; ++i) {
    if (state.open.stations[seat][i] == kNoPlace || count.lent[i] == kNoTrack) continue;
    out += "    the station in " + words.place(index(state.open.stations[seat][i])) + " uses " + words.track(index(count.lent[i])) + "\n";
  }
  return out;
}

std::string show_tickets_of(const Words& words, const State& state, std::size_t seat) {
  std::string out = "  " + words.paint().bold(words.seat(Seat(seat))) + "\n";
  if (std::holds_alternative<Race>(words.game().rules().tickets)) {
    out += "    completed: " + ticket_list(words, state.open.shown[seat]) + (state.open.east_west[seat] ? ", East–West" : "") + "\n";
    return out + "    still open: " + ticket_list(words, state.own[seat].tickets) + "\n";
  }
  const auto count = score_tickets(words.game(), state, Seat(seat));
  out += "    completed: " + ticket_list(words, count.done) + "\n";
  out += "    not completed: " + ticket_list(words, state.own[seat].tickets - count.done) + "\n";
  return out + show_stations(words, state, seat, count);
}

std::string_view tie_name(TieBreak rule) {
  switch (rule) {
    case TieBreak::most_completed: return "more completed tickets";
    case TieBreak::fewest_stations: return "fewer stations built";
    case TieBreak::longest_line: return "the longest line";
    case TieBreak::most_passengers: return "more passengers";
  }
  return "";
}

std::string_view deciding_tie_break(const Words& words, const Scores& scores) {
  const auto rule = perron::deciding_tie_break(words.game(), scores);
  return rule ? tie_name(*rule) : "";
}

}  // namespace

std::string show_winner(const Words& words, const State& state, const Scores& scores) {
  const auto call = [&](std::size_t s) { return Seat(s) == kMe ? "You" : words.seat(Seat(s)); };
  std::string names;
  const int count = std::popcount(scores.winners);
  for (std::size_t s = 0, n = 0; s < seats_of(words); ++s)
    if (scores.wins(Seat(s))) names += (n++ ? static_cast<int>(n) == count ? " and " : ", " : "") + call(s);
  if (count > 1) {
    const auto by = deciding_tie_break(words, scores);
    return names + " share the victory" + (by.empty() ? "" : ", tied on points, ahead of the others by " + std::string(by)) + ".";
  }
  auto out = names + (scores.wins(kMe) ? " win" : " wins");
  if (state.open.winner_by_goal != kNoSeat)
    return out + ": first to complete " + std::to_string(std::get<Race>(words.game().rules().tickets).goal) + " tickets.";
  if (const auto by = deciding_tie_break(words, scores); !by.empty()) out += ", tied on points, by " + std::string(by);
  return out + ".";
}

std::string show_end(const Words& words, const State& state) {
  const auto scores = final_scores(words.game(), state);
  std::string out = words.paint().bold("The game is over.") + "\n\n" + show_table(words, scores) + "\n";
  for (std::size_t s = 0; s < seats_of(words); ++s) out += show_tickets_of(words, state, s);
  return out + "\n" + words.paint().bold(show_winner(words, state, scores)) + "\n";
}

}  // namespace perron::terminal
