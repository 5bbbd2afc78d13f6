#include "server/retold.h"

#include "rules/notice.h"
#include "server/story.h"
#include "wire/json_text.h"

namespace perron::server {
namespace {

class Teller final : public Witness {
 public:
  Teller(const Game& game, Audience audience) : game_(game), audience_(audience) {}

  void step(std::uint32_t n, const State& before, Action action, const State& after) override {
    wire::JsonText notice;
    wire::write_notice(notice, game_.board, n, seen_by(game_, before, action, after, audience_));
    add(notice.view(), after);
  }
  void event(std::uint32_t n, const LogItem& item, const State& after) override {
    add(wire::event_text(n, event_of(item.kind), item.seat, item.why), after);
  }
  std::string take() { return std::move(steps_); }

 private:
  void add(std::string_view notice, const State& after) {
    if (!steps_.empty()) steps_ += ',';
    steps_ += "{\"notice\":";
    steps_ += notice;
    steps_ += ",\"view\":";
    if (before_) steps_ += news_of_views(game_, *before_, after, {&audience_, 1})[0].changed.view();
    else steps_ += text_of_view(game_, after, audience_);
    steps_ += '}';
    before_ = after;
  }

  const Game& game_;
  Audience audience_;
  std::optional<State> before_;
  std::string steps_;
};

}  // namespace

std::string retold(const Play& play, Audience audience) {
  Teller teller(play.game(), audience);
  play.retell(teller);
  wire::JsonText out(256);
  out.begin('{');
  if (audience.seat == kNoSeat) out.field_raw("seat", "null");
  else out.field("seat", index(audience.seat));
  return out.field_raw("steps", "[" + teller.take() + "]").end('}').take();
}

}  // namespace perron::server
