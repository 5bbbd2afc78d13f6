// Notices when the write-ahead log with the newest commits is gone or cut. SQLite takes a missing log for an empty one, and a
// cut one for a shorter one: moves that players have seen would be lost without a word.
//
// A small file beside the database, perron.running, has the identity of the log (SQLite numbers each new beginning of it and
// gives it a random salt) and how many frames of it are committed. It is written after each commit and never synced then: it
// survives the end of the process, and after a power cut it may be older than the log, which is no fault. Before the log is
// emptied it says that nothing of it is needed, and that is synced. A clean stop removes the file.
#pragma once

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

  // After a commit: the log has so many frames, all of them durable.
  void committed(int frames);
  // All of the log is in the database. False: that could not be made durable.
  bool nothing_needed();
  // After the log is gone.
  void remove();

 private:
  LogMarker(int file, std::string path, std::string log) : file_(file), path_(std::move(path)), log_path_(std::move(log)) {}
  int file_, log_ = -1;
  std::string path_, log_path_;
};

// What is wrong with the log in this folder; nothing, if it has all that the marker promises. May be used beside a server.
std::optional<StoreError> log_fault(const std::string& folder);
// Forgets what the marker promised. False: there was none.
bool forget_marker(const std::string& folder);

}  // namespace perron
