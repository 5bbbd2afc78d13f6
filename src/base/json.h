// JSON text into a document, strictly: files and requests of strangers come through here. Knows no game.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/result.h"

namespace perron {

inline constexpr std::size_t kMaxJsonBytes = std::size_t{4} << 20;
inline constexpr int kMaxJsonDepth = 32;

struct JsonError {
  int line, column;  // from 1; a column is a character, not a byte
  std::string message;
};

// One value and nothing after it, in valid UTF-8, without a key twice in one object, within the two limits above.
Result<nlohmann::json, JsonError> parse_json(std::string_view text);

// Leaves nothing in the document. Its destructor asks for memory, to flatten what is in it, and where there is none the program
// ends. Code that must survive that empties the document first. This allocates nothing. It recurses, so no deeper than the limit above.
void empty_json(nlohmann::json& document) noexcept;

// Untrusted text as a message may show it: in quotes, shortened, without control characters.
std::string in_quotes(std::string_view text);

}  // namespace perron
