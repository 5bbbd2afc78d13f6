// All queries of the store and of the tools, on a connection of their own. A row with an impossible value is StoreFault::bad_row; lists
// leave it out. The report gets both kinds of error.
#pragma once

#include <climits>
#include <map>

#include "store/read_report.h"
#include "store/sqlite/row_values.h"
#include "store/sqlite/tail.h"

namespace perron::sqlite {

class Queries {
 public:
  Queries(Database& database, const TailRows& tail, ReadReport* report = nullptr) : database_(database), tail_(tail), report_(report) {}

  StoreResult<std::optional<User>> user(UserId id);
  StoreResult<std::optional<User>> account(std::string_view account);
  StoreResult<std::optional<Session>> session(const Bytes32& token_hash);
  StoreResult<std::vector<Session>> sessions_of(UserId user);
  StoreResult<std::vector<UserId>> muted_by(UserId user);
  StoreResult<std::optional<TableRow>> table(TableId id);
  StoreResult<std::vector<TableRow>> tables(TableState state);
  StoreResult<std::vector<ChatLine>> chat(TableId table, int last);
  StoreResult<std::optional<GameRow>> game(GameId id);
  StoreResult<std::vector<Entry>> entries(GameId game);
  StoreResult<std::optional<Entry>> entry(GameId game, std::uint32_t n);
  StoreResult<std::shared_ptr<const PinnedBoard>> board(const Bytes32& hash);
  StoreResult<std::vector<OpenGame>> unfinished_games();
  StoreResult<std::vector<GameSummary>> games_of(UserId user, GameFilter filter, const Page& page);
  StoreResult<std::vector<GameSummary>> listed_games(const Page& page);
  StoreResult<Counts> counts();

  // A small read from a random place of the file. After a failed query: that query again, not from the cache.
  std::optional<StoreError> probe();

 private:
  template <class T, class Make>
  StoreResult<std::vector<T>> list(Rows&& rows, Make&& make, int most = INT_MAX);
  template <class T, class Make>
  StoreResult<std::optional<T>> first(Rows&& rows, Make&& make);
  std::optional<StoreError> fill_seats(Rows&& rows, StoreResult<NumberedSeat> (*make)(const Rows&), std::vector<SeatRow>& seats);
  // Adds the seats to a row.
  template <class Row>
  StoreResult<Row> seated(StoreResult<Row> row, Statement& seats, StoreResult<NumberedSeat> (*make)(const Rows&));
  StoreResult<std::vector<GameSummary>> summaries(Rows&& rows, int most);
  std::optional<StoreError> add_tail(const std::vector<std::int64_t>& rows, GameId game, std::vector<Entry>& entries);
  StoreError noted(StoreError bad_row);
  std::optional<StoreError> fault_of(const Rows& rows);

  Database& database_;
  const TailRows& tail_;
  ReadReport* const report_;
  std::map<Bytes32, std::weak_ptr<const PinnedBoard>> boards_;  // boards in use: many games share one

  Statement user_{database_, "SELECT " PERRON_USER_COLUMNS " FROM users WHERE id = ?1"};
  Statement account_{database_, "SELECT " PERRON_USER_COLUMNS " FROM users WHERE account = ?1"};
  Statement session_{database_, "SELECT " PERRON_SESSION_COLUMNS " FROM sessions WHERE token_hash = ?1"};
  Statement muted_by_{database_, "SELECT " PERRON_MUTE_COLUMNS " FROM mutes WHERE user = ?1"};
  Statement sessions_of_{database_, "SELECT " PERRON_SESSION_COLUMNS " FROM sessions WHERE user = ?1 ORDER BY seen DESC, id"};

  Statement table_{database_, "SELECT " PERRON_TABLE_COLUMNS " FROM tables WHERE id = ?1"};
  Statement tables_{database_, "SELECT " PERRON_TABLE_COLUMNS " FROM tables WHERE state = ?1 ORDER BY created, id"};
  Statement table_seats_{database_, "SELECT " PERRON_TABLE_SEAT_COLUMNS " FROM " PERRON_TABLE_SEATS " WHERE table_id = ?1 ORDER BY seat"};
  Statement chat_{database_, "SELECT " PERRON_CHAT_COLUMNS " FROM " PERRON_CHAT " WHERE table_id = ?1 ORDER BY n DESC LIMIT ?2"};

  Statement game_{database_, "SELECT " PERRON_GAME_COLUMNS " FROM games g LEFT JOIN boards b ON b.hash = g.board WHERE g.id = ?1"};
  Statement game_seats_{database_, "SELECT " PERRON_GAME_SEAT_COLUMNS " FROM " PERRON_GAME_SEATS " WHERE game = ?1 ORDER BY seat"};
  Statement entries_{database_, "SELECT " PERRON_ENTRY_COLUMNS " FROM entries WHERE game = ?1 ORDER BY n"};
  Statement entry_{database_, "SELECT " PERRON_ENTRY_COLUMNS " FROM entries WHERE game = ?1 AND n = ?2"};
  Statement tail_entry_{database_, "SELECT " PERRON_ENTRY_COLUMNS " FROM tail WHERE id = ?1 AND game = ?2"};
  Statement tail_due_{database_, "SELECT due, at, game, n FROM tail WHERE id = ?1 AND game = ?2"};
  Statement board_{database_, "SELECT " PERRON_BOARD_COLUMNS " FROM boards WHERE hash = ?1"};
  Statement unfinished_{database_, "SELECT id, table_id, due, started FROM games WHERE ending = 0 ORDER BY id"};
  Statement last_due_{database_, "SELECT due, at, game, n FROM entries WHERE game = ?1 ORDER BY n DESC LIMIT 1"};
  // DISTINCT because a person may hold several seats of a game; it is free in index order.
  Statement games_of_{database_, "SELECT DISTINCT " PERRON_SUMMARY_COLUMNS
                                 " FROM game_seats s JOIN games g ON g.id = s.game LEFT JOIN boards b ON b.hash = g.board"
                                 " WHERE s.user = ?1 AND (s.started, s.game) < (?2, ?3) AND (?4 = 0 OR (ending = 0) = (?4 = 1))"
                                 " ORDER BY s.started DESC, s.game DESC LIMIT ?5"};
  Statement listed_{database_, "SELECT " PERRON_SUMMARY_COLUMNS
                               " FROM games g LEFT JOIN boards b ON b.hash = g.board"
                               " WHERE ending > 0 AND visibility = 0 AND (ended, g.id) < (?1, ?2) ORDER BY ended DESC, g.id DESC LIMIT ?3"};
  // For probe(): a row near a random id.
  Statement some_game_{database_, "SELECT id, started FROM games WHERE id >= ?1 LIMIT 1"};
  Statement some_entry_{database_, "SELECT n, at FROM entries WHERE game >= ?1 LIMIT 1"};
};

}  // namespace perron::sqlite
