// The subcommands of `perron`, each in a file of its own. They return the exit code: 0 success, 1 an error was found, 2 wrong arguments,
// 3 (record) unfinished.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/options.h"
#include "model/board.h"
#include "rules/game.h"
#include "terminal/options.h"

namespace perron::app {

// Prints an error to standard error. Returns 2, the exit code for wrong arguments.
int wrong(const std::string& sentence);
// The board of a name or file; nullopt after its errors have been printed.
std::optional<Board> board_or_complain(const std::string& name_or_file);
// The same as a Game for a number of seats.
std::optional<Game> game_or_complain(const std::string& name_or_file, int seats);

// 0 done, or accepted by the test; 1 rejected; 2 could not be played; 3 undecided; 130 interrupted.
int arena(const arena::ArenaOptions& options);
// 0 complete, or accepted; 1 rejected; 2 incompatible files; 3 units are missing, or undecided.
int arena_merge(const arena::ArenaOptions& options);

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
  int seats = 0;  // 0: as in the view
};
int engine(const EngineOptions& options);

int play(const terminal::PlayOptions& options);

struct ServeOptions {
  std::string config;                                     // a file of settings
  std::map<std::string, std::string, std::less<>> given;  // by flags; src/net/run/settings.h has the names
};
// 0: stopped cleanly; 1: could not start.
int serve(const ServeOptions& options);

struct DataOptions {
  std::string data;                                // the folder; for reading, also a database file
  std::string folder, file;                        // export: the destination
  std::vector<std::string> games;                  // export: only these
  bool abandoned = false;                          // export: also abandoned games
  std::string into;                                // vacuum: write a copy
  std::optional<int> games_older, sessions_older;  // vacuum: delete those older than this many days
};
// 0 no errors, or done; 1 errors found, or not possible; 2 wrong arguments.
int data_check(const DataOptions& options);
int data_export(const DataOptions& options);
int data_vacuum(const DataOptions& options);
int data_accept_loss(const DataOptions& options);

}  // namespace perron::app
