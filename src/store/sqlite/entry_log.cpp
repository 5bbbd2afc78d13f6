#include "store/sqlite/entry_log.h"

#include <algorithm>

namespace perron::sqlite {

namespace {

constexpr std::int64_t kMostRow = INT64_MAX / 2;  // ids of the tail beyond it are nobody's: there is room for all that will be

}  // namespace

Read<std::vector<TailRows::Row>> TailRows::load(Database& database) {
  Statement all(database, "SELECT id, game, n FROM tail ORDER BY id");
  Statement settled(database, "SELECT coalesce(max(n), 0) FROM entries WHERE game = ?1");
  std::unordered_map<GameId, std::int64_t> last;
  std::vector<Row> out;
  auto rows = all();
  while (rows.next()) {
    const auto n = rows.number(2);
    if (n < 1 || n > UINT32_MAX) continue;  // `perron data check` names it
    const Row row{rows.number(0), rows.id<GameId>(1), static_cast<std::uint32_t>(n)};
    auto found = last.find(row.game);
    if (found == last.end()) {
      auto max = settled(row.game);
      if (!max.next()) return max.fault().value_or(StoreError{StoreFault::failed, "no number"});
      found = last.emplace(row.game, max.number(0)).first;
    }
    if (row.n <= found->second) continue;  // dead, or there twice
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
  if (*lowest < 0 || *highest > kMostRow)
    return StoreError{StoreFault::bad_row,
                      "table tail has a row with an impossible id: run `perron data vacuum`, which numbers them again"};
  next_row_ = *highest + 1;
  const auto rows = rows_.load(database_);
  if (!rows) return rows.error();
  for (const auto& [row, game, n] : *rows) {
    const auto [at, first] = known_.try_emplace(game);
    at->second.last = n;
    if (first) oldest_.push_back({row, game});
  }
  return std::nullopt;
}

Read<EntryLog::Known*> EntryLog::known(GameId game) {
  const auto found = known_.find(game);
  if (found != known_.end()) return &found->second;
  auto last = last_(game);
  if (!last.next()) return last.fault().value_or(StoreError{StoreFault::failed, "no number"});
  if (last.number(0) < 0 || last.number(0) >= UINT32_MAX)
    return StoreError{StoreFault::bad_row, "table entries, game " + to_text(game) + ": column n has a number that can't be"};
  auto& fresh = known_[game];
  fresh.last = static_cast<std::uint32_t>(last.number(0));
  return &fresh;
}

std::optional<StoreError> EntryLog::read_requests(GameId game, Known& known) {
  known.requests.clear();
  known.request_n.clear();
  const auto add = [&known](const Rows& rows) {
    known.requests.push_back(request_hash(rows.id<UserId>(0), rows.text(1)));
    known.request_n.push_back(static_cast<std::uint32_t>(rows.number(2)));
  };
  auto settled = requests_(game);
  while (settled.next()) add(settled);
  if (auto fault = settled.fault()) return fault;
  for (const auto row : rows_.of(game)) {
    auto rows = tail_request_(row);
    if (rows.next()) add(rows);
    if (auto fault = rows.fault()) return fault;
  }
  known.requests_known = true;
  return std::nullopt;
}

// Live rows are the newest entries without a gap, so the row is known by its distance from the last.
Read<bool> EntryLog::is_request_of(std::uint32_t n, const Entry& entry) {
  const auto back = known_[entry.game].last - n;
  const auto row = rows_.from_last(entry.game, back);
  auto rows = row ? tail_request_(*row) : request_(entry.game, n);
  const bool same = rows.next() && rows.id<UserId>(0) == entry.user && rows.text(1) == entry.request;
  if (auto fault = rows.fault()) return std::move(*fault);
  return same;
}

Read<std::uint32_t> EntryLog::find_request(const Entry& entry, RequestHash hash, const Known& known) {
  for (std::size_t i = 0; i < known.requests.size(); ++i) {
    if (known.requests[i] != hash) continue;
    const auto same = is_request_of(known.request_n[i], entry);
    if (!same) return same.error();
    if (*same) return known.request_n[i];
  }
  return std::uint32_t{0};
}

std::optional<StoreError> EntryLog::append(const Entry& entry) {
  const auto found = known(entry.game);
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
  if (const auto found = known_.find(game); found != known_.end()) found->second.goes_on = false;
}

std::optional<StoreError> EntryLog::insert(const Entry& e, Known& game) {
  if (!game.goes_on) {
    auto rows = goes_on_(e.game);
    const bool there = rows.next();
    if (auto fault = rows.fault()) return fault;
    if (!there) return StoreError{StoreFault::conflict, "there is no such game that goes on"};
  }
  const auto row = next_row_++;
  auto fault =
      insert_(row, e.game, e.n, e.kind, int(e.seat), packed(e.action), or_null(e.user), or_null(e.request), or_null(e.clock), e.at, e.due)
          .finish();
  if (fault) return fault;
  fresh_.push_back({e.game, !e.request.empty()});
  ++game.last;
  game.goes_on = true;
  if (rows_.add(e.game, row)) oldest_.push_back({row, e.game});
  return std::nullopt;
}

void EntryLog::back_to(std::size_t mark) {
  for (; fresh_.size() > mark; fresh_.pop_back()) {
    const auto [game, request] = fresh_.back();
    auto& known = known_[game];
    --known.last;
    known.goes_on = false;
    if (request && known.requests_known) {
      known.requests.pop_back();
      known.request_n.pop_back();
    }
    // The youngest game is at the end: whatever came after it has been taken back already.
    if (rows_.remove_last(game)) oldest_.pop_back();
  }
}

std::optional<StoreError> EntryLog::take_along(UserId guest, UserId account) {
  for (auto& [game, known] : known_) known.requests_known = false;
  if (auto fault = take_settled_(guest, account).finish()) return fault;
  return take_tail_(guest, account).finish();
}

std::optional<StoreError> EntryLog::move(GameId game) {
  for (const auto row : rows_.of(game))
    if (auto fault = move_(row).finish()) return fault;
  return std::nullopt;
}

// Twice as many games as have come in: so the tail shrinks, and no commit grows much by it.
std::optional<StoreError> EntryLog::settle() {
  auto games = 2 * fresh_.size() + 8;
  const auto before = settled_.size();
  while (!oldest_.empty() && next_row_ - oldest_.front().row > most_ && games-- > 0) {
    if (auto fault = move(oldest_.front().game)) return fault;
    settled_.push_back(oldest_.front());
    oldest_.pop_front();
  }
  if (settled_.size() == before) return std::nullopt;
  return drop_(oldest_.empty() ? next_row_ : oldest_.front().row).finish();
}

void EntryLog::committed() {
  for (const auto& [row, game] : settled_) {
    rows_.forget(game);
    known_.erase(game);
  }
  settled_.clear();
  fresh_.clear();
}

void EntryLog::rolled_back() {
  for (; !settled_.empty(); settled_.pop_back()) oldest_.push_front(settled_.back());
  back_to(0);
  // Those read since a guest was taken along name the account; a game that was started in this transaction is not there.
  for (auto& [game, known] : known_) known.requests_known = known.goes_on = false;
}

}  // namespace perron::sqlite
