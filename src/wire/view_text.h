// What an audience sees as JSON text, in the form of docs/engine-protocol.md, written without a document. What everyone sees
// is written once for all audiences, together with what has changed in it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model/board.h"
#include "model/notice.h"
#include "model/view.h"
#include "wire/json_text.h"

namespace perron::wire {

// Fields of a view with commas between, without brackets around.
struct OpenText {
  JsonText all;
  JsonText changed;  // those that may differ from the position before
};
OpenText open_text(const Board& board, int seats, const Public& open, const Public* before = nullptr);
// What one seat sees besides: the value of "mine".
std::string mine_text(const Board& board, const Public& open, const Private& mine, Seat me);

// A seat's view is its beginning, what everyone sees, its end.
std::string view_begin(Seat me);
std::string view_end(std::string_view mine);

std::string public_text(const Board& board, int seats, const Public& open);
std::string view_text(const Board& board, int seats, const PlayerView& view);

// FNV-1a over the bytes; a text may be hashed part by part.
std::uint64_t fnv1a(std::string_view bytes);
std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash_before);
// Carries several hashes on over the same bytes. One multiplication waits for the last; two hashes take turns.
void hash_on(std::span<std::uint64_t> hashes, std::string_view bytes);
// 16 hexadecimal digits.
std::string hash_text(std::uint64_t hash);
inline std::string hash_text(std::string_view bytes) { return hash_text(fnv1a(bytes)); }

// One notice; `n` is its number.
std::string notice_text(const Board& board, std::uint32_t n, const Notice& notice);

}  // namespace perron::wire
