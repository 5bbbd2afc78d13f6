#include "model/kinds.h"
#include "notation/record.h"

namespace perron {

namespace {

void append_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      (out += '\\') += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr std::string_view digits = "0123456789abcdef";
      out += "\\u00";
      out += digits[static_cast<unsigned char>(c) >> 4];
      out += digits[static_cast<unsigned char>(c) & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

// One object, key by key.
class Line {
 public:
  Line& add(std::string_view key, std::string_view value) {
    begin(key);
    append_string(out_, value);
    return *this;
  }
  Line& add(std::string_view key, int value) {
    begin(key);
    out_ += std::to_string(value);
    return *this;
  }
  Line& add_raw(std::string_view key, std::string_view json) {
    begin(key);
    out_ += json;
    return *this;
  }
  std::string str() const { return out_ + "}"; }

 private:
  void begin(std::string_view key) {
    out_ += out_.size() > 1 ? "," : "";
    append_string(out_, key);
    out_ += ':';
  }
  std::string out_ = "{";
};

std::string string_array(const std::vector<std::string>& items) {
  std::string out = "[";
  for (const auto& item : items) {
    if (out.size() > 1) out += ',';
    append_string(out, item);
  }
  return out + "]";
}

std::string split_object(const Ruleset& rules, Action action) {
  return Line().add(rules.decks[0].id, action.a).add(rules.decks[1].id, action.b).str();
}

std::string kept_array(const Game& game, std::span<const Ticket> offered, unsigned mask) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < offered.size(); ++i)
    if (mask >> i & 1) kept.push_back(game.board.tickets[offered[i]].id);
  return string_array(kept);
}

void add_operands(Line& line, const Game& game, std::span<const Ticket> offered, Action action) {
  const auto& board = game.board;
  each_operand(action, [&](Operand operand, std::uint8_t byte) {
    const auto key = key_of(operand);
    switch (operand) {
      case Operand::unused:
      case Operand::second_deck: return;  // in one object with the first
      case Operand::seat:
      case Operand::row_place:
      case Operand::locomotives:
      case Operand::extra_locomotives: return void(line.add(key, byte));
      case Operand::track: return void(line.add(key, board.tracks[Track(byte)].id));
      case Operand::place:
      case Operand::city: return void(line.add(key, board.places[Place(byte)].id));
      case Operand::card:
      case Operand::passenger:
      case Operand::payment: return void(line.add(key, kColorNames[Color(byte)]));
      case Operand::ticket:
        line.add("deck", game.rules().decks[board.tickets[Ticket(byte)].deck].id).add(key, board.tickets[Ticket(byte)].id);
        return;
      case Operand::first_deck:
        if (game.rules().split) line.add_raw(key, split_object(game.rules(), action));
        return;
      case Operand::offered: line.add_raw(key, kept_array(game, offered, byte)); return;
    }
  });
}

std::string deal_line(const Game& game, Action deal) {
  Line line;
  line.add("deal", name_of(paid_by(deal.kind)));
  add_operands(line, game, {}, deal);
  return line.str();
}

}  // namespace

std::string header_line(const RecordHeader& header) {
  Line line;
  line.add("perron", 1).add("board", header.board).add_raw("seats", string_array(header.seats)).add("first", index(header.first));
  if (!header.key_sha256.empty()) line.add("key_sha256", header.key_sha256);
  return line.add_raw("options", "{}").str();
}

std::string move_line(const Game& game, const Public& open, const Private& mine, Action action) {
  Line line;
  line.add("seat", index(open.to_move)).add("do", name_of(action.kind));
  const auto offered = open.offered[open.to_move];
  add_operands(line, game, {mine.offered.data(), offered}, action);
  return line.str();
}

std::string action_line(const Game& game, const State& state, Action action) {
  if (is_deal(action.kind)) return deal_line(game, action);
  return move_line(game, state.open, state.own[state.open.to_move], action);
}

std::string result_line(const Game& game, const State& state, std::string_view key) {
  const auto scores = final_scores(game, state);
  std::string winners, seats;
  for (const auto s : seats_of(game)) {
    const auto& seat = scores.seat[s];
    if (scores.wins(s)) winners += (winners.empty() ? "" : ",") + std::to_string(index(s));
    Line line;
    each_part(game.rules(), [&](const ScorePartFacts& part) { line.add(part.name, part.of(seat)); });
    seats += (seats.empty() ? "" : ",") + line.str();
  }
  Line line;
  line.add_raw("result", "{\"winners\":[" + winners + "],\"seats\":[" + seats + "]}");
  if (!key.empty()) line.add("key", key);
  return line.str();
}

}  // namespace perron
