#include "base/file_text.h"

#include <fstream>
#include <sstream>

namespace perron {

std::optional<std::string> file_text(const std::string& path, std::string& error) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) {
    // An empty file leaves nothing to copy; that is not an error of reading.
    if (in && in.peek() == std::ifstream::traits_type::eof()) return "";
    error = "can't be read";
    return std::nullopt;
  }
  return text.str();
}

}  // namespace perron
