#include "net/gzip.h"

#include <array>
#include <boost/beast/zlib/error.hpp>

namespace perron::net {

namespace {

namespace zlib = boost::beast::zlib;

constexpr std::size_t kGather = 32 << 10, kRoom = 16 << 10;
constexpr int kLevel = 6, kWindowBits = 15, kMemoryLevel = 8;

// The CRC of RFC 1952, a byte at a time.
constexpr auto kCrc = [] {
  std::array<std::uint32_t, 256> out{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    out[i] = i;
    for (int bit = 0; bit < 8; ++bit) out[i] = out[i] & 1 ? 0xedb88320 ^ out[i] >> 1 : out[i] >> 1;
  }
  return out;
}();

void put_word(std::string& out, std::uint32_t word) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(static_cast<unsigned char>(word >> shift));
}

}  // namespace

GzipSink::GzipSink() : out_("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10) {  // deflate, no name, no time, any system
  stream_.reset(kLevel, kWindowBits, kMemoryLevel, zlib::Strategy::normal);
}

void GzipSink::add(std::string_view text) {
  for (const unsigned char byte : text) crc_ = kCrc[(crc_ ^ byte) & 0xff] ^ crc_ >> 8;
  size_ += static_cast<std::uint32_t>(text.size());
  waiting_ += text;
  if (waiting_.size() < kGather) return;
  pack(waiting_, zlib::Flush::none);
  waiting_.clear();
}

void GzipSink::end() {
  pack(waiting_, zlib::Flush::finish);
  put_word(out_, ~crc_);
  put_word(out_, size_);
}

void GzipSink::pack(std::string_view text, zlib::Flush flush) {
  zlib::z_params params;
  params.next_in = text.data();
  params.avail_in = text.size();
  boost::system::error_code error;
  do {
    std::array<char, kRoom> room;
    error = {};
    params.next_out = room.data();
    params.avail_out = room.size();
    stream_.write(params, flush, error);
    out_.append(room.data(), room.size() - params.avail_out);
  } while (params.avail_out == 0 || (flush == zlib::Flush::finish && !error));
}

}  // namespace perron::net
