// perron record: replays, shows and verifies game records.
#include "notation/record.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "app/commands.h"
#include "base/file_text.h"
#include "content/builtin.h"
#include "content/load.h"
#include "dealer/key.h"
#include "notation/text.h"

namespace perron::app {

namespace {

enum : int { kFine = 0, kFault = 1, kUnfinished = 3 };

// The boards a record may name: the built-in ones, or the one given by --board.
class RecordBoards {
 public:
  explicit RecordBoards(const RecordOptions& options) {
    if (!options.board.empty()) custom_ = board_or_complain(options.board);
    ok_ = options.board.empty() || custom_.has_value();
  }
  bool ok() const { return ok_; }
  BoardFinder finder() const {
    return [this](const std::string& id) -> Result<Board, std::string> {
      if (custom_) {
        if (custom_->id == id) return *custom_;
        return "is a record of board \"" + id.substr(0, 80) + "\", but --board gives \"" + custom_->id + "\"";
      }
      for (const auto& builtin : builtin_boards())
        if (builtin.id == id) return std::move(*load_board(id));
      return "names the board \"" + id.substr(0, 80) + "\", which is not built in: give its file with --board FILE";
    };
  }

 private:
  std::optional<Board> custom_;
  bool ok_ = false;
};

std::optional<Record> read(const std::string& path, const RecordBoards& boards) {
  std::string error;
  const auto text = file_text(path, error);
  if (!text) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(), error.c_str());
    return std::nullopt;
  }
  auto record = read_record(*text, boards.finder());
  if (record) return std::move(*record);
  std::fprintf(stderr, "%s:%d: line %s\n", path.c_str(), record.error().line, record.error().message.c_str());
  return std::nullopt;
}

// Replaces folders by the records in them.
std::vector<std::string> files_of(const std::vector<std::string>& given) {
  std::vector<std::string> out;
  for (const auto& path : given) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
      out.push_back(path);
      continue;
    }
    const auto first = out.size();
    for (const auto& entry : std::filesystem::directory_iterator(path, error))
      if (entry.path().extension() == ".jsonl") out.push_back(entry.path().string());
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
  }
  return out;
}

// Runs check(path, record), which returns an exit code, on all files and sums up.
template <class Check>
int over_files(const RecordOptions& options, Check&& check) {
  const RecordBoards boards(options);
  if (!boards.ok()) return 2;
  const auto files = files_of(options.files);
  if (files.empty()) return wrong("no record found in what was given");
  int faults = 0, unfinished = 0;
  for (const auto& path : files) {
    const auto record = read(path, boards);
    const int code = record ? check(path, *record) : kFault;
    faults += code == kFault;
    unfinished += code == kUnfinished;
  }
  if (files.size() > 1)
    std::printf("%zu records: %zu right, %d unfinished, %d faulty\n", files.size(),
                files.size() - static_cast<std::size_t>(faults + unfinished), unfinished, faults);
  return faults ? kFault : unfinished ? kUnfinished : kFine;
}

std::string winners_of(const Record& record) {
  const auto scores = final_scores(record.game, record.last);
  std::string out;
  for (const Seat seat : seats_of(record.game))
    if (scores.wins(seat)) out += (out.empty() ? "" : ", ") + std::string("seat ") + std::to_string(index(seat));
  return out;
}

// Deals the game again from its key and compares. Returns the first difference, or "".
std::string deal_fault(const Record& record, const Key& key) {
  KeyDealer dealer(KeyStreams{key});
  auto state = start(record.game, record.header.first);
  for (std::size_t i = 0; i < record.actions.size(); ++i) {
    const auto action = record.actions[i];
    if (is_deal(action.kind)) {
      const auto right = dealer.deal(record.game, state);
      if (right != action) return std::to_string(record.lines[i]) + ": line is not what the key deals: " + to_text(record.game, right);
    }
    apply(record.game, state, action);
  }
  return "";
}

}  // namespace

int record_play(const RecordOptions& options) {
  return over_files(options, [&](const std::string& path, const Record& record) {
    if (!record.finished) {
      std::printf("%s: unfinished: %zu deals and moves, all right, but the game has not ended\n", path.c_str(), record.actions.size());
      return kUnfinished;
    }
    if (!options.quiet)
      std::printf("%s: right: %s, %d players, %zu deals and moves; winner: %s\n", path.c_str(), record.header.board.c_str(),
                  record.game.seats, record.actions.size(), winners_of(record).c_str());
    return kFine;
  });
}

int record_show(const RecordOptions& options) {
  return over_files(options, [&](const std::string&, const Record& record) {
    std::fputs(describe(record).c_str(), stdout);
    return kFine;
  });
}

int record_verify(const RecordOptions& options) {
  return over_files(options, [&](const std::string& path, const Record& record) {
    const auto fault = [&](const std::string& sentence) {
      std::fprintf(stderr, "%s:%s\n", path.c_str(), sentence.c_str());
      return kFault;
    };
    const auto last = std::to_string(record.lines.empty() ? 2 : record.lines.back() + 1);
    if (record.header.key_sha256.empty())
      return fault("1: line has no key_sha256: this game was dealt without a commitment, nothing can be verified");
    if (!record.finished) {
      std::printf("%s: unfinished: the key is told after the last turn only\n", path.c_str());
      return kUnfinished;
    }
    const auto key = key_from_hex(record.key);
    if (!key)
      return fault(last + (record.key.empty() ? ": line has no key: the commitment can't be checked"
                                              : ": line has a key that is not 64 hexadecimal digits"));
    if (commitment(*key) != record.header.key_sha256) return fault(last + ": line has a key that does not fit the commitment in line 1");
    if (const auto wrong_deal = deal_fault(record, *key); !wrong_deal.empty()) return fault(wrong_deal);
    if (!options.quiet) std::printf("%s: verified: the key fits the commitment, and every deal follows from it\n", path.c_str());
    return kFine;
  });
}

int check_board(const std::vector<std::string>& files) {
  int faults = 0;
  for (const auto& file : files) {
    const auto board = load_board(file);
    if (board) {
      const auto& b = *board;
      std::printf("%s: right: %s, %d places, %d tracks, %d tickets, %d to %d players\n", file.c_str(), b.name.c_str(), b.places.size(),
                  b.tracks.size(), b.tickets.size(), b.rules.players_min, b.rules.players_max);
      continue;
    }
    ++faults;
    for (const auto& error : board.error())
      std::printf("%s: %s: %s\n", file.c_str(), error.path.empty() ? "/" : error.path.c_str(), error.message.c_str());
    std::printf("%s: %zu %s\n", file.c_str(), board.error().size(), board.error().size() == 1 ? "error" : "errors");
  }
  return faults ? 1 : 0;
}

}  // namespace perron::app
