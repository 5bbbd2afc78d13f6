// Writes what the server sends (docs/protocol.md). Ids are texts, and views and notices arrive already written: nothing here can
// leak a secret that it was not given.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/action.h"
#include "model/ids.h"
#include "wire/json_text.h"
#include "wire/refusal_code.h"
#include "wire/request.h"

namespace perron::wire {

// An `ok` with fields of its own: the caller adds them and ends the object.
JsonText begin_ok(std::string_view id);
std::string ok_text(std::string_view id);
// An empty message stands for the code's own sentence.
std::string refused_text(std::string_view id, RefusalCode code, std::string_view message = {}, std::string_view rule = {});

struct Welcome {
  std::string user, name;
  bool account = false;
  std::string token;  // empty: no new one
  std::string server;
  std::int64_t time = 0;
};
std::string welcome_text(const Welcome& welcome);
std::string bye_text(std::string_view message);

// ---- Tables.

struct SeatFacts {
  enum class Kind : std::uint8_t { open, person, computer } kind = Kind::open;
  std::string name, user, level;
  bool online = false;
  std::string played_by;  // a level; empty: the person plays
  bool account = false;   // the name is the person's account name
};
void write_seat(JsonText& out, const SeatFacts& seat, bool with_online);

struct TableFacts {
  std::string table, state, board, host, game;  // game: empty before the first
  Options options;
  std::vector<SeatFacts> seats;
  SeatSet abandon, rematch;
  std::size_t watching = 0;
  bool busy = false;  // computer players think for less time
};
// The part that all readers get; table_text() adds the reader's own seats.
std::string table_head(const TableFacts& facts);
std::string table_text(std::string_view head, const SeatSet& you);

struct LobbyFacts {
  std::string table, state, board, host;
  std::vector<SeatFacts::Kind> seats;
  ClockChoice clock;
  bool watch = true;
  std::int64_t time = 0;
  bool account = false;  // the host's name is an account name
};
std::string lobby_entry(const LobbyFacts& facts);
enum class Whole : std::uint8_t { no, yes };
std::string lobby_text(Whole whole, std::span<const std::string_view> entries, std::span<const std::string> gone);

struct ChatFacts {
  std::string table;
  std::uint32_t n = 0;
  std::string user, name, text;
  std::int64_t time = 0;
  bool account = false;  // the name is the person's account name
};
std::string chat_text(const ChatFacts& line);

// ---- Games.

struct ClockFacts {
  Seat running = kNoSeat;          // kNoSeat: none runs
  std::vector<std::int64_t> left;  // by seat
  std::int64_t time = 0;
};

// The fields that snapshots and updates share.
struct StreamFacts {
  std::string_view table, game;
  Seat seat = kNoSeat;  // kNoSeat: a spectator's
  std::uint32_t version = 0;
  std::span<const Action> legal;
  bool to_move = false;  // `legal` is written only then
  bool undo = false;
  const ClockFacts* clocks = nullptr;
  std::uint64_t hash = 0;  // of the whole view
};
struct SnapshotFacts {
  std::string_view board, board_sha256, commitment;
  int board_version = 1;
  int seats = 0;
  std::string_view view;
  std::span<const ChatFacts> chat;
  std::optional<std::string_view> notices;  // without brackets
};
std::string snapshot_text(const StreamFacts& stream, const SnapshotFacts& snapshot);
// `notices` without brackets, `view` the changed fields.
JsonText update_text(const StreamFacts& stream, std::string_view notices, std::string_view view);

// Log entries that are no actions of the rules.
enum class Event : std::uint8_t { undo, computer_takes_seat, person_returns, abandon };
enum class TakeoverReason : std::uint8_t { time, left, gone };
std::string event_text(std::uint32_t n, Event event, Seat seat, TakeoverReason why);

// `result` and `points` are JSON, empty where there is none.
struct EndedFacts {
  std::string_view table, game, ending, result, points, key;
};
std::string ended_text(const EndedFacts& facts);
std::string your_turn_text(std::string_view table, std::string_view game, Seat seat);

}  // namespace perron::wire
