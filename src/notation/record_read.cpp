#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/members.h"
#include "notation/record.h"
#include "notation/text.h"
#include "rules/tickets.h"

namespace perron {

namespace {

using nlohmann::json;
constexpr std::size_t kMaxBytes = 16u << 20, kMaxLine = 16384, kMaxName = 64;

// Longer than in_quotes() and as it stands: what a record names is worth seeing whole.
std::string quote(std::string_view text) { return "\"" + std::string(text.substr(0, 80)) + "\""; }

// Reads one object of a record and remembers the first thing that is wrong with it.
class LineReader {
 public:
  explicit LineReader(const json& object) : members_(object) {}

  const json* find(std::string_view key) { return members_.find(key); }
  std::string text(std::string_view key) {
    const auto* value = find(key);
    if (const auto* text = value ? text_in(*value) : nullptr) return *text;
    return fail("needs " + quote(key) + " as text"), "";
  }
  // A whole number from 0 to `most`.
  int number(std::string_view key, int most) {
    const auto* value = find(key);
    if (const auto number = value ? whole_number_in(*value, {0, most}) : std::nullopt) return *number;
    return fail("needs " + quote(key) + " as a whole number from 0 to " + std::to_string(most)), 0;
  }
  Color color(std::string_view key, bool locomotive_allowed) {
    const auto name = text(key);
    const auto color = color_from_name(name);
    if (!failed() && (!color || (!locomotive_allowed && *color == Color::locomotive))) fail(quote(name) + " is no colour");
    return color.value_or(Color::purple);
  }
  void fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
  }
  bool failed() const { return !error_.empty(); }
  // Members that were never asked for are errors too.
  std::string finish() {
    for (const auto key : members_.unknown()) fail("has an unknown member " + quote(key));
    return error_;
  }

 private:
  Members members_;
  std::string error_;
};

std::string expected(const Game& game, const Public& open) {
  const auto seat = std::to_string(open.owed_at);
  switch (open.owed) {
    case Owed::hand: return "a card for the hand of seat " + seat;
    case Owed::row: return "a card for row place " + seat;
    case Owed::tunnel: return "a card for the tunnel";
    case Owed::ticket: return "a ticket of deck " + quote(game.rules().decks[owed_deck(open)].id) + " for seat " + seat;
    case Owed::passenger: return "a passenger for " + quote(game.board.places[Place(open.owed_at)].id);
    case Owed::nothing: break;
  }
  if (is_over(open)) return "the result: the game is over";
  return "a move of seat " + std::to_string(index(open.to_move));
}

template <class Id>
Id id_or_fail(std::optional<Id> id, LineReader& line, const char* what, const std::string& name) {
  if (!id) line.fail(quote(name) + " is no " + what + " of this board");
  return id.value_or(Id{0});
}

std::uint8_t kept_from(const Game& game, const State& state, LineReader& line) {
  const auto* list = line.find("tickets");
  if (!list || !list->is_array()) return line.fail("needs \"tickets\" as a list"), 0;
  const auto seat = state.open.to_move;
  unsigned mask = 0;
  for (const auto& item : *list) {
    if (!item.is_string()) return line.fail("needs \"tickets\" as a list of ids"), 0;
    const auto& name = item.get_ref<const std::string&>();
    const auto ticket = ticket_from_id(game, name);
    const auto begin = state.own[seat].offered.begin(), end = begin + state.open.offered[seat];
    const auto place = ticket ? std::find(begin, end, *ticket) : end;
    if (place == end) return line.fail("ticket " + quote(name) + " is not on offer"), 0;
    if (mask >> (place - begin) & 1) return line.fail("ticket " + quote(name) + " is named twice"), 0;
    mask |= 1u << (place - begin);
  }
  return static_cast<std::uint8_t>(mask);
}

void split_from(const Game& game, LineReader& line, Action& out) {
  const auto* split = line.find("split");
  if (!game.rules().split) {
    if (split) line.fail("has a split, but tickets are not split in this game");
    return;
  }
  if (!split || !split->is_object()) return line.fail("needs \"split\" with the number of each deck");
  LineReader parts(*split);
  out.a = static_cast<std::uint8_t>(parts.number(game.rules().decks[0].id.c_str(), kOffer));
  out.b = static_cast<std::uint8_t>(parts.number(game.rules().decks[1].id.c_str(), kOffer));
  if (const auto error = parts.finish(); !error.empty()) line.fail("split " + error);
}

Ticket ticket_from(const Game& game, LineReader& line) {
  const auto deck = line.text("deck"), name = line.text(key_of(Operand::ticket));
  const auto ticket = id_or_fail(ticket_from_id(game, name), line, "ticket", name);
  if (!line.failed() && game.rules().decks[game.tickets[ticket].deck].id != deck)
    line.fail("ticket " + quote(name) + " is not of deck " + quote(deck));
  return ticket;
}

// The operands of an action whose kind is known.
void read_operands(const Game& game, const State& state, LineReader& line, Action& out) {
  each_operand(out, [&](Operand operand, std::uint8_t& byte) {
    const auto key = key_of(operand);
    const auto number = [&](int most) { byte = static_cast<std::uint8_t>(line.number(key, most)); };
    const auto color = [&](bool locomotive_allowed) { byte = static_cast<std::uint8_t>(line.color(key, locomotive_allowed)); };
    switch (operand) {
      case Operand::unused:
      case Operand::second_deck: return;  // read with the first
      case Operand::seat: return number(game.seats - 1);
      case Operand::row_place: return number(is_deal(out.kind) ? kRow - 1 : 255);
      case Operand::locomotives:
      case Operand::extra_locomotives: return number(255);
      case Operand::track: {
        const auto name = line.text(key);
        byte = static_cast<std::uint8_t>(id_or_fail(track_from_id(game, name), line, "track", name));
        return;
      }
      case Operand::place:
      case Operand::city: {
        const auto name = line.text(key);
        byte = static_cast<std::uint8_t>(id_or_fail(place_from_id(game, name), line, "place", name));
        return;
      }
      case Operand::card:
      case Operand::payment: return color(true);
      case Operand::passenger: return color(false);
      case Operand::ticket: byte = static_cast<std::uint8_t>(ticket_from(game, line)); return;
      case Operand::first_deck: return split_from(game, line, out);
      case Operand::offered: byte = kept_from(game, state, line); return;
    }
  });
}

Action deal_from(const Game& game, const State& state, LineReader& line) {
  const auto what = line.text("deal");
  const auto debt = value_named(kDebtTable, what);
  if (!debt || *debt == Owed::nothing) return line.fail(quote(what) + " is no kind of deal"), Action{};
  Action out{deal_for(*debt), 0, 0, 0};
  read_operands(game, state, line, out);
  return out;
}

Action move_from(const Game& game, const State& state, LineReader& line) {
  const auto what = line.text("do");
  const auto kind = value_named(kKindTable, what);
  if (!kind || is_deal(*kind)) return line.fail(quote(what) + " is no kind of move"), Action{};
  Action out{*kind, 0, 0, 0};
  read_operands(game, state, line, out);
  return out;
}

// The reader of one record: line after line into the state.
class RecordReader {
 public:
  explicit RecordReader(const BoardFinder& find_board) : find_board_(find_board) {}

