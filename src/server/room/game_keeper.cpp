#include "server/room/game_keeper.h"

#include "server/room/turn.h"

namespace perron::server {

// ---- From the store.

std::string GameKeeper::load(LoadedGame game) {
  auto& shared = parts_.shared;
  const auto& row = parts_.table.row();
  // Not whenever it is read: it would begin again each time.
  const auto later = shared.from_later.find(row.game);
  const Match::Restart restart{shared.started, later != shared.from_later.end() && later->second == game.at};
  auto match = Match::load(shared.settings, std::move(game), row, parts_.table.options().clock, restart);
  if (!match) return match.error();
  parts_.match = std::move(*match);
  turn_told_ = parts_.match->mover();
  note_turn();
  return "";
}

// ---- The beginning.

void GameKeeper::start(const Asker& asker, TableRow next) {
  auto& shared = parts_.shared;
  const auto* offer = shared.boards.find(parts_.table.board());
  auto game = offer ? shared.boards.game(*offer->pin, static_cast<int>(next.seats.size())) : nullptr;
  Match::Start start{std::move(next), parts_.table.options(), offer, std::move(game), shared.loop.now()};
  auto begun = Match::begin(shared.settings, std::move(start), new_id<GameId>(), shared.new_key);
  if (!begun) return queue_.refuse(asker, begun.error());
  auto changes = std::move(begun->changes);
  auto stored = std::make_shared<NewGame>(std::move(*begun));
  queue_.write(std::move(changes), &asker, [this, stored = std::move(stored)](const Asker* who) { begin(*stored, *who); });
}

void GameKeeper::begin(NewGame& begun, const Asker& asker) {
  auto& shared = parts_.shared;
  shared.deserted.erase(begun.table.id);
  parts_.host.begin_game();
  ++shared.stats.games_begun;
  parts_.set_row(std::move(begun.table));
  parts_.count_as(TableState::playing, asker.address);
  parts_.match = std::move(begun.match);
  parts_.table.forget_rematch();
  parts_.autopilot.begin_game();
  turn_told_ = kNoSeat;
  shared.game_is_at(parts_.table.row().id, parts_.match->id());
  queue_.answer(asker, wire::begin_ok(asker.id).field("game", to_text(parts_.match->id())).end('}').take());
  parts_.tell_table();
  attendance_.send_strangers_away();
  queue_.read_chat(asker, shared.settings.chat_lines, [this](const Asker&, const auto& lines) {
    Rollback half_told([this] { queue_.break_down(); });
    tell_begun(lines ? *lines : std::vector<ChatLine>());
    half_told.release();
  });
}

void GameKeeper::tell_begun(const std::vector<ChatLine>& chat) {
  const auto now = moment();
  for (const auto& follower : parts_.audience.followers().copy()) {
    const Opening opening(now, viewers_of(parts_.table.seats(), follower.user), std::nullopt, false, parts_.shared.settings);
    parts_.audience.open_game(follower.client, opening, chat, {});
  }
  parts_.list();
  settle();
}

// ---- The log.

void GameKeeper::submit(Match::StepPtr step, const Asker* asker) {
  auto changes = std::move(step->changes);
  if (step->ends) {
    auto over = parts_.table.row();
    over.state = TableState::over;
    changes.push_back(SaveTable{std::move(over)});
  }
  queue_.write(std::move(changes), asker, [this, step = std::move(step)](const Asker* who) { commit(*step, who); });
}

void GameKeeper::commit(Match::Step& step, const Asker* asker) {
  auto& match = *parts_.match;
  const auto first = step.moves.items().front();
  count(step);
  const auto story = match.commit(step, parts_.audience.followers().viewers(parts_.table.seats()));
  parts_.autopilot.drop_thought();
  const bool ends = !match.goes_on();
  if (ends) {
    parts_.table.end_game();
    parts_.count_as(TableState::over);
    ++parts_.shared.stats.games_ended;
  }
  if (asker) queue_.answer(*asker, wire::begin_ok(asker->id).field("version", match.play().version()).end('}').take());
  parts_.audience.tell_game(moment(), story, parts_.table.seats());
  if (ends) {
    parts_.audience.tell(ended_text());
    parts_.list();
  }
  if (ends || (first.kind != EntryKind::action && first.kind != EntryKind::undo)) parts_.tell_table();
  if (auto end = match.prepare_end(asked(nullptr), first)) submit(std::move(end), nullptr);
  else settle();
}

void GameKeeper::count(const Match::Step& step) {
  auto& stats = parts_.shared.stats;
  for (const auto& item : step.moves.items()) {
    if (item.kind == EntryKind::action) ++(item.by_person ? stats.actions : stats.computer_actions);
    if (item.kind == EntryKind::undo) ++stats.undos;
  }
}

GameMoment GameKeeper::moment() const {
  return parts_.match->moment(parts_.table.row().id, parts_.shared.loop.now(), *parts_.shared.actions);
}

std::string_view GameKeeper::ended_text() const {
  return parts_.match->goes_on() ? std::string_view() : parts_.match->ended_text(moment());
}

// ---- What nobody asks for.

Autopilot::Turn GameKeeper::turn() const {
  const auto& match = *parts_.match;
  const auto running = match.clock_running();
  const auto seats = parts_.table.seats();
  const auto lag = running == kNoSeat ? 0 : parts_.shared.people.lag_of(seats[static_cast<std::size_t>(index(running))].user);
  return turn_of(match, parts_.table, parts_.audience.followers(), lag, parts_.shared.loop.now());
}

// For lists of games, which must not need their rooms.
void GameKeeper::note_turn() {
  auto& turns = parts_.shared.turns;
  const auto game = parts_.table.row().game;
  if (!parts_.is_playing()) return void(turns.erase(game));
  turns[game] = parts_.match->computer_to_move(parts_.table.seats()) ? kNoSeat : parts_.match->mover();
}

void GameKeeper::settle() {
  note_turn();
  if (!parts_.is_playing()) return;
  const auto now = turn();
  const auto plan = parts_.autopilot.plan(now);
  if (plan.ask) ask_computer(*now.computer);
  parts_.shared.alarms.set(parts_.table.row().id, plan.due);
  tell_turn();
}

void GameKeeper::look() {
  if (!parts_.is_playing()) return;
  switch (parts_.autopilot.due_deed(turn())) {
    case Autopilot::Deed::wait: return settle();
    case Autopilot::Deed::play: return play_thought();
    case Autopilot::Deed::replace_late: return replace_by_computer(wire::Why::time);
    case Autopilot::Deed::replace_gone: return replace_by_computer(wire::Why::gone);
  }
}

void GameKeeper::tell_turn() {
  const auto& match = *parts_.match;
  const auto mover = match.mover();
  if (mover == turn_told_) return;
  turn_told_ = mover;
  if (match.computer_to_move(parts_.table.seats())) return;
  const auto& row = parts_.table.row();
  parts_.shared.people.send_to_user(row.seats[static_cast<std::size_t>(index(mover))].user,
                                    wire::your_turn_text(to_text(row.id), to_text(match.id()), index(mover)));
}

void GameKeeper::replace_by_computer(wire::Why why) {
  ++parts_.shared.stats.timeouts;
  submit(parts_.match->prepare_replacement(asked(nullptr), why), nullptr);
}

// ---- Computer players.

void GameKeeper::ask_computer(wire::Level level) {
  auto& shared = parts_.shared;
  const auto version = parts_.match->play().acted_version();
  auto answer = [this, room = queue_.alive(), game = parts_.match->id(), version](Action thought) {
    if (const auto self = room.lock()) take_thought(thought, game, version);
  };
  const auto answers = shared.thinker.ask(parts_.match->question(level, parts_.table.row().owner), std::move(answer));
  parts_.autopilot.asked(version, shared.loop.now());
  if (answers != level) ++shared.stats.shortened[static_cast<std::size_t>(level)][static_cast<std::size_t>(answers)];
  // People see that their opponents are weaker than chosen.
  if (parts_.autopilot.note_level(level, answers, shared.loop.now())) parts_.tell_table();
}

void GameKeeper::take_thought(Action thought, GameId game, std::uint32_t version) {
  auto& autopilot = parts_.autopilot;
  autopilot.answered();
  if (queue_.broken()) return;
  if (parts_.match && parts_.match->id() == game && parts_.match->play().acted_version() == version) autopilot.take(thought, version);
  const bool at_once = autopilot.may_play(parts_.shared.loop.now()) && !queue_.busy();
  queue_.step([&] { at_once ? play_thought() : settle(); });
}

void GameKeeper::play_thought() {
  if (!parts_.autopilot.has_thought() || !parts_.is_playing()) return settle();
  const auto thought = parts_.autopilot.use_thought(turn());
  auto step = thought ? parts_.match->prepare_thought(asked(nullptr), *thought) : nullptr;
  if (step) submit(std::move(step), nullptr);
  else settle();
}

}  // namespace perron::server
