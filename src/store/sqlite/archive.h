// The stored games for the tools: a look at everything, beside a running server too, and what only a stopped one allows.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "store/files/log_marker.h"
#include "store/sqlite/reads.h"

namespace perron {

class Archive {
 public:
  // A data folder, or a database file such as a copy of one. Changes nothing; sees one moment, whatever is written meanwhile.
  static Result<std::unique_ptr<Archive>, StoreError> open(const std::string& folder_or_file);

  const std::string& path() const { return database_->path(); }
  std::int64_t version() const { return version_; }  // of the tables
  // The file as a file: nothing, if every page of it is right.
  std::vector<std::string> file_faults();
  // Rows with impossible values; and beside the games what names something that is not there, chat with gaps.
  std::vector<std::string> row_faults();
  Read<std::vector<GameId>> games(GameFilter filter);
  // A whole copy, as small as it can be, beside a running server. The file must not be there yet.
  std::optional<StoreError> copy_to(const std::string& file);
  sqlite::Reads& read() { return reads_; }

 private:
  explicit Archive(std::unique_ptr<sqlite::Database> database) : database_(std::move(database)) {}
  std::vector<std::string> sentences(const char* sql);

  std::unique_ptr<sqlite::Database> database_;
  std::int64_t version_ = 0;
  sqlite::TailRows tail_;
  sqlite::Reads reads_{*database_, tail_};
};

// What may go, if asked for. Times in milliseconds since 1970.
struct Clearing {
  std::optional<std::int64_t> games_ended_before;
  std::optional<std::int64_t> sessions_seen_before;  // and guests that have neither a session nor a seat then
};
struct Compacted {
  std::int64_t bytes_before = 0, bytes_after = 0;
  std::int64_t games = 0, sessions = 0, guests = 0;  // gone
};
// Requires that no server has the folder.
Result<Compacted, StoreError> compact(const std::string& folder, const Clearing& clearing);

// The log of this folder is gone or cut, and nobody has it: a server may start with what is there. Answers what was wrong; nothing,
// if nothing was. Requires that no server has the folder.
Read<std::optional<std::string>> accept_loss(const std::string& folder);

}  // namespace perron
