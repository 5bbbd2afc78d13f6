#include "store/sqlite/change_writer.h"

namespace perron::sqlite {

namespace {

StoreError refused(std::string sentence) { return {StoreFault::conflict, std::move(sentence)}; }

// Changes of one statement, which SQLite itself makes atomic.
bool is_one_statement(const Change& change) {
  return std::holds_alternative<AppendEntry>(change) || std::holds_alternative<AddChat>(change) ||
         std::holds_alternative<TouchSession>(change) || std::holds_alternative<SetMute>(change) ||
         std::holds_alternative<NewSession>(change) || std::holds_alternative<NewUser>(change);
}

}  // namespace

std::optional<StoreError> ChangeWriter::apply(const std::vector<Change>& changes) {
  if (changes.size() == 1 && is_one_statement(changes[0])) return write_all(changes);
  if (auto fault = savepoint_().finish()) return fault;
  const auto savepoint = log_.savepoint();
  auto fault = write_all(changes);
  if (fault) log_.roll_back_to(savepoint);
  // If SQLite has rolled back the whole transaction, the savepoint is gone; the caller handles that.
  if (fault && database_.in_transaction()) back_().finish();
  if (database_.in_transaction())
    if (auto other = release_().finish(); other && !fault) return other;
  return fault;
}

std::optional<StoreError> ChangeWriter::write_all(const std::vector<Change>& changes) {
  for (const auto& change : changes)
    if (auto fault = std::visit([this](const auto& one_change) { return write(one_change); }, change)) return fault;
  return std::nullopt;
}

std::optional<StoreError> ChangeWriter::must_change(Rows&& rows, const char* otherwise) {
  if (auto fault = rows.finish()) return fault;
  if (database_.changed() == 0) return refused(otherwise);
  return std::nullopt;
}

std::optional<StoreError> ChangeWriter::write(const NewUser& change) {
  const auto& user = change.user;
  return new_user_(user.id, user.name, or_null(user.account), or_null(user.password), user.created).finish();
}

std::optional<StoreError> ChangeWriter::write(const RenameUser& change) {
  return must_change(rename_(change.user, change.name), "there is no such user");
}

std::optional<StoreError> ChangeWriter::write(const SetAccount& change) {
  return must_change(set_account_(change.user, or_null(change.account), or_null(change.password)), "there is no such user");
}

std::optional<StoreError> ChangeWriter::write(const MergeGuest& change) {
  const auto guest = change.guest, account = change.account;
  if (auto fault = must_change(guest_is_account_(guest, account), "only a guest can be merged, and only into an account")) return fault;
  if (auto fault = log_.merge_guest(guest, account)) return fault;
  for (auto* statement : {&take_mutes_, &take_muted_, &take_games_, &take_chat_, &take_seats_, &take_tables_})
    if (auto fault = (*statement)(guest, account).finish()) return fault;
  return end_sessions_(guest, SessionId{0}).finish();  // all sessions of the guest
}

std::optional<StoreError> ChangeWriter::write(const NewSession& change) {
  const auto& s = change.session;
  return new_session_(s.id, s.token_hash, s.user, s.device, s.created, s.seen).finish();
}

// A session that has ended meanwhile is not an error.
std::optional<StoreError> ChangeWriter::write(const TouchSession& change) { return touch_session_(change.session, change.seen).finish(); }

std::optional<StoreError> ChangeWriter::write(const EndSession& change) {
  return must_change(end_session_(change.session, change.user), "there is no such session");
}

std::optional<StoreError> ChangeWriter::write(const EndOtherSessions& change) { return end_sessions_(change.user, change.keep).finish(); }

std::optional<StoreError> ChangeWriter::write(const SetMute& change) {
  return (change.on ? mute_ : unmute_)(change.user, change.other).finish();
}

std::optional<StoreError> ChangeWriter::write(const SaveTable& change) {
  const auto& t = change.table;
  if (auto fault = save_table_(t.id, t.owner, t.visibility, t.state, or_null(t.game), t.options, t.created).finish()) return fault;
  if (auto fault = clear_seats_(t.id).finish()) return fault;
  int number = 0;
  for (const auto& seat : t.seats)
    if (auto fault = table_seat_(t.id, number++, or_null(seat.user), seat.name, seat.level).finish()) return fault;
  return std::nullopt;
}

std::optional<StoreError> ChangeWriter::write(const RemoveTable& change) {
  if (auto fault = must_change(remove_table_(change.table), "there is no such table")) return fault;
  if (auto fault = clear_seats_(change.table).finish()) return fault;
  return remove_chat_(change.table).finish();
}

std::optional<StoreError> ChangeWriter::write(const StartGame& change) {
  const auto& g = change.game;
  if (!change.board) return refused("a game needs a board");
  const auto& board = *change.board;
  if (auto fault = pin_board_(board.hash, board.id, board.json).finish()) return fault;
  if (auto fault =
          start_game_(g.id, or_null(g.table), g.visibility, board.hash, g.engine, g.options, g.key, int(g.first), g.started, change.due)
              .finish())
    return fault;
  int number = 0;
  for (const auto& seat : g.seats)
    if (auto fault = game_seat_(g.id, number++, or_null(seat.user), seat.name, seat.level, g.started).finish()) return fault;
  return std::nullopt;
}

std::optional<StoreError> ChangeWriter::write(const AppendEntry& change) { return log_.append(change.entry); }

std::optional<StoreError> ChangeWriter::write(const EndGame& change) {
  log_.may_have_ended(change.game);
  return must_change(end_game_(change.game, change.ending, or_null(change.result), change.at), "there is no such unfinished game");
}

std::optional<StoreError> ChangeWriter::write(const AddChat& change) {
  const auto& line = change.line;
  return must_change(add_chat_(line.table, line.n, or_null(line.user), line.name, line.text, line.at),
                     "this chat line is not the next of its table");
}

}  // namespace perron::sqlite
