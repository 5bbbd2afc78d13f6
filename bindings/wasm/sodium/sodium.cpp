#include "sodium.h"

#include <unistd.h>

#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "base/check.h"

namespace {

std::uint32_t little(const unsigned char* at) { return at[0] | at[1] << 8 | at[2] << 16 | static_cast<std::uint32_t>(at[3]) << 24; }
std::uint32_t big(const unsigned char* at) { return static_cast<std::uint32_t>(at[0]) << 24 | at[1] << 16 | at[2] << 8 | at[3]; }

// FIPS 180-4: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void sha256_block(std::array<std::uint32_t, 8>& hash, const unsigned char* block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i) w[i] = big(block + 4 * i);
  for (std::size_t i = 16; i < 64; ++i) {
    const auto s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
    const auto s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = hash;
  for (std::size_t i = 0; i < 64; ++i) {
    const auto first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
    const auto second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  const std::array<std::uint32_t, 8> after = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) hash[i] += after[i];
}

void quarter(std::array<std::uint32_t, 16>& x, std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
  x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 16);
  x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 12);
  x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 8);
  x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 7);
}

void sip_round(std::array<std::uint64_t, 4>& v) {
  v[0] += v[1], v[1] = std::rotl(v[1], 13) ^ v[0], v[0] = std::rotl(v[0], 32);
  v[2] += v[3], v[3] = std::rotl(v[3], 16) ^ v[2];
  v[0] += v[3], v[3] = std::rotl(v[3], 21) ^ v[0];
  v[2] += v[1], v[1] = std::rotl(v[1], 17) ^ v[2], v[2] = std::rotl(v[2], 32);
}

}  // namespace

void randombytes_buf(void* out, std::size_t size) { CHECK(getentropy(out, size) == 0); }

int crypto_hash_sha256(unsigned char* out, const unsigned char* in, unsigned long long size) {
  std::vector<unsigned char> text(in, in + size);
  text.push_back(0x80);
  while (text.size() % 64 != 56) text.push_back(0);
  for (int shift = 56; shift >= 0; shift -= 8) text.push_back(static_cast<unsigned char>(size * 8 >> shift));
  std::array<std::uint32_t, 8> hash = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (std::size_t at = 0; at < text.size(); at += 64) sha256_block(hash, text.data() + at);
  for (std::size_t i = 0; i < 32; ++i) out[i] = static_cast<unsigned char>(hash[i / 4] >> (24 - 8 * (i % 4)));
  return 0;
}

// The form of its author, as libsodium's: a nonce of 8 bytes and a block counter of 64 bits.
int crypto_stream_chacha20_xor_ic(unsigned char* out, const unsigned char* in, unsigned long long size, const unsigned char* nonce,
                                  std::uint64_t block, const unsigned char* key) {
  for (std::size_t at = 0; at < size; at += 64, ++block) {
    std::array<std::uint32_t, 16> begin = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (std::size_t i = 0; i < 8; ++i) begin[4 + i] = little(key + 4 * i);
    begin[12] = static_cast<std::uint32_t>(block);
    begin[13] = static_cast<std::uint32_t>(block >> 32);
    begin[14] = little(nonce);
    begin[15] = little(nonce + 4);
    auto x = begin;
    for (int round = 0; round < 10; ++round) {
      for (std::size_t i = 0; i < 4; ++i) quarter(x, i, 4 + i, 8 + i, 12 + i);
      for (std::size_t i = 0; i < 4; ++i) quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (std::size_t i = 0; i < 64 && at + i < size; ++i)
      out[at + i] = static_cast<unsigned char>(in[at + i] ^ (x[i / 4] + begin[i / 4]) >> (8 * (i % 4)));
  }
  return 0;
}

// SipHash-2-4. WebAssembly is little-endian, as the hash is.
int crypto_shorthash(unsigned char* out, const unsigned char* in, unsigned long long size, const unsigned char* key) {
  std::array<std::uint64_t, 2> k;
  std::memcpy(k.data(), key, sizeof k);
  std::array<std::uint64_t, 4> v = {k[0] ^ 0x736f6d6570736575, k[1] ^ 0x646f72616e646f6d, k[0] ^ 0x6c7967656e657261,
                                    k[1] ^ 0x7465646279746573};
  const auto compress = [&v](std::uint64_t word) {
    v[3] ^= word;
    sip_round(v);
    sip_round(v);
    v[0] ^= word;
  };
  std::uint64_t word = 0;
  unsigned long long at = 0;
  for (; size - at >= 8; at += 8) {
    std::memcpy(&word, in + at, 8);
    compress(word);
  }
  word = 0;
  std::memcpy(&word, in + at, static_cast<std::size_t>(size - at));
  compress(word | static_cast<std::uint64_t>(size) << 56);
  v[2] ^= 0xff;
  for (int round = 0; round < 4; ++round) sip_round(v);
  word = v[0] ^ v[1] ^ v[2] ^ v[3];
  std::memcpy(out, &word, 8);
  return 0;
}

char* sodium_bin2hex(char* out, std::size_t room, const unsigned char* in, std::size_t size) {
  CHECK(room > 2 * size);
  for (std::size_t i = 0; i < 2 * size; ++i) out[i] = "0123456789abcdef"[in[i / 2] >> (i % 2 ? 0 : 4) & 15];
  out[2 * size] = '\0';
  return out;
}

int sodium_hex2bin(unsigned char* out, std::size_t room, const char* hex, std::size_t hex_size, const char*, std::size_t* size,
                   const char**) {
  const auto digit = [](char c) { return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1; };
  if (hex_size % 2 != 0 || hex_size / 2 > room) return -1;
  for (std::size_t i = 0; i < hex_size; i += 2) {
    if (digit(hex[i]) < 0 || digit(hex[i + 1]) < 0) return -1;
    out[i / 2] = static_cast<unsigned char>(digit(hex[i]) << 4 | digit(hex[i + 1]));
  }
  *size = hex_size / 2;
  return 0;
}
