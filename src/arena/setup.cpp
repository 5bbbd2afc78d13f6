#include "arena/setup.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "arena/players/seat_player.h"
#include "base/file_text.h"
#include "base/hash.h"
#include "base/json.h"
#include "content/builtin.h"

namespace perron::arena {
namespace {

// Parses a number; the whole text must be one.
std::optional<double> number(const std::string& text) {
  double value = 0;
  char rest = 0;
  return std::sscanf(text.c_str(), "%lf%c", &value, &rest) == 1 ? std::optional(value) : std::nullopt;
}

// These characters would break the table.
bool has_control_characters(const std::string& name) {
  return std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

Result<Match, std::string> field_of(const ArenaOptions& options, Match match) {
  match.lineups = Lineups::field;
  match.seats = options.seats;
  if (options.seats == 0) return std::string("--field needs --seats N: how many sit at a table");
  if (match.players.size() < static_cast<std::size_t>(match.seats))
    return "a field for " + std::to_string(match.seats) + " seats needs at least as many players";
  if (std::set<std::string>(match.players.begin(), match.players.end()).size() < match.players.size())
    return std::string("the players of a field must differ from each other");
  return match;
}

Result<Anchor, std::string> anchor_of(const std::string& text, const Match& match) {
  const auto find = [&](const std::string& name) { return std::ranges::find(match.players, name) - match.players.begin(); };
  const auto none = static_cast<std::ptrdiff_t>(match.players.size());
  if (text.empty()) return Anchor{};
  if (const auto whole = find(text); whole < none) return Anchor{static_cast<int>(whole), 0};
  // Names may contain '=': the last one separates the rating.
  const auto equals = text.rfind('=');
  const auto part = equals == text.npos ? none : find(text.substr(0, equals));
  const auto elo = equals == text.npos ? std::nullopt : number(text.substr(equals + 1));
  if (part == none || !elo) return "--anchor " + text + ": give a player of this match, or NAME=ELO";
  return Anchor{static_cast<int>(part), *elo};
}

Result<SprtPlan, std::string> plan_of(const ArenaOptions& options, const Match& match) {
  auto plan = read_elos(*options.sprt);
  if (!plan) return "--sprt: " + plan.error();
  plan->alpha = options.alpha;
  plan->beta = options.beta;
  if (match.players.size() != 2 || match.lineups != Lineups::fixed) return std::string("--sprt compares exactly two --players");
  return plan;
}

}  // namespace

Result<Match, std::string> match_of(const ArenaOptions& options) {
  const int given = !options.players.empty() + !options.field.empty() + !options.single_players.empty();
  if (given == 0) return std::string("arena needs --players, for example --players h1,random");
  if (given > 1) return std::string("give the players by one of --players, --player and --field");
  Match match;
  for (const auto* list : {&options.players, &options.field, &options.single_players})
    if (!list->empty()) match.players = *list;
  match.seed = options.seed;
  match.provable = options.provable;
  if (match.players.size() > 100) return std::string("at most 100 players");
  for (const auto& name : match.players) {
    if (has_control_characters(name)) return "the player " + in_quotes(name) + " has a line break or another control character in its name";
    if (const auto player = make_seat_player(name); !player) return player.error();
  }
  if (!options.field.empty() || (options.seats > 0 && !options.single_players.empty())) return field_of(options, std::move(match));
  if (options.seats > 0) return std::string("--seats goes with --field; --players has one player for each seat");
  match.seats = static_cast<int>(match.players.size());
  return match;
}

Result<SprtPlan, std::string> read_elos(const std::string& text) {
  SprtPlan plan;
  char rest = 0;
  // A bare --sprt takes the next argument, which may be a file.
  if (!text.empty() && std::sscanf(text.c_str(), "%lf,%lf%c", &plan.elo0, &plan.elo1, &rest) != 2)
    return in_quotes(text) + " is not two Elos; write --sprt=ELO0,ELO1, for example --sprt=0,20, or --sprt at the very end";
  if (!(plan.elo0 < plan.elo1 && plan.elo0 > -2000 && plan.elo1 < 2000))
    return std::string("the first Elo must be below the second, and both within -2000 and 2000");
  return plan;
}

Result<ReportOptions, std::string> report_options_of(const ArenaOptions& options, const Match& match) {
  ReportOptions out;
  const auto anchor = anchor_of(options.anchor, match);
  if (!anchor) return anchor.error();
  out.anchor = *anchor;
  if (!options.sprt) return out;
  const auto plan = plan_of(options, match);
  if (!plan) return plan.error();
  out.sprt = *plan;
  return out;
}

Result<Shard, std::string> shard_of(const ArenaOptions& options) {
  if (options.shard.empty()) return Shard{};
  const auto shard = read_shard(options.shard);
  if (!shard) return "--shard " + options.shard + ": give a number from 1 and how many there are, for example 3/8";
  if (options.state.empty()) return std::string("--shard needs --state FILE: the parts are merged from their state files");
  if (options.sprt) return std::string("--sprt needs all units in order: play the shards without it and give it to `perron arena merge`");
  return *shard;
}

std::int64_t games_of(const ArenaOptions& options) {
  constexpr std::int64_t kGames = 1000, kGamesOfTest = 100000;  // a sequential test stops early
  return options.games.value_or(options.sprt ? kGamesOfTest : kGames);
}

std::string board_hash(const std::string& name_or_file) {
  const auto builtin = std::ranges::find(builtin_boards(), name_or_file, &BuiltinBoard::id);
  std::string error;
  const auto text = builtin != builtin_boards().end() ? std::string(builtin->json) : file_text(name_or_file, error).value_or("");
  Hash hash;
  hash.add_bytes(text.data(), text.size());
  char out[17];
  std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(hash.value()));
  return out;
}

}  // namespace perron::arena
