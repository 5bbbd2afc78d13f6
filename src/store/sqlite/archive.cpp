#include "store/sqlite/archive.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "store/files/folder.h"
#include "store/sqlite/row_scan.h"
#include "store/sqlite/schema.h"

namespace perron {

namespace {

namespace fs = std::filesystem;
using sqlite::Access;
using sqlite::Database;
using sqlite::Statement;

// Reading a database in WAL mode needs a -shm file. Where that can't be created and there is no WAL to read, the file is opened as
// immutable.
Result<std::unique_ptr<Database>, StoreError> open_to_read(const std::string& path) {
  auto database = Database::open(path, Access::read);
  if (!database) return database;
  if ((*database)->number("SELECT count(*) FROM sqlite_master")) return database;
  std::error_code error;
  if (fs::exists(path + "-wal", error) && fs::file_size(path + "-wal", error) > 0) return database;
  return Database::open(path, Access::read_unchanging);
}

// The size of the database with its WAL.
std::int64_t bytes_of(const std::string& path) {
  std::int64_t bytes = 0;
  for (const auto* suffix : {"", "-wal"}) {
    std::error_code error;
    const auto size = fs::file_size(path + suffix, error);
    if (!error) bytes += static_cast<std::int64_t>(size);
  }
  return bytes;
}

// Defines the SQL function id_text(): ids as in messages and links.
void define_id_text(Database& database) {
  sqlite3_create_function(
      database.handle(), "id_text", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr,
      [](sqlite3_context* context, int, sqlite3_value** values) {
        const auto text = id_text(sqlite3_value_int64(values[0]));
        sqlite3_result_text(context, text.data(), int(text.size()), SQLITE_TRANSIENT);
      },
      nullptr, nullptr);
}

std::optional<StoreError> delete_old(Database& database, const char* sql, std::int64_t before, std::int64_t& gone) {
  Statement statement(database, sql);
  auto fault = statement(before).finish();
  gone = database.changed();
  return fault;
}

std::optional<StoreError> delete_old(Database& database, const Retention& retention, VacuumResult& out) {
  if (const auto before = retention.games_ended_before) {
    std::int64_t rows = 0;
    for (const auto* table : {"DELETE FROM entries WHERE game IN (SELECT id FROM games WHERE ending > 0 AND ended < ?1)",
                              "DELETE FROM game_seats WHERE game IN (SELECT id FROM games WHERE ending > 0 AND ended < ?1)"})
      if (auto fault = delete_old(database, table, *before, rows)) return fault;
    if (auto fault = delete_old(database, "DELETE FROM games WHERE ending > 0 AND ended < ?1", *before, out.games)) return fault;
    if (auto fault = database.run("UPDATE tables SET game = NULL WHERE game IS NOT NULL AND game NOT IN (SELECT id FROM games);"
                                  "DELETE FROM boards WHERE hash NOT IN (SELECT board FROM games)"))
      return fault;
  }
  if (const auto before = retention.sessions_seen_before) {
    if (auto fault = delete_old(database, "DELETE FROM sessions WHERE seen < ?1", *before, out.sessions)) return fault;
    return delete_old(database,
                      "DELETE FROM users WHERE account IS NULL AND created < ?1 AND id NOT IN (SELECT user FROM sessions)"
                      " AND NOT EXISTS (SELECT 1 FROM game_seats s WHERE s.user = users.id)"
                      " AND NOT EXISTS (SELECT 1 FROM table_seats s WHERE s.user = users.id)"
                      " AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.owner = users.id)",
                      *before, out.guests);
  }
  return std::nullopt;
}

std::optional<StoreError> find_damage(Database& database) {
  Statement check(database, "PRAGMA quick_check(1)");
  auto rows = check();
  if (!rows.next()) return rows.fault();
  const auto said = rows.text(0);
  if (said == "ok") return std::nullopt;
  return sqlite::error_of(SQLITE_CORRUPT, 0, said, database.path());
}

}  // namespace

Result<std::unique_ptr<Archive>, StoreError> Archive::open(const std::string& folder_or_file) {
  std::error_code error;
  auto path = folder_or_file;
  if (fs::is_directory(path, error)) path = database_path(path);
  if (!fs::is_regular_file(path, error))
    return StoreError{StoreFault::failed, "there is no " + path + ": name the folder that `perron serve` keeps its data in"};
  auto database = open_to_read(path);
  if (!database) return database.error();
  const auto version = sqlite::version_of(**database);
  if (!version) return version.error();
  if (*version == 0) return StoreError{StoreFault::failed, path + " is empty: no server has stored anything in it"};
  if (*version < sqlite::schema_version())
    return StoreError{StoreFault::failed, path + " is of an older version: `perron serve` or `perron data vacuum` brings it up to date"};
  if (auto fault = (*database)->run("BEGIN")) return std::move(*fault);
  define_id_text(**database);
  std::unique_ptr<Archive> archive(new Archive(std::move(*database)));
  archive->version_ = *version;
  if (const auto rows = archive->tail_.load(*archive->database_); !rows) return rows.error();
  return archive;
}

std::vector<std::string> Archive::sentences(const char* sql) {
  std::vector<std::string> out;
  Statement statement(*database_, sql);
  auto rows = statement();
  while (rows.next()) out.push_back(rows.text(0));
  if (const auto fault = rows.fault()) out.push_back(fault->message);
  return out;
}

std::vector<std::string> Archive::file_errors() {
  auto faults = sentences("PRAGMA integrity_check");
  if (faults.size() == 1 && faults[0] == "ok") faults.clear();
  return faults;
}

std::vector<std::string> Archive::row_errors() {
  auto out = sqlite::bad_rows(*database_);
  const auto lost = sentences(R"(
    SELECT 'session ' || id_text(id) || ' is of a user that is not there' FROM sessions WHERE user NOT IN (SELECT id FROM users)
    UNION ALL SELECT 'user ' || id_text(id) || ' was taken along by a user that is not there' FROM users
      WHERE now IS NOT NULL AND now NOT IN (SELECT id FROM users)
    UNION ALL SELECT 'the chat of table ' || id_text(table_id) || ' has gaps: ' || count(*) || ' lines up to number ' || max(n) FROM chat
      GROUP BY table_id HAVING count(*) <> max(n) OR min(n) <> 1
    UNION ALL SELECT 'chat of table ' || id_text(table_id) || ', which is not there' FROM chat WHERE table_id NOT IN (SELECT id FROM tables)
      GROUP BY table_id
    UNION ALL SELECT 'seats of table ' || id_text(table_id) || ', which is not there' FROM table_seats WHERE table_id NOT IN (SELECT id FROM tables)
      GROUP BY table_id
    UNION ALL SELECT 'table ' || id_text(id) || ' names game ' || id_text(game) || ', which is not there' FROM tables
      WHERE game IS NOT NULL AND game NOT IN (SELECT id FROM games)
    UNION ALL SELECT 'entries of game ' || id_text(game) || ', which is not there'
      FROM (SELECT game FROM entries UNION SELECT game FROM tail) WHERE game NOT IN (SELECT id FROM games)
    UNION ALL SELECT 'seats of game ' || id_text(game) || ', which is not there' FROM game_seats WHERE game NOT IN (SELECT id FROM games)
      GROUP BY game
    UNION ALL SELECT 'entry ' || n || ' of game ' || id_text(game) || ' is there ' || count(*) || ' times' FROM tail
      GROUP BY game, n HAVING count(*) > 1)");
  out.insert(out.end(), lost.begin(), lost.end());
  return out;
}

StoreResult<std::vector<GameId>> Archive::games(GameFilter filter) {
  Statement statement(*database_, "SELECT id FROM games WHERE ?1 = 0 OR (ending = 0) = (?1 = 1) ORDER BY started, id");
  std::vector<GameId> out;
  auto rows = statement(static_cast<int>(filter));
  while (rows.next()) out.push_back(rows.id<GameId>(0));
  if (auto fault = rows.fault()) return std::move(*fault);
  return out;
}

std::optional<StoreError> Archive::copy_to(const std::string& file) {
  // Created first, so that only the owner can access it; SQLite accepts an empty file.
  const int made = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (made < 0) {
    const std::string why = errno == EEXIST ? "it is there already: name another, nothing is overwritten" : std::strerror(errno);
    return StoreError{StoreFault::failed, file + " can't be made: " + why};
  }
  ::close(made);
  database_->run("COMMIT");  // VACUUM is not allowed inside a transaction
  Statement statement(*database_, "VACUUM INTO ?1");
  auto fault = statement(file).finish();
  if (fault) ::unlink(file.c_str());
  database_->run("BEGIN");
  return fault;
}

Result<VacuumResult, StoreError> vacuum(const std::string& folder, const Retention& retention) {
  const auto path = database_path(folder);
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    return StoreError{StoreFault::failed, "there is no " + path + ": name the folder that `perron serve` keeps its data in"};
  auto lock = FolderLock::take(folder);
  if (!lock) return lock.error();
  if (auto fault = wal_error(folder)) return std::move(*fault);
  auto opened = Database::open(path, Access::write);
  if (!opened) return opened.error();
  auto& database = **opened;
  if (const auto version = sqlite::version_of(database); !version) return version.error();
  if (auto fault = find_damage(database)) return std::move(*fault);
  VacuumResult out;
  out.bytes_before = bytes_of(path);
  if (auto fault = sqlite::migrate(database)) return std::move(*fault);
  if (auto fault = database.run("PRAGMA synchronous = FULL; BEGIN IMMEDIATE")) return std::move(*fault);
  // Moves all entries from the tail to their games.
  auto fault = database.run(
      "INSERT OR IGNORE INTO entries (game, n, kind, seat, action, user, request, clock, at, due)"
      " SELECT game, n, kind, seat, action, user, request, clock, at, due FROM tail ORDER BY game, n; DELETE FROM tail");
  if (!fault) fault = delete_old(database, retention, out);
  if (!fault) fault = database.run("COMMIT");
  if (fault && database.in_transaction()) database.run("ROLLBACK");
  if (!fault) fault = database.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  if (fault) return std::move(*fault);
  out.bytes_after = bytes_of(path);
  if (bytes_of(path + "-wal") == 0) remove_wal_marker(folder);
  return out;
}

StoreResult<std::optional<std::string>> accept_loss(const std::string& folder) {
  std::error_code error;
  if (!fs::is_regular_file(database_path(folder), error))
    return StoreError{StoreFault::failed,
                      "there is no " + database_path(folder) + ": name the folder that `perron serve` keeps its data in"};
  const auto lock = FolderLock::take(folder);
  if (!lock) return lock.error();
  const auto fault = wal_error(folder);
  if (!fault) return std::optional<std::string>();
  if (!remove_wal_marker(folder)) return StoreError{StoreFault::read_only, folder + " can't be written"};
  return std::optional(fault->message.substr(0, fault->message.find(": the newest moves")));
}

}  // namespace perron
