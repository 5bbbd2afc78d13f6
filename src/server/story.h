// What happened, as some audiences are told it: notices from a version on, and the views to tell the difference of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/notice.h"
#include "server/play.h"
#include "wire/view_text.h"

namespace perron::server {

wire::ViewText text_of_view(const Game& game, const State& state, Audience audience);
wire::ViewText text_of_view(const Game& game, const State& state, Audience audience, const wire::ViewText& public_part);

// What everyone sees before and after: each audience is told what it sees itself from it.
struct PublicTexts {
  wire::ViewText before, after;
};

wire::Event event_of(EntryKind kind);  // of what is no action

class Story final : public Witness {
 public:
  // Tells what comes after this version.
  Story(const Game& game, std::vector<Audience> audiences, std::uint32_t after);
  // The position at that version, where it is known already.
  void begin_at(const State& state) { before_ = state; }

  void step(std::uint32_t n, const State& before, Action action, const State& after) override;
  void event(std::uint32_t n, const LogItem& item, const State& after) override;

  const std::vector<Audience>& audiences() const { return audiences_; }
  const std::string& notices(std::size_t audience) const { return notices_[audience]; }  // with commas between
  const std::optional<State>& before() const { return before_; }                         // nothing: there is no such version

 private:
  void add(std::size_t audience, std::string_view notice);

  const Game& game_;
  std::vector<Audience> audiences_;
  std::vector<std::string> notices_;
  std::uint32_t after_;
  std::optional<State> before_;
};

}  // namespace perron::server
