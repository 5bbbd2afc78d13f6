// What the server sends (docs/protocol.md), as text. Ids are texts, views and notices are written already: nothing here can tell
// a secret that it was not given.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/action.h"
#include "wire/json_text.h"
#include "wire/refusal_code.h"
#include "wire/request.h"

namespace perron::wire {

// An answer with fields of its own: fill in and end with '}'.
JsonText begin_ok(std::string_view id);
std::string ok_text(std::string_view id);
// An empty message: the sentence of the code.
std::string refused_text(std::string_view id, RefusalCode code, std::string_view message = {}, std::string_view rule = {});

struct Welcome {
  std::string user, name;
  bool account = false;
  std::string token;  // empty: not a new one
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
  std::string played_by;  // a level; empty: by the person
  bool account = false;   // the name is that of the person's account
};
void write_seat(JsonText& out, const SeatFacts& seat, bool with_online);

struct TableFacts {
  std::string table, state, board, host, game;  // game: empty before the first
  Options options;
  std::vector<SeatFacts> seats;
  std::vector<int> abandon, rematch;
  std::size_t watching = 0;
  bool busy = false;  // computer players think for a shorter time
};
// Without its end: you_text() is what each reader gets of their own.
std::string table_head(const TableFacts& facts);
std::string table_text(std::string_view head, std::span<const int> you);

struct LobbyFacts {
  std::string table, state, board, host;
  std::vector<SeatFacts::Kind> seats;
  ClockChoice clock;
  bool watch = true;
  std::int64_t time = 0;
  bool account = false;  // the host's name is that of an account
};
std::string lobby_entry(const LobbyFacts& facts);
enum class Whole : std::uint8_t { no, yes };
std::string lobby_text(Whole whole, std::span<const std::string_view> entries, std::span<const std::string> gone);

struct ChatFacts {
  std::string table;
  std::uint32_t n = 0;
  std::string user, name, text;
  std::int64_t time = 0;
  bool account = false;  // the name is that of the person's account
};
std::string chat_text(const ChatFacts& line);

// ---- Games.

struct ClockFacts {
  int running = -1;  // nobody's
  std::vector<std::int64_t> left;
  std::int64_t time = 0;
};

// What a snapshot and an update have in common.
struct StreamFacts {
  std::string_view table, game;
  int seat = -1;  // everyone's
  std::uint32_t version = 0;
  std::span<const Action> legal;
  bool to_move = false;  // only then `legal` is told
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

// Events that are no step of the engine.
enum class Event : std::uint8_t { undo, computer_takes_seat, person_returns, abandon };
enum class Why : std::uint8_t { time, left, gone };
std::string event_text(std::uint32_t n, Event event, int seat, Why why);

// `result` and `points` are JSON, empty where there is none.
struct EndedFacts {
  std::string_view table, game, ending, result, points, key;
};
std::string ended_text(const EndedFacts& facts);
std::string your_turn_text(std::string_view table, std::string_view game, int seat);

}  // namespace perron::wire
