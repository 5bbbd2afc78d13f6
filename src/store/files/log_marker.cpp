#include "store/files/log_marker.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <vector>

#include "store/files/folder.h"

namespace perron {

namespace {

struct LogIdentity {
  std::uint32_t sequence = 0;  // one more each time that the log begins again
  std::uint64_t salt = 0;
  friend bool operator==(const LogIdentity&, const LogIdentity&) = default;
};
struct Promise {
  LogIdentity log;
  std::uint32_t frames = 0;  // 0: nothing of the log is needed
  friend bool operator==(const Promise&, const Promise&) = default;
};

// One line of this length, so that a write replaces all of it.
constexpr const char* kForm = "perron log %08x %016llx %08x\n";
constexpr std::size_t kLine = 46;

class File {
 public:
  explicit File(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (file_ >= 0) ::close(file_);
  }
  bool read(void* to, std::size_t size, std::int64_t at) const {
    return file_ >= 0 && ::pread(file_, to, size, at) == static_cast<ssize_t>(size);
  }
  bool there() const { return file_ >= 0; }

 private:
  int file_;
};

// Nothing: there is no marker, or none that was ever written.
std::optional<Promise> read_promise(const std::string& folder) {
  const File file((std::filesystem::path(folder) / kMarkerFile).string());
  char line[kLine + 1] = {};
  if (!file.read(line, kLine, 0)) return std::nullopt;
  unsigned sequence = 0, frames = 0;
  unsigned long long salt = 0;
  if (std::sscanf(line, kForm, &sequence, &salt, &frames) != 3) return std::nullopt;
  return Promise{{sequence, salt}, frames};
}

// As kForm says, without its cost: this happens with each commit.
bool write_promise(int file, const Promise& promise) {
  char line[] = "perron log 00000000 0000000000000000 00000000\n";
  static_assert(sizeof line == kLine + 1);
  const auto put = [&line](std::size_t at, std::size_t digits, std::uint64_t value) {
    for (auto i = at + digits; i-- > at; value >>= 4) line[i] = "0123456789abcdef"[value & 15];
  };
  put(11, 8, promise.log.sequence);
  put(20, 16, promise.log.salt);
  put(37, 8, promise.frames);
  return ::pwrite(file, line, kLine, 0) == static_cast<ssize_t>(kLine);
}

std::uint32_t big_endian(const unsigned char* at) {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
}

constexpr std::size_t kLogHeader = 32, kFrameHeader = 24;
using LogHeader = std::array<unsigned char, kLogHeader>;

LogIdentity identity_of(const LogHeader& header) {
  return {big_endian(&header[12]), std::uint64_t{big_endian(&header[16])} << 32 | big_endian(&header[20])};
}

// SQLite's checksum of a log, which goes on from frame to frame: https://www.sqlite.org/fileformat2.html#checksum_algorithm
class LogChecksum {
 public:
  explicit LogChecksum(bool big) : big_(big) {}
  void add(const unsigned char* bytes, std::size_t size) {
    for (std::size_t i = 0; i < size; i += 8) {
      first_ += word(bytes + i) + second_;
      second_ += word(bytes + i + 4) + first_;
    }
  }
  bool is(const unsigned char* stored) const { return big_endian(stored) == first_ && big_endian(stored + 4) == second_; }

