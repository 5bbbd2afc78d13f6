#include "dealer/key.h"

#include <sodium.h>

#include "base/check.h"

namespace perron {

namespace {

void ready() {
  static const bool ok = sodium_init() >= 0;
  CHECK(ok);
}

std::string hex(const unsigned char* bytes, std::size_t size) {
  std::string out(size * 2 + 1, '\0');
  sodium_bin2hex(out.data(), out.size(), bytes, size);
  out.pop_back();
  return out;
}

}  // namespace

Key random_key() {
  ready();
  Key key;
  randombytes_buf(key.data(), key.size());
  return key;
}

Key key_from_seed(std::uint64_t seed) {
  ready();
  unsigned char bytes[8];
  for (auto& byte : bytes) {
    byte = static_cast<unsigned char>(seed);
    seed >>= 8;
  }
  Key key;
  crypto_hash_sha256(key.data(), bytes, sizeof bytes);
  return key;
}

std::string to_hex(const Key& key) { return hex(key.data(), key.size()); }

std::optional<Key> key_from_hex(std::string_view text) {
  Key key;
  std::size_t size = 0;
  if (text.size() != 64 || sodium_hex2bin(key.data(), key.size(), text.data(), text.size(), nullptr, &size, nullptr) != 0 || size != 32)
    return std::nullopt;
  return key;
}

std::string commitment(const Key& key) {
  ready();
  unsigned char digest[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(digest, key.data(), key.size());
  return hex(digest, sizeof digest);
}

std::uint32_t KeySource::word() {
  if (used_ == bytes_.size()) {
    unsigned char nonce[crypto_stream_chacha20_NONCEBYTES];
    for (std::size_t i = 0; i < sizeof nonce; ++i) nonce[i] = static_cast<unsigned char>(stream_ >> (8 * i));
    static constexpr std::array<unsigned char, 64> zeros{};
    crypto_stream_chacha20_xor_ic(bytes_.data(), zeros.data(), zeros.size(), nonce, block_++, key_.data());
    used_ = 0;
  }
  std::uint32_t out = 0;
  for (int i = 3; i >= 0; --i) out = out << 8 | bytes_[used_ + static_cast<std::size_t>(i)];
  used_ += 4;
  return out;
}

std::uint32_t KeySource::below(std::uint32_t n) {
  const std::uint64_t limit = (std::uint64_t{1} << 32) / n * n;
  while (true) {
    const std::uint32_t w = word();
    if (w < limit) return w % n;
  }
}

}  // namespace perron
