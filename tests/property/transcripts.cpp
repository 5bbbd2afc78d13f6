// Golden transcripts: games with what everyone sees, and what may be done. Replayed and compared line by line; the signatures of
// the benchmark, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "dealer/playout.h"
#include "notation/text.h"
#include "support/kit.h"

namespace perron {
namespace {

constexpr std::size_t kColumns = 138;
constexpr int kMostLines = 400;

// ---- writing

class Writer {
 public:
  Writer(const Game& game, Seat first) : game_(game) {
    add("board " + game.board.id);
    add("seats " + std::to_string(game.seats));
    add("first " + std::to_string(index(first)));
    add("");
  }

  void act(Action action) { actions_.push_back(to_text(game_, action)); }

  // What has changed since the last look, and what the seat to move may do.
  void look(const State& state) {
    flush();
    show(to_text(game_, state.open));
    for (const auto s : seats_of(game_)) show(to_text(game_, state.open, state.own[s], s));
    if (is_over(state.open)) return add(result_line(game_, state, ""));
    const auto list = kit::legal_actions(game_, state);
    std::string line = "legal " + std::to_string(list.size()) + ":";
    // The first few of each kind: a long list is cut.
    std::map<Kind, int> shown;
    for (const auto action : list)
      if (++shown[action.kind] <= 3) line += " " + to_text(game_, action) + ",";
    for (const auto& [kind, count] : shown)
      if (count > 3) line += " " + std::to_string(count) + " x " + std::string(name_of(kind)) + ",";
    line.pop_back();
    add(line);
  }

  std::string text() {
    flush();
    return text_;
  }

 private:
  void add(const std::string& line) { text_ += line + "\n"; }

  void flush() {
    std::string line;
    for (const auto& action : actions_) {
      if (!line.empty() && line.size() + 3 + action.size() > kColumns) {
        add(line);
        line.clear();
      }
      line += (line.empty() ? "> " : " / ") + action;
    }
    if (!line.empty()) add(line);
    actions_.clear();
  }

  // Lines are known by their first words: "row:", "seat 0:", "seat 0 holds".
  void show(const std::string& lines) {
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);) {
      const auto key = line.substr(0, line.starts_with("seat ") ? 7 : 4);
      if (last_[key] == line) continue;
      last_[key] = line;
      add("  " + line);
    }
  }

  const Game& game_;
  std::string text_;
  std::vector<std::string> actions_;
  std::map<std::string, std::string> last_;
};

// A look at the first decisions, at what is new for the first or second time, and at the end.
std::string transcript_of(const Game& game, Seat first, const std::vector<Action>& actions) {
  Writer writer(game, first);
  State state = start(game, first);
  std::map<Kind, int> kinds;
  int decisions = 0, all = 0;
  for (const auto action : actions) all += !is_deal(action.kind);
  for (const auto action : actions) {
    if (!is_deal(action.kind)) {
      ++decisions;
      if (decisions <= 10 || ++kinds[action.kind] <= 2 || decisions + 4 > all) writer.look(state);
    }
    writer.act(action);
    apply(game, state, action);
  }
  writer.look(state);
  return writer.text();
}

// ---- reading

struct Transcript {
  std::string board;
  int seats = 0;
  Seat first{0};
  std::vector<std::string> actions;
};

Transcript read_transcript(const std::string& text) {
  Transcript out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("board ")) out.board = line.substr(6);
    if (line.starts_with("seats ")) out.seats = std::atoi(line.c_str() + 6);
    if (line.starts_with("first ")) out.first = Seat(std::atoi(line.c_str() + 6));
    if (!line.starts_with("> ")) continue;
    for (std::size_t begin = 2; begin < line.size();) {
      const auto end = std::min(line.find(" / ", begin), line.size());
      out.actions.push_back(line.substr(begin, end - begin));
      begin = end + 3;
    }
  }
  return out;
}

// The actions of a transcript, or nothing and what is wrong.
std::optional<std::vector<Action>> replayed(const Game& game, const Transcript& transcript, std::string& fault) {
  std::vector<Action> out;
  State state = start(game, transcript.first);
  for (const auto& text : transcript.actions) {
    const auto action = action_from_text(game, text);
    const auto& mine = state.own[state.open.to_move];
    if (!action || (is_deal(action->kind) ? !can_be_dealt(game, state, *action)
                                          : why_not(game, state.open, mine, state.open.to_move, *action).has_value())) {
      fault = "action " + std::to_string(out.size()) + " is not possible: " + text;
      return std::nullopt;
    }
    apply(game, state, *action);
    out.push_back(*action);
  }
  if (!is_over(state.open)) {
    fault = "the game does not end";
    return std::nullopt;
  }
  return out;
}

