// Names that people give themselves: what may be one, and when two are the same.
#pragma once

#include <string>
#include <string_view>

namespace perron::net {

inline constexpr int kMostNameLetters = 32;
inline constexpr std::size_t kLeastPassword = 8, kMostPassword = 200;  // bytes

// Without spaces at the ends and with single ones inside; empty if it may not be a name: not UTF-8, too long, with control,
// invisible or direction characters.
std::string shown_name(std::string_view text);

// The form in which account names are compared: Latin letters in lower case. Empty if it may not be one: letters, digits and
// - _ . of 3 to 32; no spaces, so that two names that look alike are not two.
std::string account_name(std::string_view text);

// "Guest 4821"
std::string guest_name();

}  // namespace perron::net
