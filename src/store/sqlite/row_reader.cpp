#include "store/sqlite/row_reader.h"

#include "base/json.h"
#include "base/utf8.h"

namespace perron::sqlite {

namespace {

// Ids as in links; other keys as numbers.
std::string key_text(const Rows& rows, const RowReader::Key& key) {
  if (rows.type(key.column) != SQLITE_INTEGER) return "that is no number";
  const auto number = rows.number(key.column);
  const bool is_id = std::string_view(key.name) != "n" && std::string_view(key.name) != "seat";
  return is_id && number > 0 && number <= kMaxId ? id_text(number) : std::to_string(number);
}

}  // namespace

RowReader::RowReader(const Rows& rows, const char* table, std::initializer_list<Key> keys) : rows_(rows), table_(table) {
  std::size_t i = 0;
  for (const auto& key : keys) keys_[i++] = key;
}

void RowReader::report(const char* name, const std::string& what) {
  if (!error_.empty()) return;
  error_ = std::string("table ") + table_ + ", row";
  for (const auto& key : keys_)
    if (key.name) error_ += std::string(" ") + key.name + " " + key_text(rows_, key);
  error_ += std::string(": column ") + name + " " + what;
}

std::int64_t RowReader::number(int column, const char* name, std::int64_t least, std::int64_t most) {
  if (rows_.type(column) == SQLITE_INTEGER)
    if (const auto found = rows_.number(column); found >= least && found <= most) return found;
  report(name, "is not a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return least;
}

std::string RowReader::text(int column, const char* name, std::size_t most) {
  if (rows_.type(column) != SQLITE_TEXT) return report(name, "is not a text"), std::string();
  auto out = rows_.text(column);
  if (out.size() > most) return report(name, "is longer than " + std::to_string(most) + " bytes"), std::string();
  if (!is_utf8(out)) return report(name, "is not UTF-8"), std::string();
  return out;
}

std::string RowReader::object(int column, const char* name, std::size_t most) {
  auto out = text(column, name, most);
  if (!error_.empty() || out == "{}") return out;
  // The parser stops at a null byte and would not check what follows.
  const bool valid = out.starts_with('{') && out.find('\0') == out.npos && nlohmann::json::accept(out);
  if (!valid) report(name, "is not a JSON object");
  return out;
}

Bytes32 RowReader::bytes32(int column, const char* name) {
  Bytes32 out{};
  if (!rows_.bytes32(column, out)) report(name, "is not 32 bytes");
  return out;
}

}  // namespace perron::sqlite
