// The writer's side of the logs of games: appends entries to the tail, keeps their numbers and requests right, settles games.
// Works inside the transactions of its caller, who says how they end.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "store/request_hash.h"
#include "store/sqlite/tail.h"

namespace perron::sqlite {

class EntryLog {
 public:
  // `most`: rows that the tail may span.
  EntryLog(Database& database, TailRows& rows, std::int64_t most) : database_(database), rows_(rows), most_(most) {}
  // Once, before anything else.
  std::optional<StoreError> load();

  std::optional<StoreError> append(const Entry& entry);
  // The game may have ended: it is looked at again before the next entry.
  void may_have_ended(GameId game);
  // The guest's requests become the account's.
  std::optional<StoreError> take_along(UserId guest, UserId account);

  // For savepoints: how many entries this transaction has appended, and back to so many.
  std::size_t mark() const { return fresh_.size(); }
  void back_to(std::size_t mark);

  // The last thing in a transaction: keeps the tail within its bounds, a little at a time.
  std::optional<StoreError> settle();
  void committed();
  void rolled_back();

 private:
  struct Known {
    std::uint32_t last = 0;                // number of the last entry
    bool goes_on = false;                  // as far as is known: the game is there and has not ended
    bool requests_known = false;           // read when they are first asked for
    std::vector<RequestHash> requests;     // of the entries with one, in order
    std::vector<std::uint32_t> request_n;  // and the numbers of those entries
  };
  struct Fresh {
    GameId game;
    bool request;
  };
  struct Oldest {
    std::int64_t row;
    GameId game;
  };

  Read<Known*> known(GameId game);
  std::optional<StoreError> read_requests(GameId game, Known& known);
  Read<bool> is_request_of(std::uint32_t n, const Entry& entry);  // entry n came with the same request of the same person
  Read<std::uint32_t> find_request(const Entry& entry, RequestHash hash, const Known& known);  // its number; 0: it is new
  std::optional<StoreError> insert(const Entry& entry, Known& game);
  std::optional<StoreError> move(GameId game);

  Database& database_;
  TailRows& rows_;
  const std::int64_t most_;
  std::unordered_map<GameId, Known> known_;  // of every game with rows in the tail, and perhaps more
  std::deque<Oldest> oldest_;                // the first live row of each game, oldest first
  std::vector<Fresh> fresh_;                 // appended in this transaction
  std::vector<Oldest> settled_;              // in this transaction
  std::int64_t next_row_ = 1;                // never used twice while this lives

  Statement last_{database_, "SELECT coalesce(max(n), 0) FROM entries WHERE game = ?1"};
  Statement requests_{database_, "SELECT user, request, n FROM entries WHERE game = ?1 AND request IS NOT NULL ORDER BY n"};
  Statement tail_request_{database_, "SELECT user, request, n FROM tail WHERE id = ?1 AND request IS NOT NULL"};
  Statement request_{database_, "SELECT user, request FROM entries WHERE game = ?1 AND n = ?2"};
  Statement insert_{database_,
                    "INSERT INTO tail (id, game, n, kind, seat, action, user, request, clock, at, due)"
                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"};
  Statement goes_on_{database_, "SELECT 1 FROM games WHERE id = ?1 AND ending = 0"};
  Statement move_{database_,
                  "INSERT INTO entries (game, n, kind, seat, action, user, request, clock, at, due)"
                  " SELECT game, n, kind, seat, action, user, request, clock, at, due FROM tail WHERE id = ?1"};
  Statement drop_{database_, "DELETE FROM tail WHERE id < ?1"};
  Statement take_settled_{database_,
                          "UPDATE entries SET user = ?2 WHERE user = ?1 AND game IN (SELECT game FROM game_seats WHERE user = ?1)"};
  Statement take_tail_{database_, "UPDATE tail SET user = ?2 WHERE user = ?1"};
};

// Four bytes as a number, kind lowest.
constexpr std::int64_t packed(Action action) {
  return static_cast<std::int64_t>(action.kind) | std::int64_t{action.a} << 8 | std::int64_t{action.b} << 16 | std::int64_t{action.c} << 24;
}
constexpr Action unpacked(std::int64_t number) {
  const auto byte = [number](int i) { return static_cast<std::uint8_t>(number >> (8 * i)); };
  return {static_cast<Kind>(byte(0)), byte(1), byte(2), byte(3)};
}

}  // namespace perron::sqlite
