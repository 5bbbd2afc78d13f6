// Rows as values: every read of the store and of the tools, on a connection of their own.
#pragma once

#include <map>

#include "store/tail.h"

namespace perron::sqlite {

class Reads {
 public:
  Reads(Database& database, const TailRows& tail) : database_(database), tail_(tail) {}

  Read<std::optional<User>> user(UserId id);
  Read<std::optional<User>> account(std::string_view account);
  Read<std::optional<Session>> session(const Bytes32& token_hash);
  Read<std::vector<Session>> sessions_of(UserId user);
  Read<std::vector<UserId>> muted_by(UserId user);
  Read<std::optional<TableRow>> table(TableId id);
  Read<std::vector<TableRow>> tables(TableState state);
  Read<std::vector<ChatLine>> chat(TableId table, int last);
  Read<std::optional<GameRow>> game(GameId id);
  Read<std::vector<Entry>> entries(GameId game);
  Read<std::shared_ptr<const PinnedBoard>> board(const Bytes32& hash);
  Read<std::vector<OpenGame>> unfinished_games();
  Read<std::vector<GameSummary>> games_of(UserId user, GameFilter filter, const Page& page);
  Read<std::vector<GameSummary>> listed_games(const Page& page);
  Read<Counts> counts();

 private:
  template <class T, class Make>
  Read<std::vector<T>> list(Rows&& rows, Make&& make);
  template <class T, class Make>
  Read<std::optional<T>> first(Rows&& rows, Make&& make);
  std::optional<StoreError> fill_seats(Rows&& rows, std::vector<SeatRow>& seats);
  Read<std::vector<GameSummary>> summaries(Rows&& rows);

  std::optional<StoreError> add_tail(const std::vector<std::int64_t>& rows, GameId game, std::vector<Entry>& entries);

  Database& database_;
  const TailRows& tail_;
  std::map<Bytes32, std::weak_ptr<const PinnedBoard>> boards_;  // those in use: many games have the same

  Statement user_{database_, "SELECT id, name, account, password, created, now FROM users WHERE id = ?1"};
  Statement account_{database_, "SELECT id, name, account, password, created, now FROM users WHERE account = ?1"};
  Statement session_{database_, "SELECT id, token_hash, user, device, created, seen FROM sessions WHERE token_hash = ?1"};
  Statement muted_by_{database_, "SELECT other FROM mutes WHERE user = ?1"};
  Statement sessions_of_{database_,
                         "SELECT id, token_hash, user, device, created, seen FROM sessions WHERE user = ?1 ORDER BY seen DESC, id"};

  Statement table_{database_, "SELECT id, owner, visibility, state, game, options, created FROM tables WHERE id = ?1"};
  Statement tables_{database_,
                    "SELECT id, owner, visibility, state, game, options, created FROM tables WHERE state = ?1 ORDER BY created, id"};
  Statement table_seats_{database_,
                         "SELECT s.user, s.name, level, u.account IS NOT NULL AND u.name = s.name FROM table_seats s"
                         " LEFT JOIN users u ON u.id = s.user WHERE table_id = ?1 ORDER BY seat"};
  Statement chat_{database_,
                  "SELECT table_id, n, user, c.name, text, at, u.account IS NOT NULL AND u.name = c.name FROM chat c"
                  " LEFT JOIN users u ON u.id = c.user WHERE table_id = ?1 ORDER BY n DESC LIMIT ?2"};

  Statement game_{database_,
                  "SELECT g.id, table_id, visibility, b.id, board, engine, options, key, first, started, ended, ending, result"
                  " FROM games g LEFT JOIN boards b ON b.hash = g.board WHERE g.id = ?1"};
  Statement game_seats_{database_,
                        "SELECT s.user, s.name, level, u.account IS NOT NULL AND u.name = s.name FROM game_seats s"
                        " LEFT JOIN users u ON u.id = s.user WHERE game = ?1 ORDER BY seat"};
  Statement entries_{database_,
                     "SELECT game, n, kind, seat, action, user, request, clock, at, due FROM entries WHERE game = ?1 ORDER BY n"};
  Statement tail_entry_{database_,
                        "SELECT game, n, kind, seat, action, user, request, clock, at, due FROM tail WHERE id = ?1 AND game = ?2"};
  Statement tail_due_{database_, "SELECT due FROM tail WHERE id = ?1 AND game = ?2"};
  Statement board_{database_, "SELECT hash, id, json FROM boards WHERE hash = ?1"};
  Statement unfinished_{database_,
                        "SELECT id, table_id, coalesce((SELECT due FROM entries WHERE game = g.id ORDER BY n DESC LIMIT 1), due)"
                        " FROM games g WHERE ending = 0 ORDER BY id"};
  // A person may hold several seats of one game: hence DISTINCT, which costs nothing in the order of the index.
  Statement games_of_{database_,
                      "SELECT DISTINCT g.id, table_id, b.id, g.started, ended, ending, result"
                      " FROM game_seats s JOIN games g ON g.id = s.game LEFT JOIN boards b ON b.hash = g.board"
                      " WHERE s.user = ?1 AND (s.started, s.game) < (?2, ?3) AND (?4 = 0 OR (ending = 0) = (?4 = 1))"
                      " ORDER BY s.started DESC, s.game DESC LIMIT ?5"};
  Statement listed_{database_,
                    "SELECT g.id, table_id, b.id, started, ended, ending, result"
                    " FROM games g LEFT JOIN boards b ON b.hash = g.board"
                    " WHERE ending > 0 AND visibility = 0 AND (ended, g.id) < (?1, ?2) ORDER BY ended DESC, g.id DESC LIMIT ?3"};
};

}  // namespace perron::sqlite
