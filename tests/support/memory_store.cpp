#include "support/memory_store.h"

#include <algorithm>

namespace perron::kit {

namespace {

StoreError conflict(std::string message) { return {StoreFault::conflict, std::move(message)}; }

}  // namespace

void MemoryStore::write(std::vector<Change> changes, Done done) {
  ++writes_;
  Waiting write{std::move(changes), std::move(done)};
  if (held_) waiting_.push_back(std::move(write));
  else commit(std::move(write));
}

void MemoryStore::release() {
  held_ = false;
  while (!waiting_.empty()) {
    commit(std::move(waiting_.front()));
    waiting_.pop_front();
  }
}

void MemoryStore::commit(Waiting write) {
  std::optional<StoreError> error;
  if (fault_ && !write.changes.empty()) error = StoreError{*fault_, "as the test asked for"};
  if (!error && write.changes.size() == 1) {
    error = apply(*disk_, write.changes[0]);
  } else if (!error) {
    Disk draft = *disk_;  // all or none
    for (const auto& change : write.changes)
      if (!error) error = apply(draft, change);
    if (!error) *disk_ = std::move(draft);
  }
  loop_.post([done = std::move(write.done), error] { done(error); });
}

std::optional<StoreError> MemoryStore::apply(Disk& disk, const Change& change) {
  if (const auto* save = std::get_if<SaveTable>(&change)) disk.tables[save->table.id] = save->table;
  if (const auto* mute = std::get_if<SetMute>(&change)) {
    if (mute->on) disk.mutes[mute->user].insert(mute->other);
    else disk.mutes[mute->user].erase(mute->other);
  }
  if (const auto* remove = std::get_if<RemoveTable>(&change)) {
    disk.tables.erase(remove->table);
    disk.chat.erase(remove->table);
  }
  if (const auto* begin = std::get_if<StartGame>(&change)) {
    auto row = begin->game;
    row.board = begin->board->id;
    row.board_hash = begin->board->hash;
    disk.boards[row.board_hash] = begin->board;
    disk.due[row.id] = begin->due;
    if (!disk.games.emplace(row.id, row).second) return conflict("this game is there already");
  }
  if (const auto* append = std::get_if<AppendEntry>(&change)) {
    auto& entries = disk.entries[append->entry.game];
    if (append->entry.n != entries.size() + 1) return conflict("an entry is out of order");
    for (const auto& entry : entries)
      if (!entry.request.empty() && entry.request == append->entry.request && entry.user == append->entry.user)
        return StoreError{StoreFault::repeated, "this request was stored before"};
    entries.push_back(append->entry);
    disk.due[append->entry.game] = append->entry.due;
  }
  if (const auto* end = std::get_if<EndGame>(&change)) {
    auto& row = disk.games.at(end->game);
    row.ending = end->ending;
    row.result = end->result;
    row.ended = end->at;
  }
  if (const auto* add = std::get_if<AddChat>(&change)) {
    auto& lines = disk.chat[add->line.table];
    if (add->line.n != lines.size() + 1) return conflict("a line is out of order");
    lines.push_back(add->line);
  }
  return std::nullopt;
}

Read<std::optional<User>> MemoryStore::user(UserId id) {
  const auto it = disk_->users.find(id);
  return it == disk_->users.end() ? std::optional<User>() : std::optional<User>(it->second);
}

Read<std::optional<TableRow>> MemoryStore::table(TableId id) {
  const auto it = disk_->tables.find(id);
  return it == disk_->tables.end() ? std::optional<TableRow>() : std::optional<TableRow>(it->second);
}

Read<std::vector<TableRow>> MemoryStore::tables(TableState state) {
  std::vector<TableRow> out;
  for (const auto& [id, row] : disk_->tables)
    if (row.state == state) out.push_back(row);
  return out;
}

Read<std::vector<ChatLine>> MemoryStore::chat(TableId table, int last) {
  const auto& lines = disk_->chat[table];
  const auto count = std::min(lines.size(), static_cast<std::size_t>(last));
  return std::vector<ChatLine>(lines.end() - static_cast<std::ptrdiff_t>(count), lines.end());
}

Read<std::optional<GameRow>> MemoryStore::game(GameId id) {
  const auto it = disk_->games.find(id);
  return it == disk_->games.end() ? std::optional<GameRow>() : std::optional<GameRow>(it->second);
}

Read<std::shared_ptr<const PinnedBoard>> MemoryStore::board(const Bytes32& hash) {
  const auto it = disk_->boards.find(hash);
  return it == disk_->boards.end() ? nullptr : it->second;
}

Read<std::vector<OpenGame>> MemoryStore::unfinished_games() {
  std::vector<OpenGame> out;
  for (const auto& [id, row] : disk_->games)
    if (row.ending == Ending::none) out.push_back({id, row.table, disk_->due[id]});
  return out;
}

std::vector<GameSummary> MemoryStore::page_of(std::vector<GameSummary> games, const Page& page, bool by_end) {
  const auto key = [by_end](const GameSummary& game) { return std::pair(by_end ? game.ended : game.started, game.id); };
  std::erase_if(games, [&](const auto& game) { return !(key(game) < std::pair(page.before_time, page.before)); });
  std::ranges::sort(games, [&](const auto& a, const auto& b) { return key(a) > key(b); });
  if (games.size() > static_cast<std::size_t>(page.limit)) games.resize(static_cast<std::size_t>(page.limit));
  return games;
}

namespace {

GameSummary summary(const GameRow& row) {
  return {row.id, row.table, row.board, row.seats, row.started, row.ended, row.ending, row.result};
}

}  // namespace

Read<std::vector<GameSummary>> MemoryStore::games_of(UserId user, GameFilter filter, const Page& page) {
  std::vector<GameSummary> out;
  for (const auto& [id, row] : disk_->games) {
    if (std::ranges::find(row.seats, user, &SeatRow::user) == row.seats.end()) continue;
    if (filter == GameFilter::all || (filter == GameFilter::ended) == (row.ending != Ending::none)) out.push_back(summary(row));
  }
  return page_of(std::move(out), page, false);
}

Read<std::vector<GameSummary>> MemoryStore::listed_games(const Page& page) {
  std::vector<GameSummary> out;
  for (const auto& [id, row] : disk_->games)
    if (row.ending != Ending::none && row.visibility == Visibility::listed) out.push_back(summary(row));
  return page_of(std::move(out), page, true);
}

}  // namespace perron::kit
