// Where a long text goes, piece by piece, so that nobody needs to hold all of it.
#pragma once

#include <string>
#include <string_view>

namespace perron::server {

class TextSink {
 public:
  virtual ~TextSink() = default;
  virtual void add(std::string_view text) = 0;
  virtual void end() = 0;  // no more will come
};

class StringSink final : public TextSink {
 public:
  void add(std::string_view more) override { text += more; }
  void end() override {}

  std::string text;
};

}  // namespace perron::server
