// Whether bytes are a text.
#pragma once

#include <string_view>

namespace perron {

// Well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool is_utf8(std::string_view text);

}  // namespace perron
