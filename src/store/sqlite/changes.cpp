#include "store/sqlite/changes.h"

namespace perron::sqlite {

namespace {

StoreError refused(std::string sentence) { return {StoreFault::conflict, std::move(sentence)}; }

// One statement each, which SQLite itself makes whole or not at all.
bool is_one_statement(const Change& change) {
  return std::holds_alternative<AppendEntry>(change) || std::holds_alternative<AddChat>(change) ||
         std::holds_alternative<TouchSession>(change) || std::holds_alternative<SetMute>(change) ||
         std::holds_alternative<NewSession>(change) || std::holds_alternative<NewUser>(change);
}

}  // namespace

std::optional<StoreError> Changes::apply(const std::vector<Change>& changes) {
  if (changes.size() == 1 && is_one_statement(changes[0])) return all_of(changes);
  if (auto fault = savepoint_().finish()) return fault;
  const auto mark = log_.mark();
  auto fault = all_of(changes);
  if (fault) log_.back_to(mark);
  // Where the whole transaction is lost, there is no savepoint to go back to; the caller rolls back.
  if (fault && database_.in_transaction()) back_().finish();
  if (database_.in_transaction())
    if (auto other = release_().finish(); other && !fault) return other;
  return fault;
}

std::optional<StoreError> Changes::all_of(const std::vector<Change>& changes) {
  for (const auto& change : changes)
    if (auto fault = std::visit([this](const auto& one_change) { return make(one_change); }, change)) return fault;
  return std::nullopt;
}

std::optional<StoreError> Changes::one(Rows&& rows, const char* otherwise) {
  if (auto fault = rows.finish()) return fault;
  if (database_.changed() == 0) return refused(otherwise);
  return std::nullopt;
}

std::optional<StoreError> Changes::make(const NewUser& change) {
  const auto& user = change.user;
  return new_user_(user.id, user.name, or_null(user.account), or_null(user.password), user.created).finish();
}

std::optional<StoreError> Changes::make(const RenameUser& change) {
  return one(rename_(change.user, change.name), "there is no such user");
}

std::optional<StoreError> Changes::make(const SetAccount& change) {
  return one(set_account_(change.user, or_null(change.account), or_null(change.password)), "there is no such user");
}

std::optional<StoreError> Changes::make(const TakeAlong& change) {
  const auto guest = change.guest, account = change.account;
  if (auto fault = one(guest_is_account_(guest, account), "only a guest can be taken along, and only into an account")) return fault;
  if (auto fault = log_.take_along(guest, account)) return fault;
  for (auto* statement : {&take_mutes_, &take_muted_, &take_games_, &take_chat_, &take_seats_, &take_tables_})
    if (auto fault = (*statement)(guest, account).finish()) return fault;
  return end_sessions_(guest, SessionId{0}).finish();  // all of them: whoever else had a token of the guest is out
}

std::optional<StoreError> Changes::make(const NewSession& change) {
  const auto& s = change.session;
  return new_session_(s.id, s.token_hash, s.user, s.device, s.created, s.seen).finish();
}

// A session that has been ended meanwhile is no fault: there is nothing to note.
std::optional<StoreError> Changes::make(const TouchSession& change) { return touch_session_(change.session, change.seen).finish(); }

std::optional<StoreError> Changes::make(const EndSession& change) {
  return one(end_session_(change.session, change.user), "there is no such session");
}

std::optional<StoreError> Changes::make(const EndOtherSessions& change) { return end_sessions_(change.user, change.keep).finish(); }

std::optional<StoreError> Changes::make(const SetMute& change) { return (change.on ? mute_ : unmute_)(change.user, change.other).finish(); }

std::optional<StoreError> Changes::make(const SaveTable& change) {
  const auto& t = change.table;
  if (auto fault = save_table_(t.id, t.owner, t.visibility, t.state, or_null(t.game), t.options, t.created).finish()) return fault;
  if (auto fault = clear_seats_(t.id).finish()) return fault;
  int number = 0;
  for (const auto& seat : t.seats)
    if (auto fault = table_seat_(t.id, number++, or_null(seat.user), seat.name, seat.level).finish()) return fault;
  return std::nullopt;
}

std::optional<StoreError> Changes::make(const RemoveTable& change) {
  if (auto fault = one(remove_table_(change.table), "there is no such table")) return fault;
  if (auto fault = clear_seats_(change.table).finish()) return fault;
  return remove_chat_(change.table).finish();
}

std::optional<StoreError> Changes::make(const StartGame& change) {
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

std::optional<StoreError> Changes::make(const AppendEntry& change) { return log_.append(change.entry); }

std::optional<StoreError> Changes::make(const EndGame& change) {
  log_.may_have_ended(change.game);
  return one(end_game_(change.game, change.ending, or_null(change.result), change.at), "there is no such game that goes on");
}

std::optional<StoreError> Changes::make(const AddChat& change) {
  const auto& line = change.line;
  return one(add_chat_(line.table, line.n, or_null(line.user), line.name, line.text, line.at),
             "this chat line is not the next of its table");
}

}  // namespace perron::sqlite
