#include "net/http/gzip.h"

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

GzipSink::GzipSink(std::size_t piece_bytes)
    : piece_bytes_(piece_bytes), out_("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10) {}  // deflate, no name, no time, any system

void GzipSink::add(std::string_view text) {
  for (const unsigned char byte : text) crc_ = kCrc[(crc_ ^ byte) & 0xff] ^ crc_ >> 8;
  size_ += static_cast<std::uint32_t>(text.size());
  in_piece_ += text.size();
  waiting_ += text;
  if (waiting_.size() >= kGather) compress(zlib::Flush::none);
}

// A sync flush ends at a byte and ends no stream: what a new deflate_stream writes may follow.
void GzipSink::end_piece() {
  compress(zlib::Flush::sync);
  stream_.reset();
  waiting_.shrink_to_fit();
  in_piece_ = 0;
}

void GzipSink::end() {
  compress(zlib::Flush::finish);
  stream_.reset();
  put_word(out_, ~crc_);
  put_word(out_, size_);
}

void GzipSink::compress(zlib::Flush flush) {
  if (!stream_) {
    stream_ = std::make_unique<zlib::deflate_stream>();
    stream_->reset(kLevel, kWindowBits, kMemoryLevel, zlib::Strategy::normal);
  }
  zlib::z_params params;
  params.next_in = waiting_.data();
  params.avail_in = waiting_.size();
  boost::system::error_code error;
  do {
    std::array<char, kRoom> room;
    error = {};
    params.next_out = room.data();
    params.avail_out = room.size();
    stream_->write(params, flush, error);
    out_.append(room.data(), room.size() - params.avail_out);
  } while (params.avail_out == 0 || (flush == zlib::Flush::finish && !error));
  waiting_.clear();
}

}  // namespace perron::net
