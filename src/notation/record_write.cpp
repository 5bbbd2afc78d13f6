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

std::string deal_line(const Game& game, Action action) {
  const auto card = [&] { return kColorNames[action.b]; };
  switch (action.kind) {
    case Kind::deal_hand: return Line().add("deal", "hand").add("seat", action.a).add("card", card()).str();
    case Kind::deal_row: return Line().add("deal", "row").add("place", action.a).add("card", card()).str();
    case Kind::deal_tunnel: return Line().add("deal", "tunnel").add("card", card()).str();
    case Kind::deal_ticket: {
      const auto& ticket = game.board.tickets[action.b];
      return Line()
          .add("deal", "ticket")
          .add("seat", action.a)
          .add("deck", game.rules().decks[ticket.deck].id)
          .add("ticket", ticket.id)
          .str();
    }
    default: return Line().add("deal", "passenger").add("place", game.board.places[action.a].id).add("colour", card()).str();
  }
}

}  // namespace

std::string header_line(const RecordHeader& header) {
  Line line;
  line.add("perron", 1).add("board", header.board).add_raw("seats", string_array(header.seats)).add("first", index(header.first));
  if (!header.key_sha256.empty()) line.add("key_sha256", header.key_sha256);
  return line.add_raw("options", "{}").str();
}

std::string move_line(const Game& game, const Public& open, const Private& mine, Action action) {
  const auto place = [&]() -> const std::string& { return game.board.places[action.a].id; };
  Line line;
  line.add("seat", index(open.to_move));
  switch (action.kind) {
    case Kind::pass: return line.add("do", "pass").str();
    case Kind::draw_blind: return line.add("do", "draw_blind").str();
    case Kind::draw_row: return line.add("do", "draw_row").add("place", action.a).str();
    case Kind::claim:
      line.add("do", "claim").add("track", game.board.tracks[action.a].id);
      return line.add("colour", kColorNames[action.b]).add("locomotives", action.c).str();
    case Kind::build_station:
      line.add("do", "build_station").add("city", place());
      return line.add("colour", kColorNames[action.b]).add("locomotives", action.c).str();
    case Kind::draw_tickets:
      line.add("do", "draw_tickets");
      if (game.rules().split)
        line.add_raw("split", Line().add(game.rules().decks[0].id, action.a).add(game.rules().decks[1].id, action.b).str());
      return line.str();
    case Kind::swap_tickets: return line.add("do", "swap_tickets").str();
    case Kind::keep_tickets: {
      std::vector<std::string> kept;
      const auto seat = static_cast<std::size_t>(index(open.to_move));
      for (std::size_t i = 0; i < open.offered[seat]; ++i)
        if (action.a >> i & 1) kept.push_back(game.board.tickets[static_cast<std::size_t>(index(mine.offered[i]))].id);
      return line.add("do", "keep_tickets").add_raw("tickets", string_array(kept)).str();
    }
    case Kind::pay_tunnel: return line.add("do", "pay_tunnel").add("locomotives", action.c).str();
    case Kind::decline_tunnel: return line.add("do", "decline_tunnel").str();
    case Kind::take_passenger: return line.add("do", "take_passenger").add("place", place()).add("colour", kColorNames[action.b]).str();
    default: return line.add("do", "leave_passenger").add("place", place()).str();
  }
}

std::string action_line(const Game& game, const State& state, Action action) {
  if (is_deal(action.kind)) return deal_line(game, action);
  return move_line(game, state.open, state.own[static_cast<std::size_t>(index(state.open.to_move))], action);
}

std::string result_line(const Game& game, const State& state, std::string_view key) {
  const auto scores = final_scores(game, state);
  const auto& rules = game.rules();
  std::string winners, seats;
  for (int s = 0; s < game.seats; ++s) {
    const auto& seat = scores.seat[static_cast<std::size_t>(s)];
    if (scores.wins(Seat(s))) winners += (winners.empty() ? "" : ",") + std::to_string(s);
    Line line;
    line.add("total", seat.total);
    if (!rules.claim_points.empty()) line.add("claims", seat.claims);
    if (std::holds_alternative<KeepSome>(rules.tickets)) line.add("tickets", seat.tickets);
    line.add("completed", seat.completed);
    if (rules.stations) line.add("stations", seat.stations);
    if (rules.longest_line) line.add("express", seat.express).add("longest", seat.longest);
    if (rules.globetrotter) line.add("globetrotter", seat.globetrotter);
    if (rules.passengers) line.add("passengers", seat.passengers);
    if (rules.east_west && rules.east_west->points > 0) line.add("east_west", seat.east_west);
    seats += (s > 0 ? "," : "") + line.str();
  }
  Line line;
  line.add_raw("result", "{\"winners\":[" + winners + "],\"seats\":[" + seats + "]}");
  if (!key.empty()) line.add("key", key);
  return line.str();
}

}  // namespace perron
