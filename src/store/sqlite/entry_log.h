// The writer's side of the game logs: appends entries to the tail, checks their numbers and request ids, flushes old games from the tail
// (tail.h). Works inside the transactions of its caller, who reports how they end.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "store/request_hash.h"
#include "store/sqlite/tail.h"

namespace perron::sqlite {

class EntryLog {
 public:
  // `max_rows`: rows that the tail may span.
  EntryLog(Database& database, TailRows& rows, std::int64_t max_rows) : database_(database), rows_(rows), max_rows_(max_rows) {}
  // Call once, before anything else.
  std::optional<StoreError> load();

  std::optional<StoreError> append(const Entry& entry);
  // The game may have ended: append() checks again.
  void may_have_ended(GameId game);
  // The guest's requests become the account's.
  std::optional<StoreError> merge_guest(UserId guest, UserId account);

  // For savepoints: the number of entries that this transaction has appended, and undoing those beyond it.
  std::size_t savepoint() const { return appended_.size(); }
  void roll_back_to(std::size_t savepoint);

  // The last step of a transaction: moves a few of the oldest games to `entries`, if the tail is too long.
  std::optional<StoreError> flush_oldest();
  void committed();
  void rolled_back();

 private:
  struct CachedGame {
    std::uint32_t last = 0;                // number of the last entry
    bool unfinished = false;               // true only if the game is known to exist and not to have ended
    bool requests_known = false;           // read on first use
    std::vector<RequestHash> requests;     // of the entries that have one, in order
    std::vector<std::uint32_t> request_n;  // the numbers of those entries
  };
  struct Appended {
    GameId game;
    bool request;
  };
  struct FirstRow {
    std::int64_t row;
    GameId game;
  };

  StoreResult<CachedGame*> cached(GameId game);
  std::optional<StoreError> read_requests(GameId game, CachedGame& cached);
  StoreResult<bool> is_request_of(std::uint32_t n, const Entry& entry);  // entry n has the same request id and user
  StoreResult<std::uint32_t> find_request(const Entry& entry, RequestHash hash,
                                          const CachedGame& cached);  // the number of its entry; 0: it is new
  std::optional<StoreError> insert(const Entry& entry, CachedGame& game);
  std::optional<StoreError> flush(GameId game);

  Database& database_;
  TailRows& rows_;
  const std::int64_t max_rows_;
  std::unordered_map<GameId, CachedGame> cache_;  // every game with rows in the tail, and perhaps more
  std::deque<FirstRow> oldest_;                   // the first live row of each game, oldest first
  std::vector<Appended> appended_;                // appended in this transaction
  std::vector<FirstRow> flushed_;                 // in this transaction
  std::int64_t next_row_ = 1;                     // never reused while this object lives

  Statement last_{database_, "SELECT coalesce(max(n), 0) FROM entries WHERE game = ?1"};
  Statement requests_{database_, "SELECT user, request, n FROM entries WHERE game = ?1 AND request IS NOT NULL ORDER BY n"};
  Statement tail_request_{database_, "SELECT user, request, n FROM tail WHERE id = ?1 AND request IS NOT NULL"};
  Statement request_{database_, "SELECT user, request FROM entries WHERE game = ?1 AND n = ?2"};
  Statement insert_{database_,
                    "INSERT INTO tail (id, game, n, kind, seat, action, user, request, clock, at, due)"
                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"};
  Statement is_unfinished_{database_, "SELECT 1 FROM games WHERE id = ?1 AND ending = 0"};
  Statement flush_row_{database_,
                       "INSERT INTO entries (game, n, kind, seat, action, user, request, clock, at, due)"
                       " SELECT game, n, kind, seat, action, user, request, clock, at, due FROM tail WHERE id = ?1"};
  Statement drop_rows_{database_, "DELETE FROM tail WHERE id < ?1"};
  Statement merge_flushed_{database_,
                           "UPDATE entries SET user = ?2 WHERE user = ?1 AND game IN (SELECT game FROM game_seats WHERE user = ?1)"};
  Statement merge_tail_{database_, "UPDATE tail SET user = ?2 WHERE user = ?1"};
};

// Four bytes as a number, the kind in the lowest.
constexpr std::int64_t packed(Action action) {
  return static_cast<std::int64_t>(action.kind) | std::int64_t{action.a} << 8 | std::int64_t{action.b} << 16 | std::int64_t{action.c} << 24;
}
constexpr Action unpacked(std::int64_t number) {
  const auto byte = [number](int i) { return static_cast<std::uint8_t>(number >> (8 * i)); };
  return {static_cast<Kind>(byte(0)), byte(1), byte(2), byte(3)};
}

}  // namespace perron::sqlite
