#include "store/memory_rows.h"

#include <algorithm>

namespace perron {

namespace {

StoreError conflict(std::string message) { return {StoreFault::conflict, std::move(message)}; }

std::vector<GameSummary> page_of(std::vector<GameSummary> games, const Page& page, bool by_end) {
  const auto key = [by_end](const GameSummary& game) { return std::pair(by_end ? game.ended : game.started, game.id); };
  std::erase_if(games, [&](const auto& game) { return !(key(game) < std::pair(page.before_time, page.before)); });
  std::ranges::sort(games, [&](const auto& a, const auto& b) { return key(a) > key(b); });
  if (games.size() > static_cast<std::size_t>(page.limit)) games.resize(static_cast<std::size_t>(page.limit));
  return games;
}

GameSummary summary(const GameRow& row) {
  return {row.id, row.table, row.board, row.seats, row.started, row.ended, row.ending, row.result};
}

}  // namespace

// Each is looked at as if those before it were made: of one game's entries, one after the other.
std::optional<StoreError> MemoryRows::fault_of(const std::vector<Change>& changes) const {
  std::size_t appended = 0;
  for (const auto& change : changes) {
    if (const auto* begin = std::get_if<StartGame>(&change); begin && rows_->games.contains(begin->game.id))
      return conflict("this game is there already");
    if (const auto* end = std::get_if<EndGame>(&change); end && !rows_->games.contains(end->game)) return conflict("there is no such game");
    if (const auto* add = std::get_if<AddChat>(&change)) {
      const auto it = rows_->chat.find(add->line.table);
      if (add->line.n != (it == rows_->chat.end() ? 0 : it->second.size()) + 1) return conflict("a line is out of order");
    }
    const auto* append = std::get_if<AppendEntry>(&change);
    if (!append) continue;
    static const std::vector<Entry> none;
    const auto it = rows_->entries.find(append->entry.game);
    const auto& entries = it == rows_->entries.end() ? none : it->second;
    if (append->entry.n != entries.size() + ++appended) return conflict("an entry is out of order");
    for (const auto& entry : entries)
      if (!entry.request.empty() && entry.request == append->entry.request && entry.user == append->entry.user)
        return StoreError{StoreFault::repeated, "this request was stored before"};
  }
  return std::nullopt;
}

void MemoryRows::apply(const Change& change) {
  auto& rows = *rows_;
  if (const auto* save = std::get_if<SaveTable>(&change)) rows.tables[save->table.id] = save->table;
  if (const auto* mute = std::get_if<SetMute>(&change)) {
    if (mute->on) rows.mutes[mute->user].insert(mute->other);
    else rows.mutes[mute->user].erase(mute->other);
  }
  if (const auto* remove = std::get_if<RemoveTable>(&change)) {
    rows.tables.erase(remove->table);
    rows.chat.erase(remove->table);
  }
  if (const auto* begin = std::get_if<StartGame>(&change)) {
    auto row = begin->game;
    row.board = begin->board->id;
    row.board_hash = begin->board->hash;
    rows.boards[row.board_hash] = begin->board;
    rows.due[row.id] = begin->due;
    rows.games.emplace(row.id, row);
  }
  if (const auto* append = std::get_if<AppendEntry>(&change)) {
    rows.entries[append->entry.game].push_back(append->entry);
    rows.due[append->entry.game] = append->entry.due;
  }
  if (const auto* end = std::get_if<EndGame>(&change)) {
    auto& row = rows.games[end->game];
    row.ending = end->ending;
    row.result = end->result;
    row.ended = end->at;
  }
  if (const auto* add = std::get_if<AddChat>(&change)) rows.chat[add->line.table].push_back(add->line);
}

Read<std::optional<User>> MemoryRows::user(UserId id) {
  const auto it = rows_->users.find(id);
  return it == rows_->users.end() ? std::optional<User>() : std::optional<User>(it->second);
}

Read<std::vector<UserId>> MemoryRows::muted_by(UserId user) {
  const auto& muted = rows_->mutes[user];
  return std::vector<UserId>(muted.begin(), muted.end());
}

Read<std::optional<TableRow>> MemoryRows::table(TableId id) {
  const auto it = rows_->tables.find(id);
  return it == rows_->tables.end() ? std::optional<TableRow>() : std::optional<TableRow>(it->second);
}

Read<std::vector<TableRow>> MemoryRows::tables(TableState state) {
  std::vector<TableRow> out;
  for (const auto& [id, row] : rows_->tables)
    if (row.state == state) out.push_back(row);
  return out;
}

Read<std::vector<ChatLine>> MemoryRows::chat(TableId table, int last) {
  const auto& lines = rows_->chat[table];
  const auto count = std::min(lines.size(), static_cast<std::size_t>(last));
  return std::vector<ChatLine>(lines.end() - static_cast<std::ptrdiff_t>(count), lines.end());
}

Read<std::optional<GameRow>> MemoryRows::game(GameId id) {
  const auto it = rows_->games.find(id);
  return it == rows_->games.end() ? std::optional<GameRow>() : std::optional<GameRow>(it->second);
}

Read<std::optional<Entry>> MemoryRows::entry(GameId game, std::uint32_t n) {
  const auto& entries = rows_->entries[game];
  return n >= 1 && n <= entries.size() ? std::optional<Entry>(entries[n - 1]) : std::optional<Entry>();
}

Read<std::shared_ptr<const PinnedBoard>> MemoryRows::board(const Bytes32& hash) {
  const auto it = rows_->boards.find(hash);
  return it == rows_->boards.end() ? nullptr : it->second;
}

Read<std::vector<OpenGame>> MemoryRows::unfinished_games() {
  std::vector<OpenGame> out;
  for (const auto& [id, row] : rows_->games)
    if (row.ending == Ending::none) {
      const auto& entries = rows_->entries[id];
      out.push_back({id, row.table, rows_->due[id], entries.empty() ? row.started : entries.back().at});
    }
  return out;
}

Read<std::vector<GameSummary>> MemoryRows::games_of(UserId user, GameFilter filter, const Page& page) {
  std::vector<GameSummary> out;
  for (const auto& [id, row] : rows_->games) {
    if (std::ranges::find(row.seats, user, &SeatRow::user) == row.seats.end()) continue;
    if (filter == GameFilter::all || (filter == GameFilter::ended) == (row.ending != Ending::none)) out.push_back(summary(row));
  }
  return page_of(std::move(out), page, false);
}

Read<std::vector<GameSummary>> MemoryRows::listed_games(const Page& page) {
  std::vector<GameSummary> out;
  for (const auto& [id, row] : rows_->games)
    if (row.ending != Ending::none && row.visibility == Visibility::listed) out.push_back(summary(row));
  return page_of(std::move(out), page, true);
}

}  // namespace perron
