// Detects that the WAL with the newest commits is missing or truncated. SQLite takes a missing WAL for an empty one, and a truncated one
// for a shorter one, so moves that players have seen would be lost silently.
//
// A small file beside the database, perron.running, holds the identity of the WAL (its sequence number and random salt) and the number of
// its committed frames. It is written after each commit and not synced: it survives the end of the process, and after a power cut it may
// be older than the WAL, which is harmless. Before the WAL is truncated, the file is set to "nothing needed" and synced. A clean stop
// removes it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "store/store.h"

namespace perron {

inline constexpr const char* kMarkerFile = "perron.running";

class WalMarker {
 public:
  // Keeps the marker of a crashed server: it still holds.
  static Result<std::unique_ptr<WalMarker>, StoreError> open(const std::string& folder);
  WalMarker(const WalMarker&) = delete;
  WalMarker& operator=(const WalMarker&) = delete;
  ~WalMarker();

  // After a commit: the WAL has `frames` durable frames.
  void committed(int frames);
  // All of the WAL is in the database file. False: the marker could not be synced.
  bool mark_empty();
  // After the WAL has been deleted.
  void remove();

 private:
  WalMarker(int file, std::string path, std::string wal) : file_(file), path_(std::move(path)), wal_path_(std::move(wal)) {}
  int file_, wal_ = -1;
  std::string path_, wal_path_;
};

// What is wrong with the WAL in this folder; nullopt if it has all frames that the marker requires. Safe while a server runs.
std::optional<StoreError> wal_error(const std::string& folder);
// False: there was none.
bool remove_wal_marker(const std::string& folder);

}  // namespace perron
