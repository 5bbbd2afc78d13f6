#include "server/room/game_controller.h"

#include "server/room/turn.h"

namespace perron::server {

// ---- From the store.

std::string GameController::load(LoadedGame game) {
  auto& shared = parts_.shared;
  const auto& row = parts_.table.row();
  // Not whenever it is read: it would begin again each time.
  const auto later = shared.from_later.find(row.game);
  const Match::Restart restart{shared.started, later != shared.from_later.end() && later->second == game.at};
  auto match = Match::load(shared.settings, std::move(game), row, parts_.table.options().clock, restart);
  if (!match) return match.error();
  parts_.match = std::move(*match);
  turn_notified_ = parts_.match->mover();
  note_turn();
  return "";
}

// ---- The beginning.

void GameController::start(const Requester& requester, TableRow next) {
  auto& shared = parts_.shared;
  const auto* offer = shared.boards.find(parts_.table.board());
  auto game = offer ? shared.boards.game(*offer->pin, static_cast<int>(next.seats.size())) : nullptr;
  Match::Start start{std::move(next), parts_.table.options(), offer, std::move(game), shared.loop.now()};
  auto begun = Match::begin(shared.settings, std::move(start), new_id<GameId>(), shared.new_key);
  if (!begun) return queue_.refuse(requester, begun.error());
  auto changes = std::move(begun->changes);
  auto stored = std::make_shared<NewGame>(std::move(*begun));
  queue_.write(std::move(changes), &requester, [this, stored = std::move(stored)](const Requester* who) { begin(*stored, *who); });
}

void GameController::begin(NewGame& begun, const Requester& requester) {
  auto& shared = parts_.shared;
  shared.unattended.erase(begun.table.id);
  parts_.host.begin_game();
  ++shared.stats.games_begun;
  parts_.set_row(std::move(begun.table));
  parts_.count_as(TableState::playing, requester.address);
  parts_.match = std::move(begun.match);
  parts_.table.forget_rematch();
  parts_.autopilot.begin_game();
  turn_notified_ = kNoSeat;
  shared.game_is_at(parts_.table.row().id, parts_.match->id());
  queue_.answer(requester, wire::begin_ok(requester.id).field("game", to_text(parts_.match->id())).end('}').take());
  parts_.send_table();
  follow_handler_.send_strangers_away();
  queue_.read_chat(requester, shared.settings.chat_lines, [this](const Requester&, const auto& lines) {
    Rollback half_sent([this] { queue_.break_down(); });
    send_begun(lines ? *lines : std::vector<ChatLine>());
    half_sent.release();
  });
}

void GameController::send_begun(const std::vector<ChatLine>& chat) {
  const auto now = moment();
  for (const auto& follower : parts_.audience.followers().copy()) {
    const GameSync sync(now, viewers_of(parts_.table.seats(), follower.user), std::nullopt, false, parts_.shared.settings);
    parts_.audience.open_game(follower.client, sync, chat, {});
  }
  parts_.list();
  schedule();
}

// ---- The log.

void GameController::submit(Match::StepPtr step, const Requester* requester) {
  auto changes = std::move(step->changes);
  if (step->ends) {
    auto over = parts_.table.row();
    over.state = TableState::over;
    changes.push_back(SaveTable{std::move(over)});
  }
  queue_.write(std::move(changes), requester, [this, step = std::move(step)](const Requester* who) { commit(*step, who); });
}

void GameController::commit(Match::Step& step, const Requester* requester) {
  auto& match = *parts_.match;
  const auto first = step.moves.items().front();
  count(step);
  const auto collector = match.commit(step, parts_.audience.followers().viewers(parts_.table.seats()));
  parts_.autopilot.drop_move();
  const bool ends = !match.ongoing();
  if (ends) {
    parts_.table.end_game();
    parts_.count_as(TableState::over);
    ++parts_.shared.stats.games_ended;
  }
  if (requester) queue_.answer(*requester, wire::begin_ok(requester->id).field("version", match.play().version()).end('}').take());
  parts_.audience.send_game(moment(), collector, parts_.table.seats());
  if (ends) {
    parts_.audience.send(ended_text());
    parts_.list();
  }
  if (ends || (first.kind != EntryKind::action && first.kind != EntryKind::undo)) parts_.send_table();
  if (auto end = match.prepare_end(context(nullptr), first)) submit(std::move(end), nullptr);
  else schedule();
}

void GameController::count(const Match::Step& step) {
  auto& stats = parts_.shared.stats;
  for (const auto& item : step.moves.items()) {
    if (item.kind == EntryKind::action) ++(item.by_person ? stats.actions : stats.computer_actions);
    if (item.kind == EntryKind::undo) ++stats.undos;
  }
}

GameMoment GameController::moment() const {
  return parts_.match->moment(parts_.table.row().id, parts_.shared.loop.now(), *parts_.shared.actions);
}

std::string_view GameController::ended_text() const {
  return parts_.match->ongoing() ? std::string_view() : parts_.match->ended_text(moment());
}

// ---- What nobody asks for.

Autopilot::Turn GameController::turn() const {
  const auto& match = *parts_.match;
  const auto running = match.clock_running();
  const auto seats = parts_.table.seats();
  const auto lag = running == kNoSeat ? 0 : parts_.shared.people.lag_of(seats[running].user);
  return turn_of(match, parts_.table, parts_.audience.followers(), lag, parts_.shared.loop.now());
}

// For lists of games, which must not need their rooms.
void GameController::note_turn() {
  auto& turns = parts_.shared.turns;
  const auto game = parts_.table.row().game;
  if (!parts_.is_playing()) return void(turns.erase(game));
  turns[game] = parts_.match->computer_to_move(parts_.table.seats()) ? kNoSeat : parts_.match->mover();
}

void GameController::schedule() {
  note_turn();
  if (!parts_.is_playing()) return;
  const auto now = turn();
  const auto plan = parts_.autopilot.plan(now);
  if (plan.ask) ask_computer(*now.computer);
  parts_.shared.alarms.set(parts_.table.row().id, plan.due);
  notify_turn();
}

void GameController::run_due() {
  if (!parts_.is_playing()) return;
  switch (parts_.autopilot.due_task(turn())) {
    case Autopilot::Task::wait: return schedule();
    case Autopilot::Task::play: return play_computer_move();
    case Autopilot::Task::replace_timed_out: return replace_by_computer(wire::TakeoverReason::time);
    case Autopilot::Task::replace_absent: return replace_by_computer(wire::TakeoverReason::gone);
  }
}

void GameController::notify_turn() {
  const auto& match = *parts_.match;
  const auto mover = match.mover();
  if (mover == turn_notified_) return;
  turn_notified_ = mover;
  if (match.computer_to_move(parts_.table.seats())) return;
  const auto text = wire::your_turn_text(to_text(parts_.table.row().id), to_text(match.id()), mover);
  parts_.shared.people.send_to_user(parts_.table.seats()[mover].user, text);
}

void GameController::replace_by_computer(wire::TakeoverReason why) {
  ++parts_.shared.stats.timeouts;
  submit(parts_.match->prepare_replacement(context(nullptr), why), nullptr);
}

// ---- Computer players.

void GameController::ask_computer(wire::Level level) {
  auto& shared = parts_.shared;
  const auto version = parts_.match->play().acted_version();
  auto answer = [this, room = queue_.alive(), game = parts_.match->id(), version](Action move) {
    if (const auto self = room.lock()) on_computer_move(move, game, version);
  };
  const auto answers = shared.thinker.ask(parts_.match->question(level, parts_.table.row().owner), std::move(answer));
  parts_.autopilot.asked(version, shared.loop.now());
  if (answers != level) ++shared.stats.shortened[static_cast<std::size_t>(level)][static_cast<std::size_t>(answers)];
  // People see that their opponents are weaker than chosen.
  if (parts_.autopilot.note_level(level, answers, shared.loop.now())) parts_.send_table();
}

void GameController::on_computer_move(Action move, GameId game, std::uint32_t version) {
  auto& autopilot = parts_.autopilot;
  autopilot.answered();
  if (queue_.broken()) return;
  if (parts_.match && parts_.match->id() == game && parts_.match->play().acted_version() == version) autopilot.take(move, version);
  const bool at_once = autopilot.may_play(parts_.shared.loop.now()) && !queue_.busy();
  queue_.step([&] { at_once ? play_computer_move() : schedule(); });
}

void GameController::play_computer_move() {
  if (!parts_.autopilot.has_move() || !parts_.is_playing()) return schedule();
  const auto move = parts_.autopilot.use_move(turn());
  auto step = move ? parts_.match->prepare_computer_move(context(nullptr), *move) : nullptr;
  if (step) submit(std::move(step), nullptr);
  else schedule();
}

}  // namespace perron::server
