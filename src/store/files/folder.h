// The data folder: created if missing, readable only by its owner, and locked by one server at a time.
#pragma once

#include <memory>
#include <string>

#include "store/store.h"

namespace perron {

inline constexpr const char* kDatabaseFile = "perron.db";
inline constexpr const char* kLockFile = "perron.lock";
std::string database_path(const std::string& folder);

// Holds the lock while it lives. The kernel releases it when the process ends in any way.
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

// Creates the folder and an empty database file in it, accessible only to the owner.
std::optional<StoreError> prepare_folder(const std::string& folder);

}  // namespace perron
