#include "store/sqlite/entry_log.h"

#include <algorithm>

namespace perron::sqlite {

namespace {

constexpr std::int64_t kMaxRow = INT64_MAX / 2;  // larger ids can't be ours, and there must be room for further ones

}  // namespace

StoreResult<std::vector<TailRows::Row>> TailRows::load(Database& database) {
  Statement all(database, "SELECT id, game, n FROM tail ORDER BY id");
  Statement flushed(database, "SELECT coalesce(max(n), 0) FROM entries WHERE game = ?1");
  std::unordered_map<GameId, std::int64_t> last;
  std::vector<Row> out;
  auto rows = all();
  while (rows.next()) {
    const auto n = rows.number(2);
    if (n < 1 || n > UINT32_MAX) continue;  // `perron data check` names it
    const Row row{rows.number(0), rows.id<GameId>(1), static_cast<std::uint32_t>(n)};
    auto found = last.find(row.game);
    if (found == last.end()) {
      auto max = flushed(row.game);
      if (!max.next()) return max.fault().value_or(StoreError{StoreFault::failed, "no number"});
      found = last.emplace(row.game, max.number(0)).first;
    }
    if (row.n <= found->second) continue;  // dead, or a duplicate
    found->second = row.n;
    out.push_back(row);
    add(row.game, row.row);
  }
  if (auto fault = rows.fault()) return std::move(*fault);
  return out;
}

std::optional<StoreError> EntryLog::load() {
  const auto highest = database_.number("SELECT coalesce(max(id), 0) FROM tail");
  if (!highest) return highest.error();
  const auto lowest = database_.number("SELECT coalesce(min(id), 0) FROM tail");
  if (!lowest) return lowest.error();
  if (*lowest < 0 || *highest > kMaxRow)
    return StoreError{StoreFault::bad_row,
                      "table tail has a row with an impossible id: run `perron data vacuum`, which numbers them again"};
  next_row_ = *highest + 1;
  const auto rows = rows_.load(database_);
  if (!rows) return rows.error();
  for (const auto& [row, game, n] : *rows) {
    const auto [at, first] = cache_.try_emplace(game);
    at->second.last = n;
    if (first) oldest_.push_back({row, game});
  }
  return std::nullopt;
}

StoreResult<EntryLog::CachedGame*> EntryLog::cached(GameId game) {
  const auto found = cache_.find(game);
  if (found != cache_.end()) return &found->second;
  auto last = last_(game);
  if (!last.next()) return last.fault().value_or(StoreError{StoreFault::failed, "no number"});
  if (last.number(0) < 0 || last.number(0) >= UINT32_MAX)
    return StoreError{StoreFault::bad_row, "table entries, game " + to_text(game) + ": column n has a number that can't be"};
  auto& fresh = cache_[game];
  fresh.last = static_cast<std::uint32_t>(last.number(0));
  return &fresh;
}

std::optional<StoreError> EntryLog::read_requests(GameId game, CachedGame& cached) {
  cached.requests.clear();
  cached.request_n.clear();
  const auto add = [&cached](const Rows& rows) {
    cached.requests.push_back(request_hash(rows.id<UserId>(0), rows.text(1)));
    cached.request_n.push_back(static_cast<std::uint32_t>(rows.number(2)));
  };
  auto flushed = requests_(game);
  while (flushed.next()) add(flushed);
  if (auto fault = flushed.fault()) return fault;
  for (const auto row : rows_.of(game)) {
    auto rows = tail_request_(row);
    if (rows.next()) add(rows);
    if (auto fault = rows.fault()) return fault;
  }
  cached.requests_known = true;
  return std::nullopt;
}

// The live rows are the newest entries without gaps, so the distance from the last entry gives the row.
StoreResult<bool> EntryLog::is_request_of(std::uint32_t n, const Entry& entry) {
  const auto back = cache_[entry.game].last - n;
  const auto row = rows_.from_last(entry.game, back);
  auto rows = row ? tail_request_(*row) : request_(entry.game, n);
  const bool same = rows.next() && rows.id<UserId>(0) == entry.user && rows.text(1) == entry.request;
  if (auto fault = rows.fault()) return std::move(*fault);
  return same;
}

StoreResult<std::uint32_t> EntryLog::find_request(const Entry& entry, RequestHash hash, const CachedGame& cached) {
  for (std::size_t i = 0; i < cached.requests.size(); ++i) {
    if (cached.requests[i] != hash) continue;
    const auto same = is_request_of(cached.request_n[i], entry);
    if (!same) return same.error();
    if (*same) return cached.request_n[i];
  }
  return std::uint32_t{0};
}

std::optional<StoreError> EntryLog::append(const Entry& entry) {
  const auto found = cached(entry.game);
  if (!found) return found.error();
  auto& game = **found;
  const bool asked = !entry.request.empty();
  const auto hash = asked ? request_hash(entry.user, entry.request) : RequestHash{};
  if (asked) {
    if (!game.requests_known)
      if (auto fault = read_requests(entry.game, game)) return fault;
    const auto n = find_request(entry, hash, game);
    if (!n) return n.error();
    if (*n != 0) return StoreError{StoreFault::repeated, "this request is entry " + std::to_string(*n) + " already"};
  }
  if (entry.n != game.last + 1)
    return StoreError{StoreFault::conflict, "entry " + std::to_string(entry.n) + " is not the next of its game"};
  if (auto fault = insert(entry, game)) return fault;
  if (!asked) return std::nullopt;
  game.requests.push_back(hash);
  game.request_n.push_back(entry.n);
  return std::nullopt;
}

void EntryLog::may_have_ended(GameId game) {
  if (const auto found = cache_.find(game); found != cache_.end()) found->second.unfinished = false;
}

std::optional<StoreError> EntryLog::insert(const Entry& e, CachedGame& game) {
  if (!game.unfinished) {
    auto rows = is_unfinished_(e.game);
    const bool there = rows.next();
    if (auto fault = rows.fault()) return fault;
    if (!there) return StoreError{StoreFault::conflict, "there is no such unfinished game"};
  }
  const auto row = next_row_++;
  auto fault =
      insert_(row, e.game, e.n, e.kind, int(e.seat), packed(e.action), or_null(e.user), or_null(e.request), or_null(e.clock), e.at, e.due)
          .finish();
  if (fault) return fault;
  appended_.push_back({e.game, !e.request.empty()});
  ++game.last;
  game.unfinished = true;
  if (rows_.add(e.game, row)) oldest_.push_back({row, e.game});
  return std::nullopt;
}

void EntryLog::roll_back_to(std::size_t savepoint) {
  for (; appended_.size() > savepoint; appended_.pop_back()) {
    const auto [game, request] = appended_.back();
    auto& cached = cache_[game];
    --cached.last;
    cached.unfinished = false;
    if (request && cached.requests_known) {
      cached.requests.pop_back();
      cached.request_n.pop_back();
    }
    // The newest game is last: all later ones have been rolled back already.
    if (rows_.remove_last(game)) oldest_.pop_back();
  }
}

std::optional<StoreError> EntryLog::merge_guest(UserId guest, UserId account) {
  for (auto& [game, cached] : cache_) cached.requests_known = false;
  if (auto fault = merge_flushed_(guest, account).finish()) return fault;
  return merge_tail_(guest, account).finish();
}

std::optional<StoreError> EntryLog::flush(GameId game) {
  for (const auto row : rows_.of(game))
    if (auto fault = flush_row_(row).finish()) return fault;
  return std::nullopt;
}

// Flushes at most twice as many games as entries came in, plus eight: the tail shrinks, and no commit grows much.
std::optional<StoreError> EntryLog::flush_oldest() {
  auto games = 2 * appended_.size() + 8;
  const auto before = flushed_.size();
  while (!oldest_.empty() && next_row_ - oldest_.front().row > max_rows_ && games-- > 0) {
    if (auto fault = flush(oldest_.front().game)) return fault;
    flushed_.push_back(oldest_.front());
    oldest_.pop_front();
  }
  if (flushed_.size() == before) return std::nullopt;
  return drop_rows_(oldest_.empty() ? next_row_ : oldest_.front().row).finish();
}

void EntryLog::committed() {
  for (const auto& [row, game] : flushed_) {
    rows_.forget(game);
    cache_.erase(game);
  }
  flushed_.clear();
  appended_.clear();
}

void EntryLog::rolled_back() {
  for (; !flushed_.empty(); flushed_.pop_back()) oldest_.push_front(flushed_.back());
  roll_back_to(0);
  // Requests that were read after a merge name the account; a game that was started in this transaction does not exist.
  for (auto& [game, cached] : cache_) cached.requests_known = cached.unfinished = false;
}

}  // namespace perron::sqlite
