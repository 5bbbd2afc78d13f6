// Rows of each table as values, or an error message about the first bad column. The order of the columns is that of the macro for each
// table.
#pragma once

#include "store/sqlite/row_reader.h"

namespace perron::sqlite {

// Macros, so that the statements are literals: Statement keeps pointers to them.
#define PERRON_USER_COLUMNS "id, name, account, password, created, now"
#define PERRON_SESSION_COLUMNS "id, token_hash, user, device, created, seen"
#define PERRON_TABLE_COLUMNS "id, owner, visibility, state, game, options, created"
#define PERRON_TABLE_SEAT_COLUMNS "table_id, seat, s.user, s.name, level, u.account IS NOT NULL AND u.name = s.name"
#define PERRON_TABLE_SEATS "table_seats s LEFT JOIN users u ON u.id = s.user"
#define PERRON_CHAT_COLUMNS "table_id, n, c.user, c.name, text, at, u.account IS NOT NULL AND u.name = c.name"
#define PERRON_CHAT "chat c LEFT JOIN users u ON u.id = c.user"
#define PERRON_BOARD_COLUMNS "hash, id, json"
#define PERRON_GAME_COLUMNS "g.id, table_id, visibility, b.id, board, engine, options, key, first, started, ended, ending, result"
#define PERRON_SUMMARY_COLUMNS "g.id, table_id, b.id, g.started, ended, ending, result"
#define PERRON_GAME_SEAT_COLUMNS "game, seat, s.user, s.name, level, u.account IS NOT NULL AND u.name = s.name"
#define PERRON_GAME_SEATS "game_seats s LEFT JOIN users u ON u.id = s.user"
#define PERRON_ENTRY_COLUMNS "game, n, kind, seat, action, user, request, clock, at, due"
#define PERRON_MUTE_COLUMNS "user, other"

struct NumberedSeat {
  int number = 0;
  SeatRow seat;
};
struct MuteRow {
  UserId user = kNobody, other = kNobody;
};

StoreResult<User> user_of(const Rows& rows);
StoreResult<Session> session_of(const Rows& rows);
StoreResult<TableRow> table_of(const Rows& rows);  // without its seats
StoreResult<ChatLine> chat_of(const Rows& rows);
StoreResult<GameRow> game_of(const Rows& rows);         // without its seats
StoreResult<GameSummary> summary_of(const Rows& rows);  // without its seats
StoreResult<NumberedSeat> table_seat_of(const Rows& rows);
StoreResult<NumberedSeat> game_seat_of(const Rows& rows);
StoreResult<PinnedBoard> board_of(const Rows& rows);  // checks that the hash matches the JSON
StoreResult<MuteRow> mute_of(const Rows& rows);
// Checks only what fits into an Entry. Valid kinds, seats and actions depend on the game.
StoreResult<Entry> entry_of(const Rows& rows, const char* table);

}  // namespace perron::sqlite
