// The signature check of the rules for WebAssembly: a plain C interface that bindings/wasm/signature.mjs calls. Must not use exceptions or
// files.
#include <cstdint>
#include <string>

#include "content/board_reader.h"
#include "content/builtin.h"
#include "dealer/playout.h"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {

std::uint64_t last_signature = 0;

}  // namespace

EXPORT(board_count) int board_count() { return static_cast<int>(perron::builtin_boards().size()); }
EXPORT(board_id) const char* board_id(int board) {
  static std::string id;
  id = perron::builtin_boards()[board].id;
  return id.c_str();
}

// Computes the signature of `games` random games; 0 if the board or the number of seats does not exist. Read it in two halves.
EXPORT(sign) int sign(int board, int seats, int games) {
  if (board < 0 || board >= board_count()) return 0;
  auto read = perron::read_board(perron::builtin_boards()[board].json);
  if (!read || seats < read->rules.players_min || seats > read->rules.players_max) return 0;
  const auto game = perron::make_game(std::move(*read), seats);
  last_signature = perron::signature(game, games);
  return 1;
}
EXPORT(signature_low) std::uint32_t signature_low() { return static_cast<std::uint32_t>(last_signature); }
EXPORT(signature_high) std::uint32_t signature_high() { return static_cast<std::uint32_t>(last_signature >> 32); }
