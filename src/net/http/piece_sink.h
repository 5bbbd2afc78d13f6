// Text sinks that pass on their text in pieces of about the same size: PlainSink as it is, GzipSink (gzip.h) compressed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "server/runtime/text_sink.h"

namespace perron::net {

class PieceSink : public server::TextSink {
 public:
  // After end_piece() or end(): the output since the last call.
  virtual std::string take() = 0;
};

// Uncompressed.
class PlainSink final : public PieceSink {
 public:
  explicit PlainSink(std::size_t piece_bytes) : piece_bytes_(piece_bytes) {}
  void add(std::string_view more) override { text_ += more; }
  bool full() const override { return text_.size() >= piece_bytes_; }
  void end_piece() override {}
  void end() override {}
  std::string take() override { return std::exchange(text_, {}); }

 private:
  std::size_t piece_bytes_;
  std::string text_;
};

}  // namespace perron::net
