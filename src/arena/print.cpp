#include "arena/print.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <set>

#include "arena/state_file.h"
#include "base/json.h"

namespace perron::arena {
namespace {

using nlohmann::ordered_json;

// For numbers only: names may be of any length.
template <class... Values>
std::string format(const char* pattern, Values... values) {
  char out[512];
  std::snprintf(out, sizeof out, pattern, values...);
  return out;
}

std::string count(std::int64_t number, const char* word) { return std::to_string(number) + " " + word + (number == 1 ? "" : "s"); }

// The first items of a comma-separated list.
std::string shortened(const std::string& list) {
  constexpr int kMost = 20;
  std::size_t end = 0;
  for (int parts = 0; parts < kMost; ++parts)
    if (end = list.find(',', parts == 0 ? 0 : end + 1); end == list.npos) return list;
  return list.substr(0, end) + ", ...";
}

// Columns as wide as their widest cell; the first is left-aligned, the others right-aligned.
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> width;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i == width.size()) width.push_back(0);
      width[i] = std::max(width[i], row[i].size());
    }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(width[i] - row[i].size(), ' ');
      line += i == 0 ? row[i] + space : "  " + space + row[i];
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

std::string heading(const ArenaReport& report) {
  const auto& match = report.match;
  auto out = match.board + ", " + count(match.seats, "seat") + ", " + count(report.games, "game") + " in " + count(report.units, "unit") +
             " (a deal with every rotation of the seats), seed " + std::to_string(match.seed);
  if (report.seconds > 0) out += format(", %.1f s", report.seconds);
  if (report.shard.of > 1) out += "\nshard " + text(report.shard) + ": a part of the match; `perron arena merge` joins the parts";
  if (report.unfinished > 0)
    out += "\n" + count(report.unfinished, "game") + " came to a standstill and " + (report.unfinished == 1 ? "was" : "were") +
           " played again with another deal";
  return out + "\n";
}

std::vector<std::size_t> order_of(const ArenaReport& report) {
  std::vector<std::size_t> out(report.players.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  if (report.match.lineups == Lineups::field)
    std::ranges::stable_sort(out, std::greater{}, [&](std::size_t p) { return report.players[p].rating.elo; });
  return out;
}

std::string players_table(const ArenaReport& report) {
  std::vector<std::vector<std::string>> rows{{"player", "games", "wins %", "95 % interval", "Elo", "95 % interval", "points", "tickets",
                                              "shared", "ms/move", "slowest", "forfeits"}};
  for (const auto p : order_of(report)) {
    const auto& player = report.players[p];
    const auto& [elo, low, high] = player.rating;
    rows.push_back({player.name, std::to_string(player.games), format("%.1f", 100 * player.win_share()),
                    format("%.1f to %.1f", 100 * player.share_interval.low, 100 * player.share_interval.high), format("%.0f", elo),
                    low == high ? "anchor" : format("%.0f to %.0f", low, high), format("%.1f", player.mean(player.points)),
                    format("%.2f", player.mean(player.completed)), std::to_string(player.shared), format("%.3f", player.ms_per_decision()),
                    format("%.1f", static_cast<double>(player.slowest_micros) / 1e3), std::to_string(player.forfeits)});
  }
  return aligned(rows);
}

std::string cross_text(const ArenaReport& report) {
  const auto order = order_of(report);
  std::vector<std::vector<std::string>> rows{{"wins % against"}};
  for (std::size_t i = 0; i < order.size(); ++i) rows[0].push_back(std::to_string(i + 1));
  for (std::size_t i = 0; i < order.size(); ++i) {
    auto& row = rows.emplace_back();
    row.push_back(std::to_string(i + 1) + " " + report.players[order[i]].name);
    for (const auto other : order) {
      const double share = report.cross[order[i]][other];
      row.push_back(share < 0 ? "-" : format("%.1f", 100 * share));
    }
  }
  return "\n" + aligned(rows);
}

std::string forfeit_lines(const ArenaReport& report) {
  std::string out;
  for (const auto& player : report.players)
    if (player.forfeits > 0)
      out += player.name + " forfeited " + count(player.forfeits, "game") + "; first reason: " + player.forfeit_reason + "\n";
  return out;
}

// One sentence with the result, for two players.
std::string comparison(const ArenaReport& report) {
  if (report.players.size() != 2 || report.games == 0) return "";
  const bool first = report.players[0].win_share() >= report.players[1].win_share();
  const auto &better = report.players[first ? 0 : 1], &other = report.players[first ? 1 : 0];
  const auto& [low, high] = better.share_interval;
  if (low <= 0.5)
    return better.name + " and " + other.name +
           format(": no difference is proven; the better one wins %.1f %% of the games (95 %% interval %.1f to %.1f).\n",
                  100 * better.win_share(), 100 * low, 100 * high);
  return better.name + " is stronger than " + other.name +
         format(": it wins %.1f %% of the games (95 %% interval %.1f to %.1f).\n", 100 * better.win_share(), 100 * low, 100 * high);
}

const char* name(Verdict verdict) {
  switch (verdict) {
    case Verdict::accepted: return "accepted";
    case Verdict::rejected: return "rejected";
    default: return "undecided";
  }
}

std::string why_undecided(const ArenaReport& report, const std::string& played) {
  constexpr const char* kNeedsMore = ": more games are needed to tell.\n";
  if (report.interrupted) return "when stopped after " + played + kNeedsMore;
  if (report.missing.empty()) return "at the limit of " + played + kNeedsMore;
  return "after " + played + ": the test takes the units in the order of their numbers, and unit " +
         std::to_string(report.missing.front()) + " is missing.\n";
}

std::string sprt_text(const ArenaReport& report) {
  const auto& sprt = *report.sprt;
  const auto& plan = sprt.plan;
  const auto &first = report.players[0].name, &second = report.players[1].name;
  auto out = format("SPRT of Elo %g against %g, alpha %g, beta %g: LLR %.2f, bounds %.2f to %.2f\n", plan.elo0, plan.elo1, plan.alpha,
                    plan.beta, sprt.llr, plan.lower(), plan.upper());
  const auto played = count(2 * sprt.units, "game");
  switch (sprt.verdict) {
    case Verdict::accepted:
      return out + "Accepted after " + played + ": " + first + " is better than " + second +
             format(" by more than %g Elo; such a verdict is wrong in at most %g %% of the cases.\n", plan.elo0, 100 * plan.alpha);
    case Verdict::rejected:
      return out + "Rejected after " + played + ": " + first + format(" is not %g Elo better than ", plan.elo1) + second +
             format("; such a verdict is wrong in at most %g %% of the cases.\n", 100 * plan.beta);
    default: return out + "Undecided " + why_undecided(report, played);
  }
}

// ---- JSON

double rounded(double value, double digits = 1e6) { return std::round(value * digits) / digits; }

ordered_json json_of(const PlayerReport& player) {
  ordered_json out{{"player", player.name}, {"games", player.games}, {"win_share", rounded(player.win_share())}};
  out["win_share_low"] = rounded(player.share_interval.low);
  out["win_share_high"] = rounded(player.share_interval.high);
  out["elo"] = rounded(player.rating.elo, 1e3);
  out["elo_low"] = rounded(player.rating.low, 1e3);
  out["elo_high"] = rounded(player.rating.high, 1e3);
  out["points"] = rounded(player.mean(player.points));
  out["completed"] = rounded(player.mean(player.completed));
  out["shared"] = player.shared;
  out["decisions"] = player.decisions;
  out["forfeits"] = player.forfeits;
  if (player.forfeits > 0) out["forfeit_reason"] = player.forfeit_reason;
  out["time"] = {{"seconds", static_cast<double>(player.micros) / 1e6},
                 {"ms_mean", rounded(player.ms_per_decision())},
                 {"ms_max", static_cast<double>(player.slowest_micros) / 1e3}};
  return out;
}

ordered_json json_of(const SprtReport& sprt) {
  const auto& plan = sprt.plan;
  return {{"verdict", name(sprt.verdict)},
          {"llr", rounded(sprt.llr)},
          {"lower", rounded(plan.lower())},
          {"upper", rounded(plan.upper())},
          {"elo0", plan.elo0},
          {"elo1", plan.elo1},
          {"alpha", plan.alpha},
          {"beta", plan.beta},
          {"units", sprt.units}};
}

ordered_json json_of_cross(const ArenaReport& report) {
  auto out = ordered_json::array();
  for (const auto& row : report.cross) {
    auto& line = out.emplace_back(ordered_json::array());
    for (const double share : row) line.push_back(share < 0 ? ordered_json() : ordered_json(rounded(share)));
  }
  return out;
}

}  // namespace

