#include "arena/state_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "base/file_text.h"

namespace perron::arena {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::string_view kFirstKey = "{\"perron_arena\":";
constexpr int kFormat = 1;
constexpr std::size_t kMaxPlayers = 1000;

ordered_json first_line(const ArenaState& state) {
  ordered_json out{{"perron_arena", kFormat}};
  out.update(json_of(state.match));
  out["shard"] = text(state.shard);
  return out;
}

// ---- units

template <class Field>
ordered_json column(const Unit& unit, std::size_t seats, Field&& field) {
  auto out = ordered_json::array();
  for (std::size_t i = 0; i < seats; ++i) out.push_back(field(unit.share[i]));
  return out;
}

ordered_json unit_line(const Unit& unit, const std::vector<int>& lineup) {
  const auto n = lineup.size();
  ordered_json out{{"unit", unit.number}, {"players", lineup}};
  out["wins"] = column(unit, n, [](const UnitShare& s) { return static_cast<double>(s.wins) / kWin; });
  out["shared"] = column(unit, n, [](const UnitShare& s) { return s.shared; });
  out["points"] = column(unit, n, [](const UnitShare& s) { return s.points; });
  out["completed"] = column(unit, n, [](const UnitShare& s) { return s.completed; });
  out["decisions"] = column(unit, n, [](const UnitShare& s) { return s.decisions; });
  out["seconds"] = column(unit, n, [](const UnitShare& s) { return static_cast<double>(s.micros) / 1e6; });
  out["slowest"] = column(unit, n, [](const UnitShare& s) { return static_cast<double>(s.slowest_micros) / 1e6; });
  out["forfeits"] = column(unit, n, [](const UnitShare& s) { return s.forfeits; });
  out["unfinished"] = unit.unfinished;
  if (!unit.forfeit_reasons.empty()) out["reasons"] = unit.forfeit_reasons;
  return out;
}

// A number of the column `name` at a place, times `scale`, as a whole number. Throws what nlohmann throws.
double number_at(const json& line, const char* name, std::size_t place, double scale = 1) {
  const double value = std::round(line.at(name).at(place).get<double>() * scale);
  if (!(std::abs(value) < 1e15)) throw std::out_of_range(name);
  return value;
}

Unit unit_of(const json& line, std::size_t seats) {
  Unit out;
  out.number = line.at("unit").get<std::int64_t>();
  out.unfinished = line.at("unfinished").get<std::uint32_t>();
  const auto count = [&](const char* name, std::size_t i) { return static_cast<std::uint32_t>(std::max(0.0, number_at(line, name, i))); };
  for (std::size_t i = 0; i < seats; ++i) {
    auto& share = out.share[i];
    share.wins = static_cast<std::uint32_t>(std::max(0.0, number_at(line, "wins", i, kWin)));
    share.points = static_cast<std::int32_t>(number_at(line, "points", i));
    share.shared = count("shared", i);
    share.completed = count("completed", i);
    share.decisions = count("decisions", i);
    share.forfeits = count("forfeits", i);
    share.micros = static_cast<std::uint64_t>(std::max(0.0, number_at(line, "seconds", i, 1e6)));
    share.slowest_micros = static_cast<std::uint64_t>(std::max(0.0, number_at(line, "slowest", i, 1e6)));
  }
  if (line.contains("reasons")) out.forfeit_reasons = line.at("reasons").get<std::vector<std::string>>();
  out.forfeit_reasons.resize(out.forfeit_reasons.empty() ? 0 : seats);
  return out;
}

// ---- the first line

ArenaState state_of(const json& line) {
  ArenaState out;
  auto& match = out.match;
  if (line.at("perron_arena").get<int>() != kFormat) throw std::out_of_range("perron_arena");
  match.board = line.at("board").get<std::string>();
  match.board_hash = line.at("board_hash").get<std::string>();
  match.seats = line.at("seats").get<int>();
  match.lineups = line.at("field").get<bool>() ? Lineups::field : Lineups::fixed;
  match.players = line.at("players").get<std::vector<std::string>>();
  match.seed = line.at("seed").get<std::uint64_t>();
  match.provable = line.at("provable").get<bool>();
  match.sources = line.value("sources", "");
  const auto shard = read_shard(line.at("shard").get<std::string>());
  const auto players = match.players.size();
  if (match.seats < 1 || match.seats > kSeats || players < static_cast<std::size_t>(match.seats) || players > kMaxPlayers || !shard)
    throw std::out_of_range("seats");
  out.shard = *shard;
  return out;
}

// A later line of a state. Throws what nlohmann throws.
void take_line(const json& line, ArenaState& state) {
  if (line.contains("units_asked")) {
    state.units_asked = std::max(state.units_asked, line.at("units_asked").get<std::int64_t>());
    return;
  }
  auto unit = unit_of(line, static_cast<std::size_t>(state.match.seats));
  std::uint64_t wins = 0;
  for (const auto& share : unit.share) wins += share.wins;
  if (unit.number < 0 || !state.shard.has(unit.number) || wins != static_cast<std::uint64_t>(state.match.seats * kWin))
    throw std::out_of_range("unit");
  state.units.push_back(std::move(unit));
}

std::string fault(int line, const std::string& what) {
  return "line " + std::to_string(line) + " is not of an arena's state file" + (what.empty() ? "" : " (" + what + ")");
}

std::string sort_units(std::vector<Unit>& units) {
  std::ranges::sort(units, {}, &Unit::number);
  const auto twice = std::ranges::adjacent_find(units, {}, &Unit::number);
  return twice == units.end() ? "" : "unit " + std::to_string(twice->number) + " is there twice";
}

std::string whole_lines(std::string_view text, ArenaState& state) {
  int number = 0;
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != text.npos; begin = end + 1) {
    ++number;
    const auto line = parse_json(text.substr(begin, end - begin));
    if (!line) return fault(number, line.error().message);
    try {
      if (number == 1) state = state_of(*line);
      else take_line(*line, state);
    } catch (const std::exception&) {  // a field is missing or of the wrong kind
      return fault(number, number == 1 ? "it should describe the match" : "it should be a unit of this match");
    }
    state.whole_bytes = end + 1;
  }
  return sort_units(state.units);
}

}  // namespace

