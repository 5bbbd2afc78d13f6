// Why a request is not carried out, as the person who asked is told.
#pragma once

#include <string>
#include <string_view>

namespace perron::server {

struct Refused {
  std::string_view code;  // for programs
  std::string sentence;
  std::string_view rule = {};  // the code of the rule that forbids it, where one does
};

// Those that several requests have.
inline Refused no_such_table() { return {"no_such_table", "This table is gone."}; }
inline Refused not_playing() { return {"not_playing", "This game is not being played."}; }
inline Refused no_such_game() { return {"no_such_game", "There is no such game at this table."}; }
inline Refused no_such_seat() { return {"no_such_seat", "The table has no such seat."}; }
inline Refused not_your_seat() { return {"not_your_seat", "This seat is not yours."}; }
inline Refused not_seated() { return {"not_your_seat", "You have no seat at this table."}; }
inline Refused not_waiting() { return {"not_waiting", "The game has begun already."}; }

}  // namespace perron::server
