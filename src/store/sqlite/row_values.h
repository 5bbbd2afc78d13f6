// Rows of each table as values, or a sentence about the first column that can't be. The order of columns is that of the
// `k...Columns` next to each.
#pragma once

#include "store/sqlite/row_reader.h"

namespace perron::sqlite {

// Macros, so that statements are literals: they are kept by pointer.
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

Read<User> user_of(const Rows& rows);
Read<Session> session_of(const Rows& rows);
Read<TableRow> table_of(const Rows& rows);  // without its seats
Read<ChatLine> chat_of(const Rows& rows);
Read<GameRow> game_of(const Rows& rows);         // without its seats
Read<GameSummary> summary_of(const Rows& rows);  // without its seats
Read<NumberedSeat> table_seat_of(const Rows& rows);
Read<NumberedSeat> game_seat_of(const Rows& rows);
Read<PinnedBoard> board_of(const Rows& rows);  // with the JSON that the hash was made of
Read<MuteRow> mute_of(const Rows& rows);
// What fits into an Entry. Which kinds, seats and actions there are is a question of the game's.
Read<Entry> entry_of(const Rows& rows, const char* table);

}  // namespace perron::sqlite
