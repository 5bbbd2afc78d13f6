// For fuzz_rows: a loop, a thinker and a client for a hub that is asked one thing and then cleared.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/utf8.h"
#include "server/people/client.h"
#include "server/runtime/loop.h"
#include "server/runtime/thinker.h"

namespace perron::fuzz {

inline constexpr server::Milliseconds kEvictAfter = 31'108;

// Time stands still while an input is looked at, and timers ring when they are told to. Of the sweeps of the hub one is enough.
class StillLoop final : public server::Loop {
 public:
  void post(std::function<void()> work) override { posted_.push_back(std::move(work)); }
  void after(server::Milliseconds span, std::function<void()> work) override {
    if (span == kEvictAfter / 4) sweep_ = std::move(work);
    else timers_.push_back(std::move(work));
  }
  server::Milliseconds now() const override { return now_; }
  void run() {
    for (; !posted_.empty(); posted_.pop_front()) posted_.front()();
  }
  void ring() {
    run();
    for (const auto& work : std::exchange(timers_, {})) work();
    run();
  }
  // All rooms leave memory.
  void clear() {
    run();
    timers_.clear();
    now_ += kEvictAfter;
    if (sweep_) std::exchange(sweep_, nullptr)();
    now_ -= kEvictAfter;
  }

 private:
  server::Milliseconds now_ = 1'790'000'000'000;
  std::deque<std::function<void()>> posted_;
  std::vector<std::function<void()>> timers_;
  std::function<void()> sweep_;
};

class NoThinker final : public server::Thinker {
 public:
  wire::Level ask(server::Question question, std::function<void(Action)>) override { return question.level; }
  std::size_t thinking() const override { return 0; }
  std::size_t waiting() const override { return 0; }
};

// Whether a text is JSON, without making a document of it: most of the time would go into that. Its branches say nothing about
// the server, so they are not coverage.
class JsonShape {
 public:
  explicit JsonShape(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}
  [[clang::no_sanitize("coverage")]] bool right() { return value() && at_ == end_; }

 private:
  [[clang::no_sanitize("coverage")]] bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  [[clang::no_sanitize("coverage")]] void skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
  }
  [[clang::no_sanitize("coverage")]] bool value() {
    skip_space();
    const bool good = bare_value();
    skip_space();
    return good;
  }
  [[clang::no_sanitize("coverage")]] bool bare_value() {
    if (at_ == end_) return false;
    if (*at_ == '"') return string();
    if (take('{')) return empty('}') || members('}', true);
    if (take('[')) return empty(']') || members(']', false);
    const auto* begin = at_;
    while (at_ != end_ && *at_ > ' ' && *at_ != ',' && *at_ != ']' && *at_ != '}') ++at_;
    const std::string_view word(begin, static_cast<std::size_t>(at_ - begin));
    return word == "true" || word == "false" || word == "null" || (!word.empty() && word.find_first_not_of("0123456789+-.eE") == word.npos);
  }
  [[clang::no_sanitize("coverage")]] bool empty(char end) {
    skip_space();
    return take(end);
  }
  [[clang::no_sanitize("coverage")]] bool members(char end, bool named) {
    do
      if ((named && !name()) || !value()) return false;
    while (take(','));
    return take(end);
  }
  [[clang::no_sanitize("coverage")]] bool name() {
    skip_space();
    if (!string()) return false;
    skip_space();
    return take(':');
  }
  [[clang::no_sanitize("coverage")]] bool string() {
    if (!take('"')) return false;
    for (; at_ != end_ && *at_ != '"'; ++at_) {
      if (static_cast<unsigned char>(*at_) < 0x20) return false;
      if (*at_ == '\\' && ++at_ == end_) return false;
    }
    return take('"');
  }
  const char *at_, *end_;
};

class CheckingClient final : public server::Client {
 public:
  void send(std::string_view message) override { CHECK(JsonShape(message).right() && is_utf8(message)); }
  void close(int, std::string) override {}
  void charge(std::size_t) override {}
  std::size_t backlog() const override { return 0; }
};

}  // namespace perron::fuzz
