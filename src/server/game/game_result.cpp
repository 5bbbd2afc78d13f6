#include "server/game/game_result.h"

#include <bit>

#include "notation/record.h"
#include "rules/graph.h"
#include "rules/modules/race.h"
#include "rules/stations.h"
#include "wire/json_text.h"

namespace perron::server {

namespace {

using wire::JsonText;

void write_winners(JsonText& out, const Game& game, const Scores& scores) {
  out.key("winners").begin('[');
  for (const auto seat : ids<Seat>(game.seats))
    if (scores.wins(seat)) out.value(index(seat));
  out.end(']');
}

std::string_view decided_by(const Game& game, const State& state, const Scores& scores) {
  if (state.open.winner_by_goal != kNoSeat) return "goal";
  if (const auto rule = deciding_tie_break(game, scores)) return name_of(*rule);
  return std::popcount(scores.winners) > 1 ? "shared" : "points";
}

template <class Id, class Item, int N>
void write_ids(JsonText& out, std::string_view key, const IdVector<Id, Item>& items, const Bits<N, Id>& set) {
  out.key(key).begin('[');
  set.each([&](Id id) { out.value(items[id].id); });
  out.end(']');
}

// Removes every track without which the line is as long: one longest line remains.
TrackSet longest_line_of(const Game& game, TrackSet tracks) {
  const int length = longest_line(game, tracks);
  auto line = tracks;
  tracks.each([&](Track track) {
    auto without = line;
    without.reset(track);
    if (longest_line(game, without) == length) line = without;
  });
  return line;
}

void write_tickets(JsonText& out, const Game& game, const State& state, Seat s) {
  if (std::holds_alternative<Race>(game.rules().tickets)) {
    write_ids(out, "tickets_done", game.board.tickets, state.open.shown[s]);
    write_ids(out, "tickets_open", game.board.tickets, state.own[s].tickets - state.open.shown[s]);
    return;
  }
  const auto count = score_tickets(game, state, s);
  write_ids(out, "tickets_done", game.board.tickets, count.done);
  write_ids(out, "tickets_open", game.board.tickets, state.own[s].tickets - count.done);
  if (!game.rules().stations) return;
  out.key("lent").begin('[');
  for (std::size_t i = 0; i < kStations; ++i) {
    const auto place = state.open.stations[s][i];
    if (place == kNoPlace || count.lent[i] == kNoTrack) continue;
    out.begin('{').field("station", game.board.places[place].id);
    out.field("track", game.board.tracks[count.lent[i]].id).end('}');
  }
  out.end(']');
}

class PointsWriter final : public StepObserver {
 public:
  PointsWriter(const Game& game, std::uint32_t from)
      : seats_(game.seats), from_(from), race_(std::holds_alternative<Race>(game.rules().tickets)) {
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
    for (const auto seat : ids<Seat>(seats_)) out_.value(race_ ? completed_in_race(open, seat) : open.points[seat]);
    out_.end(']');
  }
  int seats_;
  std::uint32_t from_;
  bool race_;
  JsonText out_;
};

// The actions that have not been taken back.
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
  for (const auto seat : ids<Seat>(game.seats)) out.value(scores.seat[seat].total);
  return out.end(']').end('}').take();
}

std::string full_result(const Game& game, const State& state) {
  const auto scores = final_scores(game, state);
  JsonText out(1024);
  out.begin('{');
  write_winners(out, game, scores);
  out.field("decided_by", decided_by(game, state, scores)).key("seats").begin('[');
  for (const auto s : ids<Seat>(game.seats)) {
    out.begin('{');
    each_part(game.rules(), [&](const ScorePartFacts& part) { out.field(part.name, part.of(scores.seat[s])); });
    write_tickets(out, game, state, s);
    if (game.rules().longest_line) write_ids(out, "longest_tracks", game.board.tracks, longest_line_of(game, state.open.tracks[s]));
    out.end('}');
  }
  return out.end(']').end('}').take();
}

std::string points_by_turn(const Play& play, std::uint32_t from) {
  PointsWriter points(play.game(), from);
  play.replay(points, from);
  return points.take();
}

TextCursor write_record(const Play& play, const std::vector<SeatRow>& seats, TextCursor from, TextSink& out) {
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
    if (out.full()) return TextCursor{line};
    take(action);
    deal();
  }
  if (is_over(state.open)) write([&] { return result_line(game, state, to_hex(play.key())); });
  return TextCursor::end;
}

}  // namespace perron::server
