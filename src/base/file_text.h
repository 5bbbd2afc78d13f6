// A whole file as text. Native programs only: WebAssembly has no files.
#pragma once

#include <optional>
#include <string>

namespace perron {

// Nothing: `error` says why, as the end of a sentence that begins with the path.
std::optional<std::string> file_text(const std::string& path, std::string& error);

}  // namespace perron
