// The arguments of an arena match as given on the command line, not yet checked (arena/setup.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace perron::arena {

struct ArenaOptions {
  std::string board = "europe";
  std::vector<std::string> players, field;  // from lists with commas; none is empty
  std::vector<std::string> single_players;  // one by one: for names with commas
  int seats = 0;                            // 0: one for each player; else the players are a field
  std::optional<std::int64_t> games;
  std::uint64_t seed = 1;
  int threads = 0;  // 0: all cores
  std::string record_dir, state, shard, anchor;
  std::optional<std::string> sprt;  // "elo0,elo1" or empty
  double alpha = 0.05, beta = 0.05;
  bool json = false, provable = false, quiet = false;
  std::vector<std::string> files;  // to merge
};

}  // namespace perron::arena
