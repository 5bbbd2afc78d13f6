// What clients ask for (docs/protocol.md), read strictly from JSON text. Knows no tables and no games: ids are texts here, and
// whether a request makes sense is another question.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "model/action.h"
#include "wire/options.h"
#include "wire/person_name.h"

namespace perron::wire {

inline constexpr int kLongestRequestId = 40, kLongestChat = 300;
inline constexpr int kProtocol = 1;

enum class Level : std::uint8_t { easy, medium, hard, expert };
inline constexpr std::array<std::string_view, 4> kLevelNames = {"easy", "medium", "hard", "expert"};
constexpr std::string_view name_of(Level level) { return kLevelNames[static_cast<std::size_t>(level)]; }

struct SeatChoice {
  enum class Kind : std::uint8_t { open, computer, me } kind = Kind::open;
  Level level = Level::medium;
  std::string name;  // of mine; empty: my own
};

// ---- The requests.

struct Hello {
  std::string token, name;  // empty: none
};
struct Create {
  std::string board;
  std::vector<SeatChoice> seats;
  Options options;
};
struct Open {
  std::string table;
  std::string game;         // with `last`
  std::optional<int> last;  // the version had
  bool history = false;
};
struct Close {
  std::string table;
};
struct Join {
  std::string table;
  std::optional<int> seat;
  std::string name;
};
struct Leave {
  std::string table;
  std::optional<int> seat;
};
struct FreeSeat {
  std::string table;
  int seat = 0;
};
struct AddComputer {
  std::string table;
  std::optional<int> seat;
  Level level = Level::medium;
};
struct ChangeOptions {
  std::string table;
  std::optional<int> seats, first;
  std::optional<ClockChoice> clock;
  std::optional<bool> listed, watch;
};
struct Start {
  std::string table;
};
struct Rematch {
  std::string table;
};
struct Abandon {
  std::string game;
  bool on = true;
};
struct TakeBackSeat {
  std::string game;
  int seat = 0;
};
struct Say {  // chat
  std::string table, text;
};
struct Mute {
  std::string user;
  bool on = true;
};
struct FollowLobby {
  bool on = true;
};
struct Act {
  std::string game;
  int seat = 0;
  int version = 0;
  Action action{};
  friend bool operator==(const Act&, const Act&) = default;
};
struct Undo {
  std::string game;
  int seat = 0;
  int version = 0;
};
struct Explain {
  enum class About : std::uint8_t { action, track, place, ticket, tickets } about = About::tickets;
  std::string game;
  int seat = 0;
  Action action{};
  int number = 0;  // of the track, place or ticket
};
struct Ping {};

using Request = std::variant<Hello, Create, Open, Close, Join, Leave, FreeSeat, AddComputer, ChangeOptions, Start, Rematch, Abandon,
                             TakeBackSeat, Say, Mute, FollowLobby, Act, Undo, Explain, Ping>;

// What a request is about: a table, by its own id or by that of its game. Others are about none.
template <class R>
concept NamesTable = requires(const R& request) {
  request.table;
};
template <class R>
concept NamesGame = !NamesTable<R> && requires(const R& request) {
  request.game;
};
template <class R>
concept AboutTable = NamesTable<R> || NamesGame<R>;

std::string_view type_of(const Request& request);  // as in the message: "create"

struct Incoming {
  std::string id;  // of hello it may be empty
  Request request;
};
struct BadMessage {
  std::string id;       // as far as it could be read
  std::string message;  // a sentence with the path
};

// Any bytes may come.
Result<Incoming, BadMessage> read_request(std::string_view text);
// The same without the short way for plain acts: for tests, which hold one against the other.
Result<Incoming, BadMessage> read_any_request(std::string_view text);

}  // namespace perron::wire
