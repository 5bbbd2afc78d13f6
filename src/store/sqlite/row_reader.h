// Reads one row of a query column by column and checks the values. An impossible value becomes an error message that names the table, row
// and column. It never quotes the value, which may be secret.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "store/sqlite/sqlite.h"

namespace perron::sqlite {

inline constexpr std::int64_t kMaxId = (std::int64_t{1} << kIdBits) - 1;
inline constexpr std::int64_t kMaxTime = 253'402'300'799'999;  // ms since 1970: the end of the year 9999

// Maximum bytes of texts, far above what any caller writes.
inline constexpr std::size_t kMaxName = 1000, kMaxLine = 8000, kMaxOptions = 64 << 10, kMaxBoard = 8 << 20;

class RowReader {
 public:
  // A column that identifies the row, for the message.
  struct Key {
    const char* name;
    int column;
  };
  RowReader(const Rows& rows, const char* table, std::initializer_list<Key> keys);

  std::int64_t number(int column, const char* name, std::int64_t least, std::int64_t most);
  std::int64_t time(int column, const char* name) { return number(column, name, 0, kMaxTime); }
  std::int64_t time_or_none(int column, const char* name) { return rows_.is_null(column) ? 0 : time(column, name); }
  template <class Id>
  Id id(int column, const char* name) {
    return Id{number(column, name, 1, kMaxId)};
  }
  template <class Id>
  Id id_or_none(int column, const char* name) {
    return rows_.is_null(column) ? Id{0} : id<Id>(column, name);
  }
  // A number as a small type or an enum; `last` is the largest value.
  template <class Small>
  Small small(int column, const char* name, Small last, std::int64_t least = 0) {
    return static_cast<Small>(number(column, name, least, static_cast<std::int64_t>(last)));
  }
  std::string text(int column, const char* name, std::size_t most);
  std::string text_or_none(int column, const char* name, std::size_t most) {
    return rows_.is_null(column) ? std::string() : text(column, name, most);
  }
  std::string object(int column, const char* name, std::size_t most);  // JSON
  Bytes32 bytes32(int column, const char* name);

  // Notes an error in this column, if it is the first.
  void report(const char* name, const std::string& what);
  // The value, or the first error.
  template <class T>
  StoreResult<T> done(T value) {
    if (error_.empty()) return value;
    return StoreError{StoreFault::bad_row, std::move(error_)};
  }

 private:
  const Rows& rows_;
  const char* table_;
  Key keys_[2] = {};
  std::string error_;
};

}  // namespace perron::sqlite
