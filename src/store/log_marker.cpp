#include "store/log_marker.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <vector>

#include "store/folder.h"

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

// The file is one line of this length, then, since the number of frames changes with each commit, `Committed` in binary.
constexpr const char* kForm = "perron log %08x %016llx %08x\n";
constexpr std::size_t kLine = 46;
// One aligned word, so that a kill leaves the old one or the new one: the log's sequence number, and its frames below that.
using Committed = std::uint64_t;
constexpr std::size_t kCommittedAt = 48, kFileSize = kCommittedAt + sizeof(Committed);
constexpr Committed committed_of(std::uint32_t sequence, std::uint32_t frames) { return Committed{sequence} << 32 | frames; }

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
  Promise out{{sequence, salt}, frames};
  Committed committed = 0;
  if (file.read(&committed, sizeof committed, kCommittedAt) && committed > committed_of(sequence, frames) &&
      committed <= committed_of(sequence, UINT32_MAX))
    out.frames = static_cast<std::uint32_t>(committed);
  return out;
}

// All of it in one write, which a kill does not tear.
bool write_promise(int file, const Promise& promise) {
  char bytes[kFileSize + 1] = {};
  std::snprintf(bytes, sizeof bytes, kForm, promise.log.sequence, static_cast<unsigned long long>(promise.log.salt), promise.frames);
  const auto committed = committed_of(promise.log.sequence, promise.frames);
  std::memcpy(bytes + kCommittedAt, &committed, sizeof committed);
  return ::pwrite(file, bytes, kFileSize, 0) == static_cast<ssize_t>(kFileSize);
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

struct LogMarker::Mapped {
  char line[kLine], unused[kCommittedAt - kLine];
  std::atomic<Committed> committed;
};

LogMarker::LogMarker(int file, std::string path, std::string log) : file_(file), path_(std::move(path)), log_path_(std::move(log)) {
  static_assert(sizeof(Mapped) == kFileSize && std::atomic<Committed>::is_always_lock_free);
}

Result<std::unique_ptr<LogMarker>, StoreError> LogMarker::open(const std::string& folder) {
  const auto path = (std::filesystem::path(folder) / kMarkerFile).string();
  const auto known = read_promise(folder);
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return StoreError{StoreFault::read_only, path + " can't be written (" + std::strerror(errno) + ")"};
  std::unique_ptr<LogMarker> marker(new LogMarker(file, path, database_path(folder) + "-wal"));
  const bool written = known ? write_promise(file, *known) : marker->nothing_needed();
  void* const mapped = written ? ::mmap(nullptr, kFileSize, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
  if (mapped == MAP_FAILED) {
    const int error = errno;
    if (!known) marker->remove();
    const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    return StoreError{full ? StoreFault::disk_full : StoreFault::failed, path + " can't be written (" + std::strerror(error) + ")"};
  }
  marker->mapped_ = static_cast<Mapped*>(mapped);
  return marker;
}

LogMarker::~LogMarker() {
  if (mapped_) ::munmap(mapped_, kFileSize);
  ::close(file_);
  if (log_ >= 0) ::close(log_);
}

// What fails here leaves an older promise, which holds as well.
void LogMarker::committed(int frames) {
  const auto now = static_cast<std::uint32_t>(frames);
  if (now <= frames_) may_have_begun_again_ = true;
  frames_ = now;
  if (may_have_begun_again_ && !identify_log(now)) return;
  mapped_->committed.store(committed_of(sequence_, now), std::memory_order_relaxed);
}

// False: it could not be read, or the file has the promise already.
bool LogMarker::identify_log(std::uint32_t frames) {
  if (log_ < 0) log_ = ::open(log_path_.c_str(), O_RDONLY | O_CLOEXEC);
  LogHeader header;
  if (log_ < 0 || ::pread(log_, header.data(), header.size(), 0) != static_cast<ssize_t>(header.size())) return false;
  const auto log = identity_of(header);
  if (log == LogIdentity{sequence_, salt_}) return true;
  if (!write_promise(file_, {log, frames})) return false;
  sequence_ = log.sequence;
  salt_ = log.salt;
  may_have_begun_again_ = false;
  return false;
}

bool LogMarker::nothing_needed() {
  frames_ = sequence_ = 0;
  salt_ = 0;
  may_have_begun_again_ = true;
  return write_promise(file_, {}) && ::fdatasync(file_) == 0;
}

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
