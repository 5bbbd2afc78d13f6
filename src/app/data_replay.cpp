#include "app/data_replay.h"

#include "content/board_reader.h"
#include "dealer/key.h"
#include "notation/record.h"
#include "notation/text.h"

namespace perron::app {

namespace {

class LogReplay {
 public:
  LogReplay(std::shared_ptr<const Game> game, const GameRow& row) : game_(std::move(game)), row_(row) { begin(); }

  // Returns an error message, or "".
  std::string take(const Entry& entry) {
    if (abandoned_ && entry.kind != EntryKind::note) return "follows the end of the game";
    switch (entry.kind) {
      case EntryKind::action: return act(entry);
      case EntryKind::undo: return undo();
      case EntryKind::abandon: abandoned_ = true; return "";
      case EntryKind::computer_takes_seat:
      case EntryKind::person_returns: return entry.seat < game_->seats ? "" : "is of a seat that is not there";
      case EntryKind::note: return "";
    }
    return "is of a kind that this program does not know";
  }

  bool abandoned() const { return abandoned_; }
  const State& state() const { return state_; }
  Replayed finish() && { return {std::move(game_), std::move(actions_), state_}; }

 private:
  void begin() {
    dealer_ = KeyDealer(KeyStreams{row_.key});
    state_ = start(*game_, Seat(row_.first));
    deal();
  }

  void deal() {
    while (is_chance(state_.open)) play(dealer_.deal(*game_, state_));
  }

  void play(Action action) {
    actions_.push_back(action);
    apply(*game_, state_, action);
  }

  std::string act(const Entry& entry) {
    if (entry.seat >= game_->seats) return "is of a seat that is not there";
    const auto refusal = why_not(*game_, state_.open, state_.own[Seat(entry.seat)], Seat(entry.seat), entry.action);
    if (refusal) return "is not allowed: " + std::string(text_of(*refusal).sentence);
    before_.push_back(state_);
    play(entry.action);
    const auto played = actions_.size();
    deal();
    if (actions_.size() != played) before_.clear();
    acted_ = true;
    return "";
  }

  std::string undo() {
    if (before_.empty()) return acted_ ? "takes back an action after which something was dealt" : "takes back an action, but there is none";
    actions_.pop_back();
    state_ = before_.back();  // nothing was dealt since, so the dealer keeps its state
    before_.pop_back();
    return "";
  }

  std::shared_ptr<const Game> game_;
  const GameRow& row_;
  KeyDealer dealer_{KeyStreams{}};
  State state_{};
  std::vector<Action> actions_;
  std::vector<State> before_;  // the positions before the actions that can be undone: nothing was dealt after them
  bool abandoned_ = false, acted_ = false;
};

std::string ending_fault(const GameRow& row, const LogReplay& log) {
  const bool over = is_over(log.state().open);
  switch (row.ending) {
    case Ending::none:
      if (over || log.abandoned()) return "has come to its end, but is stored as unfinished";
      return "";
    case Ending::finished: return over ? "" : "is stored as finished, but its entries do not reach the end";
    case Ending::abandoned: return over ? "is stored as abandoned, but has come to its end" : "";
  }
  return "has an end of a kind that this program does not know";
}

}  // namespace

Result<std::shared_ptr<const Game>, std::string> PinnedGames::find(const GameRow& row) {
  const std::pair key(row.board_hash, row.seats.size());
  auto known = games_.find(key);
  if (known == games_.end()) known = games_.emplace(key, make(row)).first;
  return known->second;
}

Result<std::shared_ptr<const Game>, std::string> PinnedGames::make(const GameRow& row) {
  const auto pinned = archive_.queries().board(row.board_hash);
  if (!pinned && pinned.error().fault == StoreFault::bad_row) return "has a board that was changed: " + pinned.error().message;
  if (!pinned) return "can't be read: " + pinned.error().message;
  if (!*pinned) return std::string("has lost its board");
  auto board = read_board((*pinned)->json);
  if (!board) return "has a board that is faulty: " + board.error()[0].path + ": " + board.error()[0].message;
  const auto seats = static_cast<int>(row.seats.size());
  if (seats < board->rules.players_min || seats > board->rules.players_max)
    return "has " + std::to_string(seats) + " seats, which its board does not allow";
  return std::make_shared<const Game>(make_game(std::move(*board), seats));
}

Result<Replayed, std::string> replay(const GameRow& row, const std::vector<Entry>& entries, PinnedGames& games) {
  const auto game = games.find(row);
  if (!game) return game.error();
  if (row.first >= row.seats.size()) return std::string("begins with a seat that is not there");
  LogReplay log(*game, row);
  std::uint32_t n = 0;
  for (const auto& entry : entries) {
    if (entry.n != ++n) return "entry " + std::to_string(n) + " is missing: the next one is " + std::to_string(entry.n);
    if (const auto fault = log.take(entry); !fault.empty()) return "entry " + std::to_string(n) + " " + fault;
  }
  if (auto fault = ending_fault(row, log); !fault.empty()) return fault;
  return std::move(log).finish();
}

std::string record_of(const GameRow& row, const Replayed& replayed) {
  const auto& game = *replayed.game;
  RecordHeader header{game.board.id, {}, Seat(row.first), commitment(row.key)};
  for (const auto& seat : row.seats) header.seats.push_back(seat.name);
  std::string out = header_line(header) + "\n";
  auto state = start(game, Seat(row.first));
  for (const auto action : replayed.actions) {
    out += action_line(game, state, action) + "\n";
    apply(game, state, action);
  }
  if (row.ending == Ending::finished) out += result_line(game, state, to_hex(row.key)) + "\n";
  return out;
}

}  // namespace perron::app
