#include "terminal/screen/help.h"

namespace perron::terminal {

namespace {

std::string number(int n) { return std::to_string(n); }

std::string aim(const Game& game) {
  const auto& rules = game.rules();
  if (const auto* race = std::get_if<Race>(&rules.tickets))
    return "Complete " + number(race->goal) +
           " tickets before the others: join the two places of a ticket by tracks of your own. You always hold " + number(race->open) +
           " open tickets; a completed one is replaced at once." +
           (rules.east_west ? " Joining an eastern place to a western one counts as one more, once." : "");
  return "Have the most points at the end. Tracks score when they are claimed, tickets at the end: a completed one adds its points, any "
         "other "
         "subtracts them. A ticket is completed when your own tracks join its two places.";
}

std::string drawing(const Game& game) {
  const auto& rules = game.rules();
  auto out = "Draw cards: " + counted(rules.draw_cards, "card") + " a turn, from the deck";
  if (!rules.row) return out + ".";
  out += " or from the row. A locomotive from the row is the only card of its turn.";
  if (rules.row->flush_at > 0) out += " With " + number(rules.row->flush_at) + " locomotives in the row all its cards are replaced.";
  return out;
}

std::string claiming(const Game& game) {
  const auto& rules = game.rules();
  std::string out =
      "Claim a track: as many cards as it has spaces, all of its colour (grey: any one colour). Locomotives stand for any colour. You "
      "begin with " +
      counted(rules.wagons, "wagon") + "; each space takes one.";
  if (!rules.claim_points.empty()) {
    out += " Points by length:";
    for (std::size_t i = 0; i < rules.claim_points.size(); ++i)
      out += (i ? ", " : " ") + number(static_cast<int>(i) + 1) + "→" + number(rules.claim_points[i]);
    out += ".";
  }
  out += " Nobody may own two parallel tracks between the same places";
  if (game.parallels_close) out += ", and with so few players one claimed closes the others";
  return out + ".";
}

std::string ticket_drawing(const Game& game) {
  const auto& rules = game.rules();
  const auto* keep = std::get_if<KeepSome>(&rules.tickets);
  if (!keep) return std::get<Race>(rules.tickets).swap ? "Swap: give away all open tickets and get new ones; it takes the turn." : "";
  std::string decks;
  for (const auto& deck : rules.decks)
    if (deck.later > 0) decks += (decks.empty() ? "" : " and ") + number(deck.later) + " " + deck.id;
  if (rules.split)
    decks = number(*rules.split) + ", split as you like between " + rules.decks[0].id + " and " + rules.decks[1].id + " ones";
  return "Draw tickets: " + decks + "; keep at least " + number(keep->later) + " (at the start " + number(keep->first) +
         "). They are secret.";
}

std::string special(const Game& game) {
  const auto& rules = game.rules();
  std::string out;
  const auto add = [&](const std::string& text) { out += "  - " + text + "\n"; };
  if (game.ferries.any()) add("Ferries need as many locomotives as they show; more may be used.");
  if (rules.tunnels)
    add("Tunnels: after you lay the cards, " + number(rules.tunnels->cards) +
        " are turned up. Each of your colour, and each locomotive, costs one card more; or you take your cards back and the turn ends.");
  if (rules.stations)
    add("Stations: " + number(rules.stations->each) +
        " each; the first costs 1 card, the next one more of one colour. At the end it lets your tickets use one track of another player "
        "into its city. Unused ones score " +
        number(rules.stations->points_unused) + ".");
  if (rules.passengers)
    add("Passengers: after a claim take one from each of the two places. At the end the most of a colour score " +
        number(rules.passengers->points_most) + ", the second most " + number(rules.passengers->points_second) + ".");
  if (rules.longest_line) add("The longest line of wagons scores " + number(*rules.longest_line) + " at the end.");
  if (rules.globetrotter) add("Most completed tickets score " + number(*rules.globetrotter) + " at the end.");
  return out;
}

std::string ending(const Game& game) {
  const auto& end = game.rules().end;
  const auto left = end.wagons_left == 0 ? std::string("no wagon left") : number(end.wagons_left) + " or fewer wagons left";
  return "The end: when a player has " + left +
         (end.turns_each == 0 ? ", the game is over." : ", each player has " + counted(end.turns_each, "more turn") + ".");
}

std::string commands(const Game& game) {
  std::string out =
      "  a number        choose from the list          b   back to the previous list\n"
      "  s               show the position again       t   your tickets and their shortest ways\n"
      "  m, tracks       all tracks with their owners; of one place: m paris\n";
  if (game.rules().passengers) out += "  p, passengers   where passengers wait; in one place: p berlin\n";
  return out +
         "  u               undo your last action, if nothing was revealed and nobody has acted since\n"
         "  h               this help\n"
         "  q               quit; the game is saved, and the same command resumes it\n";
}

std::string typed(const Game& game) {
  const auto& track = game.board.tracks.front();
  const auto color = std::string(name_of(track.color == Color::none ? Color::red : track.color));
  std::string out = "Moves can be typed, too: draw_blind, ";
  if (game.rules().row) out += "draw_row 0 (from the left, counted from 0), ";
  out += "claim " + track.id + " " + color + " (+1 with a locomotive among the cards, locomotive+" + number(track.length) +
         " with those alone)";
  if (game.rules().stations) out += ", build_station " + game.board.places[track.a].id + " red";
  if (std::holds_alternative<KeepSome>(game.rules().tickets))
    out += game.rules().split ? ", draw_tickets 3+1, keep_tickets 1 3" : ", draw_tickets, keep_tickets 1 3";
  return out + ". In the list of tracks, type part of a place's name to see fewer.";
}

}  // namespace

std::string help_text(const Words& words) {
  const auto& game = words.game();
  const auto& style = words.style();
  std::string out = style.bold("What you type") + "\n" + commands(game) + typed(game) + "\n\n";
  out += style.bold("The rules of " + game.board.name) + "\n" + aim(game) + "\nIn a turn you do one of these:\n";
  for (const auto& line : {drawing(game), claiming(game), ticket_drawing(game)})
    if (!line.empty()) out += "  - " + line + "\n";
  if (const auto more = special(game); !more.empty()) out += "Besides:\n" + more;
  return out + ending(game) + "\n";
}

}  // namespace perron::terminal
