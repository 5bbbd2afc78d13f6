#include "arena/merge.h"

#include <algorithm>

namespace perron::arena {
namespace {

// Files may repeat a unit if its results are equal; thinking times may differ.
bool same_games(Unit a, Unit b) {
  for (auto* unit : {&a, &b})
    for (auto& share : unit->share) share.micros = share.slowest_micros = 0;
  return a == b;
}

// Moves the units of `part` to `whole`; the error is a sentence.
std::string join(ArenaState& whole, ArenaState part, const std::string& first_file, const std::string& file) {
  if (const auto differs = difference(whole.match, part.match, first_file, file); !differs.empty())
    return "these are not parts of one match:\n" + differs + "Merge files of one match only.";
  if (part.shard.of != whole.shard.of) whole.shard = Shard{};  // divided differently: no shard is missing as a whole
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

}  // namespace

Result<ArenaState, std::string> merged(const std::vector<std::string>& files) {
  std::optional<ArenaState> whole;
  for (const auto& file : files) {
    auto part = read_state_file(file);
    if (!part) return part.error();
    if (const auto other = other_program((whole ? *whole : *part).match, part->match); !other.empty())
      return file + " " + other + ": its players may differ from those of other files; play all shards with one version";
    if (!whole) {
      whole = std::move(*part);
    } else if (auto error = join(*whole, std::move(*part), files.front(), file); !error.empty()) {
      return error;
    }
  }
  return std::move(*whole);
}

}  // namespace perron::arena
