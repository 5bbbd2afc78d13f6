// Who sits where: questions about the seats of a table. Knows no table and no game. `away` is the set of people's seats that a
// computer player has taken over.
#pragma once

#include <optional>
#include <span>

#include "model/ids.h"
#include "model/notice.h"
#include "store/rows.h"
#include "wire/request.h"

namespace perron::server {

// A view of the rows: they must live longer.
class Seats {
 public:
  Seats(std::span<const SeatRow> rows) : rows_(rows) {}
  Seats(const std::vector<SeatRow>& rows) : rows_(rows) {}

  const SeatRow& operator[](Seat seat) const { return rows_[static_cast<std::size_t>(seat)]; }
  int size() const { return static_cast<int>(rows_.size()); }
  bool has(Seat seat) const { return index(seat) < size(); }
  IdRange<Seat> ids() const { return IdRange<Seat>(size()); }
  auto begin() const { return rows_.begin(); }
  auto end() const { return rows_.end(); }

 private:
  std::span<const SeatRow> rows_;
};

inline bool is_open(const SeatRow& seat) { return seat.user == kNobody && seat.level.empty(); }
bool is_seated(Seats seats, UserId user);
SeatSet seats_of(Seats seats, UserId user);
SeatSet persons(Seats seats);
SeatSet persons_playing(Seats seats, const SeatSet& away);
// The level of the computer player that has the seat; nothing: a person has it.
std::optional<wire::Level> level_of(Seats seats, Seat seat, const SeatSet& away);

// A person sees what all their seats see, or what everyone sees if they have none.
std::vector<Viewer> viewers_of(Seats seats, UserId user);
bool receives(Seats seats, UserId user, Viewer viewer);

}  // namespace perron::server
