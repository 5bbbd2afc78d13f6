#include "server/game/retold.h"

#include "rules/notice.h"
#include "server/game/story.h"
#include "wire/json_text.h"

namespace perron::server {
namespace {

class Teller final : public Witness {
 public:
  // Tells what comes after version `told`.
  Teller(const Game& game, Viewer viewer, std::uint32_t told, TextSink& out) : game_(game), viewer_(viewer), told_(told), out_(out) {}

  std::uint32_t told() const { return told_; }
  bool enough() const override { return out_.full(); }
  void step(std::uint32_t n, const State& before, Action action, const State& after) override {
    if (n <= told_) return remember(n, after);
    wire::JsonText notice;
    wire::write_notice(notice, game_.board, n, seen_by(game_, before, action, after, viewer_));
    add(n, notice.view(), after);
  }
  void event(std::uint32_t n, const LogItem& item, const State& after) override {
    if (n <= told_) return remember(n, after);
    add(n, wire::event_text(n, event_of(item.kind), item.seat, item.why), after);
  }

 private:
  void remember(std::uint32_t n, const State& after) {
    if (n == told_) before_ = after;
  }
  void add(std::uint32_t n, std::string_view notice, const State& after) {
    if (before_) out_.add(",");
    out_.add("{\"notice\":");
    out_.add(notice);
    out_.add(",\"view\":");
    if (before_) out_.add(news_of_views(game_, *before_, after, {&viewer_, 1})[0].changed.view());
    else out_.add(text_of_view(game_, after, viewer_));
    out_.add("}");
    before_ = after;
    told_ = n;
  }

  const Game& game_;
  Viewer viewer_;
  std::uint32_t told_;
  TextSink& out_;
  std::optional<State> before_;
};

}  // namespace

TextPlace write_replay(const Play& play, Viewer viewer, TextPlace from, TextSink& out) {
  if (from == TextPlace::begin) {
    out.add(viewer.seat == kNoSeat ? std::string("{\"seat\":null") : "{\"seat\":" + std::to_string(index(viewer.seat)));
    out.add(",\"steps\":[");
  }
  Teller teller(play.game(), viewer, static_cast<std::uint32_t>(from), out);
  play.retell(teller, teller.told());
  if (teller.told() < play.version()) return TextPlace{teller.told()};
  out.add("]}");
  return TextPlace::end;
}

}  // namespace perron::server