ordered_json json_of(const Match& match) {
  return {{"board", match.board}, {"board_hash", match.board_hash}, {"seats", match.seats},     {"field", match.lineups == Lineups::field},
          {"seed", match.seed},   {"provable", match.provable},     {"sources", match.sources}, {"players", match.players}};
}

Result<ArenaState, std::string> read_state(std::string_view text) {
  ArenaState state;
  if (const auto error = whole_lines(text, state); !error.empty()) return error;
  // Only a torn first line. It will be overwritten, so it must at least look like a state file.
  if (state.whole_bytes == 0 && !text.starts_with(kFirstKey) && !kFirstKey.starts_with(text)) return fault(1, "");
  return state;
}

Result<ArenaState, std::string> read_state_file(const std::string& path) {
  std::string error;
  const auto content = file_text(path, error);
  if (!content) return path + " " + error;
  auto state = read_state(*content);
  if (!state) return path + ": " + state.error();
  if (state->whole_bytes == 0) return path + " is empty";
  return state;
}

std::string difference(const Match& a, const Match& b, const std::string& ours, const std::string& theirs) {
  std::string out;
  const auto left = json_of(a), right = json_of(b);
  for (const auto& [name, value] : left.items())
    if (value != right[name]) out += "  " + name + ": " + ours + " " + value.dump() + ", " + theirs + " " + right[name].dump() + "\n";
  return out;
}

std::string other_program(const Match& ours, const Match& theirs) {
  if (theirs.sources.empty()) return "does not say which version of perron played it";
  if (theirs.sources == ours.sources) return "";
  return "was played by another version of perron (sources " + theirs.sources + ", not " + ours.sources + ")";
}

StateWriter::~StateWriter() {
  if (file_ < 0) return;
  fsync(file_);
  close(file_);
}

std::string StateWriter::open(const std::string& path, ArenaState& state) {
  file_ = ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) return "can't open the state file " + path + ": " + std::strerror(errno);
  if (flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return "another arena is writing " + path + "; give each run (each shard) a state file of its own";
  std::string error;
  const auto content = file_text(path, error);
  if (!content) return "the state file " + path + " " + error;
  return continue_from(path, *content, state);
}

std::string StateWriter::continue_from(const std::string& path, const std::string& content, ArenaState& state) {
  const std::string advice = "; to begin anew give another --state FILE or remove this one";
  auto old = read_state(content);
  if (!old) return path + ": " + old.error() + advice;
  if (old->whole_bytes < content.size() && ftruncate(file_, static_cast<off_t>(old->whole_bytes)) != 0)
    return "can't write " + path + ": " + std::strerror(errno);
  const bool fresh = old->whole_bytes == 0;
  if (!fresh) {
    if (const auto other = other_program(state.match, old->match); !other.empty())
      return path + " " + other +
             ", and its players may have changed since; to begin anew give another --state FILE, or go on with that version";
    auto differs = difference(state.match, old->match, "now", "in the file");
    if (state.shard != old->shard) differs += "  shard: now " + text(state.shard) + ", in the file " + text(old->shard) + "\n";
    if (!differs.empty())
      return path + " is of another match:\n" + differs + "Give the arguments of that match to go on with it" + advice + ".";
  }
  state.units = std::move(old->units);
  const bool asks_more = state.units_asked > old->units_asked;
  if ((fresh && !append(first_line(state))) || (asks_more && !append({{"units_asked", state.units_asked}})))
    return "can't write " + path + ": " + std::strerror(errno);
  return "";
}

bool StateWriter::add(const Unit& unit, const std::vector<int>& lineup) {
  const std::lock_guard lock(mutex_);
  return append(unit_line(unit, lineup));
}

// Writes whole lines with one call each: other readers see whole lines, or a torn last one after a crash.
bool StateWriter::append(const ordered_json& line) {
  const auto bytes = line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  return write(file_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
}

}  // namespace perron::arena