// The games that transcripts are of. Seeds are chosen so that every kind of action comes up somewhere.
struct Wanted {
  const char *board, *player;
  int seats;
  std::uint64_t seed;
  std::string path() const {
    return kit::golden_path("transcripts/" + std::string(board) + "-" + std::to_string(seats) + "p-" + std::to_string(seed) + ".txt");
  }
};
constexpr Wanted kWanted[] = {
    {"europe", "random", 2, 1},
    {"europe", "h1", 3, 2},
    {"europe", "h1", 5, 3},
    {"germany", "random", 2, 1},
    {"germany", "h1", 4, 2},
    {"germany", "random", 5, 3},
    {"first-journey", "random", 2, 1},
    {"first-journey", "random", 3, 2},
    {"first-journey", "h1", 4, 3},
    {"tiny", "hoard", 2, 8},
    {"mix", "random", 2, 1},
    {"mix", "hoard", 4, 2},
    {"race_mix", "random", 2, 1},
    {"race_mix", "hoard", 3, 2},
    {"usa_like", "h1", 2, 1},
};

void update(const Wanted& wanted) {
  const auto game = make_game(kit::board_of(wanted.board), wanted.seats);
  std::string fault;
  std::optional<std::vector<Action>> actions;
  Seat first{0};
  if (std::filesystem::exists(wanted.path())) {  // the same game again, if it is possible still
    const auto old = read_transcript(kit::file_text(wanted.path()));
    first = old.first;
    actions = replayed(game, old, fault);
  }
  if (!actions) {
    const auto played = kit::play(game, wanted.player, wanted.seed);
    actions = played.actions;
    first = played.first;
  }
  kit::write_file(wanted.path(), transcript_of(game, first, *actions));
}

TEST(Transcripts, are_replayed) {
  for (const auto& wanted : kWanted) {
    if (kit::update_golden()) update(wanted);
    EXPECT_TRUE(std::filesystem::exists(wanted.path())) << wanted.path();
  }
  for (const auto& path : kit::files_in(kit::golden_path("transcripts"), ".txt")) {
    const auto text = kit::file_text(path);
    const auto transcript = read_transcript(text);
    const auto game = make_game(kit::board_of(transcript.board), transcript.seats);
    std::string fault;
    const auto actions = replayed(game, transcript, fault);
    ASSERT_TRUE(actions) << path << ": " << fault;
    const auto again = transcript_of(game, transcript.first, *actions);
    EXPECT_TRUE(again == text) << path << " has changed; PERRON_UPDATE_GOLDEN=1 rewrites it";
    if (again == text) continue;
    std::istringstream one(text), two(again);
    int number = 0;
    for (std::string a, b; std::getline(one, a) && std::getline(two, b);) {
      ++number;
      if (a == b) continue;
      ADD_FAILURE() << "line " << number << "\n- " << a << "\n+ " << b;
      break;
    }
  }
}

TEST(Transcripts, are_short_enough_to_be_read) {
  for (const auto& path : kit::files_in(kit::golden_path("transcripts"), ".txt")) {
    const auto text = kit::file_text(path);
    EXPECT_LE(std::ranges::count(text, '\n'), kMostLines) << path;
  }
}

// Each built-in board, each module and each kind of action is in some transcript.
TEST(Transcripts, cover_everything) {
  std::set<std::string> boards, modules;
  std::set<Kind> kinds;
  for (const auto& path : kit::files_in(kit::golden_path("transcripts"), ".txt")) {
    const auto transcript = read_transcript(kit::file_text(path));
    const auto game = make_game(kit::board_of(transcript.board), transcript.seats);
    boards.insert(transcript.board);
    for (const auto* module : game.modules) modules.insert(std::string(module->name));
    for (const auto& text : transcript.actions)
      if (const auto action = action_from_text(game, text)) kinds.insert(action->kind);
  }
  for (const auto& name : kit::builtin_names()) EXPECT_TRUE(boards.contains(name)) << name;
  for (const auto* module : all_modules()) EXPECT_TRUE(modules.contains(std::string(module->name))) << module->name;
  for (int kind = 0; kind < kKinds; ++kind) EXPECT_TRUE(kinds.contains(Kind(kind))) << name_of(Kind(kind));
}

// ---- signatures

TEST(Bench, signatures_are_those_of_the_golden_file) {
  std::string out;
  for (const auto& name : kit::builtin_names())
    for (const auto& game : kit::games_of(name)) {
      char line[64];
      std::snprintf(line, sizeof line, "%s %d %016llx\n", name.c_str(), game.seats, static_cast<unsigned long long>(signature(game, 50)));
      out += line;
    }
  const auto path = kit::golden_path("bench.txt");
  if (kit::update_golden()) kit::write_file(path, out);
  EXPECT_EQ(out, kit::file_text(path));
}

}  // namespace
}  // namespace perron
