// perron arena merge: merges the state files of a match's shards and prints the report of a single run.
#include <cstdio>

#include "app/commands.h"
#include "arena/merge.h"
#include "arena/print.h"
#include "arena/setup.h"

namespace perron::app {
namespace {

int exit_code(const arena::ArenaReport& report) {
  constexpr int kIncomplete = 3;
  if (!report.sprt) return report.missing.empty() ? 0 : kIncomplete;
  return report.sprt->verdict == arena::Verdict::accepted ? 0 : report.sprt->verdict == arena::Verdict::rejected ? 1 : kIncomplete;
}

}  // namespace

int arena_merge(const arena::ArenaOptions& options) {
  const auto whole = arena::merged(options.files);
  if (!whole) return wrong(whole.error());
  const auto report_options = arena::report_options_of(options, whole->match);
  if (!report_options) return wrong(report_options.error());
  const auto report = arena::report_of(whole->match, arena::Shard{}, whole->units, whole->units_asked, *report_options);
  std::fputs((options.json ? arena::json_line_of(report) : arena::table_of(report)).c_str(), stdout);
  if (!report.missing.empty())
    std::fprintf(stderr, "perron: %zu of %lld units are missing: %s\n", report.missing.size(), static_cast<long long>(report.units_asked),
                 arena::missing_text(report.missing, whole->units, whole->shard.of).c_str());
  return exit_code(report);
}

}  // namespace perron::app
