#include "base/check.h"
#include "wire/view_json.h"
#include "wire/view_text.h"

namespace perron {

namespace {

nlohmann::ordered_json read_back(const std::string& text) {
  auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  CHECK(!json.is_discarded());
  return json;
}

}  // namespace

nlohmann::ordered_json public_json(const Board& board, int seats, const Public& open) {
  return read_back(wire::public_text(board, seats, open));
}

nlohmann::ordered_json view_json(const Board& board, int seats, const PlayerView& view) {
  return read_back(wire::view_text(board, seats, view));
}

}  // namespace perron
