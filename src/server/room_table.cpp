// Requests about a table: its seats, its options, who follows it, what is said there.
#include <algorithm>

#include "server/room_read.h"
#include "server/stored_table.h"

namespace perron::server {

namespace {

void free(SeatRow& seat) { seat = {}; }

void seat_computer(SeatRow& seat, std::size_t number, wire::Level level) {
  std::string name(wire::name_of(level));
  seat = {kNobody, name, name, false};
  seat.name[0] = static_cast<char>(seat.name[0] - 'a' + 'A');
  seat.name += " " + std::to_string(number + 1);
}

void seat_person(SeatRow& seat, const Identity& who, const std::string& name) {
  seat = {who.user, name.empty() ? who.name : name, "", false};
  seat.account = shows_account(who, seat.name);
}

constexpr std::size_t kMostFollowed = 500;  // tables by one connection: each stays in memory

bool is_open(const SeatRow& seat) { return seat.user == kNobody && seat.level.empty(); }

}  // namespace

std::shared_ptr<Room> Room::create(Shared& shared, const Asker& asker, const wire::Create& request) {
  TableRow row;
  row.id = new_id<TableId>();
  row.owner = asker.who.user;
  row.visibility = request.options.listed ? Visibility::listed : Visibility::by_link;
  row.options = text_of(StoredTable{request.board, request.options});
  row.created = shared.loop.now();
  for (std::size_t s = 0; s < request.seats.size(); ++s) {
    const auto& choice = request.seats[s];
    auto& seat = row.seats.emplace_back();
    if (choice.kind == wire::SeatChoice::Kind::computer) seat_computer(seat, s, choice.level);
    if (choice.kind == wire::SeatChoice::Kind::me) seat_person(seat, asker.who, choice.name);
  }
  auto room = std::make_shared<Room>(shared, std::move(row));
  room->new_ = true;
  room->enter_memory();
  room->count_as(TableState::waiting, asker.address);
  return room;
}

void Room::store(const Asker& asker) {
  std::vector<Change> changes;
  changes.push_back(SaveTable{row_});
  write(std::move(changes), asker, [this, asker] {
    new_ = false;
    answer(asker, wire::begin_ok(asker.id).field("table", to_text(row_.id)).end('}').take());
    follow(asker);
    tell_table();
    settle();
  });
}

bool Room::is_host_of_waiting(const Asker& asker) {
  if (asker.who.user != row_.owner) refuse(asker, "not_the_host", "Only who made the table may do that.");
  else if (row_.state != TableState::waiting) refuse(asker, "not_waiting", "The game has begun already.");
  else return true;
  return false;
}

std::optional<std::size_t> Room::open_seat(const Asker& asker, std::optional<int> wanted) {
  if (wanted && static_cast<std::size_t>(*wanted) >= row_.seats.size()) {
    refuse(asker, "no_such_seat", "The table has no such seat.");
    return std::nullopt;
  }
  if (wanted && !is_open(row_.seats[static_cast<std::size_t>(*wanted)])) {
    refuse(asker, "seat_taken", "This seat is taken.");
    return std::nullopt;
  }
  if (wanted) return static_cast<std::size_t>(*wanted);
  const auto it = std::ranges::find_if(row_.seats, is_open);
  if (it != row_.seats.end()) return static_cast<std::size_t>(it - row_.seats.begin());
  refuse(asker, "no_free_seat", "No seat is free.");
  return std::nullopt;
}

bool Room::may_follow(const Asker& asker) {
  const auto* connection = shared_.people.find(asker.client);
  if (!connection || connection->follows.size() < kMostFollowed) return true;
  if (std::ranges::find(connection->follows, row_.id) != connection->follows.end()) return true;
  refuse(asker, "too_many_open", "This connection follows too many tables already. Close one first.");
  return false;
}

void Room::handle(const Asker& asker, const wire::Open& request) {
  if (!may_watch(asker.who.user)) return refuse(asker, "not_watchable", "This game is for its players only.");
  if (!may_follow(asker)) return;
  const bool came = is_seated(row_.seats, asker.who.user) && !followers_.has(asker.who.user);
  follow(asker);
  ok(asker);
  if (came) tell_table(), list();
  else tell_table_to(asker.client, asker.who.user);
  if (!play_ || row_.state == TableState::waiting) return settle();
  read_lines(asker, [this, asker, request](const auto& lines) {
    tell_game_to(asker.client, asker.who.user, request, lines);
    settle();
  });
}

void Room::handle(const Asker& asker, const wire::Close&) {
  ok(asker);
  unfollow(asker.client);
}

void Room::handle(const Asker& asker, const wire::Join& request) {
  if (row_.state != TableState::waiting) return refuse(asker, "not_waiting", "The game has begun already.");
  const auto seat = open_seat(asker, request.seat);
  if (!seat || !may_follow(asker)) return;
  auto next = row_;
  seat_person(next.seats[*seat], asker.who, request.name);
  save(std::move(next), asker, [this, asker, seat] {
    follow(asker);
    answer(asker, wire::begin_ok(asker.id).field("seat", *seat).end('}').take());
  });
}

void Room::handle(const Asker& asker, const wire::Leave& request) {
  auto seats = seats_of(row_.seats, asker.who.user);
  if (request.seat) {
    if (std::ranges::find(seats, *request.seat) == seats.end()) return refuse(asker, "not_your_seat", "This seat is not yours.");
    seats = {*request.seat};
  }
  if (seats.empty() && !(row_.state == TableState::waiting && row_.owner == asker.who.user))
    return refuse(asker, "not_your_seat", "You have no seat at this table.");
  if (row_.state == TableState::playing) leave_playing(asker, seats);
  else leave_waiting(asker, seats);
}

// Before a game, or after it.
void Room::leave_waiting(const Asker& asker, const std::vector<int>& seats) {
  auto next = row_;
  for (const int s : seats) free(next.seats[static_cast<std::size_t>(s)]);
  if (next.state == TableState::waiting) {
    const auto stays = [&](UserId user) { return std::ranges::find(next.seats, user, &SeatRow::user) != next.seats.end(); };
    const auto heir = std::ranges::find_if(next.seats, [](const SeatRow& seat) { return seat.user != kNobody; });
    if (heir == next.seats.end()) return remove(asker);
    if (next.owner == asker.who.user && !stays(next.owner)) next.owner = heir->user;
  }
  save(std::move(next), asker);
}

void Room::leave_playing(const Asker& asker, const std::vector<int>& seats) {
  std::vector<LogItem> items;
  for (const int s : seats)
    if (!(away_ >> s & 1)) items.push_back({EntryKind::computer_takes_seat, static_cast<std::uint8_t>(s), true, wire::Why::left, {}, 0, 0});
  if (items.empty()) return ok(asker);
  submit(std::move(items), asker);
}

void Room::remove(const Asker& asker) {
  std::vector<Change> changes;
  changes.push_back(RemoveTable{row_.id});
  const bool asked = asker.client != ClientId{0};
  write(std::move(changes), asked ? std::optional(asker) : std::nullopt, [this, asker, asked] {
    closed_ = true;
    count_as(std::nullopt);
    shared_.deserted.erase(row_.id);
    if (asked) ok(asker);
    tell_table();
    list();
    shared_.alarms.set(row_.id, 0);
    for (const auto& follower : followers_.copy()) unfollow(follower.client);
  });
}

void Room::handle(const Asker& asker, const wire::FreeSeat& request) {
  if (!is_host_of_waiting(asker)) return;
  if (static_cast<std::size_t>(request.seat) >= row_.seats.size()) return refuse(asker, "no_such_seat", "The table has no such seat.");
  auto next = row_;
  free(next.seats[static_cast<std::size_t>(request.seat)]);
  save(std::move(next), asker);
}

void Room::handle(const Asker& asker, const wire::AddComputer& request) {
  if (!is_host_of_waiting(asker)) return;
  const auto seat = open_seat(asker, request.seat);
  if (!seat) return;
  auto next = row_;
  seat_computer(next.seats[*seat], *seat, request.level);
  save(std::move(next), asker);
}

void Room::handle(const Asker& asker, const wire::ChangeOptions& request) {
  if (!is_host_of_waiting(asker)) return;
  auto next = row_;
  auto options = options_;
  if (request.seats) {
    const auto* offer = shared_.boards.find(board_);
    if (!offer || *request.seats < offer->least || *request.seats > offer->most)
      return refuse(asker, "no_such_seat", "This board is not for so many players.");
    const auto count = static_cast<std::size_t>(*request.seats);
    for (std::size_t s = next.seats.size(); s-- > 0 && next.seats.size() > count;)
      if (is_open(next.seats[s])) next.seats.erase(next.seats.begin() + static_cast<std::ptrdiff_t>(s));
    if (next.seats.size() > count) return refuse(asker, "seat_taken", "So many seats are taken. Free one first.");
    next.seats.resize(count);
  }
  if (request.first) options.first = *request.first;
  if (request.clock) options.clock = *request.clock;
  if (request.listed) options.listed = *request.listed;
  if (request.watch) options.watch = *request.watch;
  if (options.first != wire::kFirstByLot && static_cast<std::size_t>(options.first) >= next.seats.size())
    return refuse(asker, "no_such_seat", "The table has no such seat.");
  next.visibility = options.listed ? Visibility::listed : Visibility::by_link;
  next.options = text_of(StoredTable{board_, options});
  save(std::move(next), asker);
}

// So many lines at once, and again as time goes by: of a person at this table, on whatever connections.
bool Room::may_speak(UserId user) {
  const auto now = shared_.loop.now();
  std::erase_if(spoke_, [now](const auto& one) { return one.second <= now; });
  const auto it = std::ranges::find(spoke_, user, &std::pair<UserId, Milliseconds>::first);
  const auto next = (it == spoke_.end() ? now : it->second) + shared_.settings.chat_span / shared_.settings.chat_burst;
  if (next > now + shared_.settings.chat_span) return false;
  if (it == spoke_.end()) spoke_.emplace_back(user, next);
  else it->second = next;
  return true;
}

void Room::handle(const Asker& asker, const wire::Say& request) {
  if (!is_seated(row_.seats, asker.who.user)) return refuse(asker, "not_your_seat", "Only who has a seat may write here.");
  if (!may_speak(asker.who.user)) return refuse(asker, "too_fast", "Too many lines in a short time. Wait a little.");
  if (chat_counted_) return say(asker, request.text);
  read<std::vector<ChatLine>>(
      asker, [this](auto done) { shared_.store.chat(row_.id, 1, std::move(done)); },
      [this, asker, text = request.text](const auto& lines) {
        if (!lines) return refuse(asker, "not_stored", "The server cannot read from its disk now.");
        chat_lines_ = lines->empty() ? 0 : lines->back().n;
        chat_counted_ = true;
        say(asker, text);
      });
}

void Room::say(const Asker& asker, const std::string& text) {
  ChatLine line{row_.id, chat_lines_ + 1, asker.who.user, asker.who.name, text, shared_.loop.now(), asker.who.account};
  std::vector<Change> changes;
  changes.push_back(AddChat{line});
  write(std::move(changes), asker, [this, asker, line] {
    ++chat_lines_;
    ++shared_.stats.chat_lines;
    ok(asker);
    const auto message = wire::chat_text({to_text(row_.id), line.n, to_text(line.user), line.name, line.text, line.at, line.account});
    for (const auto& follower : followers_) {
      const auto* reader = shared_.people.find(follower.client);
      if (reader && !reader->muted.contains(line.user)) shared_.people.send(follower.client, message);
    }
  });
}

}  // namespace perron::server
