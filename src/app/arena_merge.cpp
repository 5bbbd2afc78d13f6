// perron arena merge: joins the state files of the shards of one match and reports as one run would have.
#include <algorithm>
#include <cstdio>

#include "app/arena_print.h"
#include "app/arena_setup.h"
#include "app/arena_state.h"

namespace perron::app {
namespace {

// The same unit may be in several files if it is the same in all; times of thinking may differ.
bool same_games(Unit a, Unit b) {
  for (auto* unit : {&a, &b})
    for (auto& share : unit->share) share.micros = share.slowest_micros = 0;
  return a == b;
}

// Moves the units of `part` to `whole`; the error is a sentence.
std::string join(ArenaState& whole, ArenaState part, const std::string& first_file, const std::string& file) {
  if (const auto differs = difference(whole.match, part.match, first_file, file); !differs.empty())
    return "these are not parts of one match:\n" + differs + "Merge files of one match only.";
  if (part.shard.of != whole.shard.of) whole.shard = Shard{};  // divided in different ways: no shard is missing as a whole
  whole.units_asked = std::max(whole.units_asked, part.units_asked);
  std::vector<Unit> all;
  std::ranges::merge(whole.units, part.units, std::back_inserter(all), {}, &Unit::number, &Unit::number);
  const auto differ = [](const Unit& a, const Unit& b) { return a.number == b.number && !same_games(a, b); };
  if (const auto twice = std::ranges::adjacent_find(all, differ); twice != all.end())
    return "unit " + std::to_string(twice->number) + " of " + file +
           " was played with another result in a file before; leave one of them out";
  const auto doubles = std::ranges::unique(all, {}, &Unit::number);
  all.erase(doubles.begin(), doubles.end());
  whole.units = std::move(all);
  return "";
}

int exit_code(const ArenaReport& report) {
  constexpr int kIncomplete = 3;
  if (!report.sprt) return report.missing.empty() ? 0 : kIncomplete;
  return report.sprt->verdict == Verdict::accepted ? 0 : report.sprt->verdict == Verdict::rejected ? 1 : kIncomplete;
}

}  // namespace

int arena_merge(const ArenaOptions& options) {
  std::optional<ArenaState> whole;
  for (const auto& file : options.files) {
    auto part = read_state_file(file);
    if (!part) return wrong(part.error());
    if (const auto other = other_program((whole ? *whole : *part).match, part->match); !other.empty())
      return wrong(file + " " + other + ": its players may differ from those of other files; play all shards with one version");
    if (!whole) {
      whole = std::move(*part);
    } else if (const auto error = join(*whole, std::move(*part), options.files.front(), file); !error.empty()) {
      return wrong(error);
    }
  }
  const auto report_options = report_options_of(options, whole->match);
  if (!report_options) return wrong(report_options.error());
  const auto report = report_of(whole->match, Shard{}, whole->units, whole->units_asked, *report_options);
  std::fputs((options.json ? json_line_of(report) : table_of(report)).c_str(), stdout);
  if (!report.missing.empty())
    std::fprintf(stderr, "perron: %zu of %lld units are missing: %s\n", report.missing.size(), static_cast<long long>(report.units_asked),
                 missing_text(report.missing, whole->units, whole->shard.of).c_str());
  return exit_code(report);
}

}  // namespace perron::app
