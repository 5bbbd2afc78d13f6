// Who sits where: questions about a row of seats. Knows no table and no game. `away`: the persons' seats that a computer player
// has, one bit for each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/notice.h"
#include "store/rows.h"
#include "wire/request.h"

namespace perron::server {

using Seats = std::span<const SeatRow>;

inline bool is_open(const SeatRow& seat) { return seat.user == kNobody && seat.level.empty(); }
bool is_seated(Seats seats, UserId user);
std::vector<int> seats_of(Seats seats, UserId user);
std::vector<int> persons(Seats seats);
std::vector<int> persons_playing(Seats seats, std::uint8_t away);
// Of the computer player that has the seat; nothing: a person has.
std::optional<wire::Level> level_of(Seats seats, int seat, std::uint8_t away);

// A person sees with the eyes of all seats of theirs, or else what everyone sees.
std::vector<Viewer> viewers_of(Seats seats, UserId user);
bool hears(Seats seats, UserId user, Viewer viewer);

}  // namespace perron::server
