// Compresses a text as gzip (RFC 1952), piece by piece, with Beast's deflate: no further library.
#pragma once

#include <boost/beast/zlib/deflate_stream.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "net/http/piece_sink.h"

namespace perron::net {

// Holds almost no memory between two pieces: each piece is compressed independently.
class GzipSink final : public PieceSink {
 public:
  explicit GzipSink(std::size_t piece_bytes);  // of uncompressed text
  void add(std::string_view text) override;
  bool full() const override { return in_piece_ >= piece_bytes_; }
  void end_piece() override;
  void end() override;
  std::string take() override { return std::exchange(out_, {}); }

 private:
  void compress(boost::beast::zlib::Flush flush);

  std::size_t piece_bytes_, in_piece_ = 0;
  std::unique_ptr<boost::beast::zlib::deflate_stream> stream_;  // exists only within a piece: it is large
  std::string waiting_;                                         // small texts, buffered
  std::string out_;
  std::uint32_t crc_ = 0xffffffff, size_ = 0;
};

}  // namespace perron::net
