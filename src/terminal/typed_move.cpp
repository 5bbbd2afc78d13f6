#include "terminal/typed_move.h"

#include <algorithm>
#include <memory>

#include "base/json.h"
#include "notation/text.h"
#include "terminal/screen/text.h"

namespace perron::terminal {

namespace {

std::vector<std::string> move_names() {
  std::vector<std::string> out;
  for (const auto& kind : kKindTable)
    if (!is_deal(kind.value)) out.emplace_back(kind.name);
  return out;
}

std::string did_you_mean(const std::vector<std::string>& words) { return words.empty() ? "." : "; did you mean " + either(words) + "?"; }

template <class Items>
std::vector<std::string> ids_of(const Items& items) {
  std::vector<std::string> out;
  for (const auto& item : items) out.push_back(item.id);
  return out;
}

// "paris-brest" for "brest-paris": the places of a track id are in alphabetical order.
std::string reversed(const std::string& id) {
  const auto dash = id.find('-');
  return dash == id.npos ? id : id.substr(dash + 1) + "-" + id.substr(0, dash);
}

std::string unknown_track(const Game& game, const std::string& id) {
  const auto ids = ids_of(game.board.tracks);
  auto found = closest(id, ids);
  if (found.empty()) found = closest(reversed(id), ids);
  return "There is no track " + in_quotes(id) + did_you_mean(found);
}

std::string unknown_place(const Game& game, const std::string& id) {
  return "There is no place " + in_quotes(id) + did_you_mean(closest(id, ids_of(game.board.places)));
}

// The payments that are possible now, as they are typed.
std::string possible_payments(const Game& game, const PlayerView& view, Kind kind, int object) {
  const auto list = std::make_unique<ActionList>();
  legal(game, view.open, view.mine, *list);
  std::vector<std::string> payments;
  for (const auto action : *list) {
    if (action.kind != kind || action.a != object || payments.size() == 8) continue;
    const auto text = to_text(game, action);
    payments.push_back(text.substr(text.rfind(' ') + 1));
  }
  return payments.empty() ? " You can't pay for it now in any way." : " Possible now: " + either(payments) + ".";
}

std::string wrong_payment(const Game& game, const PlayerView& view, Kind kind, int object, const std::vector<std::string>& words) {
  const std::string how =
      "Say how you pay: a colour, or a colour+1 with 1 locomotive among the cards, or locomotive+2 with 2 of them alone.";
  if (words.size() < 3) return how + possible_payments(game, view, kind, object);
  const auto color = words[2].substr(0, words[2].find('+'));
  if (color_from_name(color)) return how + possible_payments(game, view, kind, object);
  return "There is no colour " + in_quotes(color) + did_you_mean(closest(color, {kColorNames.begin(), kColorNames.end()}));
}

std::string wrong_passenger(const Game& game, const std::vector<std::string>& words) {
  if (words.size() > 1 && !place_from_id(game, words[1])) return unknown_place(game, words[1]);
  return "Type it like take_passenger PLACE COLOUR, or leave_passenger PLACE.";
}

// For a line that begins with the name of a move but can't be parsed.
std::string parse_error(const Game& game, const PlayerView& view, const std::vector<std::string>& words) {
  const auto names = move_names();
  const auto kind = Kind(std::ranges::find(names, words[0]) - names.begin());
  switch (kind) {
    case Kind::claim: {
      if (words.size() < 2) return "Name a track and how you pay, like: claim " + game.board.tracks.front().id + " red";
      const auto track = track_from_id(game, words[1]);
      return track ? wrong_payment(game, view, kind, index(*track), words) : unknown_track(game, words[1]);
    }
    case Kind::build_station: {
      if (words.size() < 2) return "Name a city and how you pay, like: build_station " + game.board.places.front().id + " red";
      const auto place = place_from_id(game, words[1]);
      return place ? wrong_payment(game, view, kind, index(*place), words) : unknown_place(game, words[1]);
    }
    case Kind::draw_row: return "Name a place of the row, from the left, counted from 0: draw_row 0";
    case Kind::draw_tickets: return game.rules().split ? "Name how many of each deck, like draw_tickets 3+1" : "Type draw_tickets alone.";
    case Kind::keep_tickets: return "Name the tickets by their order on offer, counted from 1: keep_tickets 1 3";
    case Kind::pay_tunnel: return "Name how many of the extra cards are locomotives: pay_tunnel 0";
    case Kind::take_passenger:
    case Kind::leave_passenger: return wrong_passenger(game, words);
    default: return "Type " + words[0] + " alone.";
  }
}

}  // namespace

bool looks_like_move(std::string_view line) {
  const auto words = words_in(line);
  if (words.empty()) return false;
  const auto first = in_lower_case(words[0]);
  if (first.starts_with("deal_")) return true;
  const auto names = move_names();
  if (std::ranges::find(names, first) != names.end()) return true;
  return words.size() > 1 && first.size() > 3 && !closest(first, names).empty();
}

bool read_move(const Game& game, const PlayerView& view, std::string_view line, Action& action, std::string& sentence) {
  const auto words = words_in(in_lower_case(line));
  const auto names = move_names();
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  if (const auto read = action_from_text(game, text)) {
    const auto refusal = why_not(game, view.open, view.mine, view.me, *read);
    if (refusal) sentence = text_of(*refusal).sentence;
    else action = *read;
    return !refusal;
  }
  if (std::ranges::find(names, words[0]) == names.end())
    sentence = "There is no move " + in_quotes(words[0]) + did_you_mean(closest(words[0], names));
  else sentence = parse_error(game, view, words);
  return false;
}

}  // namespace perron::terminal
