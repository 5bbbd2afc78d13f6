#include "terminal/save_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <utility>

#include "base/file_text.h"
#include "terminal/screen/text.h"

namespace perron::terminal {

namespace {

namespace fs = std::filesystem;

std::string reason() { return std::strerror(errno); }

// The open file, or -1 with errno; the caller closes it.
int write_new(const std::string& path, const std::string& text, mode_t mode) {
  ::unlink(path.c_str());
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0) return -1;
  for (std::size_t done = 0; done < text.size();) {
    const auto count = ::write(file, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int error = errno;
      ::close(file);
      ::unlink(path.c_str());
      errno = error;
      return -1;
    }
    done += static_cast<std::size_t>(count);
  }
  return file;
}

bool there(const std::string& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() != fs::file_type::not_found;
}

std::string time_now() {
  const auto now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d-%H%M%S", &local);
  return text;
}

// begin + end, with a number in between if that name is taken.
std::string free_name(const std::string& begin, const std::string& end) {
  auto name = begin + end;
  for (int n = 2; there(name) || there(name + ".key"); ++n) name = begin + "-" + std::to_string(n) + end;
  return name;
}

}  // namespace

SaveFile::~SaveFile() {
  if (lock_ >= 0) ::close(lock_);
}

bool SaveFile::exists() const { return there(path_); }
bool SaveFile::key_exists() const { return there(key_path()); }

void SaveFile::remove_key() {
  ::unlink(key_path().c_str());
  if (lock_ >= 0) ::close(std::exchange(lock_, -1));
}

std::string SaveFile::write(const std::string& record) const {
  const auto draft = path_ + ".tmp";
  const int file = write_new(draft, record, 0644);
  if (file < 0 || ::close(file) != 0 || ::rename(draft.c_str(), path_.c_str()) != 0) return "can't write " + path_ + ": " + reason();
  return "";
}

std::string SaveFile::write_key(const Key& key) {
  const auto draft = key_path() + ".tmp";
  const int file = write_new(draft, to_hex(key) + "\n", 0600);
  if (file < 0) return "can't write " + key_path() + ": " + reason();
  if (lock_ >= 0) ::close(lock_);
  lock_ = file;
  ::flock(lock_, LOCK_EX | LOCK_NB);
  if (::rename(draft.c_str(), key_path().c_str()) != 0) return "can't write " + key_path() + ": " + reason();
  return "";
}

std::string SaveFile::lock() {
  if (lock_ < 0) lock_ = ::open(key_path().c_str(), O_RDONLY | O_CLOEXEC);
  if (lock_ >= 0 && ::flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return "the game in " + path_ + " is being played in another window";
  return "";
}

std::string SaveFile::read(std::string& record) const {
  std::error_code ignored;
  if (!fs::is_regular_file(path_, ignored)) return path_ + " is not a file";
  std::string error;
  auto text = file_text(path_, error);
  if (!text) return path_ + " " + error;
  record = std::move(*text);
  return "";
}

std::string SaveFile::read_key(Key& key) const {
  if (!key_exists()) return "its key, the file " + key_path() + ", is missing";
  std::string error;
  const auto text = file_text(key_path(), error);
  if (!text) return "its key, the file " + key_path() + ", " + error;
  const auto read = key_from_hex(trimmed(*text));
  if (!read) return "its key, the file " + key_path() + ", does not hold 64 hexadecimal digits";
  key = *read;
  return "";
}

std::string SaveFile::move_aside(std::string& name) {
  std::error_code error;
  if (exists() && !fs::is_regular_file(path_, error)) return path_ + " is not a file";
  name = free_name(path_ + "." + time_now(), "");
  if (exists()) fs::rename(path_, name, error);
  if (!error && key_exists()) fs::rename(key_path(), name + ".key", error);
  if (lock_ >= 0) ::close(std::exchange(lock_, -1));
  return error ? "can't rename " + path_ + ": " + error.message() : "";
}

std::string SaveFile::move_finished(const std::string& folder, const std::string& board, std::string& name) {
  name = free_name((fs::path(folder) / (board + "-" + time_now())).lexically_normal().string(), ".jsonl");
  std::error_code error;
  fs::rename(path_, name, error);
  if (error == std::errc::cross_device_link) {
    error.clear();
    if (fs::copy_file(path_, name, error)) fs::remove(path_, error);
  }
  if (error) return "can't move " + path_ + " to " + name + ": " + error.message();
  remove_key();
  return "";
}

}  // namespace perron::terminal
