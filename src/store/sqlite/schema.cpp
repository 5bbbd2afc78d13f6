#include "store/sqlite/schema.h"

#include <iterator>

namespace perron::sqlite {

namespace {

// Entries are clustered by game, so that reading a game reads a few consecutive pages.
constexpr const char* kVersion1 = R"(
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  account TEXT UNIQUE,
  password TEXT,
  created INTEGER NOT NULL,
  now INTEGER
) STRICT;

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE,
  user INTEGER NOT NULL,
  device TEXT NOT NULL,
  created INTEGER NOT NULL,
  seen INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user);

CREATE TABLE tables (
  id INTEGER PRIMARY KEY,
  owner INTEGER NOT NULL,
  visibility INTEGER NOT NULL,
  state INTEGER NOT NULL,
  game INTEGER,
  options TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX tables_by_state ON tables (state);
CREATE INDEX tables_by_owner ON tables (owner);

CREATE TABLE table_seats (
  table_id INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  user INTEGER,
  name TEXT NOT NULL,
  level TEXT NOT NULL,
  PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX table_seats_by_user ON table_seats (user) WHERE user IS NOT NULL;

CREATE TABLE chat (
  table_id INTEGER NOT NULL,
  n INTEGER NOT NULL,
  user INTEGER,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE boards (
  hash BLOB PRIMARY KEY,
  id TEXT NOT NULL,
  json TEXT NOT NULL
) STRICT;

CREATE TABLE games (
  id INTEGER PRIMARY KEY,
  table_id INTEGER,
  visibility INTEGER NOT NULL,
  board BLOB NOT NULL,
  engine TEXT NOT NULL,
  options TEXT NOT NULL,
  key BLOB NOT NULL,
  first INTEGER NOT NULL,
  started INTEGER NOT NULL,
  due INTEGER NOT NULL,
  ended INTEGER,
  ending INTEGER NOT NULL DEFAULT 0,
  result TEXT
) STRICT;
CREATE INDEX games_unfinished ON games (id) WHERE ending = 0;
CREATE INDEX games_listed ON games (ended, id) WHERE ending > 0 AND visibility = 0;

CREATE TABLE game_seats (
  game INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  user INTEGER,
  name TEXT NOT NULL,
  level TEXT NOT NULL,
  started INTEGER NOT NULL,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_seats_by_user ON game_seats (user, started, game) WHERE user IS NOT NULL;

CREATE TABLE entries (
  game INTEGER NOT NULL,
  n INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  action INTEGER NOT NULL,
  user INTEGER,
  request TEXT,
  clock TEXT,
  at INTEGER NOT NULL,
  due INTEGER NOT NULL,
  PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
)";

// See store/sqlite/tail.h. No index: the row ids of each game are in memory.
constexpr const char* kVersion2 = R"(
CREATE TABLE tail (
  id INTEGER PRIMARY KEY,
  game INTEGER NOT NULL,
  n INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  action INTEGER NOT NULL,
  user INTEGER,
  request TEXT,
  clock TEXT,
  at INTEGER NOT NULL,
  due INTEGER NOT NULL
) STRICT;
)";

constexpr const char* kVersion3 = R"(
CREATE TABLE mutes (
  user INTEGER NOT NULL,
  other INTEGER NOT NULL,
  PRIMARY KEY (user, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX mutes_by_other ON mutes (other);
)";

// Corrects ended games that were listed although nobody else may watch them. Leaves options alone that are not JSON.
constexpr const char* kVersion4 = R"(
UPDATE games SET visibility = 1
WHERE visibility = 0 AND CASE WHEN json_valid(options) THEN json_type(options, '$.watch') = 'false' ELSE 0 END;
)";

// No change of the schema: table options now have a numbered format, which earlier programs can't read.
constexpr const char* kVersion5 = "";

constexpr const char* kSteps[] = {kVersion1, kVersion2, kVersion3, kVersion4, kVersion5};  // step i makes version i + 1 of version i

}  // namespace

int schema_version() { return int(std::size(kSteps)); }

StoreResult<std::int64_t> version_of(Database& database) {
  const auto version = database.number("PRAGMA user_version");
  if (!version) return version;
  const auto application = database.number("PRAGMA application_id");
  if (!application) return application;
  const auto tables = database.number("SELECT count(*) FROM sqlite_master");
  if (!tables) return tables;
  if (*tables == 0 && *version == 0) return 0;
  if (*application != kApplication)
    return StoreError{StoreFault::failed, database.path() + " is a database of another program: name another folder"};
  if (*version > schema_version())
    return StoreError{StoreFault::newer, database.path() + " was written by a newer Perron (its tables have version " +
                                             std::to_string(*version) + ", this program knows " + std::to_string(schema_version()) +
                                             "): use that program, or a copy of the folder from before"};
  return version;
}

std::optional<StoreError> migrate(Database& database) {
  const auto version = version_of(database);
  if (!version) return version.error();
  if (*version == schema_version()) return std::nullopt;
  if (auto error = database.run("BEGIN IMMEDIATE")) return error;
  std::string sql = "PRAGMA application_id = " + std::to_string(kApplication) + ";";
  for (auto step = *version; step < schema_version(); ++step) sql += kSteps[step];
  sql += "PRAGMA user_version = " + std::to_string(schema_version()) + "; COMMIT";
  auto error = database.run(sql);
  if (database.in_transaction()) database.run("ROLLBACK");
  return error;
}

}  // namespace perron::sqlite
