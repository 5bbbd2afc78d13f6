// Access to the stored games for the tools: reading everything, also while a server runs, and maintenance that requires a stopped one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "store/files/wal_marker.h"
#include "store/sqlite/queries.h"

namespace perron {

class Archive {
 public:
  // Opens a data folder, or a database file such as a backup. Changes nothing; sees one snapshot, whatever is written meanwhile.
  static Result<std::unique_ptr<Archive>, StoreError> open(const std::string& folder_or_file);

  const std::string& path() const { return database_->path(); }
  std::int64_t version() const { return version_; }  // of the schema
  // Errors in the pages of the file, as SQLite finds them.
  std::vector<std::string> file_errors();
  // Rows with impossible values; references to missing rows; chats with gaps.
  std::vector<std::string> row_errors();
  StoreResult<std::vector<GameId>> games(GameFilter filter);
  // A complete, compact copy, also while a server runs. The file must not exist.
  std::optional<StoreError> copy_to(const std::string& file);
  sqlite::Queries& queries() { return queries_; }

 private:
  explicit Archive(std::unique_ptr<sqlite::Database> database) : database_(std::move(database)) {}
  std::vector<std::string> sentences(const char* sql);

  std::unique_ptr<sqlite::Database> database_;
  std::int64_t version_ = 0;
  sqlite::TailRows tail_;
  sqlite::Queries queries_{*database_, tail_};
};

// What vacuum() deletes, if set. Times in milliseconds since 1970.
struct Retention {
  std::optional<std::int64_t> games_ended_before;
  std::optional<std::int64_t> sessions_seen_before;  // and guests that are left without a session and a seat
};
struct VacuumResult {
  std::int64_t bytes_before = 0, bytes_after = 0;
  std::int64_t games = 0, sessions = 0, guests = 0;  // deleted
};
// Deletes what `retention` names and makes the file as small as it can be. Requires that no server uses the folder.
Result<VacuumResult, StoreError> vacuum(const std::string& folder, const Retention& retention);

// Accepts that the WAL of this folder is missing or truncated: the server may start with what is left. Returns what was wrong; nullopt if
// nothing was. Requires that no server uses the folder.
StoreResult<std::optional<std::string>> accept_loss(const std::string& folder);

}  // namespace perron
