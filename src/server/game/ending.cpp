#include "server/game/ending.h"

#include <bit>

#include "notation/record.h"
#include "rules/graph.h"
#include "rules/modules/race.h"
#include "rules/stations.h"
#include "wire/json_text.h"

namespace perron::server {

namespace {

using wire::JsonText;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

void write_winners(JsonText& out, const Game& game, const Scores& scores) {
  out.key("winners").begin('[');
  for (int s = 0; s < game.seats; ++s)
    if (scores.wins(Seat(s))) out.value(s);
  out.end(']');
}

std::string_view decided_by(const Game& game, const State& state, const Scores& scores) {
  if (state.open.winner_by_goal != kNoSeat) return "goal";
  if (const auto rule = deciding_tie_break(game, scores)) return name_of(*rule);
  return std::popcount(scores.winners) > 1 ? "shared" : "points";
}

template <class Items, int N, class Id>
void write_ids(JsonText& out, std::string_view key, const Items& items, const Bits<N, Id>& set) {
  out.key(key).begin('[');
  set.each([&](int i) { out.value(items[at(i)].id); });
  out.end(']');
}

// Takes away every track without which the line is as long: what stays is one longest line.
TrackSet longest_line_of(const Game& game, TrackSet tracks) {
  const int length = longest_line(game, tracks);
  auto line = tracks;
  tracks.each([&](int t) {
    auto without = line;
    without.reset(t);
    if (longest_line(game, without) == length) line = without;
  });
  return line;
}

void write_tickets(JsonText& out, const Game& game, const State& state, std::size_t s) {
  if (std::holds_alternative<Race>(game.rules().tickets)) {
    write_ids(out, "tickets_done", game.board.tickets, state.open.shown[s]);
    write_ids(out, "tickets_open", game.board.tickets, state.own[s].tickets - state.open.shown[s]);
    return;
  }
  const auto count = score_tickets(game, state, Seat(s));
  write_ids(out, "tickets_done", game.board.tickets, count.done);
  write_ids(out, "tickets_open", game.board.tickets, state.own[s].tickets - count.done);
  if (!game.rules().stations) return;
  out.key("lent").begin('[');
  for (std::size_t i = 0; i < kStations; ++i) {
    const auto place = state.open.stations[s][i];
    if (place == kNoPlace || count.lent[i] == kNoTrack) continue;
    out.begin('{').field("station", game.board.places[at(index(place))].id);
    out.field("track", game.board.tracks[at(index(count.lent[i]))].id).end('}');
  }
  out.end(']');
}

class Plot final : public Witness {
 public:
  Plot(const Game& game, std::uint32_t from) : seats_(game.seats), from_(from), race_(std::holds_alternative<Race>(game.rules().tickets)) {
    out_.begin('[');
  }
  void step(std::uint32_t n, const State& before, Action action, const State& after) override {
    if (n <= from_) return;
    const bool turn_ended = before.open.to_move != after.open.to_move || is_over(after.open);
    if (is_deal(action.kind) && before.open.phase == Phase::setup) return;
    if (turn_ended) add(after.open);
  }
  void event(std::uint32_t, const LogItem&, const State&) override {}
  std::string take() { return out_.end(']').take(); }

 private:
  void add(const Public& open) {
    out_.begin('[');
    for (int s = 0; s < seats_; ++s) out_.value(race_ ? completed_in_race(open, Seat(s)) : open.points[at(s)]);
    out_.end(']');
  }
  int seats_;
  std::uint32_t from_;
  bool race_;
  JsonText out_;
};

// The actions that stand, without those taken back.
std::vector<Action> actions_of(const Play& play) {
  std::vector<Action> out;
  for (const auto& item : play.log()) {
    if (item.kind == EntryKind::action) out.push_back(item.action);
    if (item.kind == EntryKind::undo) out.pop_back();
  }
  return out;
}

}  // namespace

std::string short_result(const Game& game, const State& state) {
  const auto scores = final_scores(game, state);
  JsonText out;
  out.begin('{');
  write_winners(out, game, scores);
  out.key("totals").begin('[');
  for (int s = 0; s < game.seats; ++s) out.value(scores.seat[at(s)].total);
  return out.end(']').end('}').take();
}

std::string full_result(const Game& game, const State& state) {
  const auto scores = final_scores(game, state);
  JsonText out(1024);
  out.begin('{');
  write_winners(out, game, scores);
  out.field("decided_by", decided_by(game, state, scores)).key("seats").begin('[');
  for (std::size_t s = 0; s < at(game.seats); ++s) {
    out.begin('{');
    each_part(game.rules(), [&](const ScorePartFacts& part) { out.field(part.name, part.of(scores.seat[s])); });
    write_tickets(out, game, state, s);
    if (game.rules().longest_line) write_ids(out, "longest_tracks", game.board.tracks, longest_line_of(game, state.open.tracks[s]));
    out.end('}');
  }
  return out.end(']').end('}').take();
}

std::string points_by_turn(const Play& play, std::uint32_t from) {
  Plot plot(play.game(), from);
  play.retell(plot, from);
  return plot.take();
}

TextPlace write_record(const Play& play, const std::vector<SeatRow>& seats, TextPlace from, TextSink& out) {
  const auto& game = play.game();
  RecordHeader header{game.board.id, {}, play.first(), commitment(play.key())};
  for (const auto& seat : seats) header.seats.push_back(seat.name);
  std::uint32_t line = 0;
  const auto write = [&](auto&& text) {
    if (line++ >= static_cast<std::uint32_t>(from)) out.add(text() + "\n");
  };
  write([&] { return header_line(header); });
  KeyDealer dealer(KeyStreams{play.key()});
  auto state = start(game, play.first());
  const auto take = [&](Action action) {
    write([&] { return action_line(game, state, action); });
    apply(game, state, action);
  };
  const auto deal = [&] {
    while (is_chance(state.open)) take(dealer.deal(game, state));
  };
  deal();
  for (const auto action : actions_of(play)) {
    if (out.full()) return TextPlace{line};
    take(action);
    deal();
  }
  if (is_over(state.open)) write([&] { return result_line(game, state, to_hex(play.key())); });
  return TextPlace::end;
}

}  // namespace perron::server
