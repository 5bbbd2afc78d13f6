#include "store/sqlite/row_scan.h"

#include "store/sqlite/row_values.h"

namespace perron::sqlite {

namespace {

template <class Make>
void scan(Database& database, const char* sql, std::vector<std::string>& out, Make&& make) {
  Statement all(database, sql);
  auto rows = all();
  while (rows.next())
    if (const auto value = make(rows); !value) out.push_back(value.error().message);
  if (const auto fault = rows.fault()) out.push_back(fault->message);
}

}  // namespace

std::vector<std::string> bad_rows(Database& database) {
  std::vector<std::string> out;
  const auto entries = [](const Rows& rows) { return entry_of(rows, "entries"); };
  const auto tail = [](const Rows& rows) { return entry_of(rows, "tail"); };
  scan(database, "SELECT " PERRON_USER_COLUMNS " FROM users", out, user_of);
  scan(database, "SELECT " PERRON_SESSION_COLUMNS " FROM sessions", out, session_of);
  scan(database, "SELECT " PERRON_MUTE_COLUMNS " FROM mutes", out, mute_of);
  scan(database, "SELECT " PERRON_TABLE_COLUMNS " FROM tables", out, table_of);
  scan(database, "SELECT " PERRON_TABLE_SEAT_COLUMNS " FROM " PERRON_TABLE_SEATS, out, table_seat_of);
  scan(database, "SELECT " PERRON_CHAT_COLUMNS " FROM " PERRON_CHAT, out, chat_of);
  scan(database, "SELECT " PERRON_BOARD_COLUMNS " FROM boards", out, board_of);
  scan(database, "SELECT " PERRON_GAME_COLUMNS " FROM games g LEFT JOIN boards b ON b.hash = g.board", out, game_of);
  scan(database, "SELECT " PERRON_GAME_SEAT_COLUMNS " FROM " PERRON_GAME_SEATS, out, game_seat_of);
  scan(database, "SELECT " PERRON_ENTRY_COLUMNS " FROM entries", out, entries);
  scan(database, "SELECT " PERRON_ENTRY_COLUMNS " FROM tail", out, tail);
  return out;
}

}  // namespace perron::sqlite
