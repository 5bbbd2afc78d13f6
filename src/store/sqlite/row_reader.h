// One row of a query, read column by column and checked: an impossible value becomes a sentence that names table, row and
// column. The sentence never quotes the value, which may be secret.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "store/sqlite/sqlite.h"

namespace perron::sqlite {

inline constexpr std::int64_t kMostId = (std::int64_t{1} << kIdBits) - 1;
inline constexpr std::int64_t kMostTime = 253'402'300'799'999;  // ms since 1970: the end of the year 9999

// Bytes that a text may have: far more than any caller writes.
inline constexpr std::size_t kMostName = 1000, kMostLine = 8000, kMostOptions = 64 << 10, kMostBoard = 8 << 20;

class RowReader {
 public:
  // A column that names the row, for the sentence.
  struct Key {
    const char* name;
    int column;
  };
  RowReader(const Rows& rows, const char* table, std::initializer_list<Key> keys);

  std::int64_t number(int column, const char* name, std::int64_t least, std::int64_t most);
  std::int64_t time(int column, const char* name) { return number(column, name, 0, kMostTime); }
  std::int64_t time_or_none(int column, const char* name) { return rows_.is_null(column) ? 0 : time(column, name); }
  template <class Id>
  Id id(int column, const char* name) {
    return Id{number(column, name, 1, kMostId)};
  }
  template <class Id>
  Id id_or_none(int column, const char* name) {
    return rows_.is_null(column) ? Id{0} : id<Id>(column, name);
  }
  // A number as a small type or an enum; `last` is the greatest that there is.
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

  // The row's own fault, of this column.
  void complain(const char* name, const std::string& what);
  // The value, or the first fault found.
  template <class T>
  Read<T> done(T value) {
    if (sentence_.empty()) return value;
    return StoreError{StoreFault::bad_row, std::move(sentence_)};
  }

 private:
  const Rows& rows_;
  const char* table_;
  Key keys_[2] = {};
  std::string sentence_;
};

}  // namespace perron::sqlite
