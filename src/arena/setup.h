// The arguments of the arena, checked. Errors are sentences.
#pragma once

#include "arena/options.h"
#include "arena/report.h"
#include "base/result.h"

namespace perron::arena {

// All but the board, which fills in its names.
Result<Match, std::string> match_of(const ArenaOptions& options);
// What --sprt takes: "ELO0,ELO1", or nothing for the defaults.
Result<SprtPlan, std::string> read_elos(const std::string& text);
Result<ReportOptions, std::string> report_options_of(const ArenaOptions& options, const Match& match);
Result<Shard, std::string> shard_of(const ArenaOptions& options);
std::int64_t games_of(const ArenaOptions& options);
// Of what the board file says; the same wherever the file is.
std::string board_hash(const std::string& name_or_file);

}  // namespace perron::arena