  // An empty answer: the line is right.
  std::string take(std::string_view text, int number) {
    if (text.size() > kMaxLine) return "is longer than " + std::to_string(kMaxLine) + " bytes";
    if (record_.finished) return "comes after the result";
    auto parsed = parse_json(text);
    if (!parsed) return "is not valid JSON: column " + std::to_string(parsed.error().column) + ": " + parsed.error().message;
    if (!parsed->is_object()) return "is not a JSON object";
    LineReader line(*parsed);
    if (number == 1) return take_header(line);
    if (parsed->contains("result")) return take_result(line);
    return parsed->contains("deal") ? take_deal(line, number) : take_move(line, number);
  }

  std::string finish() const {
    if (!begun_) return "is missing: the record is empty";
    if (is_over(record_.last.open) && !record_.finished) return "is missing: the game is over, but the record has no result";
    return "";
  }

  Record& record() { return record_; }

 private:
  std::string take_header(LineReader& line) {
    auto& header = record_.header;
    const auto* version = line.find("perron");
    if (!version || !version->is_number_integer() || *version != 1) return "is no header of a record: it must begin with {\"perron\":1";
    header.board = line.text("board");
    if (const auto* seats = line.find("seats"); seats && seats->is_array()) {
      for (const auto& name : *seats) {
        if (!name.is_string() || name.get_ref<const std::string&>().size() > kMaxName) return "needs \"seats\" as a list of short names";
        header.seats.push_back(name);
      }
    } else {
      return "needs \"seats\" as a list of names";
    }
    if (const auto* key = line.find("key_sha256")) {
      const auto hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
      if (!key->is_string() || key->get_ref<const std::string&>().size() != 64 ||
          !std::ranges::all_of(key->get_ref<const std::string&>(), hex))
        return "needs \"key_sha256\" as 64 hexadecimal digits";
      header.key_sha256 = *key;
    }
    if (const auto* options = line.find("options"); options && (!options->is_object() || !options->empty()))
      return "has options that this program does not know";
    header.first = Seat(line.number("first", std::max<int>(0, static_cast<int>(header.seats.size()) - 1)));
    if (const auto error = line.finish(); !error.empty()) return error;
    auto board = find_board_(header.board);
    if (!board) return board.error();
    const auto& rules = board->rules;
    const auto seats = static_cast<int>(header.seats.size());
    if (seats < rules.players_min || seats > rules.players_max)
      return "has " + std::to_string(seats) + " seats, but this board is for " + std::to_string(rules.players_min) + " to " +
             std::to_string(rules.players_max);
    record_.game = make_game(std::move(*board), seats);
    record_.last = start(record_.game, header.first);
    begun_ = true;
    return "";
  }

