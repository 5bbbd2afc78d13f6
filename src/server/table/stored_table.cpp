#include "server/table/stored_table.h"

#include "base/fields.h"
#include "base/finally.h"
#include "base/json.h"
#include "wire/json_text.h"

namespace perron::server {

namespace {

constexpr int kFormat = 1;
constexpr int kLongestBoard = 64;  // as in a request to create a table

// As version 0.1 wrote it: the fields of a request to create a table. "{}" is of a game without a table.
void read_unnumbered(FieldReport& report, Fields& fields, bool is_empty, StoredTable& out) {
  if (!is_empty) out.board = fields.text("board", kLongestBoard, Need::required);
  out.options = wire::read_options(report, fields);
}

void read_numbered(FieldReport& report, Fields& fields, StoredTable& out) {
  const auto format = fields.number("format", {1, INT32_MAX});
  if (format > kFormat) return report.add(fields.at("format"), "is of a newer version of the program");
  for (const char* key : {"first", "clock", "listed", "watch"})
    if (!fields.has(key)) report.add(fields.at(key), "is missing");
  out.board = fields.text("board", kLongestBoard, Need::required);
  out.options = wire::read_options(report, fields);
}

}  // namespace

std::string text_of(const StoredTable& table) {
  wire::JsonText out;
  out.begin('{').field("format", kFormat).field("board", table.board);
  wire::write_options(out, table.options);
  return out.end('}').take();
}

Result<StoredTable, std::string> stored_table_from(std::string_view text) {
  auto document = parse_json(text);
  if (!document) return concat("column ", document.error().column, ": ", document.error().message);
  const Finally emptied([&] { empty_json(*document); });
  FieldReport report;
  StoredTable out;
  Fields::read_object(report, *document, "", [&](Fields& fields) {
    if (fields.has("format")) read_numbered(report, fields, out);
    else read_unnumbered(report, fields, document->empty(), out);
  });
  if (report.empty()) return out;
  const auto errors = report.take();
  return concat(errors.front().path, errors.front().path.empty() ? "" : " ", errors.front().message);
}

}  // namespace perron::server
