// The options of a game in the terminal.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace perron::terminal {

struct PlayOptions {
  std::string board = "europe";
  std::string name = "You";
  std::vector<std::string> opponents;
  std::optional<std::uint64_t> seed;
  std::optional<int> first;
  std::string save = "perron-game.jsonl";
  bool fresh = false;
  std::string record_dir;
};

}  // namespace perron::terminal
