#include "server/game/load_game.h"

#include <algorithm>

#include "server/people/seating.h"

namespace perron::server {

namespace {

// Before its log is read.
std::string fault_of_row(const GameRow& row) {
  if (row.first >= row.seats.size()) return "it begins with a seat that is not there";
  const Seats seats(row.seats);
  for (const auto number : seats.ids()) {
    const auto& seat = seats[number];
    if (seat.user == kNobody && std::ranges::find(wire::kLevelNames, seat.level) == wire::kLevelNames.end())
      return "seat " + std::to_string(index(number)) + " is of a computer player that this program does not know";
  }
  return "";
}

// After it.
std::string fault_of_end(const GameRow& row, const Play& play) {
  if (play.over() && row.ending != Ending::finished) return "it has come to its end, but is not stored as finished";
  if (!play.over() && row.ending == Ending::finished) return "it is stored as finished, but its entries do not reach the end";
  if (play.abandoned() && row.ending == Ending::none) return "it was abandoned, but is stored as unfinished";
  return "";
}

// Another engine may have written it, or nobody.
bool may_follow(const Play& play, const Entry& entry) {
  const auto& state = play.state();
  const auto seat = Seat(entry.seat);
  if (entry.n != play.log().size() + 1 || entry.seat >= play.game().seats) return false;
  if (play.abandoned() && entry.kind != EntryKind::note) return false;
  switch (entry.kind) {
    case EntryKind::action: return !why_not(play.game(), state.open, state.own[seat], seat, entry.action);
    case EntryKind::undo: return play.can_undo(seat);
    case EntryKind::computer_takes_seat: return entry.action.a <= static_cast<std::uint8_t>(wire::TakeoverReason::gone);
    case EntryKind::person_returns:
    case EntryKind::abandon:
    case EntryKind::note: return true;
  }
  return false;
}

void add_entry(LoadedGame& game, const Entry& entry) {
  LogItem item{entry.kind, Seat(entry.seat), entry.user != kNobody, {}, {}, 0, 0};
  if (!entry.request.empty()) item.request = request_hash(entry.user, entry.request);
  if (entry.kind == EntryKind::action) item.action = entry.action;
  if (entry.kind == EntryKind::computer_takes_seat) {
    item.why = wire::TakeoverReason(entry.action.a);
    game.away.set(item.seat);
  }
  if (entry.kind == EntryKind::person_returns) game.away.reset(item.seat);
  game.play->add(item);
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
  LoadedGame out{std::move(**row), nullptr, {}, {}, 0};
  if (auto why = fault_of_row(out.row); !why.empty()) return why;
  out.play = std::make_unique<Play>(std::move(game), out.row.key, Seat(out.row.first));
  out.play->keep_positions(true);
  for (const auto& entry : *entries) {
    const auto next = out.play->log().size() + 1;
    if (!may_follow(*out.play, entry))
      return "entry " + std::to_string(next) + (entry.n != next ? " is missing" : " is not allowed by the rules of this program");
    add_entry(out, entry);
  }
  out.play->keep_positions(false);
  if (auto why = fault_of_end(out.row, *out.play); !why.empty()) return why;
  if (!entries->empty()) out.clock = entries->back().clock;
  out.at = entries->empty() ? out.row.started : entries->back().at;
  return out;
}

Seat person_to_move(const LoadedGame& game) {
  const auto mover = game.play->state().open.to_move;
  return level_of(game.row.seats, mover, game.away) ? kNoSeat : mover;
}

}  // namespace perron::server
