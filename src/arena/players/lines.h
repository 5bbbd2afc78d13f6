// Splits a byte stream into lines. A line above the limit is dropped as it arrives, so a peer can't exhaust memory.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace perron::arena {

class LineBuffer {
 public:
  struct Line {
    std::string text;  // empty if it was too long
    bool too_long = false;
  };

  explicit LineBuffer(std::size_t most) : most_(most) {}

  void add(std::string_view bytes) { pending_ += bytes; }

  // The next complete line. Callers take all lines before they add more bytes.
  std::optional<Line> next() {
    const auto end = pending_.find('\n');
    if (end == std::string::npos) {
      if (pending_.size() > most_) drop();
      return std::nullopt;
    }
    Line line{pending_.substr(0, end), dropping_ || end > most_};
    pending_.erase(0, end + 1);
    if (line.too_long) line.text.clear();
    dropping_ = false;
    return line;
  }

  // Bytes after the last line end; false: none.
  bool has_rest() const { return dropping_ || !pending_.empty(); }
  bool rest_is_too_long() const { return dropping_; }

 private:
  void drop() {
    pending_ = std::string();
    dropping_ = true;
  }

  std::size_t most_;
  std::string pending_;
  bool dropping_ = false;
};

}  // namespace perron::arena
