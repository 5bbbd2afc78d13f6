#include "store/rows.h"

#include <sodium.h>

namespace perron {

Bytes32 sha256(std::string_view bytes) {
  Bytes32 hash;
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  return hash;
}

std::shared_ptr<const PinnedBoard> pin_board(std::string id, std::string json) {
  const auto hash = sha256(json);
  return std::make_shared<const PinnedBoard>(PinnedBoard{hash, std::move(id), std::move(json)});
}

}  // namespace perron
