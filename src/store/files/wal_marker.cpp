#include "store/files/wal_marker.h"

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

#include "base/check.h"
#include "store/files/folder.h"

namespace perron {

namespace {

struct WalIdentity {
  std::uint32_t sequence = 0;  // one more each time the WAL restarts
  std::uint64_t salt = 0;
  friend bool operator==(const WalIdentity&, const WalIdentity&) = default;
};
struct Marker {
  WalIdentity wal;
  std::uint32_t frames = 0;  // committed ones; 0: nothing of the WAL is needed
  friend bool operator==(const Marker&, const Marker&) = default;
};

// The file is one line of this length, then `Committed` in binary, since the number of frames changes with each commit.
constexpr const char* kForm = "perron log %08x %016llx %08x\n";
constexpr std::size_t kLine = 46;
// One aligned word, so that a kill leaves the old one or the new one: the WAL's sequence number in its upper half, the number of
// committed frames in its lower half.
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
  bool exists() const { return file_ >= 0; }

 private:
  int file_;
};

// nullopt: there is no marker, or it was never written.
std::optional<Marker> read_marker(const std::string& folder) {
  const File file((std::filesystem::path(folder) / kMarkerFile).string());
  char line[kLine + 1] = {};
  if (!file.read(line, kLine, 0)) return std::nullopt;
  unsigned sequence = 0, frames = 0;
  unsigned long long salt = 0;
  if (std::sscanf(line, kForm, &sequence, &salt, &frames) != 3) return std::nullopt;
  Marker out{{sequence, salt}, frames};
  // An earlier build writes the line alone: what follows it is about another WAL then, unless the sequence numbers agree.
  Committed committed = 0;
  if (frames > 0 && file.read(&committed, sizeof committed, kCommittedAt) && committed > committed_of(sequence, frames) &&
      committed <= committed_of(sequence, UINT32_MAX))
    out.frames = static_cast<std::uint32_t>(committed);
  return out;
}

// All of it in one write, which a kill does not tear.
bool write_marker(int file, const Marker& marker) {
  char bytes[kFileSize + 1] = {};
  std::snprintf(bytes, sizeof bytes, kForm, marker.wal.sequence, static_cast<unsigned long long>(marker.wal.salt), marker.frames);
  const auto committed = committed_of(marker.wal.sequence, marker.frames);
  std::memcpy(bytes + kCommittedAt, &committed, sizeof committed);
  return ::pwrite(file, bytes, kFileSize, 0) == static_cast<ssize_t>(kFileSize);
}

std::uint32_t big_endian(const unsigned char* at) {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
}

constexpr std::size_t kWalHeaderBytes = 32, kFrameHeaderBytes = 24;
using WalHeader = std::array<unsigned char, kWalHeaderBytes>;

WalIdentity identity_of(const WalHeader& header) {
  return {big_endian(&header[12]), std::uint64_t{big_endian(&header[16])} << 32 | big_endian(&header[20])};
}

// SQLite's checksum of a WAL, cumulative over its frames: https://www.sqlite.org/fileformat2.html#checksum_algorithm
class WalChecksum {
 public:
  explicit WalChecksum(bool big) : big_(big) {}
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

struct WalContents {
  bool exists = false;  // a file with a valid header
  WalIdentity wal;
  std::uint32_t frames = 0;  // up to the last complete commit: what SQLite will read
};

WalContents read_wal(const std::string& path) {
  WalContents out;
  const File file(path);
  WalHeader header;
  if (!file.read(header.data(), header.size(), 0) || (big_endian(&header[0]) & ~1u) != 0x377f0682) return out;
  WalChecksum sum(big_endian(&header[0]) & 1);
  sum.add(header.data(), 24);
  const auto page = big_endian(&header[8]);
  if (!sum.is(&header[24]) || page < 512 || page > 65536) return out;
  out.exists = true;
  out.wal = identity_of(header);
  std::vector<unsigned char> frame(kFrameHeaderBytes + page);
  for (std::uint32_t n = 1; file.read(frame.data(), frame.size(), std::int64_t{kWalHeaderBytes} + std::int64_t{n - 1} * std::ssize(frame));
       ++n) {
    if (std::memcmp(&frame[8], &header[16], 8) != 0) break;  // left from before the WAL restarted
    sum.add(frame.data(), 8);
    sum.add(&frame[kFrameHeaderBytes], page);
    if (!sum.is(&frame[16])) break;
    if (big_endian(&frame[4]) != 0) out.frames = n;  // ends a commit
  }
  return out;
}

// "" if the WAL has all frames that the marker requires.
std::string difference(const Marker& marker, const WalContents& found, bool log_file) {
  if (marker.frames == 0) return "";
  const auto wanted = std::to_string(marker.frames) + (marker.frames == 1 ? " page" : " pages");
  if (!log_file) return "is missing, with " + wanted + " of it that were committed";
  if (!found.exists) return "has no beginning any more; " + wanted + " of it were committed";
  if (found.wal.sequence > marker.wal.sequence) return "";  // the marker was not on disk yet at a power cut
  if (found.wal != marker.wal) return "is another one than the server wrote last, which had " + wanted;
  if (found.frames >= marker.frames) return "";
  return "was cut or damaged: " + std::to_string(found.frames) + " of " + wanted + " that were committed can be read";
}

}  // namespace

struct WalMarker::Mapped {
  char line[kLine], unused[kCommittedAt - kLine];
  std::atomic<Committed> committed;
};

WalMarker::WalMarker(int file, std::string path, std::string wal) : file_(file), path_(std::move(path)), wal_path_(std::move(wal)) {
  static_assert(sizeof(Mapped) == kFileSize && std::atomic<Committed>::is_always_lock_free);
}

Result<std::unique_ptr<WalMarker>, StoreError> WalMarker::open(const std::string& folder) {
  const auto path = (std::filesystem::path(folder) / kMarkerFile).string();
  const auto known = read_marker(folder);
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return StoreError{StoreFault::read_only, path + " can't be written (" + std::strerror(errno) + ")"};
  std::unique_ptr<WalMarker> marker(new WalMarker(file, path, database_path(folder) + "-wal"));
  const bool written = known ? write_marker(file, *known) : marker->mark_empty();
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

WalMarker::~WalMarker() {
  if (mapped_) ::munmap(mapped_, kFileSize);
  ::close(file_);
  if (wal_ >= 0) ::close(wal_);
}

// A failure leaves an older marker, which still holds.
void WalMarker::committed(int frames) {
  const auto now = static_cast<std::uint32_t>(frames);
  CHECK(now > 0);  // 0 would say that nothing of the WAL is needed
  if (now <= frames_) may_have_restarted_ = true;
  frames_ = now;
  if (may_have_restarted_ && !is_known_wal(now)) return;
  mapped_->committed.store(committed_of(sequence_, now), std::memory_order_relaxed);
}

// False: the WAL can't be read, or it has restarted and the file now names the new one.
bool WalMarker::is_known_wal(std::uint32_t frames) {
  if (wal_ < 0) wal_ = ::open(wal_path_.c_str(), O_RDONLY | O_CLOEXEC);
  WalHeader header;
  if (wal_ < 0 || ::pread(wal_, header.data(), header.size(), 0) != static_cast<ssize_t>(header.size())) return false;
  const auto wal = identity_of(header);
  if (wal == WalIdentity{sequence_, salt_}) return true;
  if (!write_marker(file_, {wal, frames})) return false;
  sequence_ = wal.sequence;
  salt_ = wal.salt;
  may_have_restarted_ = false;
  return false;
}

bool WalMarker::mark_empty() {
  frames_ = sequence_ = 0;
  salt_ = 0;
  may_have_restarted_ = true;
  return write_marker(file_, {}) && ::fdatasync(file_) == 0;
}

void WalMarker::remove() { ::unlink(path_.c_str()); }

std::optional<StoreError> wal_error(const std::string& folder) {
  const auto path = database_path(folder) + "-wal";
  // A running server may truncate the WAL while this reads it; then the marker has changed, too.
  for (int tries = 0; tries < 10; ++tries) {
    const auto marker = read_marker(folder);
    if (!marker || marker->frames == 0) return std::nullopt;
    const auto found = read_wal(path);
    const auto what = difference(*marker, found, File(path).exists());
    if (what.empty()) return std::nullopt;
    if (read_marker(folder) != marker) continue;
    return StoreError{StoreFault::lost_wal,
                      "the log " + path + " " + what +
                          ": the newest moves would be lost. Stop here and put the log back, from where the folder was copied or the file "
                          "was moved to. If it can't be found, or another program has worked it into the database, keep a copy of the "
                          "folder and run `perron data accept-loss`"};
  }
  return std::nullopt;
}

bool remove_wal_marker(const std::string& folder) { return ::unlink((std::filesystem::path(folder) / kMarkerFile).c_str()) == 0; }

}  // namespace perron
