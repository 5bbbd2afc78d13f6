#include "server/game/match.h"

#include <algorithm>

#include "base/rng.h"
#include "server/game/explain.h"
#include "server/game/game_result.h"

namespace perron::server {

namespace {

// When this process, or the next one, must look at the game without a request.
Milliseconds due_after(const State& after, const Clocks& clocks, const SeatSet& away, Seats seats, Milliseconds now) {
  if (clocks.deadline() > 0) return clocks.deadline();
  return persons_playing(seats, away).any() && level_of(seats, after.open.to_move, away) ? now : 0;
}

}  // namespace

Match::Match(const Settings& settings, GameId id, const Bytes32& board_hash, std::unique_ptr<Play> play, Clocks clocks)
    : settings_(settings), id_(id), board_hash_(hex(board_hash)), play_(std::move(play)), clocks_(std::move(clocks)) {}

// ---- A new game.

Result<NewGame, RequestRefusal> Match::begin(const Settings& settings, Start start, GameId id, const std::function<Key()>& new_key) {
  auto& [table, options, offer, game, now] = start;
  if (!offer || !game) return RequestRefusal{RefusalCode::no_such_board};
  if (std::ranges::any_of(table.seats, is_open)) return RequestRefusal{RefusalCode::seats_open};
  GameRow row;
  row.id = id;
  row.table = table.id;
  row.visibility = options.watch ? table.visibility : Visibility::by_link;  // nobody else may read it: no list shows it
  row.engine = settings.engine;
  row.options = table.options;
  row.key = new_key();
  const bool is_named = index(options.first) < game->seats;
  const auto first = is_named ? options.first : KeyDealer(KeyStreams{row.key}).first_seat(game->seats);
  row.first = static_cast<std::uint8_t>(index(first));
  row.seats = table.seats;
  row.started = now;
  row.board_hash = offer->pin->hash;
  table.state = TableState::playing;
  table.game = id;
  const int seats = game->seats;
  auto play = std::make_unique<Play>(std::move(game), row.key, first);
  const auto mover = play->state().open.to_move;
  Clocks clocks(options.clock, seats);
  clocks.begin_turn(mover);
  if (!level_of(row.seats, mover, {})) clocks.run(mover, now);
  const auto due = due_after(play->state(), clocks, {}, row.seats, now);
  NewGame out{std::move(table), {}, std::make_unique<Match>(settings, id, row.board_hash, std::move(play), clocks)};
  out.changes.push_back(SaveTable{out.table});
  out.changes.push_back(StartGame{std::move(row), offer->pin, due});
  return out;
}

// ---- From the store.

Result<std::unique_ptr<Match>, std::string> Match::load(const Settings& settings, LoadedGame game, const TableRow& table,
                                                        const wire::ClockChoice& clock, const Restart& restart) {
  if (table.seats.size() != game.row.seats.size()) return std::string("its table has another number of seats");
  if ((game.row.ending != Ending::none) != (table.state == TableState::over))
    return std::string("its table says otherwise about whether it has ended");
  const int seats = game.play->game().seats;
  auto match = std::make_unique<Match>(settings, table.game, game.row.board_hash, std::move(game.play), Clocks(clock, seats));
  match->away_ = game.away;
  match->ongoing_ = table.state == TableState::playing;
  if (auto why = match->take_clocks(game, table, clock, restart); !why.empty()) return why;
  return match;
}

std::string Match::take_clocks(const LoadedGame& game, const TableRow& table, const wire::ClockChoice& clock, const Restart& restart) {
  const bool person_moves = !computer_to_move(table.seats);
  if (play_->log().empty()) {
    clocks_.begin_turn(mover());
    if (person_moves) clocks_.run(mover(), game.row.started);
  } else {
    const auto kept = Clocks::from_text(clock, play_->game().seats, game.clock);
    if (!kept) return "the clocks after its last entry can't be read";
    clocks_ = *kept;
  }
  const auto running = clocks_.running();
  if (running != kNoSeat && (!ongoing_ || running != mover() || !person_moves))
    return "a clock runs of a seat that is not a person's to move";
  clocks_.not_before(restart.started);
  if (restart.set_back) clocks_.not_after(restart.started);
  return "";
}

// ---- Questions.

Milliseconds Match::timeout_at(Milliseconds lag) const {
  const auto deadline = clocks_.deadline();
  return deadline == 0 ? 0 : deadline + std::min(lag, settings_.most_lag);
}

Question Match::question(wire::Level level, UserId in_whose_name) const {
  const auto seed = mix64(settings_.seed ^ mix64(static_cast<std::uint64_t>(id_) + play_->acted_version()));
  return {play_->shared_game(), observe(play_->state(), mover()), level, seed, in_whose_name};
}

GameMoment Match::moment(TableId table, Milliseconds now, ActionList& actions) const {
  return {to_text(table), to_text(id_), *play_, clocks_, board_hash_, away_, ongoing_ && !play_->over(), !is_undo_limited(), now, actions};
}

const std::string& Match::ended_text(const GameMoment& now) {
  if (ended_.empty()) ended_ = ended(now, newest_part(play_->version(), settings_));
  return ended_;
}

// ---- What people ask.

std::optional<RequestRefusal> Match::refuse_played(const std::string& game) const {
  if (ongoing_ && is(game)) return std::nullopt;
  return RequestRefusal{RefusalCode::not_playing};
}

std::optional<RequestRefusal> Match::refuse_seat(const Context& context, Seat seat, bool may_be_away) const {
  if (!context.seats.has(seat)) return RequestRefusal{RefusalCode::no_such_seat};
  if (context.seats[seat].user != context.requester->who.user) return RequestRefusal{RefusalCode::not_your_seat};
  if (may_be_away || !away_.test(seat)) return std::nullopt;
  return RequestRefusal{RefusalCode::computer_plays};
}

// Mere events since do not matter.
bool Match::is_current(int version) const {
  const auto given = static_cast<std::uint32_t>(version);
  return given >= play_->acted_version() && given <= play_->version();
}

std::optional<RequestRefusal> Match::refuse_version(int version) const {
  if (is_current(version)) return std::nullopt;
  return RequestRefusal{RefusalCode::stale, "The game has moved on since version " + std::to_string(version) + "; this is version " +
                                                std::to_string(play_->version()) + "."};
}

template <class R>
std::optional<RequestRefusal> Match::refuse_move(const Context& context, const R& request) const {
  if (auto why = refuse_played(request.game)) return why;
  if (auto why = refuse_seat(context, request.seat, false)) return why;
  return refuse_version(request.version);
}

Match::Prepared Match::prepare(const Context& context, const wire::Act& request) const {
  if (auto why = refuse_move(context, request)) return std::move(*why);
  const auto& state = play_->state();
  const auto& mine = state.own[request.seat];
  if (const auto refusal = why_not(play_->game(), state.open, mine, request.seat, request.action)) {
    const auto text = text_of(*refusal);
    return RequestRefusal{RefusalCode::rule, std::string(text.sentence), text.code};
  }
  return step(context, {item_of(request)});
}

Match::Prepared Match::prepare(const Context& context, const wire::Undo& request) const {
  if (auto why = refuse_move(context, request)) return std::move(*why);
  if (!play_->can_undo(request.seat)) return RequestRefusal{RefusalCode::cannot_undo};
  if (is_undo_limited()) return RequestRefusal{RefusalCode::too_many_undos};
  return step(context, {item_of(request)});
}

Match::Prepared Match::prepare(const Context& context, const wire::TakeBackSeat& request) const {
  if (auto why = refuse_played(request.game)) return std::move(*why);
  if (auto why = refuse_seat(context, request.seat, true)) return std::move(*why);
  if (!away_.test(request.seat)) return StepPtr();
  // Nothing but actions, which bring the game to its end, and a bounded number of other entries make it longer then.
  if (is_log_full()) return RequestRefusal{RefusalCode::game_too_long};
  return step(context, {{EntryKind::person_returns, request.seat, true, {}, {}, 0, 0}});
}

Match::StepPtr Match::prepare_leaving(const Context& context, const SeatSet& seats) const {
  std::vector<LogItem> items;
  (seats - away_).each([&](Seat seat) {
    items.push_back({EntryKind::computer_takes_seat, seat, true, wire::TakeoverReason::left, {}, 0, 0});
  });
  return items.empty() ? nullptr : step(context, std::move(items));
}

Match::Prepared Match::vote(const Context& context, const wire::Abandon& request) {
  if (auto why = refuse_played(request.game)) return std::move(*why);
  const auto seats = seats_of(context.seats, context.requester->who.user);
  if (seats.none()) return not_seated();
  if (request.on) abandon_ |= seats;
  else abandon_ -= seats;
  if (!request.on || !all_abandon(context.seats)) return StepPtr();
  return step(context, {{EntryKind::abandon, seats.nth(0), true, {}, {}, 0, 0}});
}

// Every person still playing has asked for it.
bool Match::all_abandon(Seats seats) const { return (persons_playing(seats, away_) - abandon_).none(); }

Result<std::string, RequestRefusal> Match::explain(const Context& context, const wire::Explain& request) const {
  if (!is(request.game)) return RequestRefusal{RefusalCode::no_such_game};
  if (auto why = refuse_seat(context, request.seat, true)) return std::move(*why);
  auto text = server::explain(play_->game(), observe(play_->state(), request.seat), request, context.requester->id);
  if (text.empty()) return RequestRefusal{RefusalCode::bad_message, "There is no such thing on this board."};
  return text;
}

// ---- Requests that may be in the log already.

LogItem Match::item_of(const wire::Act& request) { return {EntryKind::action, request.seat, true, {}, request.action, 0, 0}; }
LogItem Match::item_of(const wire::Undo& request) { return {EntryKind::undo, request.seat, true, {}, {}, 0, 0}; }

bool Match::may_be_done(const wire::Act& request, const RequestRefusal& refused) const {
  return is(request.game) && (!refused.rule.empty() || !is_current(request.version));
}

std::uint32_t Match::done_before(std::size_t n, RequestHash request) const {
  const auto& log = play_->log();
  for (std::size_t i = std::min(n - 1, log.size()); i-- > 0;)
    if (log[i].request == request) return static_cast<std::uint32_t>(i + 1);
  return 0;
}

std::optional<std::uint32_t> Match::version_of(std::uint32_t n, const LogItem& wanted) const {
  const auto& item = play_->log()[n - 1];
  const bool same = item.kind == wanted.kind && item.seat == wanted.seat && item.action == wanted.action;
  return same ? std::optional(item.version) : std::nullopt;
}

// ---- What the server itself does.

Match::StepPtr Match::prepare_computer_move(const Context& context, Action action) const {
  const auto& state = play_->state();
  const auto& mine = state.own[mover()];
  if (why_not(play_->game(), state.open, mine, mover(), action)) return nullptr;
  return step(context, {{EntryKind::action, mover(), false, {}, action, 0, 0}});
}

Match::StepPtr Match::prepare_replacement(const Context& context, wire::TakeoverReason why) const {
  return step(context, {{EntryKind::computer_takes_seat, mover(), false, why, {}, 0, 0}});
}

Match::StepPtr Match::prepare_end(const Context& context, const LogItem& after) const {
  if (!ongoing_) return nullptr;
  // The only person who did not want to abandon the game may just have left it.
  const auto playing = persons_playing(context.seats, away_);
  if (after.kind == EntryKind::computer_takes_seat && playing.any() && all_abandon(context.seats))
    return step(context, {{EntryKind::abandon, playing.nth(0), true, {}, {}, 0, 0}});
  // No game takes this many actions unless its players make no progress.
  if (play_->effective_entries() >= settings_.most_entries) return step(context, {{EntryKind::abandon, after.seat, false, {}, {}, 0, 0}});
  return nullptr;
}

// ---- The log.

// Several items are events only.
Match::StepPtr Match::step(const Context& context, std::vector<LogItem> items) const {
  if (context.requester) items.front().request = request_hash(context.requester->who.user, context.requester->id);
  auto out = std::make_shared<Step>(*play_, std::move(items), clocks_, away_);
  turn_clocks(context, *out);
  out->ends = out->moves.items().front().kind == EntryKind::abandon || is_over(out->moves.state().open);
  add_changes(context, *out);
  return out;
}

void Match::turn_clocks(const Context& context, Step& step) const {
  auto& clocks = step.clocks;
  const auto& after = step.moves.state().open;
  clocks.stop(context.now, std::min(context.requester ? context.requester->lag : 0, settings_.most_lag));
  for (const auto& item : step.moves.items()) {
    const auto seat = item.seat;
    if (item.kind == EntryKind::action && after.to_move != seat) {
      clocks.end_turn(seat);
      clocks.begin_turn(after.to_move);
    }
    if (item.kind == EntryKind::undo && mover() != seat) clocks.take_back_turn(seat);
    if (item.kind == EntryKind::computer_takes_seat) step.away.set(seat);
    if (item.kind == EntryKind::abandon) return;
    if (item.kind != EntryKind::person_returns) continue;
    step.away.reset(seat);
    // Not in the middle of one's own turn: to leave and return again and again must not gain time.
    if (after.to_move != seat) clocks.at_least(seat, settings_.least_on_return);
  }
  if (!is_over(after) && !level_of(context.seats, after.to_move, step.away)) clocks.run(after.to_move, context.now);
}

void Match::add_changes(const Context& context, Step& step) const {
  const auto due = step.ends ? 0 : due_after(step.moves.state(), step.clocks, step.away, context.seats, context.now);
  const auto clock = step.clocks.text();
  auto& out = step.changes;
  for (const auto& item : step.moves.items()) {
    Entry entry;
    entry.game = id_;
    entry.n = static_cast<std::uint32_t>(play_->log().size() + out.size() + 1);
    entry.kind = item.kind;
    entry.seat = static_cast<std::uint8_t>(index(item.seat));
    entry.action = item.action;
    if (item.kind == EntryKind::computer_takes_seat) entry.action.a = static_cast<std::uint8_t>(item.why);
    if (context.requester) entry.user = context.requester->who.user;
    if (context.requester && out.empty()) entry.request = context.requester->id;
    entry.clock = clock;
    entry.at = context.now;
    entry.due = due;
    out.push_back(AppendEntry{std::move(entry)});
  }
  if (!step.ends) return;
  const bool abandoned = step.moves.items().front().kind == EntryKind::abandon;
  out.push_back(EndGame{id_, abandoned ? Ending::abandoned : Ending::finished,
                        abandoned ? std::string("{}") : short_result(play_->game(), step.moves.state()), context.now});
}

NoticeCollector Match::commit(Step& step, std::vector<Viewer> viewers) {
  NoticeCollector collector(play_->game(), std::move(viewers), play_->version());
  collector.begin_at(play_->state());
  play_->report(step.moves, collector);
  play_->commit(std::move(step.moves));
  clocks_ = step.clocks;
  away_ = step.away;
  if (play_->over() || play_->abandoned()) ongoing_ = false, abandon_ = {};
  return collector;
}

}  // namespace perron::server
