// perron data: checks, exports and compacts what `perron serve` has stored.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "app/commands.h"
#include "app/data_replay.h"
#include "content/builtin.h"
#include "server/table/stored_table.h"
#include "store/sqlite/archive.h"

namespace perron::app {

namespace {

namespace fs = std::filesystem;

std::string counted(std::int64_t number, const char* one, const char* many) {
  return std::to_string(number) + " " + (number == 1 ? one : many);
}

std::string megabytes(std::int64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f MB", static_cast<double>(bytes) / 1e6);
  return text;
}

std::unique_ptr<Archive> archive_or_complain(const DataOptions& options) {
  auto archive = Archive::open(options.data);
  if (archive) return std::move(*archive);
  wrong(archive.error().message);
  return nullptr;
}

// Replays a stored game. The error says what is wrong with it.
Result<Replayed, std::string> replay_stored(Archive& archive, GameId id, PinnedGames& games, GameRow& row, std::int64_t& entries) {
  const auto read = archive.queries().game(id);
  if (!read) return "can't be read: " + read.error().message;
  if (!*read) return std::string("is not there");
  row = **read;
  const auto log = archive.queries().entries(id);
  if (!log) return "can't be read: " + log.error().message;
  entries += static_cast<std::int64_t>(log->size());
  return replay(row, *log, games);
}

int fault_in(const std::string& where, const std::string& sentence) {
  std::fprintf(stderr, "%s: %s\n", where.c_str(), sentence.c_str());
  return 1;
}

// Tables that a server would refuse to open. Unreadable rows have been reported already.
int table_faults(Archive& archive) {
  int faults = 0;
  for (const auto state : {TableState::waiting, TableState::playing, TableState::over}) {
    const auto tables = archive.queries().tables(state);
    if (!tables) return faults + fault_in(archive.path(), "the list of tables can't be read: " + tables.error().message);
    for (const auto& table : *tables)
      if (const auto stored = server::stored_table_from(table.options); !stored)
        faults += fault_in(archive.path(), "table " + to_text(table.id) + " has options that this program can't read: " + stored.error());
  }
  return faults;
}

std::string file_name(const GameRow& row) {
  const auto seconds = static_cast<std::time_t>(row.started / 1000);
  std::tm day{};
  gmtime_r(&seconds, &day);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%d", &day);
  return std::string(date) + "-" + row.board + "-" + to_text(row.id) + ".jsonl";
}

// Writes a file atomically, through a temporary file.
bool write_file(const fs::path& path, const std::string& text) {
  const auto beside = path.string() + ".part";
  {
    std::ofstream out(beside, std::ios::binary);
    out << text;
    out.flush();
    if (!out) {
      std::error_code error;
      fs::remove(beside, error);
      wrong(path.string() + " can't be written");
      return false;
    }
  }
  std::error_code error;
  fs::rename(beside, path, error);
  if (error) wrong(path.string() + " can't be written: " + error.message());
  return !error;
}

// Where exported records go: each into a file of its own, or all into one.
class Records {
 public:
  explicit Records(const DataOptions& options) : folder_(options.folder), file_(options.file) {}

  bool begin() {
    if (folder_.empty()) return true;
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) wrong("the folder " + folder_ + " can't be made: " + error.message());
    return !error;
  }
  bool add(const GameRow& row, const std::string& record) {
    ++count_;
    if (!folder_.empty()) return write_file(fs::path(folder_) / file_name(row), record);
    all_ += record;
    return true;
  }
  // Exports a board that differs from the built-in ones: `perron record verify --board` needs it.
  bool add_board(const PinnedBoard& board) {
    for (const auto& builtin : builtin_boards())
      if (builtin.json == board.json) return true;
    if (folder_.empty()) return true;
    char hash[9];
    std::snprintf(hash, sizeof hash, "%02x%02x%02x%02x", board.hash[0], board.hash[1], board.hash[2], board.hash[3]);
    const auto path = fs::path(folder_) / ("board-" + board.id + "-" + hash + ".json");
    std::error_code error;
    return fs::exists(path, error) || write_file(path, board.json);
  }
  bool end() { return file_.empty() || write_file(file_, all_); }
  int count() const { return count_; }
  const std::string& where() const { return folder_.empty() ? file_ : folder_; }

 private:
  const std::string folder_, file_;
  std::string all_;
  int count_ = 0;
};

std::int64_t days_ago(int days) {
  using namespace std::chrono;
  return duration_cast<milliseconds>((system_clock::now() - hours(24) * days).time_since_epoch()).count();
}

bool may_export(const DataOptions& options, const GameRow& row) {
  if (!options.games.empty() && std::find(options.games.begin(), options.games.end(), to_text(row.id)) == options.games.end()) return false;
  return row.ending == Ending::finished || (row.ending == Ending::abandoned && options.abandoned);
}

}  // namespace

