// The few functions of libsodium that the engine worker calls, for WebAssembly, where there is no libsodium. The same names, arguments
// and bytes; what was dealt with these is checked by `perron record verify` with those.
#pragma once

#include <cstddef>
#include <cstdint>

inline constexpr std::size_t crypto_hash_sha256_BYTES = 32;
inline constexpr std::size_t crypto_stream_chacha20_NONCEBYTES = 8;
inline constexpr std::size_t crypto_shorthash_BYTES = 8, crypto_shorthash_KEYBYTES = 16;

inline int sodium_init() { return 0; }
void randombytes_buf(void* out, std::size_t size);
int crypto_hash_sha256(unsigned char* out, const unsigned char* in, unsigned long long size);
int crypto_stream_chacha20_xor_ic(unsigned char* out, const unsigned char* in, unsigned long long size, const unsigned char* nonce,
                                  std::uint64_t block, const unsigned char* key);
int crypto_shorthash(unsigned char* out, const unsigned char* in, unsigned long long size, const unsigned char* key);
char* sodium_bin2hex(char* out, std::size_t room, const unsigned char* in, std::size_t size);
// Without ignored characters and without the end of the hex: both arguments are always null here.
int sodium_hex2bin(unsigned char* out, std::size_t room, const char* hex, std::size_t hex_size, const char* ignore, std::size_t* size,
                   const char** end);
