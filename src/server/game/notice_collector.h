// Collects the notices that some viewers get of a series of steps, and compares their views before and after.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/notice.h"
#include "server/game/play.h"
#include "wire/view_text.h"

namespace perron::server {

std::string text_of_view(const Game& game, const State& state, Viewer viewer);

// How a view differs from the one before.
struct ViewChange {
  wire::JsonText changed;  // an object of the fields that differ
  std::uint64_t hash;      // of the whole view
};
// One for each viewer.
std::vector<ViewChange> view_changes(const Game& game, const State& before, const State& after, std::span<const Viewer> viewers);

wire::Event event_of(EntryKind kind);  // of what is no action

class NoticeCollector final : public StepObserver {
 public:
  // Tells what comes after this version.
  NoticeCollector(const Game& game, std::vector<Viewer> viewers, std::uint32_t after);
  // The position at that version, where it is known already.
  void begin_at(const State& state) { before_ = state; }

  void step(std::uint32_t n, const State& before, Action action, const State& after) override;
  void event(std::uint32_t n, const LogItem& item, const State& after) override;

  std::uint32_t after() const { return after_; }
  const std::vector<Viewer>& viewers() const { return viewers_; }
  std::string_view notices(std::size_t viewer) const { return notices_[viewer].view(); }  // with commas between
  const std::optional<State>& before() const { return before_; }                          // nothing: there is no such version

 private:
  const Game& game_;
  std::vector<Viewer> viewers_;
  std::vector<wire::JsonText> notices_;
  std::uint32_t after_;
  std::optional<State> before_;
};

}  // namespace perron::server
