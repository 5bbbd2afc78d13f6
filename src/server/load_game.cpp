#include "server/load_game.h"

namespace perron::server {

namespace {

// False: the rules of this program do not allow it.
bool add_entry(LoadedGame& game, const Entry& entry) {
  auto& play = *game.play;
  const auto& state = play.state();
  LogItem item{entry.kind, entry.seat, entry.user != kNobody, wire::Why(entry.action.a), entry.action, 0, 0};
  if (entry.seat >= play.game().seats) return false;
  if (!entry.request.empty()) item.request = request_hash(entry.user, entry.request);
  if (entry.kind == EntryKind::action) {
    const auto mover = state.open.to_move;
    const auto& mine = state.own[static_cast<std::size_t>(index(mover))];
    if (why_not(play.game(), state.open, mine, Seat(entry.seat), entry.action)) return false;  // another engine wrote it
  } else {
    item.action = {};
  }
  if (entry.kind == EntryKind::undo && !play.can_undo(Seat(entry.seat))) return false;
  if (entry.kind == EntryKind::computer_takes_seat) game.away = static_cast<std::uint8_t>(game.away | 1u << entry.seat);
  if (entry.kind == EntryKind::person_returns) game.away = static_cast<std::uint8_t>(game.away & ~(1u << entry.seat));
  play.add(item, nullptr);
  return true;
}

}  // namespace

Result<LoadedGame, std::string> load_game(GameReads& reads, GameCache& games, GameId id) {
  auto row = reads.game(id);
  if (!row) return row.error().message;
  if (!*row) return std::string("it is not in the database");
  const auto board = reads.board((*row)->board_hash);
  if (!board) return board.error().message;
  if (!*board) return std::string("the board that it began with is not in the database");
  const auto entries = reads.entries(id);
  if (!entries) return entries.error().message;
  auto game = games.game(**board, static_cast<int>((*row)->seats.size()));
  if (!game) return std::string("this program cannot use the board that it began with");
  LoadedGame out{std::move(**row), nullptr, 0, {}};
  out.play = std::make_unique<Play>(std::move(game), out.row.key, Seat(out.row.first));
  out.play->keep_positions(true);
  for (const auto& entry : *entries)
    if (!add_entry(out, entry))
      return "entry " + std::to_string(out.play->log().size() + 1) + " is not allowed by the rules of this program";
  out.play->keep_positions(false);
  if (!entries->empty()) out.clock = entries->back().clock;
  return out;
}

Seat person_to_move(const LoadedGame& game) {
  const auto mover = game.play->state().open.to_move;
  const bool person = game.row.seats[static_cast<std::size_t>(index(mover))].user != kNobody && !(game.away >> index(mover) & 1);
  return person ? mover : kNoSeat;
}

}  // namespace perron::server
