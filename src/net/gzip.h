// Packs a text as gzip (RFC 1952), piece by piece. The compression is that of the WebSockets: no library more.
#pragma once

#include <boost/beast/zlib/deflate_stream.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "server/text_sink.h"

namespace perron::net {

class GzipSink final : public server::TextSink {
 public:
  GzipSink();
  void add(std::string_view text) override;
  void end() override;
  std::string take() { return std::move(out_); }

 private:
  void pack(std::string_view text, boost::beast::zlib::Flush flush);

  boost::beast::zlib::deflate_stream stream_;
  std::string waiting_;  // small pieces, gathered
  std::string out_;
  std::uint32_t crc_ = 0xffffffff, size_ = 0;
};

}  // namespace perron::net
