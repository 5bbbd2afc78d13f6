// Names that people log in with: what may be one, and when two are the same.
#pragma once

#include <string>
#include <string_view>

namespace perron::net {

inline constexpr std::size_t kLeastPassword = 8, kMostPassword = 200;  // bytes

// The form in which account names are compared: Latin letters in lower case. Empty if it may not be one: letters, digits and
// - _ . of 3 to 24; no spaces, so that two names that look alike are not two. What a person is shown as: wire/request.h.
std::string account_name(std::string_view text);

// A device as the owner's list shows it: printable ASCII, shortened.
std::string device_name(std::string_view text);

// "Guest 4821"
std::string guest_name();

}  // namespace perron::net
