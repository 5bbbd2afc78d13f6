// The kit: what holds at every position of every board, and how tests get at boards, games and golden files. Knows no
// test framework: an empty answer means that all is well.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dealer/dealer.h"
#include "notation/record.h"
#include "rules/engine.h"
#include "search/player.h"

namespace perron::kit {

// Players for tests of the engine: fast, and between them they reach every rule. Tests of the players take them all.
inline constexpr const char* kPlainPlayers[] = {"random", "h1", "hoard"};

// ---- Boards.

// The built-in boards, then the files in tests/boards; each group by name.
const std::vector<std::string>& board_names();
const std::vector<std::string>& builtin_names();
// By name as above, or by the id that the board gives itself. Stops the program if there is no such board.
Board board_of(const std::string& name);
// One game for each number of seats that the board allows.
std::vector<Game> games_of(const std::string& name);
// For records: finds every board of the list above by its id.
BoardFinder finder();
// A name that test frameworks take: letters, digits and underscores.
std::string plain_name(std::string_view name);

// ---- Effort and golden files.

// So many, times PERRON_TEST_SCALE, at least 1. Without that variable builds with sanitizers or without optimisation do less.
int scaled(int count);
double scale();

// The folder tests/. Only one file is compiled with that path, so that another clone can use what this one compiled.
const std::string& tests_dir();
bool update_golden();  // PERRON_UPDATE_GOLDEN is set: golden files are rewritten
std::string golden_path(std::string_view name);
std::vector<std::string> files_in(const std::string& folder, std::string_view extension);
std::string file_text(const std::string& path);  // stops the program if it can't be read
void write_file(const std::string& path, std::string_view text);

// ---- Games.

inline constexpr std::size_t kMostActions = 20000;  // no game is longer, deals included

struct Played {
  Seat first{0};
  std::vector<Action> actions;  // deals included
  State last;
};

// A race in which nobody can do anything but swap tickets, now and for ever: no rule ends such a game (docs/rules.md).
bool at_a_stand(const Game& game, const State& state);
inline bool ended(const Game& game, const State& state) { return is_over(state.open) || at_a_stand(game, state); }

// Plays a game between players of one kind, or of several, seat by seat. Calls visit(state) at every node but the last;
// a visit that answers false stops the game there. A game that comes to a stand stops, too, and any at kMostActions.
Played play(const Game& game, const std::vector<std::string>& players, Dealer& dealer, std::uint64_t seed,
            const std::function<bool(const State&)>& visit);
Played play(const Game& game, std::string_view player, std::uint64_t seed, const std::function<bool(const State&)>& visit);
Played play(const Game& game, std::string_view player, std::uint64_t seed);

// A whole record of such a game.
std::string record_of(const Game& game, const Played& played, const std::string& key_sha256, const std::string& key);

// ---- Odds.

// How surprising counts are, as so many standard deviations: chi-square, brought to the normal scale. Above 5 is no accident.
// Cells with an expectation below 5 are put together. `variance`: that of a cell against independent draws.
double surprise(const std::vector<double>& expected, const std::vector<double>& counted, double variance = 1);

// ---- The checks. The answer lists what is wrong, with the position.

// Nothing is lost and what Public says is true. Holds in sampled worlds too.
std::string conserved(const Game& game, const State& state);

// quick: for every node. full: why_not over every encoding of an action, every successor, sampled worlds played to their end.
enum class Depth : std::uint8_t { quick, full };
std::string check_node(const Game& game, const State& state, Depth depth, Rng& rng);

// Every action that why_not accepts, found by asking about all of them: slow and sure.
std::vector<Action> accepted(const Game& game, const Public& open, const Private& mine);

// The actions that legal lists; on the heap, for the list is large.
std::vector<Action> legal_actions(const Game& game, const State& state);

// Small languages of the golden files: "phase turn", "legal claim a-b red", ... (see tests/golden/README.md). Empty: it holds.
std::string expectation_fault(const Game& game, const State& state, std::string_view text);

}  // namespace perron::kit
