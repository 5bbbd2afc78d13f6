#include "server/retold.h"

#include "rules/notice.h"
#include "server/story.h"
#include "wire/json_text.h"

namespace perron::server {
namespace {

class Teller final : public Witness {
 public:
  Teller(const Game& game, Audience audience, TextSink& out) : game_(game), audience_(audience), out_(out) {}

  void step(std::uint32_t n, const State& before, Action action, const State& after) override {
    wire::JsonText notice;
    wire::write_notice(notice, game_.board, n, seen_by(game_, before, action, after, audience_));
    add(notice.view(), after);
  }
  void event(std::uint32_t n, const LogItem& item, const State& after) override {
    add(wire::event_text(n, event_of(item.kind), item.seat, item.why), after);
  }

 private:
  void add(std::string_view notice, const State& after) {
    if (before_) out_.add(",");
    out_.add("{\"notice\":");
    out_.add(notice);
    out_.add(",\"view\":");
    if (before_) out_.add(news_of_views(game_, *before_, after, {&audience_, 1})[0].changed.view());
    else out_.add(text_of_view(game_, after, audience_));
    out_.add("}");
    before_ = after;
  }

  const Game& game_;
  Audience audience_;
  TextSink& out_;
  std::optional<State> before_;
};

}  // namespace

void write_replay(const Play& play, Audience audience, TextSink& out) {
  out.add(audience.seat == kNoSeat ? std::string("{\"seat\":null") : "{\"seat\":" + std::to_string(index(audience.seat)));
  out.add(",\"steps\":[");
  Teller teller(play.game(), audience, out);
  play.retell(teller);
  out.add("]}");
}

}  // namespace perron::server
