// The state file of an arena match: JSON lines, first the match, then each finished unit, and a line whenever more games
// are requested. The file is append-only, so a match can be stopped at any moment. docs/arena.md has the fields.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "arena/match.h"
#include "base/json.h"
#include "base/result.h"

namespace perron::arena {

struct ArenaState {
  Match match;
  Shard shard;
  std::int64_t units_asked = 0;  // of the whole match, all shards
  std::vector<Unit> units;       // in the order of their numbers, none twice
  std::size_t whole_bytes = 0;   // of the file, without a torn last line
};

// Any bytes may come. The error is a sentence. Text that ends within its first line is a state without units.
Result<ArenaState, std::string> read_state(std::string_view text);
Result<ArenaState, std::string> read_state_file(const std::string& path);

// Sentences that say how two matches differ, the first called `ours` and the second `theirs`; empty: not at all.
std::string difference(const Match& a, const Match& b, const std::string& ours, const std::string& theirs);

// A clause that says how the program that played `theirs` is another one than that of `ours`; empty: it is the same.
std::string other_program(const Match& ours, const Match& theirs);

nlohmann::ordered_json json_of(const Match& match);

// Appends to a state file; may be called from several threads.
class StateWriter {
 public:
  StateWriter() = default;
  StateWriter(const StateWriter&) = delete;
  StateWriter& operator=(const StateWriter&) = delete;
  ~StateWriter();

  // Continues `path` or begins it, and reads into `state` what has been played; `state` says what is to be played. The
  // error is a sentence, empty: none.
  std::string open(const std::string& path, ArenaState& state);
  bool is_open() const { return file_ >= 0; }
  // False: could not be written.
  bool add(const Unit& unit, const std::vector<int>& lineup);

 private:
  std::string continue_from(const std::string& path, const std::string& text, ArenaState& state);
  bool append(const nlohmann::ordered_json& line);

  int file_ = -1;
  std::mutex mutex_;
};

}  // namespace perron::arena
