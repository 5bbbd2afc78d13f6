// The data folder: made if need be, readable by its owner alone, and held by one server at a time.
#pragma once

#include <memory>
#include <string>

#include "store/store.h"

namespace perron {

inline constexpr const char* kDatabaseFile = "perron.db";
inline constexpr const char* kLockFile = "perron.lock";
std::string database_path(const std::string& folder);

// Held as long as this lives; the system lets go of it when the process ends, however it ends.
class FolderLock {
 public:
  static Result<std::unique_ptr<FolderLock>, StoreError> take(const std::string& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(int file) : file_(file) {}
  int file_;
};

// Makes the folder and an empty database file in it, for the owner's eyes only.
std::optional<StoreError> prepare_folder(const std::string& folder);

}  // namespace perron
