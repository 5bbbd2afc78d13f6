// Account names, device names and guest names. Display names: wire/person_name.h.
#pragma once

#include <string>
#include <string_view>

namespace perron::net {

inline constexpr std::size_t kMinPassword = 8, kMaxPassword = 200;  // bytes

// The normalized form of an account name, with Latin letters in lower case. Empty if the name is invalid. A name has 3 to 24 letters,
// digits, - _ or . and no spaces, so that names that look the same are the same.
std::string account_name(std::string_view text);

// A device name for the list of sessions: printable ASCII, truncated.
std::string device_name(std::string_view text);

// "Guest 4821"
std::string guest_name();

}  // namespace perron::net
