#include "store/sqlite/sqlite.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace perron::sqlite {

namespace {

bool out_of_space(int system_error) { return system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG; }
bool forbidden(int system_error) { return system_error == EACCES || system_error == EROFS || system_error == EPERM; }

StoreFault fault_of(int code, int system_error) {
  switch (code & 0xff) {
    case SQLITE_FULL: return StoreFault::disk_full;
    case SQLITE_IOERR: return out_of_space(system_error) ? StoreFault::disk_full : StoreFault::failed;
    case SQLITE_READONLY:
    case SQLITE_PERM: return StoreFault::read_only;
    case SQLITE_CANTOPEN: return forbidden(system_error) ? StoreFault::read_only : StoreFault::failed;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return StoreFault::damaged;
    case SQLITE_CONSTRAINT: return StoreFault::conflict;
    default: return StoreFault::failed;
  }
}

}  // namespace

StoreError error_of(int code, int system_error, std::string_view detail, const std::string& path) {
  const auto fault = fault_of(code, system_error);
  std::string sentence;
  switch (fault) {
    case StoreFault::disk_full:
      sentence = "there is no room left to write " + path +
                 ": free some space. What was stored before is unharmed, and writing resumes once there is room";
      break;
    case StoreFault::read_only:
      sentence = path + " can't be written: give the user that runs perron the right to write the file and its folder";
      break;
    case StoreFault::damaged:
      sentence = path + " is damaged (" + std::string(detail) +
                 "): stop the server, keep a copy of the folder, and run "
                 "`perron data check`; what is unharmed can still be read, nothing more is written";
      break;
    case StoreFault::conflict: sentence = "refused by the database: " + std::string(detail); break;
    default:
      sentence = path + ": " + std::string(detail);
      if ((code & 0xff) == SQLITE_BUSY) sentence += ": another program is writing this file; end it";
      if (const int kind = code & 0xff; system_error != 0 && (kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN))
        sentence += std::string(" (") + std::strerror(system_error) + ")";
  }
  return {fault, std::move(sentence)};
}

Result<std::unique_ptr<Database>, StoreError> Database::open(const std::string& path, Access access) {
  // Memory statistics, which nobody reads, would cost a lock for each allocation.
  static const int configured = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  (void)configured;
  sqlite3* handle = nullptr;
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE;
  flags |= access == Access::write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  std::string name = path;
  if (access == Access::read_unchanging) {
    name = "file:";
    for (const char letter : std::filesystem::absolute(path).string())
      name += letter == '%' ? "%25" : letter == '?' ? "%3f" : letter == '#' ? "%23" : std::string(1, letter);
    name += "?immutable=1";
  }
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
  std::unique_ptr<Database> database(new Database(handle, path));
  if (code != SQLITE_OK) return handle ? database->error() : error_of(code, 0, "no memory", path);
  sqlite3_busy_timeout(handle, kBusyTimeout);
  return database;
}

std::optional<StoreError> Database::run(const char* sql) {
  errno = 0;
  if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return std::nullopt;
  return error(errno);
}

StoreResult<std::int64_t> Database::number(const char* sql) {
  Statement statement(*this, sql);
  auto rows = statement();
  if (rows.next()) return rows.number(0);
  if (auto fault = rows.fault()) return std::move(*fault);
  return 0;
}

StoreError Database::error(int system_error) const {
  if (const int kept = sqlite3_system_errno(handle_); kept != 0) system_error = kept;
  return error_of(sqlite3_extended_errcode(handle_), system_error, sqlite3_errmsg(handle_), path_);
}

bool Rows::next() {
  if (code_ != SQLITE_OK && code_ != SQLITE_ROW) return false;
  errno = 0;
  code_ = sqlite3_step(statement_);
  if (code_ != SQLITE_ROW && code_ != SQLITE_DONE) system_error_ = errno;
  return code_ == SQLITE_ROW;
}

bool Rows::bytes32(int column, Bytes32& out) const {
  if (type(column) != SQLITE_BLOB || sqlite3_column_bytes(statement_, column) != int(out.size())) return false;
  std::memcpy(out.data(), sqlite3_column_blob(statement_, column), out.size());
  return true;
}

std::string Rows::sql() const {
  if (!statement_) return "";
  const std::unique_ptr<char, decltype(&sqlite3_free)> text(sqlite3_expanded_sql(statement_), sqlite3_free);
  return text ? text.get() : "";
}

int Statement::prepare() {
  if (statement_) return SQLITE_OK;
  return sqlite3_prepare_v3(database_.handle(), sql_, -1, SQLITE_PREPARE_PERSISTENT, &statement_, nullptr);
}

int Statement::bind(int place, std::string_view text) {
  return sqlite3_bind_text64(statement_, place, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

}  // namespace perron::sqlite