std::string ranges(std::span<const std::int64_t> numbers) {
  std::string out;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto begin = i;
    while (i + 1 < numbers.size() && numbers[i + 1] == numbers[i] + 1) ++i;
    out += (out.empty() ? "" : ", ") + std::to_string(numbers[begin]) + (i > begin ? "-" + std::to_string(numbers[i]) : "");
  }
  return out;
}

std::string missing_text(std::span<const std::int64_t> missing, std::span<const Unit> played, std::int64_t shards) {
  std::set<std::int64_t> begun, absent;  // numbers of shards
  for (const auto& unit : played) begun.insert(unit.number % shards + 1);
  std::vector<std::int64_t> single;
  for (const auto unit : missing) {
    const auto shard = unit % shards + 1;
    if (shards == 1 || begun.contains(shard)) single.push_back(unit);
    else absent.insert(shard);
  }
  const std::vector<std::int64_t> whole(absent.begin(), absent.end());
  std::string out;
  if (!whole.empty()) out = (whole.size() == 1 ? "shard " : "shards ") + shortened(ranges(whole)) + " of " + std::to_string(shards);
  if (!single.empty())
    out += (whole.empty() ? "" : "; ") + std::string(single.size() == 1 ? "unit " : "units ") + shortened(ranges(single));
  return out;
}

std::string table_of(const ArenaReport& report) {
  auto out = heading(report) + players_table(report);
  if (report.match.lineups == Lineups::field) out += cross_text(report);
  return out + forfeit_lines(report) + comparison(report) + (report.sprt ? sprt_text(report) : "");
}

std::string json_line_of(const ArenaReport& report) {
  ordered_json out = perron::arena::json_of(report.match);
  out.erase("players");
  if (report.shard.of > 1) out["shard"] = text(report.shard);
  out["games"] = report.games;
  out["units"] = report.units;
  out["units_asked"] = report.units_asked;
  out["decisions"] = report.decisions;
  out["unfinished"] = report.unfinished;
  out["seconds"] = rounded(report.seconds, 1e3);
  out["interrupted"] = report.interrupted;
  out["missing"] = report.missing.size();
  out["missing_units"] = ranges(report.missing);
  auto& players = out["players"] = ordered_json::array();
  for (const auto& player : report.players) players.push_back(json_of(player));
  out["cross"] = json_of_cross(report);
  if (report.sprt) out["sprt"] = json_of(*report.sprt);
  return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace perron::arena