 private:
  std::uint32_t word(const unsigned char* at) const {
    const auto value = big_endian(at);
    return big_ ? value : __builtin_bswap32(value);
  }
  bool big_;
  std::uint32_t first_ = 0, second_ = 0;
};

struct FoundLog {
  bool there = false;  // a file with a header that is right
  LogIdentity log;
  std::uint32_t frames = 0;  // up to the last whole commit: what SQLite will read
};

FoundLog find_log(const std::string& path) {
  FoundLog out;
  const File file(path);
  LogHeader header;
  if (!file.read(header.data(), header.size(), 0) || (big_endian(&header[0]) & ~1u) != 0x377f0682) return out;
  LogChecksum sum(big_endian(&header[0]) & 1);
  sum.add(header.data(), 24);
  const auto page = big_endian(&header[8]);
  if (!sum.is(&header[24]) || page < 512 || page > 65536) return out;
  out.there = true;
  out.log = identity_of(header);
  std::vector<unsigned char> frame(kFrameHeader + page);
  for (std::uint32_t n = 1; file.read(frame.data(), frame.size(), std::int64_t{kLogHeader} + std::int64_t{n - 1} * std::ssize(frame));
       ++n) {
    if (std::memcmp(&frame[8], &header[16], 8) != 0) break;  // of an earlier log in the same file
    sum.add(frame.data(), 8);
    sum.add(&frame[kFrameHeader], page);
    if (!sum.is(&frame[16])) break;
    if (big_endian(&frame[4]) != 0) out.frames = n;  // ends a commit
  }
  return out;
}

// "", if the log has what was promised.
std::string difference(const Promise& promised, const FoundLog& found, bool log_file) {
  if (promised.frames == 0) return "";
  const auto wanted = std::to_string(promised.frames) + (promised.frames == 1 ? " page" : " pages");
  if (!log_file) return "is missing, with " + wanted + " of it that were committed";
  if (!found.there) return "has no beginning any more; " + wanted + " of it were committed";
  if (found.log.sequence > promised.log.sequence) return "";  // a power cut kept the marker from the disk
  if (found.log != promised.log) return "is another one than the server wrote last, which had " + wanted;
  if (found.frames >= promised.frames) return "";
  return "was cut or damaged: " + std::to_string(found.frames) + " of " + wanted + " that were committed can be read";
}

}  // namespace

Result<std::unique_ptr<LogMarker>, StoreError> LogMarker::open(const std::string& folder) {
  const auto path = (std::filesystem::path(folder) / kMarkerFile).string();
  const bool known = read_promise(folder).has_value();
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return StoreError{StoreFault::read_only, path + " can't be written (" + std::strerror(errno) + ")"};
  std::unique_ptr<LogMarker> marker(new LogMarker(file, path, database_path(folder) + "-wal"));
  if (!known && !marker->nothing_needed()) {
    const int error = errno;
    marker->remove();
    const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    return StoreError{full ? StoreFault::disk_full : StoreFault::failed, path + " can't be written (" + std::strerror(error) + ")"};
  }
  return marker;
}

LogMarker::~LogMarker() {
  ::close(file_);
  if (log_ >= 0) ::close(log_);
}

// What fails here leaves an older promise, which holds as well.
void LogMarker::committed(int frames) {
  if (log_ < 0) log_ = ::open(log_path_.c_str(), O_RDONLY | O_CLOEXEC);
  LogHeader header;
  if (log_ < 0 || ::pread(log_, header.data(), header.size(), 0) != static_cast<ssize_t>(header.size())) return;
  write_promise(file_, {identity_of(header), static_cast<std::uint32_t>(frames)});
}

bool LogMarker::nothing_needed() { return write_promise(file_, {}) && ::fdatasync(file_) == 0; }

void LogMarker::remove() { ::unlink(path_.c_str()); }

std::optional<StoreError> log_fault(const std::string& folder) {
  const auto path = database_path(folder) + "-wal";
  // A server at work may empty the log while it is looked at; then its marker is another one, too.
  for (int tries = 0; tries < 10; ++tries) {
    const auto promised = read_promise(folder);
    if (!promised || promised->frames == 0) return std::nullopt;
    const auto found = find_log(path);
    const auto what = difference(*promised, found, File(path).there());
    if (what.empty()) return std::nullopt;
    if (read_promise(folder) != promised) continue;
    return StoreError{StoreFault::lost_log,
                      "the log " + path + " " + what +
                          ": the newest moves would be lost. Stop here and put the log back, from where the folder was copied or the file "
                          "was moved to. If it can't be found, or another program has worked it into the database, keep a copy of the "
                          "folder and run `perron data accept-loss`"};
  }
  return std::nullopt;
}

bool forget_marker(const std::string& folder) { return ::unlink((std::filesystem::path(folder) / kMarkerFile).c_str()) == 0; }

}  // namespace perron
