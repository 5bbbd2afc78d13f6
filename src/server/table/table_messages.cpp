#include "server/table/table_messages.h"

#include "wire/messages.h"

namespace perron::server {

namespace {

wire::SeatFacts::Kind kind_of(const SeatRow& seat) {
  if (seat.user != kNobody) return wire::SeatFacts::Kind::person;
  return seat.level.empty() ? wire::SeatFacts::Kind::open : wire::SeatFacts::Kind::computer;
}

wire::SeatFacts facts_of(const TableMoment& now, Seat number) {
  const auto seats = now.table.seats();
  const auto& seat = seats[number];
  wire::SeatFacts out;
  out.kind = kind_of(seat);
  out.name = seat.name;
  if (out.kind == wire::SeatFacts::Kind::computer) out.level = seat.level;
  if (out.kind != wire::SeatFacts::Kind::person) return out;
  out.user = to_text(seat.user);
  out.account = seat.account;
  out.online = now.here.has(seat.user);
  const bool replaced = now.table.state() == TableState::playing && now.away.test(number);
  if (replaced) out.played_by = wire::name_of(wire::Level::medium);
  return out;
}

// The host and the players are away, or some of them are here.
LobbyTier tier_of(const TableMoment& now) {
  const bool waits = now.table.state() == TableState::waiting;
  const bool here = waits ? now.here.has(now.table.row().owner) : now.table.anybody_here(now.here);
  if (waits) return here ? LobbyTier::waiting : LobbyTier::waiting_alone;
  return here ? LobbyTier::playing : LobbyTier::playing_alone;
}

}  // namespace

std::string table_head(const TableMoment& now) {
  constexpr std::string_view states[] = {"waiting", "playing", "over"};
  const auto& row = now.table.row();
  wire::TableFacts facts;
  facts.table = to_text(row.id);
  facts.state = now.table.closed() ? "closed" : states[static_cast<std::size_t>(row.state)];
  facts.board = now.table.board();
  facts.host = to_text(row.owner);
  if (row.game != kNoGame && row.state != TableState::waiting) facts.game = to_text(row.game);
  facts.options = now.table.options();
  for (const auto seat : now.table.seats().ids()) facts.seats.push_back(facts_of(now, seat));
  facts.abandon = now.abandon;
  facts.rematch = now.table.rematch();
  facts.busy = now.busy && row.state == TableState::playing;
  facts.watching = now.here.watching(row.seats);
  return wire::table_head(facts);
}

std::optional<Listing> listing_of(const TableMoment& now) {
  const auto& row = now.table.row();
  const auto& options = now.table.options();
  if (now.table.closed() || !options.listed || row.state == TableState::over) return std::nullopt;
  const bool waits = row.state == TableState::waiting;
  if (waits ? now.unlisted : !options.watch) return std::nullopt;
  wire::LobbyFacts facts;
  facts.table = to_text(row.id);
  facts.state = waits ? "waiting" : "playing";
  facts.board = now.table.board();
  for (const auto& seat : row.seats) {
    facts.seats.push_back(kind_of(seat));
    if (seat.user != row.owner || !facts.host.empty()) continue;
    facts.host = seat.name;
    facts.account = seat.account;
  }
  facts.clock = options.clock;
  facts.watch = options.watch;
  facts.time = row.created;
  const auto group = now.address.empty() ? "user " + to_text(row.owner) : now.address;
  return Listing{wire::lobby_entry(facts), {tier_of(now), row.created, row.owner, group}};
}

}  // namespace perron::server
