// Executes changes as SQL statements, within a transaction that the caller begins and ends.
#pragma once

#include "store/sqlite/entry_log.h"

namespace perron::sqlite {

class ChangeWriter {
 public:
  ChangeWriter(Database& database, EntryLog& log) : database_(database), log_(log) {}

  // Applies all of the changes or none of them. After a caller's error the transaction remains usable.
  std::optional<StoreError> apply(const std::vector<Change>& changes);

 private:
  using Error = std::optional<StoreError>;
  Error write(const NewUser& change);
  Error write(const RenameUser& change);
  Error write(const SetAccount& change);
  Error write(const MergeGuest& change);
  Error write(const NewSession& change);
  Error write(const TouchSession& change);
  Error write(const EndSession& change);
  Error write(const EndOtherSessions& change);
  Error write(const SetMute& change);
  Error write(const SaveTable& change);
  Error write(const RemoveTable& change);
  Error write(const StartGame& change);
  Error write(const AppendEntry& change);
  Error write(const EndGame& change);
  Error write(const AddChat& change);

  Error write_all(const std::vector<Change>& changes);
  // For a statement that must change a row; `otherwise` is the error message if it changes none.
  Error must_change(Rows&& rows, const char* otherwise);

  Database& database_;
  EntryLog& log_;
  Statement savepoint_{database_, "SAVEPOINT one"}, release_{database_, "RELEASE one"}, back_{database_, "ROLLBACK TO one"};

  Statement new_user_{database_, "INSERT INTO users (id, name, account, password, created) VALUES (?1, ?2, ?3, ?4, ?5)"};
  Statement rename_{database_, "UPDATE users SET name = ?2 WHERE id = ?1"};
  Statement set_account_{database_, "UPDATE users SET account = ?2, password = ?3 WHERE id = ?1 AND now IS NULL"};

  Statement guest_is_account_{database_,
                              "UPDATE users SET now = ?2 WHERE id = ?1 AND account IS NULL AND now IS NULL"
                              " AND ?1 <> ?2 AND EXISTS (SELECT 1 FROM users WHERE id = ?2 AND account IS NOT NULL)"};
  // OR IGNORE: guest and account may have muted the same person.
  Statement take_mutes_{database_, "INSERT OR IGNORE INTO mutes SELECT ?2, other FROM mutes WHERE user = ?1"};
  Statement take_muted_{database_, "INSERT OR IGNORE INTO mutes SELECT user, ?2 FROM mutes WHERE other = ?1"};
  Statement mute_{database_, "INSERT OR IGNORE INTO mutes (user, other) VALUES (?1, ?2)"};
  Statement unmute_{database_, "DELETE FROM mutes WHERE user = ?1 AND other = ?2"};
  Statement take_games_{database_, "UPDATE game_seats SET user = ?2 WHERE user = ?1"};
  Statement take_chat_{database_,
                       "UPDATE chat SET user = ?2 WHERE user = ?1 AND table_id IN (SELECT table_id FROM table_seats WHERE user = ?1)"};
  Statement take_seats_{database_, "UPDATE table_seats SET user = ?2 WHERE user = ?1"};
  Statement take_tables_{database_, "UPDATE tables SET owner = ?2 WHERE owner = ?1"};

  Statement new_session_{database_, "INSERT INTO sessions (id, token_hash, user, device, created, seen) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"};
  Statement touch_session_{database_, "UPDATE sessions SET seen = ?2 WHERE id = ?1"};
  Statement end_session_{database_, "DELETE FROM sessions WHERE id = ?1 AND user = ?2"};
  Statement end_sessions_{database_, "DELETE FROM sessions WHERE user = ?1 AND id <> ?2"};

  // A table or game may still name a guest who has just been merged: coalesce() turns the guest into the account.
  Statement save_table_{database_,
                        "INSERT INTO tables (id, owner, visibility, state, game, options, created) VALUES"
                        " (?1, coalesce((SELECT now FROM users WHERE id = ?2), ?2), ?3, ?4, ?5, ?6, ?7)"
                        " ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, visibility = ?3, state = ?4, game = ?5, options = ?6"};
  Statement clear_seats_{database_, "DELETE FROM table_seats WHERE table_id = ?1"};
  Statement table_seat_{database_,
                        "INSERT INTO table_seats (table_id, seat, user, name, level)"
                        " VALUES (?1, ?2, coalesce((SELECT now FROM users WHERE id = ?3), ?3), ?4, ?5)"};
  Statement remove_table_{database_, "DELETE FROM tables WHERE id = ?1"};
  Statement remove_chat_{database_, "DELETE FROM chat WHERE table_id = ?1"};

  Statement pin_board_{database_, "INSERT OR IGNORE INTO boards (hash, id, json) VALUES (?1, ?2, ?3)"};
  Statement start_game_{database_,
                        "INSERT INTO games (id, table_id, visibility, board, engine, options, key, first, started, due)"
                        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"};
  Statement game_seat_{database_,
                       "INSERT INTO game_seats (game, seat, user, name, level, started)"
                       " VALUES (?1, ?2, coalesce((SELECT now FROM users WHERE id = ?3), ?3), ?4, ?5, ?6)"};
  Statement end_game_{database_, "UPDATE games SET ending = ?2, result = ?3, ended = ?4 WHERE id = ?1 AND ending = 0"};

  Statement add_chat_{database_,
                      "INSERT INTO chat (table_id, n, user, name, text, at) SELECT ?1, ?2, ?3, ?4, ?5, ?6"
                      " WHERE ?2 = 1 + coalesce((SELECT max(n) FROM chat WHERE table_id = ?1), 0)"
                      " AND EXISTS (SELECT 1 FROM tables WHERE id = ?1)"};
};

}  // namespace perron::sqlite
