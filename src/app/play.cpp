// perron play: a game in the terminal against computer players, kept after every action so that it can be resumed.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "app/commands.h"
#include "app/play_session.h"
#include "base/json.h"
#include "content/load.h"

namespace perron::app {

namespace {

constexpr int kMaxName = 24;

// ---- who plays ----

std::vector<std::string> seat_names(const PlayOptions& options) {
  std::vector<std::string> out = {options.name};
  for (const auto& kind : options.opponents) out.push_back(seat_name(kind, out.size()));
  return out;
}

std::string others(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t s = 1; s < names.size(); ++s) out += (s == 1 ? "" : s + 1 == names.size() ? " and " : ", ") + names[s];
  return out;
}

// A sentence about what is wrong with the arguments; empty: nothing.
std::string complaint(const PlayOptions& options) {
  for (const auto& kind : options.opponents) {
    if (const auto player = make_seat_player(kind); !player) return player.error();
  }
  if (options.first && (*options.first < 0 || *options.first > static_cast<int>(options.opponents.size())))
    return "--first is a seat from 0 (you) to " + std::to_string(options.opponents.size());
  const auto& name = options.name;
  const bool plain = std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  if (trimmed(name).empty() || columns_of(name) > kMaxName || name.size() > 64 || !plain || !is_utf8(name))
    return "--name must be a name of 1 to " + std::to_string(kMaxName) + " characters";
  if (options.save.empty()) return "--save needs the name of a file";
  return "";
}

// ---- a game to resume, or a new one ----

// The board that was asked for if it is the one of the record; else a built-in one.
BoardFinder finder(const Board& asked) {
  return [&asked](const std::string& id) -> Result<Board, std::string> {
    if (asked.id == id) return asked;
    if (is_builtin(id)) return std::move(*load_board(id));
    return "names the board " + in_quotes(id) + ", which is not built in: give its file with --board FILE";
  };
}

int cannot_resume(const SaveFile& save, const std::string& why) {
  const auto text = "perron: the game in " + save.path() + " can't be resumed: " + why +
                    ".\nNothing was changed. To play a new game add --new (the old file is kept under another name), or --save with the "
                    "name of another file.\n";
  std::fputs(wrapped(text).c_str(), stderr);
  return 1;
}

void print(const std::string& text) { std::fputs(wrapped(text).c_str(), stdout); }

std::string without_stop(std::string text) {
  while (text.ends_with('.')) text.pop_back();
  return text;
}

// What was asked for and is different in the game that goes on.
std::string differences(const PlayOptions& given, const Board& asked, const Table& table) {
  const auto& header = table.header();
  std::vector<std::string> out;
  if (asked.id != header.board && given.board != PlayOptions{}.board) out.push_back("--board " + given.board);
  std::vector<std::string> kinds;
  for (std::size_t s = 1; s < header.seats.size(); ++s) kinds.push_back(kind_of(header.seats[s]));
  std::vector<std::string> against;
  for (const auto& kind : given.opponents) against.push_back(kind.starts_with("exec:") ? kExec : kind);
  if (!against.empty() && against != kinds) out.push_back("--against");
  if (given.name != PlayOptions{}.name && given.name != header.seats[0]) out.push_back("--name");
  if (given.seed && key_from_seed(*given.seed) != table.key()) out.push_back("--seed");
  if (given.first && Seat(*given.first) != header.first) out.push_back("--first");
  std::string text;
  for (const auto& item : out) text += (text.empty() ? "" : ", ") + item;
  return text;
}

// What is found under the name of the save.
struct Opened {
  std::unique_ptr<Table> table;  // an unfinished game
  std::string finished_board;    // not empty: a finished game of this board that has not been put away
  std::string error;
};

bool is_ours(const RecordHeader& header) {
  const auto known = [](const std::string& name) { return kind_of(name) == kExec || make_player(kind_of(name)); };
  return !header.key_sha256.empty() && std::all_of(header.seats.begin() + 1, header.seats.end(), known);
}

// Programs that play along must be named again.
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
  auto table = table_from(std::move(*record), key, Paint::for_stdout());
  return table ? Opened{std::move(*table), "", ""} : failed(table.error());
}

std::unique_ptr<Table> new_table(const PlayOptions& options, Game game) {
  const auto key = options.seed ? key_from_seed(*options.seed) : random_key();
  const auto first = options.first ? Seat(*options.first) : KeyDealer(KeyStreams{key}).first_seat(game.seats);
  RecordHeader header{game.board.id, seat_names(options), first, commitment(key)};
  return std::make_unique<Table>(std::move(game), std::move(header), key, Paint::for_stdout());
}

// The saved game that goes on, or nothing: a new one may begin then, unless `code`, the exit code, is not 0.
std::unique_ptr<Table> resume(const PlayOptions& given, const Board& asked, SaveFile& save, int& code) {
  const auto failed = [&](const std::string& sentence) {
    wrong(sentence);
    code = 1;
    return nullptr;
  };
  if (const auto error = save.lock(); !error.empty()) return failed(error);
  if (!save.exists()) return nullptr;
  auto opened = open_save(save, asked, given.opponents);
  if (!opened.error.empty()) code = cannot_resume(save, opened.error);
  if (opened.finished_board.empty()) return std::move(opened.table);
  std::string name;
  if (const auto error = save.move_finished(given.record_dir, opened.finished_board, name); !error.empty()) return failed(error);
  print("Your last game had just ended: its record is " + name + "\n\n");
  return nullptr;
}

// Puts what is there aside and begins with files of its own. A sentence, if that fails.
std::string begin(SaveFile& save, const Table& table) {
  if (auto error = save.lock(); !error.empty()) return error;
  if (save.exists() || save.key_exists()) {
    const bool game = save.exists();
    std::string name;
    if (auto error = save.move_aside(name); !error.empty()) return error;
    if (game) print("The old game is kept, and goes on with: --save " + name + "\n\n");
  }
  if (auto error = save.write_key(table.key()); !error.empty()) return error;
  auto error = save.write(table.record());
  if (!error.empty()) save.remove_key();
  return error;
}

void tell_resumed(const PlayOptions& given, const Board& asked, const SaveFile& save, const Table& table) {
  const auto text = differences(given, asked, table);
  print("This goes on with the game in " + save.path() + ": " + table.game().board.name + " against " + others(table.header().seats) +
        ".\n");
  print((text.empty() ? "To play a new one instead" : "You have asked for another one (" + text + "). To play that") +
        ", quit (q) and add --new; this one is kept.\n\n");
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

  SaveFile save(options.save);
  std::unique_ptr<Table> table;
  if (!options.fresh) {
    int code = 0;
    table = resume(options, *asked, save, code);
    if (code != 0) return code;
  }
  const auto begins = table ? Begins::resumed : Begins::anew;
  if (table) {
    tell_resumed(given, *asked, save, *table);
    if (asked->id != table->header().board) options.board = table->header().board;
  } else {
    table = new_table(options, std::move(*game));
    if (const auto sentence = begin(save, *table); !sentence.empty()) return wrong(sentence);
  }
  Session session(options, save, *table);
  session.welcome(begins);
  return session.run();
}

}  // namespace perron::app
