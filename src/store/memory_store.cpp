#include "store/memory_store.h"

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

template <class Map>
std::optional<typename Map::mapped_type> found_in(const Map& map, const typename Map::key_type& key) {
  const auto it = map.find(key);
  return it == map.end() ? std::nullopt : std::optional(it->second);
}

class MemoryGameReader final : public GameReader {
 public:
  explicit MemoryGameReader(std::shared_ptr<const MemoryTables> rows) : rows_(std::move(rows)) {}
  StoreResult<std::optional<GameRow>> game(GameId id) override { return found_in(rows_->games, id); }
  StoreResult<std::vector<Entry>> entries(GameId game) override { return found_in(rows_->entries, game).value_or(std::vector<Entry>()); }
  StoreResult<std::shared_ptr<const PinnedBoard>> board(const Bytes32& hash) override {
    return found_in(rows_->boards, hash).value_or(nullptr);
  }

 private:
  const std::shared_ptr<const MemoryTables> rows_;
};

}  // namespace

// Checks each change as if those before it had been made. A write appends entries of one game only.
std::optional<StoreError> MemoryStore::fault_of(const std::vector<Change>& changes) const {
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

void MemoryStore::apply(const Change& change) {
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

template <class T, class Query>
void MemoryStore::ask(ReadDone<T> done, Query query) {
  const auto read = [&]() -> StoreResult<T> {
    if (auto fault = read_fault()) return std::move(*fault);
    return query(*rows_);
  };
  auto answer = std::make_shared<StoreResult<T>>(read());
  post_([done = std::move(done), answer = std::move(answer)] { done(std::move(*answer)); });
}

void MemoryStore::user(UserId id, ReadDone<std::optional<User>> done) {
  ask(std::move(done), [id](const MemoryTables& rows) { return found_in(rows.users, id); });
}

void MemoryStore::account(std::string, ReadDone<std::optional<User>> done) {
  ask(std::move(done), [](const MemoryTables&) { return std::optional<User>(); });
}

void MemoryStore::session(const Bytes32&, ReadDone<std::optional<Session>> done) {
  ask(std::move(done), [](const MemoryTables&) { return std::optional<Session>(); });
}

void MemoryStore::sessions_of(UserId, ReadDone<std::vector<Session>> done) {
  ask(std::move(done), [](const MemoryTables&) { return std::vector<Session>(); });
}

void MemoryStore::muted_by(UserId user, ReadDone<std::vector<UserId>> done) {
  ask(std::move(done), [user](const MemoryTables& rows) {
    const auto muted = found_in(rows.mutes, user).value_or(std::set<UserId>());
    return std::vector<UserId>(muted.begin(), muted.end());
  });
}

void MemoryStore::table(TableId id, ReadDone<std::optional<TableRow>> done) {
  ask(std::move(done), [id](const MemoryTables& rows) { return found_in(rows.tables, id); });
}

void MemoryStore::tables(TableState state, ReadDone<std::vector<TableRow>> done) {
  ask(std::move(done), [state](const MemoryTables& rows) {
    std::vector<TableRow> out;
    for (const auto& [id, row] : rows.tables)
      if (row.state == state) out.push_back(row);
    return out;
  });
}

void MemoryStore::chat(TableId table, int last, ReadDone<std::vector<ChatLine>> done) {
  ask(std::move(done), [table, last](const MemoryTables& rows) {
    auto lines = found_in(rows.chat, table).value_or(std::vector<ChatLine>());
    const auto count = std::min(lines.size(), static_cast<std::size_t>(last));
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(count));
    return lines;
  });
}

void MemoryStore::game(GameId id, ReadDone<std::optional<GameRow>> done) {
  ask(std::move(done), [id](const MemoryTables& rows) { return found_in(rows.games, id); });
}

void MemoryStore::entry(GameId game, std::uint32_t n, ReadDone<std::optional<Entry>> done) {
  ask(std::move(done), [game, n](const MemoryTables& rows) {
    const auto it = rows.entries.find(game);
    return it != rows.entries.end() && n >= 1 && n <= it->second.size() ? std::optional<Entry>(it->second[n - 1]) : std::nullopt;
  });
}

void MemoryStore::board(const Bytes32& hash, ReadDone<std::shared_ptr<const PinnedBoard>> done) {
  ask(std::move(done), [hash](const MemoryTables& rows) { return found_in(rows.boards, hash).value_or(nullptr); });
}

void MemoryStore::unfinished_games(ReadDone<std::vector<OpenGame>> done) {
  ask(std::move(done), [](const MemoryTables& rows) {
    std::vector<OpenGame> out;
    for (const auto& [id, row] : rows.games) {
      if (row.ending != Ending::none) continue;
      const auto entries = rows.entries.find(id);
      const bool any = entries != rows.entries.end() && !entries->second.empty();
      out.push_back({id, row.table, found_in(rows.due, id).value_or(0), any ? entries->second.back().at : row.started});
    }
    return out;
  });
}

void MemoryStore::games_of(UserId user, GameFilter filter, const Page& page, ReadDone<std::vector<GameSummary>> done) {
  ask(std::move(done), [&](const MemoryTables& rows) {
    std::vector<GameSummary> out;
    for (const auto& [id, row] : rows.games) {
      if (std::ranges::find(row.seats, user, &SeatRow::user) == row.seats.end()) continue;
      if (filter == GameFilter::all || (filter == GameFilter::ended) == (row.ending != Ending::none)) out.push_back(summary(row));
    }
    return page_of(std::move(out), page, false);
  });
}

void MemoryStore::listed_games(const Page& page, ReadDone<std::vector<GameSummary>> done) {
  ask(std::move(done), [&](const MemoryTables& rows) {
    std::vector<GameSummary> out;
    for (const auto& [id, row] : rows.games)
      if (row.ending != Ending::none && row.visibility == Visibility::listed) out.push_back(summary(row));
    return page_of(std::move(out), page, true);
  });
}

void MemoryStore::counts(ReadDone<Counts> done) {
  ask(std::move(done), [](const MemoryTables&) { return Counts(); });
}

void MemoryStore::probe_reads(Done done) {
  post_([done = std::move(done)] { done(std::nullopt); });
}

std::unique_ptr<GameReader> MemoryStore::background() { return std::make_unique<MemoryGameReader>(rows_); }

}  // namespace perron
