#include "store/files/folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace perron {

namespace {

StoreError system_fault(const std::string& what, int error) {
  const bool forbidden = error == EACCES || error == EROFS || error == EPERM;
  const bool full = error == ENOSPC || error == EDQUOT;
  std::string sentence = what + " (" + std::strerror(error) + ")";
  if (forbidden) sentence += ": give the user that runs perron the right to write it, or name another folder with --data";
  if (full) sentence += ": free some space, or name another folder with --data";
  return {forbidden ? StoreFault::read_only : full ? StoreFault::disk_full : StoreFault::failed, std::move(sentence)};
}

}  // namespace

std::string database_path(const std::string& folder) { return (std::filesystem::path(folder) / kDatabaseFile).string(); }

Result<std::unique_ptr<FolderLock>, StoreError> FolderLock::take(const std::string& folder) {
  const auto path = (std::filesystem::path(folder) / kLockFile).string();
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return system_fault("the data folder " + folder + " can't be written", errno);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    const int error = errno;
    char who[32] = {};
    const auto size = ::read(file, who, sizeof who - 1);
    ::close(file);
    if (error != EWOULDBLOCK) return system_fault("the data folder " + folder + " can't be locked", error);
    const auto process = size > 0 ? " (process " + std::string(who, std::strcspn(who, "\n")) + ")" : std::string();
    return StoreError{StoreFault::in_use, "the data folder " + folder + " is in use by another perron" + process +
                                              ": stop that one first, or name another folder with --data"};
  }
  // The process id is only for the message above; nothing depends on it.
  const auto process = std::to_string(::getpid()) + "\n";
  if (::ftruncate(file, 0) == 0 && ::pwrite(file, process.data(), process.size(), 0) < 0) errno = 0;
  return std::unique_ptr<FolderLock>(new FolderLock(file));
}

FolderLock::~FolderLock() { ::close(file_); }

std::optional<StoreError> prepare_folder(const std::string& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) {
    std::filesystem::create_directories(folder, error);
    if (error) return system_fault("the data folder " + folder + " can't be made", error.value());
    ::chmod(folder.c_str(), 0700);
  }
  const auto path = database_path(folder);
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return system_fault(path + " can't be written", errno);
  ::close(file);
  return std::nullopt;
}

}  // namespace perron
