#include "terminal/resume.h"

#include <algorithm>
#include <utility>

#include "base/json.h"
#include "content/load.h"
#include "search/player.h"
#include "terminal/opponents.h"

namespace perron::terminal {
namespace {

std::vector<std::string> seat_names(const PlayOptions& options) {
  std::vector<std::string> out = {options.name};
  for (const auto& kind : options.opponents) out.push_back(seat_name(kind, out.size()));
  return out;
}

// The board that was asked for, if the record names it; else a built-in one.
BoardFinder finder(const Board& asked) {
  return [&asked](const std::string& id) -> Result<Board, std::string> {
    if (asked.id == id) return asked;
    if (is_builtin(id)) return std::move(*load_board(id));
    return "names the board " + in_quotes(id) + ", which is not built in: give its file with --board FILE";
  };
}

std::string without_stop(std::string text) {
  while (text.ends_with('.')) text.pop_back();
  return text;
}

// The contents of the save file.
struct Opened {
  std::unique_ptr<LocalGame> game;  // an unfinished game
  std::string finished_board;       // not empty: a finished game on this board that has not been moved yet
  std::string error;
};

bool is_ours(const RecordHeader& header) {
  const auto known = [](const std::string& name) { return kind_of(name) == kExec || search::make_player(kind_of(name)); };
  return !header.key_sha256.empty() && std::all_of(header.seats.begin() + 1, header.seats.end(), known);
}

// The command of a program that plays must be given again.
bool programs_are_given(const RecordHeader& header, const std::vector<std::string>& opponents) {
  for (std::size_t s = 1; s < header.seats.size(); ++s)
    if (kind_of(header.seats[s]) == kExec && (s > opponents.size() || !opponents[s - 1].starts_with("exec:"))) return false;
  return true;
}

Opened open_save(const SaveFile& save, const Board& asked, const std::vector<std::string>& opponents) {
  const auto failed = [](std::string why) { return Opened{nullptr, "", std::move(why)}; };
  std::string text;
  if (auto error = save.read(text); !error.empty()) return failed(std::move(error));
  auto record = read_record(text, finder(asked));
  if (!record) return failed("line " + std::to_string(record.error().line) + " " + without_stop(record.error().message));
  if (!is_ours(record->header)) return failed("it is not a game of one person against the computer players of this program");
  if (!record->finished && !programs_are_given(record->header, opponents))
    return failed("a program plays in it: give its command again, with --against \"exec:COMMAND\"");
  if (record->finished) return save.key_exists() ? Opened{nullptr, record->header.board, ""} : failed("it is a finished game");
  Key key;
  if (auto error = save.read_key(key); !error.empty()) return failed(std::move(error));
  auto game = game_from_record(std::move(*record), key, TextStyle::for_stdout());
  return game ? Opened{std::move(*game), "", ""} : failed(game.error());
}

}  // namespace

Resumed resume(const PlayOptions& given, const Board& asked, SaveFile& save) {
  Resumed out;
  out.error = save.lock();
  if (!out.error.empty() || !save.exists()) return out;
  auto opened = open_save(save, asked, given.opponents);
  out.unusable = std::move(opened.error);
  out.game = std::move(opened.game);
  if (!opened.finished_board.empty()) out.error = save.move_finished(given.record_dir, opened.finished_board, out.put_away);
  return out;
}

std::string differences(const PlayOptions& given, const Board& asked, const LocalGame& game) {
  const auto& header = game.header();
  std::vector<std::string> out;
  if (asked.id != header.board && given.board != PlayOptions{}.board) out.push_back("--board " + given.board);
  std::vector<std::string> kinds;
  for (std::size_t s = 1; s < header.seats.size(); ++s) kinds.push_back(kind_of(header.seats[s]));
  std::vector<std::string> against;
  for (const auto& kind : given.opponents) against.push_back(kind.starts_with("exec:") ? kExec : kind);
  if (!against.empty() && against != kinds) out.push_back("--against");
  if (given.name != PlayOptions{}.name && given.name != header.seats[0]) out.push_back("--name");
  if (given.seed && key_from_seed(*given.seed) != game.key()) out.push_back("--seed");
  if (given.first && Seat(*given.first) != header.first) out.push_back("--first");
  std::string text;
  for (const auto& item : out) text += (text.empty() ? "" : ", ") + item;
  return text;
}

std::unique_ptr<LocalGame> new_game(const PlayOptions& options, Game game) {
  const auto key = options.seed ? key_from_seed(*options.seed) : random_key();
  const auto first = options.first ? Seat(*options.first) : KeyDealer(KeyStreams{key}).first_seat(game.seats);
  RecordHeader header{game.board.id, seat_names(options), first, commitment(key)};
  return std::make_unique<LocalGame>(std::move(game), std::move(header), key, TextStyle::for_stdout());
}

Begun begin(SaveFile& save, const LocalGame& game) {
  Begun out;
  out.error = save.lock();
  if (!out.error.empty()) return out;
  if (save.exists() || save.key_exists()) {
    const bool old_game = save.exists();
    std::string name;
    out.error = save.move_aside(name);
    if (!out.error.empty()) return out;
    if (old_game) out.put_aside = name;
  }
  out.error = save.write_key(game.key());
  if (!out.error.empty()) return out;
  out.error = save.write(game.record());
  if (!out.error.empty()) save.remove_key();
  return out;
}

}  // namespace perron::terminal
