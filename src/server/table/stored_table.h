// What the store keeps of a table and of a game besides its own columns: the board and the host's options. A separate format with a
// version number, so that messages can change without touching the stored data. Knows no store and no rooms.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "wire/options.h"

namespace perron::server {

struct StoredTable {
  std::string board;  // its id
  wire::Options options;
  friend bool operator==(const StoredTable&, const StoredTable&) = default;
};

std::string text_of(const StoredTable& table);
// Of this format or of an earlier one. The error is for the operator.
Result<StoredTable, std::string> stored_table_from(std::string_view text);

}  // namespace perron::server
