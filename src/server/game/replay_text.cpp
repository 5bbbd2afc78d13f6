#include "server/game/replay_text.h"

#include "rules/notice.h"
#include "server/game/notice_collector.h"
#include "wire/json_text.h"

namespace perron::server {
namespace {

class ReplayWriter final : public StepObserver {
 public:
  // Writes the steps after version `last`.
  ReplayWriter(const Game& game, Viewer viewer, std::uint32_t last, TextSink& out) : game_(game), viewer_(viewer), last_(last), out_(out) {}

  std::uint32_t last() const { return last_; }
  bool done() const override { return out_.full(); }
  void step(std::uint32_t n, const State& before, Action action, const State& after) override {
    if (n <= last_) return remember(n, after);
    wire::JsonText notice;
    wire::write_notice(notice, game_.board, n, seen_by(game_, before, action, after, viewer_));
    add(n, notice.view(), after);
  }
  void event(std::uint32_t n, const LogItem& item, const State& after) override {
    if (n <= last_) return remember(n, after);
    add(n, wire::event_text(n, event_of(item.kind), item.seat, item.why), after);
  }

 private:
  void remember(std::uint32_t n, const State& after) {
    if (n == last_) before_ = after;
  }
  void add(std::uint32_t n, std::string_view notice, const State& after) {
    if (before_) out_.add(",");
    out_.add("{\"notice\":");
    out_.add(notice);
    out_.add(",\"view\":");
    if (before_) out_.add(view_changes(game_, *before_, after, {&viewer_, 1})[0].changed.view());
    else out_.add(text_of_view(game_, after, viewer_));
    out_.add("}");
    before_ = after;
    last_ = n;
  }

  const Game& game_;
  Viewer viewer_;
  std::uint32_t last_;
  TextSink& out_;
  std::optional<State> before_;
};

}  // namespace

TextCursor write_replay(const Play& play, Viewer viewer, TextCursor from, TextSink& out) {
  if (from == TextCursor::begin) {
    out.add(viewer.seat == kNoSeat ? std::string("{\"seat\":null") : "{\"seat\":" + std::to_string(index(viewer.seat)));
    out.add(",\"steps\":[");
  }
  ReplayWriter writer(play.game(), viewer, static_cast<std::uint32_t>(from), out);
  play.replay(writer, writer.last());
  if (writer.last() < play.version()) return TextCursor{writer.last()};
  out.add("]}");
  return TextCursor::end;
}

}  // namespace perron::server
