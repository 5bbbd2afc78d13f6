// What an audience sees as JSON text, in the form of docs/engine-protocol.md, written without a document. Keeps where each
// field of the view stands, so that a change can be sent as the fields that differ.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/board.h"
#include "model/notice.h"
#include "model/view.h"

namespace perron::wire {

struct ViewText {
  struct Field {
    std::string_view key;      // of static storage
    std::uint32_t begin, end;  // of the value
  };
  std::string text;
  std::vector<Field> fields;

  std::string_view value(const Field& field) const { return std::string_view(text).substr(field.begin, field.end - field.begin); }
};

ViewText public_text(const Board& board, int seats, const Public& open);
ViewText view_text(const Board& board, int seats, const PlayerView& view);
// The same, where the public part has been written already for another audience.
ViewText view_text(const Board& board, int seats, const PlayerView& view, const ViewText& public_part);

// The fields of `after` that differ, as an object. Both are views of one audience of one game.
std::string changed_fields(const ViewText& before, const ViewText& after);

// FNV-1a over the bytes, 16 hexadecimal digits.
std::uint64_t fnv1a(std::string_view bytes);
std::string hash_text(std::string_view bytes);

// One notice; `n` is its number.
std::string notice_text(const Board& board, std::uint32_t n, const Notice& notice);

}  // namespace perron::wire
