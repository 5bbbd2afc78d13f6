#include "server/game/game_messages.h"

#include "server/game/game_result.h"

namespace perron::server {

namespace {

std::optional<wire::ClockFacts> clock_facts(const GameMoment& moment) {
  if (!moment.clocks.on()) return std::nullopt;
  wire::ClockFacts facts;
  facts.time = moment.now;
  facts.running = moment.clocks.running();
  for (const auto seat : ids<Seat>(moment.play.game().seats)) facts.left.push_back(moment.clocks.left(seat, facts.time));
  return facts;
}

// The list of legal actions stays valid until the next call.
wire::StreamFacts stream(const GameMoment& moment, Viewer viewer) {
  const auto& play = moment.play;
  const auto& state = play.state();
  wire::StreamFacts out;
  out.table = moment.table;
  out.game = moment.game;
  out.version = play.version();
  if (viewer.seat == kNoSeat) return out;
  out.seat = viewer.seat;
  const bool mine = moment.ongoing && !moment.away.test(out.seat);
  out.undo = mine && play.can_undo(viewer.seat) && moment.may_undo;
  out.to_move = mine && state.open.to_move == viewer.seat;
  if (!out.to_move) return out;
  legal(play.game(), state.open, state.own[out.seat], moment.actions);
  out.legal = {moment.actions.begin(), static_cast<std::size_t>(moment.actions.size())};
  return out;
}

}  // namespace

// ---- Updates.

Updates::Updates(const GameMoment& moment, const NoticeCollector& collector) : moment_(moment), collector_(collector) {
  if (collector.viewers().empty()) return;
  changes_ = view_changes(moment.play.game(), *collector.before(), moment.play.state(), collector.viewers());
  clocks_ = clock_facts(moment);
}

wire::JsonText Updates::text(std::size_t viewer) const {
  auto facts = stream(moment_, collector_.viewers()[viewer]);
  facts.hash = changes_[viewer].hash;
  facts.clocks = clocks_ ? &*clocks_ : nullptr;
  return wire::update_text(facts, collector_.notices(viewer), changes_[viewer].changed.view());
}

// ---- The whole game.

std::string snapshot(const GameMoment& moment, Viewer viewer, std::optional<std::string_view> notices,
                     std::span<const wire::ChatFacts> chat) {
  const auto& play = moment.play;
  const auto view = text_of_view(play.game(), play.state(), viewer);
  const auto sealed = commitment(play.key());
  const auto clocks = clock_facts(moment);
  auto facts = stream(moment, viewer);
  facts.hash = wire::fnv1a(view);
  facts.clocks = clocks ? &*clocks : nullptr;
  const auto& board = play.game().board;
  const wire::SnapshotFacts rest{board.id, moment.board_hash, sealed, board.version, play.game().seats, view, chat, notices};
  return wire::snapshot_text(facts, rest);
}

std::string ended(const GameMoment& moment, std::uint32_t from) {
  const auto& play = moment.play;
  const bool finished = play.over();
  const auto result = finished ? full_result(play.game(), play.state()) : std::string();
  const auto points = points_by_turn(play, from);
  const auto key = finished ? to_hex(play.key()) : std::string();
  return wire::ended_text({moment.table, moment.game, finished ? "finished" : "abandoned", result, points, key});
}

std::uint32_t newest_part(std::uint32_t version, const Settings& settings) {
  return version > settings.most_history ? version - settings.most_history : 0;
}

// ---- GameSync.

namespace {

bool missed_little(const Play& play, std::optional<int> last, const Settings& settings) {
  const auto had = static_cast<std::uint32_t>(last.value_or(0));
  return last && had <= play.version() && play.version() - had <= settings.most_missed;
}

}  // namespace

GameSync::GameSync(const GameMoment& moment, std::vector<Viewer> viewers, std::optional<int> last, bool history, const Settings& settings)
    : moment_(moment),
      history_(history),
      resumes_(missed_little(moment.play, last, settings)),
      collector_(moment.play.game(), std::move(viewers),
                 resumes_ ? static_cast<std::uint32_t>(*last) : newest_part(moment.play.version(), settings)) {
  if (resumes_ || history) moment.play.replay(collector_, collector_.after());
  resumes_ = resumes_ && collector_.before();
}

std::string GameSync::snapshot(std::size_t viewer, std::span<const wire::ChatFacts> chat) const {
  const auto notices = history_ ? std::optional(collector_.notices(viewer)) : std::nullopt;
  return server::snapshot(moment_, collector_.viewers()[viewer], notices, chat);
}

}  // namespace perron::server
