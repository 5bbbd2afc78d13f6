// The rows of the store as plain values. Texts called JSON belong to the caller: the store checks only that they are objects. All times are
// milliseconds since 1970.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/action.h"
#include "store/ids.h"

namespace perron {

using Bytes32 = std::array<unsigned char, 32>;

// SHA-256. Tokens are stored only as their hash; boards are identified by theirs.
Bytes32 sha256(std::string_view bytes);

struct User {
  UserId id = kNobody;
  std::string name;      // as shown
  std::string account;   // log-in name, normalized by the caller; unique. Empty: a guest
  std::string password;  // argon2id, encoded. Empty: a guest
  std::int64_t created = 0;
  UserId now = kNobody;  // for a guest that was merged: its account; else nobody
};

struct Session {
  SessionId id{0};
  Bytes32 token_hash{};
  UserId user = kNobody;
  std::string device;  // as the owner's list of sessions shows it
  std::int64_t created = 0, seen = 0;
};

// A seat's player: a person (user and display name, which differs in pass-and-play), a computer player (a level, no user), or nobody
// yet.
struct SeatRow {
  UserId user = kNobody;
  std::string name;
  std::string level;
  bool account = false;  // the person has an account of this name; filled in by reads
};

enum class Visibility : std::uint8_t { listed = 0, by_link = 1 };
enum class TableState : std::uint8_t { waiting = 0, playing = 1, over = 2 };

struct TableRow {
  TableId id = kNoTable;
  UserId owner = kNobody;
  Visibility visibility = Visibility::listed;
  TableState state = TableState::waiting;
  GameId game = kNoGame;  // the current or last one
  std::string options;    // JSON
  std::vector<SeatRow> seats;
  std::int64_t created = 0;
};

// The board that a game was started with, even if the file changes later.
struct PinnedBoard {
  Bytes32 hash{};
  std::string id, json;
};
std::shared_ptr<const PinnedBoard> pin_board(std::string id, std::string json);

enum class Ending : std::uint8_t { none = 0, finished = 1, abandoned = 2 };

struct GameRow {
  GameId id = kNoGame;
  TableId table = kNoTable;
  Visibility visibility = Visibility::listed;
  std::string board;     // its id
  Bytes32 board_hash{};  // read it with Store::board
  std::string engine;    // version
  std::string options;   // JSON
  Bytes32 key{};         // the dealer's: secret until the end
  std::uint8_t first = 0;
  std::vector<SeatRow> seats;
  std::int64_t started = 0, ended = 0;
  Ending ending = Ending::none;
  std::string result;  // JSON, when it has ended
};

// One entry of a game log. Deals are not logged: they follow from the key. Entry numbers count from 1 without gaps.
enum class EntryKind : std::uint8_t {
  action = 1,               // of the seat, by a person or a computer player
  undo = 2,                 // takes back the last action that has not been undone
  computer_takes_seat = 3,  // out of time, or gone
  person_returns = 4,
  abandon = 5,
  note = 6,  // of the server (clock, options, ...): replay ignores it
};

struct Entry {
  GameId game = kNoGame;
  std::uint32_t n = 0;
  EntryKind kind = EntryKind::action;
  std::uint8_t seat = 0;
  Action action{};        // of kind action; else zeros
  UserId user = kNobody;  // who requested it; nobody: the server or a computer player
  std::string request;    // the client's request id, unique for a user and game. Empty: none
  std::string clock;      // the clocks after it, in the caller's format
  std::int64_t at = 0;    // when
  std::int64_t due = 0;   // when the server must act without a request (clock, computer player); 0: never
};

struct ChatLine {
  TableId table = kNoTable;
  std::uint32_t n = 0;  // from 1 without gaps
  UserId user = kNobody;
  std::string name, text;
  std::int64_t at = 0;
  bool account = false;  // as in SeatRow
};

// A game in a list.
struct GameSummary {
  GameId id = kNoGame;
  TableId table = kNoTable;
  std::string board;
  std::vector<SeatRow> seats;
  std::int64_t started = 0, ended = 0;
  Ending ending = Ending::none;
  std::string result;
};

// An unfinished game, as the server needs it at start. The rest is loaded on demand.
struct OpenGame {
  GameId id = kNoGame;
  TableId table = kNoTable;
  std::int64_t due = 0;  // of its last entry
  std::int64_t at = 0;   // time of the last entry, or of the start
};

struct Counts {
  std::int64_t users = 0, accounts = 0, sessions = 0, tables = 0, games = 0, unfinished = 0;
};

}  // namespace perron
