// perron play: a game in the terminal against computer players, saved after every action so that it can be resumed.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "app/commands.h"
#include "arena/players/seat_player.h"
#include "terminal/resume.h"
#include "terminal/session.h"

namespace perron::app {

namespace {

using terminal::PlayOptions;

constexpr int kMaxName = 24;

std::string others(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t s = 1; s < names.size(); ++s) out += (s == 1 ? "" : s + 1 == names.size() ? " and " : ", ") + names[s];
  return out;
}

// What is wrong with the arguments; empty: nothing.
std::string complaint(const PlayOptions& options) {
  for (const auto& kind : options.opponents) {
    if (const auto player = arena::make_seat_player(kind); !player) return player.error();
  }
  if (options.first && (*options.first < 0 || *options.first > static_cast<int>(options.opponents.size())))
    return "--first is a seat from 0 (you) to " + std::to_string(options.opponents.size());
  const auto& name = options.name;
  const bool plain = std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  if (terminal::trimmed(name).empty() || terminal::columns_of(name) > kMaxName || name.size() > 64 || !plain || !terminal::is_utf8(name))
    return "--name must be a name of 1 to " + std::to_string(kMaxName) + " characters";
  if (options.save.empty()) return "--save needs the name of a file";
  return "";
}

int cannot_resume(const terminal::SaveFile& save, const std::string& why) {
  const auto text = "perron: the game in " + save.path() + " can't be resumed: " + why +
                    ".\nNothing was changed. To play a new game add --new (the old file is renamed), or --save with the "
                    "name of another file.\n";
  std::fputs(terminal::wrapped(text).c_str(), stderr);
  return 1;
}

void print(const std::string& text) { std::fputs(terminal::wrapped(text).c_str(), stdout); }

void tell_resumed(const PlayOptions& given, const Board& asked, const terminal::SaveFile& save, const terminal::LocalGame& game) {
  const auto text = terminal::differences(given, asked, game);
  print("Resuming the game in " + save.path() + ": " + game.game().board.name + " against " + others(game.header().seats) + ".\n");
  print((text.empty() ? "To play a new one instead" : "You have asked for another one (" + text + "). To play that") +
        ", quit (q) and add --new; this game stays saved.\n\n");
}

// The saved game, or nullptr: then a new one may start, unless the exit code `code` is not 0.
std::unique_ptr<terminal::LocalGame> saved_game(const PlayOptions& given, const Board& asked, terminal::SaveFile& save, int& code) {
  auto resumed = terminal::resume(given, asked, save);
  if (!resumed.unusable.empty()) code = cannot_resume(save, resumed.unusable);
  if (!resumed.error.empty()) {
    wrong(resumed.error);
    code = 1;
  } else if (!resumed.put_away.empty()) {
    print("Your last game had already ended. Its record is " + resumed.put_away + "\n\n");
  }
  return std::move(resumed.game);
}

}  // namespace

int play(const PlayOptions& given) {
  auto options = given;
  const auto asked = board_or_complain(given.board);
  if (!asked) return 2;
  if (options.opponents.empty()) options.opponents.assign(static_cast<std::size_t>(std::max(1, asked->rules.players_min - 1)), "medium");
  if (const auto sentence = complaint(options); !sentence.empty()) return wrong(sentence);
  auto game = game_or_complain(given.board, 1 + static_cast<int>(options.opponents.size()));
  if (!game) return 2;
  if (options.record_dir.empty()) options.record_dir = ".";
  std::error_code error;
  std::filesystem::create_directories(options.record_dir, error);
  if (error) return wrong("can't make the folder " + options.record_dir + ": " + error.message());

  terminal::SaveFile save(options.save);
  std::unique_ptr<terminal::LocalGame> played;
  if (!options.fresh) {
    int code = 0;
    played = saved_game(options, *asked, save, code);
    if (code != 0) return code;
  }
  const auto start = played ? terminal::GameStart::resumed : terminal::GameStart::fresh;
  if (played) {
    tell_resumed(given, *asked, save, *played);
    if (asked->id != played->header().board) options.board = played->header().board;
  } else {
    played = terminal::new_game(options, std::move(*game));
    const auto begun = terminal::begin(save, *played);
    if (!begun.put_aside.empty()) print("The old game is saved. Resume it with: --save " + begun.put_aside + "\n\n");
    if (!begun.error.empty()) return wrong(begun.error);
  }
  terminal::TerminalSession session(options, save, *played);
  session.welcome(start);
  return session.run();
}

}  // namespace perron::app
