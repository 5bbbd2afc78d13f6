// Fuzzes the reader of records: any bytes may come. What it accepts must be the same when it is written and read again.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "dealer/key.h"
#include "support/kit.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace perron;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const BoardFinder find_board = kit::finder();
  const auto record = read_record(text, find_board);
  if (!record) {
    CHECK(record.error().line >= 1 && !record.error().message.empty());
    return 0;
  }
  CHECK(kit::conserved(record->game, record->last).empty());
  CHECK(!describe(*record).empty());
  key_from_hex(record->key);
  const kit::Played played{record->header.first, record->actions, record->last};
  const auto again = read_record(kit::record_of(record->game, played, record->header.key_sha256, record->key), find_board);
  CHECK(again && again->actions == record->actions && again->last == record->last);
  return 0;
}
