// A viewer's view as JSON text, in the form of docs/engine-protocol.md, written without a document. The public part is written
// once for all viewers, together with what has changed in it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model/board.h"
#include "model/notice.h"
#include "model/view.h"
#include "wire/json_text.h"

namespace perron::wire {

// Fields of a view, separated by commas, without brackets around them.
struct OpenText {
  JsonText all;
  JsonText changed;  // the fields that may differ from the position before
};
OpenText open_text(const Board& board, int seats, const Public& open, const Public* before = nullptr);
// The private part of one seat: the value of "mine".
JsonText mine_text(const Board& board, const Public& open, const Private& mine, Seat me);

// A seat's view is its beginning, the public part, and kMineKey with the private part.
std::string view_begin(Seat me);
constexpr std::string_view kMineKey = ",\"mine\":";  // followed by its value and the bracket

std::string public_text(const Board& board, int seats, const Public& open);
std::string view_text(const Board& board, int seats, const PlayerView& view);

// FNV-1a over the bytes. A text can be hashed part by part.
std::uint64_t fnv1a(std::string_view bytes);
std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash_before);
// Continues several hashes over the same bytes. The multiplications of one hash depend on each other; those of several overlap.
void hash_on(std::span<std::uint64_t> hashes, std::string_view bytes);
// The same with a text for each hash.
void hash_each(std::span<std::uint64_t> hashes, std::span<const std::string_view> texts);
std::array<char, 16> hash_digits(std::uint64_t hash);  // hexadecimal
inline std::string hash_text(std::string_view bytes) {
  const auto digits = hash_digits(fnv1a(bytes));
  return {digits.data(), digits.size()};
}

// One notice; `n` is its number.
void write_notice(JsonText& out, const Board& board, std::uint32_t n, const Notice& notice);

}  // namespace perron::wire
