#include "server/table/table.h"

#include <algorithm>

#include "server/table/stored_table.h"

namespace perron::server {

namespace {

SeatRow& seat_row(TableRow& table, Seat seat) { return table.seats[static_cast<std::size_t>(seat)]; }

void seat_computer(SeatRow& seat, int number, wire::Level level) {
  std::string name(wire::name_of(level));
  seat = {kNobody, name, name, false};
  seat.name[0] = static_cast<char>(seat.name[0] - 'a' + 'A');
  seat.name += " " + std::to_string(number);
}

void seat_person(SeatRow& seat, const Identity& who, const std::string& name) {
  seat = {who.user, name.empty() ? who.name : name, "", false};
  seat.account = shows_account(who, seat.name);
}

// Open seats go first, from the end. False: too many are taken.
bool resize(std::vector<SeatRow>& seats, std::size_t count) {
  for (std::size_t s = seats.size(); s-- > 0 && seats.size() > count;)
    if (is_open(seats[s])) seats.erase(seats.begin() + static_cast<std::ptrdiff_t>(s));
  if (seats.size() > count) return false;
  seats.resize(count);
  return true;
}

}  // namespace

TableRow Table::row_of(const wire::Create& request, const Identity& who, TableId id, Milliseconds now) {
  TableRow row;
  row.id = id;
  row.owner = who.user;
  row.visibility = request.options.listed ? Visibility::listed : Visibility::by_link;
  row.options = text_of(StoredTable{request.board, request.options});
  row.created = now;
  for (const auto& choice : request.seats) {
    auto& seat = row.seats.emplace_back();
    if (choice.kind == wire::SeatChoice::Kind::computer) seat_computer(seat, static_cast<int>(row.seats.size()), choice.level);
    if (choice.kind == wire::SeatChoice::Kind::me) seat_person(seat, who, choice.name);
  }
  return row;
}

Table::Table(TableRow row) : row_(std::move(row)) { read_options(); }

void Table::read_options() {
  auto stored = stored_table_from(row_.options);
  options_fault_ = stored ? "" : stored.error();
  board_ = stored ? std::move(stored->board) : "";
  if (stored) options_ = stored->options;
  else options_.watch = false;  // nobody sees what may not have been for everyone
}

void Table::set(TableRow row) {
  const bool same = row.options == row_.options;
  row_ = std::move(row);
  if (!same) read_options();
}

void Table::end_game() {
  row_.state = TableState::over;
  rematch_ = {};
}

bool Table::may_watch(std::optional<UserId> user) const {
  return row_.state == TableState::waiting || options_.watch || (user && is_seated(row_.seats, *user));
}

// ---- Seats and options.

std::optional<RequestRefusal> Table::refuse_change(UserId user) const {
  if (user != row_.owner) return RequestRefusal{RefusalCode::not_the_host};
  if (row_.state != TableState::waiting) return RequestRefusal{RefusalCode::not_waiting};
  return std::nullopt;
}

Result<Seat, RequestRefusal> Table::open_seat(std::optional<Seat> wanted) const {
  if (wanted && !seats().has(*wanted)) return RequestRefusal{RefusalCode::no_such_seat};
  if (wanted && !is_open(seats()[*wanted])) return RequestRefusal{RefusalCode::seat_taken};
  if (wanted) return *wanted;
  const auto it = std::ranges::find_if(row_.seats, is_open);
  if (it != row_.seats.end()) return Seat(it - row_.seats.begin());
  return RequestRefusal{RefusalCode::no_free_seat};
}

Result<Table::Joined, RequestRefusal> Table::join(const Identity& who, const wire::Join& request) const {
  if (row_.state != TableState::waiting) return RequestRefusal{RefusalCode::not_waiting};
  const auto seat = open_seat(request.seat);
  if (!seat) return seat.error();
  Joined out{row_, *seat};
  seat_person(seat_row(out.next, *seat), who, request.name);
  return out;
}

Table::Next Table::free_seat(UserId user, const wire::FreeSeat& request) const {
  if (auto why = refuse_change(user)) return std::move(*why);
  if (!seats().has(request.seat)) return RequestRefusal{RefusalCode::no_such_seat};
  auto next = row_;
  seat_row(next, request.seat) = {};
  return next;
}

Table::Next Table::add_computer(UserId user, const wire::AddComputer& request) const {
  if (auto why = refuse_change(user)) return std::move(*why);
  const auto seat = open_seat(request.seat);
  if (!seat) return seat.error();
  auto next = row_;
  seat_computer(seat_row(next, *seat), index(*seat) + 1, request.level);
  return next;
}

Table::Next Table::change_options(UserId user, const wire::ChangeOptions& request, const Boards::Offer* offer) const {
  if (auto why = refuse_change(user)) return std::move(*why);
  auto next = row_;
  auto options = options_;
  if (request.seats) {
    if (!offer || *request.seats < offer->least || *request.seats > offer->most)
      return RequestRefusal{RefusalCode::no_such_seat, "This board is not for so many players."};
    if (!resize(next.seats, static_cast<std::size_t>(*request.seats)))
      return RequestRefusal{RefusalCode::seat_taken, "So many seats are taken. Free one first."};
  }
  if (request.first) options.first = *request.first;
  if (request.clock) options.clock = *request.clock;
  if (request.listed) options.listed = *request.listed;
  if (request.watch) options.watch = *request.watch;
  if (options.first != wire::kFirstRandom && !Seats(next.seats).has(options.first)) return RequestRefusal{RefusalCode::no_such_seat};
  next.visibility = options.listed ? Visibility::listed : Visibility::by_link;
  next.options = text_of(StoredTable{board_, options});
  return next;
}

Result<SeatSet, RequestRefusal> Table::seats_to_leave(UserId user, const wire::Leave& request) const {
  auto seats = seats_of(row_.seats, user);
  if (request.seat) {
    if (!seats.test(*request.seat)) return RequestRefusal{RefusalCode::not_your_seat};
    seats = {};
    seats.set(*request.seat);
  }
  if (seats.none() && !(row_.state == TableState::waiting && row_.owner == user)) return not_seated();
  return seats;
}

std::optional<TableRow> Table::leave(UserId user, const SeatSet& seats) const {
  auto next = row_;
  seats.each([&](Seat seat) { seat_row(next, seat) = {}; });
  if (next.state != TableState::waiting) return next;
  const auto heir = std::ranges::find_if(next.seats, [](const SeatRow& seat) { return seat.user != kNobody; });
  if (heir == next.seats.end()) return std::nullopt;
  if (next.owner == user && !is_seated(next.seats, next.owner)) next.owner = heir->user;
  return next;
}

// ---- Another game.

Result<std::optional<Table::Rematch>, RequestRefusal> Table::vote_rematch(UserId user, const Followers& here) {
  if (row_.state != TableState::over) return RequestRefusal{RefusalCode::not_over};
  const auto seats = seats_of(row_.seats, user);
  if (seats.none()) return not_seated();
  rematch_ |= seats;
  auto next = row_;
  bool all_here = true, undecided = false;
  persons(row_.seats).each([&](Seat number) {
    auto& seat = seat_row(next, number);
    const bool is_here = here.has(seat.user);
    undecided = undecided || (is_here && !rematch_.test(number));
    if (!is_here && seat.user != user) seat = {}, all_here = false;
  });
  if (undecided) return std::optional<Rematch>();
  if (!is_seated(next.seats, next.owner)) next.owner = user;
  next.state = TableState::waiting;
  const bool begins = all_here && std::ranges::none_of(next.seats, is_open);
  return std::optional(Rematch{std::move(next), begins});
}

void Table::withdraw_rematch(UserId user) { rematch_ -= seats_of(row_.seats, user); }

// ---- Who the host is.

bool Table::anybody_here(const Followers& here) const {
  return std::ranges::any_of(here, [this](const auto& one) { return one.user == row_.owner || is_seated(row_.seats, one.user); });
}

// The first person who is here, in the order of seats after the host's.
UserId Table::heir(const Followers& here) const {
  const auto count = row_.seats.size();
  const auto host = static_cast<std::size_t>(std::ranges::find(row_.seats, row_.owner, &SeatRow::user) - row_.seats.begin());
  for (std::size_t n = 1; n <= count; ++n) {
    const auto user = row_.seats[(host + n) % count].user;
    if (user != kNobody && user != row_.owner && here.has(user)) return user;
  }
  return kNobody;
}

// ---- People who change.

// A game keeps the names that it began with; whether one of them is still an account's own is another matter.
bool Table::rename(const Identity& who) {
  bool changed = false;
  const bool renames = row_.state == TableState::waiting && seats_of(row_.seats, who.user).count() == 1;
  for (auto& seat : row_.seats) {
    if (seat.user != who.user) continue;
    const auto name = renames ? who.name : seat.name;
    const bool account = shows_account(who, name);
    changed = changed || seat.name != name || seat.account != account;
    seat.name = name;
    seat.account = account;
  }
  return changed;
}

bool Table::replace(UserId guest, const Identity& account) {
  bool changed = row_.owner == guest;
  for (auto& seat : row_.seats) {
    if (seat.user != guest) continue;
    seat.user = account.user;
    seat.account = shows_account(account, seat.name);
    changed = true;
  }
  if (row_.owner == guest) row_.owner = account.user;
  return changed;
}

}  // namespace perron::server
