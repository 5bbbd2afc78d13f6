#include "wire/options.h"

namespace perron::wire {

Seat read_first(FieldReport& report, Fields& fields) {
  const auto* value = fields.find("first");
  const auto* word = value ? value->get_ptr<const std::string*>() : nullptr;
  if (!value || (word && *word == "random")) return kFirstRandom;
  if (value->is_string()) report.add(fields.at("first"), "must be \"random\" or a seat, " + not_this(*value));
  return Seat(value->is_string() ? 0 : read_whole(report, *value, fields.at("first"), kSeatRange));
}

ClockChoice read_clock(Fields& fields) {
  ClockChoice out;
  fields.section("clock", Need::optional, [&](Fields& clock) {
    out.kind = ClockKind(clock.choice("kind", kClockNames, Need::required).value_or(0));
    if (out.kind == ClockKind::turn) out.span = clock.number("seconds", {5, 3600});
    if (out.kind == ClockKind::days) out.span = clock.number("days", {1, 30});
    if (out.kind != ClockKind::bank) return;
    out.span = clock.number("seconds", {10, 36000});
    out.increment = clock.number("increment", {0, 600});
  });
  return out;
}

Options read_options(FieldReport& report, Fields& fields) {
  return {read_first(report, fields), read_clock(fields), fields.flag("listed", false), fields.flag("watch", true)};
}

void write_clock(JsonText& out, const ClockChoice& clock) {
  out.key("clock").begin('{').field("kind", kClockNames[static_cast<std::size_t>(clock.kind)]);
  if (clock.kind == ClockKind::days) out.field("days", clock.span);
  if (clock.kind == ClockKind::turn || clock.kind == ClockKind::bank) out.field("seconds", clock.span);
  if (clock.kind == ClockKind::bank) out.field("increment", clock.increment);
  out.end('}');
}

void write_options(JsonText& out, const Options& options) {
  out.key("first");
  if (options.first == kFirstRandom) out.value("random");
  else out.value(index(options.first));
  write_clock(out, options.clock);
  out.field("listed", options.listed).field("watch", options.watch);
}

}  // namespace perron::wire