int data_check(const DataOptions& options) {
  int faults = 0, damaged = 0, unfinished = 0;
  // First, because without its WAL the database may be empty.
  if (const auto fault = wal_error(options.data)) faults += fault_in(options.data, fault->message);
  const auto archive = archive_or_complain(options);
  if (!archive) return 1;
  for (const auto& sentence : archive->file_errors()) faults += fault_in(archive->path(), sentence);
  for (const auto& sentence : archive->row_errors()) faults += fault_in(archive->path(), sentence);
  faults += table_faults(*archive);
  const auto ids = archive->games(GameFilter::all);
  if (!ids) return fault_in(archive->path(), "the list of games can't be read: " + ids.error().message);
  PinnedGames games(*archive);
  std::int64_t entries = 0;
  for (const auto id : *ids) {
    GameRow row;
    const auto replayed = replay_stored(*archive, id, games, row, entries);
    if (!replayed) damaged += fault_in(archive->path(), "game " + to_text(id) + " " + replayed.error());
    unfinished += row.ending == Ending::none;
  }
  const auto count = static_cast<std::int64_t>(ids->size());
  const auto facts =
      counted(count, "game", "games") + " (" + std::to_string(unfinished) + " unfinished) with " + counted(entries, "entry", "entries");
  if (faults + damaged == 0) {
    const auto counts = archive->queries().counts();
    const auto people = counts ? counted(counts->users, "user", "users") + ", " + counted(counts->accounts, "account", "accounts") : "";
    std::printf("%s: right: %s, all played again; %s; tables of version %d\n", archive->path().c_str(), facts.c_str(), people.c_str(),
                static_cast<int>(archive->version()));
    return 0;
  }
  std::printf(
      "%s: %s; %s, %s elsewhere. Stop the server, keep a copy of the folder, and go back to a backup; or keep what is right with "
      "`perron data export`.\n",
      archive->path().c_str(), facts.c_str(), counted(damaged, "damaged game", "damaged games").c_str(),
      counted(faults, "fault", "faults").c_str());
  return 1;
}

int data_export(const DataOptions& options) {
  if (options.folder.empty() == options.file.empty()) return wrong("name a folder with --to, or one file with --file");
  const auto archive = archive_or_complain(options);
  if (!archive) return 1;
  const auto ids = archive->games(GameFilter::ended);
  if (!ids) return fault_in(archive->path(), "the list of games can't be read: " + ids.error().message);
  Records records(options);
  if (!records.begin()) return 1;
  PinnedGames games(*archive);
  int damaged = 0;
  std::int64_t entries = 0;
  for (const auto id : *ids) {
    GameRow row;
    const auto replayed = replay_stored(*archive, id, games, row, entries);
    if (row.id == id && !may_export(options, row)) continue;
    if (!replayed) {
      damaged += fault_in(archive->path(), "game " + to_text(id) + " " + replayed.error());
      continue;
    }
    const auto board = archive->queries().board(row.board_hash);
    if (board && *board && !records.add_board(**board)) return 1;
    if (!records.add(row, record_of(row, *replayed))) return 1;
  }
  if (!records.end()) return 1;
  std::printf("%s: %s written to %s", archive->path().c_str(), counted(records.count(), "record", "records").c_str(),
              records.where().c_str());
  std::printf(damaged ? "; %s left out\n" : "\n", counted(damaged, "damaged game", "damaged games").c_str());
  const auto missing = static_cast<int>(options.games.size()) - records.count() - damaged;
  if (!options.games.empty() && missing > 0)
    return fault_in(archive->path(), counted(missing, "game", "games") + " asked for with --game: not there, or not over");
  return damaged ? 1 : 0;
}

int data_vacuum(const DataOptions& options) {
  if (!options.into.empty()) {
    if (options.games_older || options.sessions_older) return wrong("--into copies everything: it can't be used with --delete-...");
    const auto archive = archive_or_complain(options);
    if (!archive) return 1;
    if (const auto fault = archive->copy_to(options.into)) return fault_in(archive->path(), fault->message);
    std::error_code error;
    const auto bytes = fs::file_size(options.into, error);
    std::printf("%s: copied to %s, %s\n", archive->path().c_str(), options.into.c_str(),
                megabytes(static_cast<std::int64_t>(bytes)).c_str());
    return 0;
  }
  Retention retention;
  if (options.games_older) retention.games_ended_before = days_ago(*options.games_older);
  if (options.sessions_older) retention.sessions_seen_before = days_ago(*options.sessions_older);
  const auto done = vacuum(options.data, retention);
  if (!done) {
    wrong(done.error().message);
    return 1;
  }
  std::printf("%s: %s before, %s now", options.data.c_str(), megabytes(done->bytes_before).c_str(), megabytes(done->bytes_after).c_str());
  if (options.games_older) std::printf("; %s deleted", counted(done->games, "ended game", "ended games").c_str());
  if (options.sessions_older)
    std::printf("; %s and %s deleted", counted(done->sessions, "session", "sessions").c_str(),
                counted(done->guests, "guest", "guests").c_str());
  std::printf("\n");
  return 0;
}

int data_accept_loss(const DataOptions& options) {
  const auto lost = accept_loss(options.data);
  if (!lost) {
    wrong(lost.error().message);
    return 1;
  }
  if (*lost) std::printf("%s: accepted: %s. Games go on from what is stored\n", options.data.c_str(), (*lost)->c_str());
  else std::printf("%s: nothing is lost: there is nothing to accept\n", options.data.c_str());
  return 0;
}

}  // namespace perron::app
