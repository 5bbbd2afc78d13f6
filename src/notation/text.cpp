#include "notation/text.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace perron {

namespace {

constexpr std::array<std::string_view, kKinds> kind_names = {
    "pass",         "draw_blind",   "draw_row",    "claim",          "build_station",  "draw_tickets",
    "swap_tickets", "keep_tickets", "pay_tunnel",  "decline_tunnel", "take_passenger", "leave_passenger",
    "deal_hand",    "deal_row",     "deal_tunnel", "deal_ticket",    "deal_passenger"};

const std::string& place_id(const Game& game, int place) { return game.board.places[static_cast<std::size_t>(place)].id; }

std::string payment(int color, int locomotives) {
  std::string out(name_of(Color(color)));
  if (locomotives > 0) out += "+" + std::to_string(locomotives);
  return out;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const auto begin = text.find_first_not_of(' ');
    if (begin == text.npos) break;
    text.remove_prefix(begin);
    const auto end = std::min(text.find(' '), text.size());
    out.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

std::optional<std::uint8_t> number_from(std::string_view text) {
  std::uint8_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return out;
}

// "white+1" into colour and locomotives.
bool payment_from(std::string_view text, Action& action) {
  const auto plus = text.find('+');
  const auto color = color_from_name(text.substr(0, plus));
  const auto count = plus == text.npos ? std::optional<std::uint8_t>(0) : number_from(text.substr(plus + 1));
  if (!color || !count || (plus != text.npos && *count == 0)) return false;
  action.b = static_cast<std::uint8_t>(*color);
  action.c = *count;
  return true;
}

template <class Id>
bool store(std::optional<Id> id, std::uint8_t& into) {
  if (id) into = static_cast<std::uint8_t>(*id);
  return id.has_value();
}

template <class Items>
auto find_id(const Items& items, std::string_view id) -> std::optional<std::size_t> {
  const auto it = std::ranges::find_if(items, [&](const auto& item) { return item.id == id; });
  if (it == items.end()) return std::nullopt;
  return static_cast<std::size_t>(it - items.begin());
}

}  // namespace

std::string_view name_of(Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::optional<Color> color_from_name(std::string_view name) {
  const auto it = std::ranges::find(kColorNames, name);
  if (it == kColorNames.end()) return std::nullopt;
  return Color(it - kColorNames.begin());
}

std::optional<Place> place_from_id(const Game& game, std::string_view id) {
  const auto i = find_id(game.board.places, id);
  return i ? std::optional(Place(*i)) : std::nullopt;
}
std::optional<Track> track_from_id(const Game& game, std::string_view id) {
  const auto i = find_id(game.board.tracks, id);
  return i ? std::optional(Track(*i)) : std::nullopt;
}
std::optional<Ticket> ticket_from_id(const Game& game, std::string_view id) {
  const auto i = find_id(game.board.tickets, id);
  return i ? std::optional(Ticket(*i)) : std::nullopt;
}

std::string to_text(const Game& game, Action action) {
  std::string out(name_of(action.kind));
  const auto add = [&](std::string_view word) { (out += ' ') += word; };
  switch (action.kind) {
    case Kind::pass:
    case Kind::draw_blind:
    case Kind::swap_tickets:
    case Kind::decline_tunnel: break;
    case Kind::draw_row: add(std::to_string(action.a)); break;
    case Kind::claim:
      add(game.board.tracks[action.a].id);
      add(payment(action.b, action.c));
      break;
    case Kind::build_station:
      add(place_id(game, action.a));
      add(payment(action.b, action.c));
      break;
    case Kind::draw_tickets:
      if (action.a | action.b) add(std::to_string(action.a) + "+" + std::to_string(action.b));
      break;
    case Kind::keep_tickets:
      for (int i = 0; i < kOffer; ++i)
        if (action.a >> i & 1) add(std::to_string(i + 1));
      break;
    case Kind::pay_tunnel: add(std::to_string(action.c)); break;
    case Kind::take_passenger:
    case Kind::deal_passenger:
      add(place_id(game, action.a));
      add(name_of(Color(action.b)));
      break;
    case Kind::leave_passenger: add(place_id(game, action.a)); break;
    case Kind::deal_hand:
    case Kind::deal_row: add(std::to_string(action.a)); [[fallthrough]];
    case Kind::deal_tunnel: add(name_of(Color(action.b))); break;
    case Kind::deal_ticket:
      add(std::to_string(action.a));
      add(game.board.tickets[action.b].id);
      break;
  }
  return out;
}

std::optional<Action> action_from_text(const Game& game, std::string_view text) {
  const auto words = words_of(text);
  if (words.empty()) return std::nullopt;
  const auto kind = std::ranges::find(kind_names, words[0]);
  if (kind == kind_names.end()) return std::nullopt;
  Action out{Kind(kind - kind_names.begin()), 0, 0, 0};
  const auto count = words.size() - 1;
  bool ok = false;
  switch (out.kind) {
    case Kind::pass:
    case Kind::draw_blind:
    case Kind::swap_tickets:
    case Kind::decline_tunnel: ok = count == 0; break;
    case Kind::draw_row: ok = count == 1 && store(number_from(words[1]), out.a); break;
    case Kind::claim: ok = count == 2 && store(track_from_id(game, words[1]), out.a) && payment_from(words[2], out); break;
    case Kind::build_station: ok = count == 2 && store(place_from_id(game, words[1]), out.a) && payment_from(words[2], out); break;
    case Kind::draw_tickets:
      ok = count == 0;
      if (count == 1)
        if (const auto plus = words[1].find('+'); plus != std::string_view::npos)
          ok = store(number_from(words[1].substr(0, plus)), out.a) && store(number_from(words[1].substr(plus + 1)), out.b) &&
               (out.a | out.b);
      break;
    case Kind::keep_tickets:
      ok = count <= kOffer;
      for (std::size_t i = 1; ok && i < words.size(); ++i) {
        const auto n = number_from(words[i]);
        ok = n && *n >= 1 && *n <= kOffer && !(out.a >> (*n - 1) & 1);
        if (ok) out.a = static_cast<std::uint8_t>(out.a | 1u << (*n - 1));
      }
      break;
    case Kind::pay_tunnel: ok = count == 1 && store(number_from(words[1]), out.c); break;
    case Kind::take_passenger:
    case Kind::deal_passenger:
      ok = count == 2 && store(place_from_id(game, words[1]), out.a) && store(color_from_name(words[2]), out.b);
      break;
    case Kind::leave_passenger: ok = count == 1 && store(place_from_id(game, words[1]), out.a); break;
    case Kind::deal_hand:
    case Kind::deal_row: ok = count == 2 && store(number_from(words[1]), out.a) && store(color_from_name(words[2]), out.b); break;
    case Kind::deal_tunnel: ok = count == 1 && store(color_from_name(words[1]), out.b); break;
    case Kind::deal_ticket: ok = count == 2 && store(number_from(words[1]), out.a) && store(ticket_from_id(game, words[2]), out.b); break;
  }
  if (!ok) return std::nullopt;
  return out;
}

std::string to_text(const Cards& cards) {
  std::string out;
  for (std::size_t c = 0; c < kColors; ++c)
    if (cards[c] > 0) out += (out.empty() ? "" : ", ") + std::to_string(cards[c]) + " " + std::string(kColorNames[c]);
  return out.empty() ? "nothing" : out;
}

std::string to_text(const Game& game, const Public& open) {
  static constexpr std::array<std::string_view, kPhases> phases = {"setup",  "first_split", "first_keep", "turn",    "second_draw", "keep",
                                                                   "tunnel", "swap",        "passengers", "claimed", "turn_end",    "over"};
  std::string out = "phase " + std::string(phases[static_cast<std::size_t>(open.phase)]) + ", seat " + std::to_string(index(open.to_move)) +
                    "; deck " + std::to_string(open.deck_size) + ", discards: " + to_text(open.discard) + "\n";
  if (game.rules().row) {
    out += "row:";
    for (std::size_t i = 0; i < game.rules().row->places; ++i)
      out += " " + std::string(open.row[i] == Color::none ? "-" : name_of(open.row[i]));
    out += "\n";
  }
  if (open.phase == Phase::tunnel) out += "tunnel " + to_text(game, open.claim) + ", turned up: " + to_text(open.turned_up) + "\n";
  for (std::size_t s = 0; s < static_cast<std::size_t>(game.seats); ++s) {
    int held = open.tickets_held[s][0] + open.tickets_held[s][1];
    out += "seat " + std::to_string(s) + ": " + std::to_string(open.wagons[s]) + " wagons, " + std::to_string(open.hand_size[s]) +
           " cards, " + std::to_string(held) + " tickets, " + std::to_string(open.points[s]) + " points";
    open.tracks[s].each([&](int t) { out += " " + game.board.tracks[static_cast<std::size_t>(t)].id; });
    for (auto place : open.stations[s])
      if (place != kNoPlace) out += " [" + place_id(game, index(place)) + "]";
    for (std::size_t c = 0; c < kPlainColors; ++c)
      if (open.taken[s][c]) out += " " + std::to_string(open.taken[s][c]) + "x" + std::string(kColorNames[c]);
    open.shown[s].each([&](int t) { out += " (" + game.board.tickets[static_cast<std::size_t>(t)].id + ")"; });
    if (open.east_west[s]) out += " (east-west)";
    out += "\n";
  }
  return out;
}

std::string to_text(const Game& game, const Public& open, const Private& mine, Seat me) {
  std::string out = "seat " + std::to_string(index(me)) + " holds " + to_text(mine.hand) + "; tickets:";
  mine.tickets.each([&](int t) { out += " " + game.board.tickets[static_cast<std::size_t>(t)].id; });
  const auto offered = open.offered[static_cast<std::size_t>(index(me))];
  if (offered > 0) out += "; open to choose:";
  for (std::size_t i = 0; i < offered; ++i) out += " " + game.board.tickets[static_cast<std::size_t>(index(mine.offered[i]))].id;
  return out + "\n";
}

}  // namespace perron
