// Where a long text is written to. It is written in pieces, so that it is never in memory as a whole: the writer stops when the sink is
// full and returns where to continue.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace perron::server {

// Where the next piece of a text begins. What lies between depends on the text: lines of a record, versions of a replay.
enum class TextCursor : std::uint32_t { begin = 0, end = UINT32_MAX };

class TextSink {
 public:
  virtual ~TextSink() = default;
  virtual void add(std::string_view text) = 0;
  virtual bool full() const = 0;  // enough for this piece
  virtual void end_piece() = 0;   // more will come later
  virtual void end() = 0;         // no more will come
};

// The whole text in one piece.
class StringSink final : public TextSink {
 public:
  void add(std::string_view more) override { text += more; }
  bool full() const override { return false; }
  void end_piece() override {}
  void end() override {}

  std::string text;
};

}  // namespace perron::server
