// The record as sentences, for people.
#include "notation/record.h"
#include "notation/text.h"

namespace perron {

namespace {

class Narrator {
 public:
  explicit Narrator(const Record& record) : record_(record), game_(record.game) {}

  std::string text() {
    out_ += game_.board.name + ", " + std::to_string(game_.seats) + " players:";
    for (const auto s : seats_of(game_)) out_ += (index(s) > 0 ? ", " : " ") + name(s);
    out_ += ". " + name(record_.header.first) + " starts.\n\n";
    auto state = start(game_, record_.header.first);
    for (const auto action : record_.actions) {
      if (is_deal(action.kind)) deal(state, action);
      else move(state, action);
      const bool last_round = state.open.turns_left > 0, over = is_over(state.open);
      apply(game_, state, action);
      if (!last_round && state.open.turns_left > 0) line("The last round begins.");
      if (!over && is_over(state.open)) line("The game is over.");
    }
    end_line();
    out_ += record_.finished ? result(state) : "\nThe game is not finished.\n";
    return out_;
  }

 private:
  std::string name(Seat seat) const {
    const auto& given = record_.header.seats[static_cast<std::size_t>(index(seat))];
    return given.empty() ? "Seat " + std::to_string(index(seat)) : given;
  }
  std::string place(Place p) const { return game_.board.places[p].name; }
  std::string pair(Place a, Place b) const { return place(a) + "–" + place(b); }
  std::string ticket(Ticket t) const {
    const auto& facts = game_.board.tickets[t];
    return pair(facts.a, facts.b) + (facts.points > 0 ? " (" + std::to_string(facts.points) + ")" : "");
  }

  void end_line() {
    if (open_) out_ += ".\n";
    open_ = false;
  }
  void line(const std::string& text) {
    end_line();
    out_ += text + "\n";
  }
  void begin(const std::string& text) {
    end_line();
    out_ += text;
    open_ = true;
  }

  void deal(const State& state, Action action) {
    const bool setup = state.open.phase == Phase::setup || state.open.phase == Phase::first_keep;
    const auto card = action.kind == Kind::deal_ticket ? "" : std::string(name_of(action.color()));
    switch (action.kind) {
      case Kind::deal_hand:
        if (setup) begin(name(action.seat()) + " is dealt " + card);
        else out_ += ", gets " + card;
        break;
      case Kind::deal_row:
        if (setup) begin("Row place " + std::to_string(action.a + 1) + " shows " + card);
        else out_ += "; row place " + std::to_string(action.a + 1) + " shows " + card;
        break;
      case Kind::deal_tunnel: out_ += "; turned up: " + card; break;
      case Kind::deal_ticket:
        if (setup) begin(name(action.seat()) + " is dealt the ticket " + ticket(action.ticket()));
        else out_ += "; ticket " + ticket(action.ticket());
        break;
      default: begin("A " + card + " passenger waits in " + place(action.place())); break;
    }
  }

  std::string payment(Action action) const {
    std::string text = " with " + std::string(name_of(action.color()));
    if (action.color() != Color::locomotive && action.c > 0)
      text += " and " + std::to_string(action.c) + (action.c == 1 ? " locomotive" : " locomotives");
    return text;
  }

  void move(const State& state, Action action) {
    const auto seat = state.open.to_move;
    const auto who = name(seat);
    switch (action.kind) {
      case Kind::pass: return begin(who + " has to pass");
      case Kind::draw_blind: return begin(who + " draws from the deck");
      case Kind::draw_row: return begin(who + " takes " + std::string(name_of(state.open.row[action.a])) + " from the row");
      case Kind::claim: {
        const auto& track = game_.board.tracks[action.track()];
        return begin(who + " claims " + pair(track.a, track.b) + payment(action));
      }
      case Kind::build_station: return begin(who + " builds a station in " + place(action.place()) + payment(action));
      case Kind::draw_tickets:
        return begin(who + " draws tickets" +
                     (action.a | action.b ? " (" + std::to_string(action.a) + " + " + std::to_string(action.b) + ")" : ""));
      case Kind::swap_tickets: return begin(who + " swaps the open tickets");
      case Kind::keep_tickets: {
        begin(who + " keeps");
        for (int i = 0, n = 0; i < kOffer; ++i)
          if (action.a >> i & 1) out_ += (n++ ? ", " : " ") + ticket(state.own[seat].offered[i]);
        return;
      }
      case Kind::pay_tunnel: return begin(who + " pays " + std::to_string(state.open.tunnel_extra) + " more for the tunnel");
      case Kind::decline_tunnel: return begin(who + " takes the cards back from the tunnel");
      case Kind::take_passenger:
        return begin(who + " takes the " + std::string(name_of(action.color())) + " passenger of " + place(action.place()));
      default: return begin(who + " leaves the passengers of " + place(action.place()));
    }
  }

  static std::string phrase(const ScorePartFacts& part, const SeatScore& seat) {
    const auto value = std::to_string(part.of(seat));
    switch (part.value) {
      case ScorePart::total: return ": " + value + " points";
      case ScorePart::claims: return ", tracks " + value;
      case ScorePart::completed: return ", " + value + " completed";
      case ScorePart::longest: return ", longest line " + value + " (" + std::to_string(seat.express) + ")";
      case ScorePart::express:  // with the longest line
      case ScorePart::east_west: return "";
      case ScorePart::tickets:
      case ScorePart::stations:
      case ScorePart::globetrotter:
      case ScorePart::passengers: break;
    }
    return ", " + std::string(part.name) + " " + value;
  }

  std::string result(const State& state) const {
    const auto scores = final_scores(game_, state);
    std::string out = "\n";
    for (const auto s : seats_of(game_)) {
      out += name(s);
      each_part(game_.rules(), [&](const ScorePartFacts& part) { out += phrase(part, scores.seat[s]); });
      out += scores.wins(s) ? " — wins\n" : "\n";
    }
    return out;
  }

  const Record& record_;
  const Game& game_;
  std::string out_;
  bool open_ = false;
};

}  // namespace

std::string describe(const Record& record) { return Narrator(record).text(); }

}  // namespace perron
