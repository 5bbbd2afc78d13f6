// A thin wrapper of SQLite: a connection, statements that bind by position, rows that end their read when they are destroyed. Errors are
// values. Knows no table.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "store/store.h"

namespace perron::sqlite {

// `read` and `read_unchanging` are for the tools; the latter reads an immutable file, also from a read-only medium.
enum class Access : std::uint8_t { write, read, read_unchanging };

inline constexpr int kBusyTimeout = 5000;  // ms

class Database {
 public:
  static Result<std::unique_ptr<Database>, StoreError> open(const std::string& path, Access access);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() { sqlite3_close_v2(handle_); }

  // Runs statements without results. nullopt: success.
  std::optional<StoreError> run(const char* sql);
  std::optional<StoreError> run(const std::string& sql) { return run(sql.c_str()); }
  StoreResult<std::int64_t> number(const char* sql);  // a query with one value
  // The error of the last call; `system_error` is its errno, where SQLite does not keep it.
  StoreError error(int system_error = 0) const;
  bool in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }
  std::int64_t changed() const { return sqlite3_changes64(handle_); }  // rows changed by the last statement
  const std::string& path() const { return path_; }
  sqlite3* handle() const { return handle_; }

 private:
  Database(sqlite3* handle, std::string path) : handle_(handle), path_(std::move(path)) {}
  sqlite3* handle_;
  std::string path_;
};

// The error message for an SQLite error code of this file.
StoreError error_of(int code, int system_error, std::string_view detail, const std::string& path);

// The result of a query, row by row. The destructor ends the read.
class Rows {
 public:
  Rows(sqlite3_stmt* statement, const Database& database, int code) : statement_(statement), database_(&database), code_(code) {}
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  ~Rows() {
    if (!statement_) return;
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }

  bool next();
  // Steps to the end.
  std::optional<StoreError> finish() {
    while (next()) {
    }
    return fault();
  }
  // After next() returned false: nullopt if that was the end.
  std::optional<StoreError> fault() const {
    if (code_ == SQLITE_OK || code_ == SQLITE_ROW || code_ == SQLITE_DONE) return std::nullopt;
    return database_->error(system_error_);
  }

  std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
  std::string text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))) : std::string();
  }
  int type(int column) const { return sqlite3_column_type(statement_, column); }  // call before reading the value
  bool is_null(int column) const { return type(column) == SQLITE_NULL; }
  bool bytes32(int column, Bytes32& out) const;  // false: not 32 bytes
  std::string sql() const;                       // with the bound values: never log it
  template <class Id>
  Id id(int column) const {
    return Id{number(column)};
  }

 private:
  sqlite3_stmt* statement_;
  const Database* database_;
  int code_, system_error_ = 0;
};

// One statement, prepared on first use and kept.
class Statement {
 public:
  Statement(Database& database, const char* sql) : database_(database), sql_(sql) {}
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  // Bound texts and bytes must outlive the Rows. `or_null` binds an empty text as NULL.
  template <class... Values>
  Rows operator()(const Values&... values) {
    int code = prepare(), place = 0;
    ((code = code == SQLITE_OK ? bind(++place, values) : code), ...);
    return Rows(statement_, database_, code);
  }

 private:
  int prepare();
  int bind(int place, std::int64_t value) { return sqlite3_bind_int64(statement_, place, value); }
  int bind(int place, int value) { return sqlite3_bind_int64(statement_, place, value); }
  int bind(int place, std::uint32_t value) { return sqlite3_bind_int64(statement_, place, value); }
  int bind(int place, std::nullptr_t) { return sqlite3_bind_null(statement_, place); }
  int bind(int place, std::string_view text);
  int bind(int place, const std::string& text) { return bind(place, std::string_view(text)); }
  int bind(int place, const Bytes32& bytes) { return sqlite3_bind_blob(statement_, place, bytes.data(), int(bytes.size()), SQLITE_STATIC); }
  template <class T>
  int bind(int place, const std::optional<T>& value) {
    return value ? bind(place, *value) : bind(place, nullptr);
  }
  template <class Id>
  requires std::is_enum_v<Id>
  int bind(int place, Id id) { return bind(place, static_cast<std::int64_t>(id)); }

  Database& database_;
  const char* sql_;
  sqlite3_stmt* statement_ = nullptr;
};

inline std::optional<std::string_view> or_null(std::string_view text) { return text.empty() ? std::nullopt : std::optional(text); }
template <class Id>
requires std::is_enum_v<Id> std::optional<std::int64_t> or_null(Id id) {
  const auto number = static_cast<std::int64_t>(id);
  return number == 0 ? std::nullopt : std::optional(number);
}

}  // namespace perron::sqlite
