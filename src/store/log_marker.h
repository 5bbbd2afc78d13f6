// Notices when the write-ahead log with the newest commits is gone or cut. SQLite takes a missing log for an empty one, and a
// cut one for a shorter one: moves that players have seen would be lost without a word.
//
// A small file beside the database, perron.running, has the identity of the log (SQLite numbers each new beginning of it and
// gives it a random salt) and how many frames of it are committed. It changes with each commit, through mapped memory and without
// a system call, and is not synced then: it survives the end of the process, and after a power cut it may be older than the log,
// which is no fault. Before the log is emptied it says that nothing of it is needed, and that is synced. A clean stop removes the
// file. Like SQLite's own perron.db-shm it must not be truncated while the server runs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "store/store.h"

namespace perron {

inline constexpr const char* kMarkerFile = "perron.running";

class LogMarker {
 public:
  // That of a crashed server is taken over: what it says still holds.
  static Result<std::unique_ptr<LogMarker>, StoreError> open(const std::string& folder);
  LogMarker(const LogMarker&) = delete;
  LogMarker& operator=(const LogMarker&) = delete;
  ~LogMarker();

  // After a commit: the log has this many frames, all of them durable.
  void committed(int frames);
  // After a checkpoint: one of the next commits may begin the log again.
  void checkpointed() { may_have_begun_again_ = true; }
  // All of the log is in the database. False: that could not be made durable.
  bool nothing_needed();
  // After the log is gone.
  void remove();

 private:
  struct Mapped;
  LogMarker(int file, std::string path, std::string log);
  bool identify_log(std::uint32_t frames);

  int file_, log_ = -1;
  std::string path_, log_path_;
  Mapped* mapped_ = nullptr;      // the file
  std::uint32_t frames_ = 0;      // of the last commit
  std::uint32_t sequence_ = 0;    // of the log that the file names
  std::uint64_t salt_ = 0;
  bool may_have_begun_again_ = true;
};

// What is wrong with the log in this folder; nothing, if it has all that the marker promises. May be used beside a server.
std::optional<StoreError> log_fault(const std::string& folder);
// Forgets what the marker promised. False: there was none.
bool forget_marker(const std::string& folder);

}  // namespace perron
