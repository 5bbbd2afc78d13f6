// Detects that the WAL with the newest commits is missing or truncated. SQLite takes a missing WAL for an empty one, and a truncated one
// for a shorter one, so moves that players have seen would be lost silently.
//
// A small file beside the database, perron.running, holds the identity of the WAL (its sequence number and random salt) and the number of
// its committed frames. Each commit updates it through mapped memory, without a system call except between a checkpoint and the restart
// of the WAL, and does not sync it: it survives the end of the process, and after a power cut it may be older than the WAL, which is
// harmless. Before the WAL is truncated, the file is set to "nothing needed" and synced. A clean stop removes it. As with SQLite's own
// perron.db-shm, a file that is truncated meanwhile, or a copy-on-write file system without room for the page, ends the server.
#pragma once

#include <cstdint>
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

  // After a commit that wrote to the WAL: it has `frames` durable frames.
  void committed(int frames);
  // When a checkpoint begins and when it has ended: one of the next commits may restart the WAL.
  void checkpointed() { may_have_restarted_ = true; }
  // All of the WAL is in the database file. False: the marker could not be synced.
  bool mark_empty();
  // After the WAL has been deleted.
  void remove();

 private:
  struct Mapped;
  WalMarker(int file, std::string path, std::string wal);
  bool is_known_wal(std::uint32_t frames);

  int file_, wal_ = -1;
  std::string path_, wal_path_;
  Mapped* mapped_ = nullptr;    // the file
  std::uint32_t frames_ = 0;    // of the last commit
  std::uint32_t sequence_ = 0;  // of the WAL that the file names
  std::uint64_t salt_ = 0;
  bool may_have_restarted_ = true;
};

// What is wrong with the WAL in this folder; nullopt if it has all frames that the marker requires. Safe while a server runs.
std::optional<StoreError> wal_error(const std::string& folder);
// False: there was none.
bool remove_wal_marker(const std::string& folder);

}  // namespace perron