  std::string take_deal(LineReader& line, int number) {
    auto& state = record_.last;
    const auto action = deal_from(record_.game, state, line);
    if (const auto error = line.finish(); !error.empty()) return error;
    if (!is_chance(state.open)) return "deals, but what comes now is " + expected(record_.game, state.open);
    OutcomeList list;
    outcomes(record_.game, state, list);
    if (list[0].action.kind != action.kind || list[0].action.a != action.a)
      return "is not the deal that comes now: " + expected(record_.game, state.open);
    if (!can_be_dealt(record_.game, state, action)) return "deals what is not there to be dealt: " + to_text(record_.game, action);
    play(action, number);
    return "";
  }

  std::string take_move(LineReader& line, int number) {
    auto& state = record_.last;
    const int seat = line.number("seat", record_.game.seats - 1);
    const auto action = move_from(record_.game, state, line);
    if (const auto error = line.finish(); !error.empty()) return error;
    if (is_chance(state.open)) return "is a move, but what comes now is " + expected(record_.game, state.open);
    const auto& mine = state.own[state.open.to_move];
    if (const auto refusal = why_not(record_.game, state.open, mine, Seat(seat), action))
      return "is not possible: " + std::string(text_of(*refusal).sentence) + " What comes now is " + expected(record_.game, state.open) +
             ".";
    play(action, number);
    return "";
  }

  std::string take_result(LineReader& line) {
    const auto& state = record_.last;
    if (!is_over(state.open)) return "has the result, but what comes now is " + expected(record_.game, state.open);
    const auto given = *line.find("result");
    if (const auto* key = line.find("key")) {
      if (!key->is_string() || key->get_ref<const std::string&>().size() != 64) return "needs \"key\" as 64 hexadecimal digits";
      record_.key = *key;
    }
    if (const auto error = line.finish(); !error.empty()) return error;
    const auto right = parse_json(result_line(record_.game, state, ""));
    const auto& wanted = right.value()["result"];
    if (!given.is_object()) return "needs \"result\" as an object";
    if (const auto error = difference(wanted, given, "result"); !error.empty()) return error;
    record_.finished = true;
    return "";
  }

  // Where a given value differs from the right one.
  static std::string difference(const json& right, const json& given, const std::string& path) {
    if (right.type() != given.type() && !(right.is_number_integer() && given.is_number_integer())) return path + " must be " + right.dump();
    if (right.is_object()) {
      for (const auto& [key, value] : right.items()) {
        if (!given.contains(key)) return path + " lacks " + quote(key);
        if (auto error = difference(value, given[key], path + "." + key); !error.empty()) return error;
      }
      for (const auto& [key, value] : given.items())
        if (!right.contains(key)) return path + " has an unknown member " + quote(key);
    } else if (right.is_array()) {
      if (right.size() != given.size()) return path + " must be " + right.dump();
      for (std::size_t i = 0; i < right.size(); ++i)
        if (auto error = difference(right[i], given[i], path + "[" + std::to_string(i) + "]"); !error.empty()) return error;
    } else if (right != given) {
      return path + " must be " + right.dump() + ", not " + given.dump();
    }
    return "";
  }

  void play(Action action, int number) {
    record_.actions.push_back(action);
    record_.lines.push_back(number);
    apply(record_.game, record_.last, action);
  }

  const BoardFinder& find_board_;
  Record record_;
  bool begun_ = false;
};

}  // namespace

Result<Record, RecordError> read_record(std::string_view text, const BoardFinder& find_board) {
  if (text.size() > kMaxBytes) return RecordError{1, "the record is larger than 16 MiB"};
  RecordReader reader(find_board);
  int number = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (auto error = reader.take(line, ++number); !error.empty()) return RecordError{number, std::move(error)};
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (auto error = reader.finish(); !error.empty()) return RecordError{number + 1, std::move(error)};
  return std::move(reader.record());
}

}  // namespace perron
