#include "notation/text.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <vector>

namespace perron {

namespace {

std::string payment(Color color, int locomotives) {
  std::string out(name_of(color));
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

// "3+1" into the numbers of the two decks.
bool split_from(std::string_view text, Action& action) {
  const auto plus = text.find('+');
  const auto first = number_from(text.substr(0, plus));
  const auto second = plus == text.npos ? std::nullopt : number_from(text.substr(plus + 1));
  if (!first || !second) return false;
  action.a = *first;
  action.b = *second;
  return (*first | *second) != 0;
}

template <class Id>
bool store(std::optional<Id> id, std::uint8_t& into) {
  if (id) into = static_cast<std::uint8_t>(*id);
  return id.has_value();
}

template <class Id, class Facts>
std::optional<Id> find_id(const IdVector<Id, Facts>& items, std::string_view id) {
  for (const auto i : items.ids())
    if (items[i].id == id) return i;
  return std::nullopt;
}

}  // namespace

std::optional<Color> color_from_name(std::string_view name) {
  const auto it = std::ranges::find(kColorNames, name);
  if (it == kColorNames.end()) return std::nullopt;
  return Color(it - kColorNames.begin());
}

std::optional<Place> place_from_id(const Game& game, std::string_view id) { return find_id(game.board.places, id); }
std::optional<Track> track_from_id(const Game& game, std::string_view id) { return find_id(game.board.tracks, id); }
std::optional<Ticket> ticket_from_id(const Game& game, std::string_view id) { return find_id(game.board.tickets, id); }

std::string to_text(const Game& game, Action action) {
  std::string out(name_of(action.kind));
  const auto add = [&](std::string_view word) { (out += ' ') += word; };
  each_operand(action, [&](Operand operand, std::uint8_t byte) {
    switch (operand) {
      case Operand::unused:
      case Operand::locomotives:  // in one word with the colour
      case Operand::second_deck: return;
      case Operand::seat:
      case Operand::row_place:
      case Operand::extra_locomotives: return add(std::to_string(byte));
      case Operand::track: return add(game.board.tracks[Track(byte)].id);
      case Operand::place:
      case Operand::city: return add(game.board.places[Place(byte)].id);
      case Operand::card:
      case Operand::passenger: return add(name_of(Color(byte)));
      case Operand::payment: return add(payment(Color(byte), action.c));
      case Operand::ticket: return add(game.board.tickets[Ticket(byte)].id);
      case Operand::first_deck:
        if (action.a | action.b) add(std::to_string(action.a) + "+" + std::to_string(action.b));
        return;
      case Operand::offered:
        for (int i = 0; i < kOffer; ++i)
          if (byte >> i & 1) add(std::to_string(i + 1));
        return;
    }
  });
  return out;
}

namespace {

// Reads the words behind the name of a kind, operand by operand.
class WordReader {
 public:
  WordReader(const Game& game, std::span<const std::string_view> words) : game_(game), words_(words) {}

  bool at_end() const { return words_.empty(); }

  // False: the next word doesn't fit.
  bool read(Operand operand, std::uint8_t& byte, Action& action) {
    switch (operand) {
      case Operand::unused:
      case Operand::locomotives:  // read with the colour
      case Operand::second_deck: return true;
      case Operand::seat:
      case Operand::row_place:
      case Operand::extra_locomotives: return store(number_from(next()), byte);
      case Operand::track: return store(track_from_id(game_, next()), byte);
      case Operand::place:
      case Operand::city: return store(place_from_id(game_, next()), byte);
      case Operand::card:
      case Operand::passenger: return store(color_from_name(next()), byte);
      case Operand::payment: return payment_from(next(), action);
      case Operand::ticket: return store(ticket_from_id(game_, next()), byte);
      case Operand::first_deck: return at_end() || split_from(next(), action);
      case Operand::offered: return read_offered(byte);
    }
    return false;
  }

 private:
  // Empty, which fits nothing, after the last.
  std::string_view next() {
    if (words_.empty()) return {};
    const auto word = words_.front();
    words_ = words_.subspan(1);
    return word;
  }

  bool read_offered(std::uint8_t& mask) {
    while (!at_end()) {
      const auto n = number_from(next());
      if (!n || *n < 1 || *n > kOffer || mask >> (*n - 1) & 1) return false;
      mask = static_cast<std::uint8_t>(mask | 1u << (*n - 1));
    }
    return true;
  }

  const Game& game_;
  std::span<const std::string_view> words_;
};

}  // namespace

std::optional<Action> action_from_text(const Game& game, std::string_view text) {
  const auto words = words_of(text);
  if (words.empty()) return std::nullopt;
  const auto kind = value_named(kKindTable, words[0]);
  if (!kind) return std::nullopt;
  Action out{*kind, 0, 0, 0};
  WordReader reader(game, std::span(words).subspan(1));
  bool fits = true;
  each_operand(out, [&](Operand operand, std::uint8_t& byte) { fits = fits && reader.read(operand, byte, out); });
  if (!fits || !reader.at_end()) return std::nullopt;
  return out;
}

std::string to_text(const Cards& cards) {
  std::string out;
  for (const auto c : ids<Color>(kColors))
    if (cards[c] > 0) out += (out.empty() ? "" : ", ") + std::to_string(cards[c]) + " " + std::string(kColorNames[c]);
  return out.empty() ? "nothing" : out;
}

std::string to_text(const Game& game, const Public& open) {
  std::string out = "phase " + std::string(name_of(open.phase)) + ", seat " + std::to_string(index(open.to_move)) + "; deck " +
                    std::to_string(open.deck_size) + ", discards: " + to_text(open.discard) + "\n";
  if (game.rules().row) {
    out += "row:";
    for (int i = 0; i < game.rules().row->places; ++i) out += " " + std::string(open.row[i] == Color::none ? "-" : name_of(open.row[i]));
    out += "\n";
  }
  if (open.phase == Phase::tunnel) out += "tunnel " + to_text(game, open.claim) + ", turned up: " + to_text(open.turned_up) + "\n";
  for (const auto s : seats_of(game)) {
    int held = open.tickets_held[s][0] + open.tickets_held[s][1];
    out += "seat " + std::to_string(index(s)) + ": " + std::to_string(open.wagons[s]) + " wagons, " + std::to_string(open.hand_size[s]) +
           " cards, " + std::to_string(held) + " tickets, " + std::to_string(open.points[s]) + " points";
    open.tracks[s].each([&](Track t) { out += " " + game.board.tracks[t].id; });
    for (auto place : open.stations[s])
      if (place != kNoPlace) out += " [" + game.board.places[place].id + "]";
    for (const auto c : ids<Color>(kPlainColors))
      if (open.taken[s][c]) out += " " + std::to_string(open.taken[s][c]) + "x" + std::string(kColorNames[c]);
    open.shown[s].each([&](Ticket t) { out += " (" + game.board.tickets[t].id + ")"; });
    if (open.east_west[s]) out += " (east-west)";
    out += "\n";
  }
  return out;
}

std::string to_text(const Game& game, const Public& open, const Private& mine, Seat me) {
  std::string out = "seat " + std::to_string(index(me)) + " holds " + to_text(mine.hand) + "; tickets:";
  mine.tickets.each([&](Ticket t) { out += " " + game.board.tickets[t].id; });
  const auto offered = open.offered[me];
  if (offered > 0) out += "; open to choose:";
  for (int i = 0; i < offered; ++i) out += " " + game.board.tickets[mine.offered[i]].id;
  return out + "\n";
}

}  // namespace perron
