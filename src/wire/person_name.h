// What a person may be called, and what a line of chat may hold. The one place for both: requests over the socket, HTTP and the
// page's engine worker use it. Names stored earlier are not checked again.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace perron::wire {

inline constexpr int kLongestName = 24;  // code points

// A new name: 1 to 24 characters that people can see, with single spaces between them. Empty: the name is fine. Otherwise the
// end of a sentence that begins "The name".
//
// Refused are control characters, Bidi_Control and Default_Ignorable_Code_Point (zero-width characters, soft hyphens, fillers,
// tags, variation selectors), private use, noncharacters, spaces other than U+0020, and a combining mark with nothing to stand
// on. Emoji keep what they are made of: U+FE0F after an emoji, U+200D between two.
std::string name_fault(std::string_view name);

// Chat may be in any script and needs its marks (U+200E, U+200F, joiners). Refused are embeddings, overrides and isolates: they
// reorder what stands around them. Empty: the text is fine.
std::string chat_fault(std::string_view text);

// UTF-8 as code points; nothing where it is not UTF-8.
std::optional<std::vector<char32_t>> code_points(std::string_view text);

}  // namespace perron::wire
