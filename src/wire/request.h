// The requests of clients (docs/protocol.md), read strictly from JSON text. Knows no tables and no games: ids are texts here, and
// nothing checks whether a request makes sense.
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
  std::optional<Seat> seat;
  std::string name;
};
struct Leave {
  std::string table;
  std::optional<Seat> seat;
};
struct FreeSeat {
  std::string table;
  Seat seat{0};
};
struct AddComputer {
  std::string table;
  std::optional<Seat> seat;
  Level level = Level::medium;
};
struct ChangeOptions {
  std::string table;
  std::optional<int> seats;
  std::optional<Seat> first;
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
  Seat seat{0};
};
struct PostChat {  // chat
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
  Seat seat{0};
  int version = 0;
  Action action{};
  friend bool operator==(const Act&, const Act&) = default;
};
struct Undo {
  std::string game;
  Seat seat{0};
  int version = 0;
};
struct Explain {
  enum class About : std::uint8_t { action, track, place, ticket, tickets } about = About::tickets;
  std::string game;
  Seat seat{0};
  Action action{};
  int number = 0;  // of the track, place or ticket
};
struct Ping {};

using Request = std::variant<Hello, Create, Open, Close, Join, Leave, FreeSeat, AddComputer, ChangeOptions, Start, Rematch, Abandon,
                             TakeBackSeat, PostChat, Mute, FollowLobby, Act, Undo, Explain, Ping>;

// A request names its table by its own id or by that of its game, or is about no table.
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

std::string_view type_of(const Request& request);  // as in the message, for example "create"

struct Incoming {
  std::string id;  // of hello it may be empty
  Request request;
};
struct BadMessage {
  std::string id;       // empty if it could not be read
  std::string message;  // a sentence with the path
};

// Takes any bytes.
Result<Incoming, BadMessage> read_request(std::string_view text);
// The same without the fast path for plain acts: for tests, which compare the two.
Result<Incoming, BadMessage> read_any_request(std::string_view text);

}  // namespace perron::wire
