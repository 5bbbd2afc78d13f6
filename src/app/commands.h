// The subcommands of `perron`, each in a file of its own. They return the exit code: 0 fine, 1 found a fault, 2 wrong
// arguments, 3 (record) unfinished.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/board.h"
#include "rules/game.h"

namespace perron::app {

// Prints a sentence to standard error; the exit code of wrong arguments.
int wrong(const std::string& sentence);
// The board of a name or file, or nothing after its errors have been printed.
std::optional<Board> board_or_complain(const std::string& name_or_file);
// The same, ready for so many seats.
std::optional<Game> game_or_complain(const std::string& name_or_file, int seats);
std::optional<std::string> file_text(const std::string& path, std::string& error);

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
// 0 done, or accepted by the test; 1 rejected; 2 could not be played; 3 undecided; 130 interrupted.
int arena(const ArenaOptions& options);
// 0 complete, or accepted; 1 rejected; 2 files that do not fit together; 3 units are missing, or undecided.
int arena_merge(const ArenaOptions& options);

struct BenchOptions {
  std::string board;  // empty: all built-in ones
  int seats = 0;      // 0: all
  double seconds = 1;
  int signature_games = 50;
  bool search = false;
  bool json = false;
};
int bench(const BenchOptions& options);

struct PerftOptions {
  std::string board = "europe";
  int seats = 2;
  int depth = 3;
  std::uint64_t seed = 1;
  bool exact = false;
  std::string line;  // actions to play first, separated by " / "
  bool divide = false;
};
int perft(const PerftOptions& options);

struct RecordOptions {
  std::vector<std::string> files;
  std::string board;
  bool quiet = false;
};
int record_play(const RecordOptions& options);
int record_show(const RecordOptions& options);
int record_verify(const RecordOptions& options);

int check_board(const std::vector<std::string>& files);

struct EngineOptions {
  std::string board = "europe";
  std::string player = "hard";
  int seats = 0;  // 0: as many as the view has
};
int engine(const EngineOptions& options);

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
int play(const PlayOptions& options);

struct ServeOptions {
  std::string config;                                     // a file of settings
  std::map<std::string, std::string, std::less<>> given;  // by flags; src/net/settings.h has the names
};
// 0: stopped cleanly; 1: could not start.
int serve(const ServeOptions& options);

struct DataOptions {
  std::string data;                                // the folder; to look at, also a database file
  std::string folder, file;                        // export: where to
  std::vector<std::string> games;                  // export: these only
  bool abandoned = false;                          // export: these too
  std::string into;                                // vacuum: a copy
  std::optional<int> games_older, sessions_older;  // vacuum: delete those of so many days ago
};
// 0 right or done, 1 a fault was found or it could not be done, 2 wrong arguments.
int data_check(const DataOptions& options);
int data_export(const DataOptions& options);
int data_vacuum(const DataOptions& options);
int data_accept_loss(const DataOptions& options);

}  // namespace perron::app
