// Rooms in memory, and how they get there. A game is loaded off the loop; whatever is asked of it meanwhile waits, in order.
#include "base/attempt.h"
#include "base/each.h"
#include "base/rollback.h"
#include "server/hub_loading.h"
#include "server/room.h"

namespace perron::server {

namespace {

constexpr Milliseconds kLookAgain = 60'000;  // at a game that could not be read
constexpr Milliseconds kSoon = 500;          // when too many games are being loaded

constexpr std::string_view kBusy = "The server is loading too many games at the moment. Try again.";

bool has_game(const TableRow& row) { return row.game != kNoGame && row.state != TableState::waiting; }

std::pair<RefusalCode, std::string> refusal_of(const StoreError& error) {
  if (error.fault == StoreFault::bad_row) return {RefusalCode::unreadable, ""};
  return {RefusalCode::not_stored, "The server cannot read from its disk now. Try again."};
}

JobsOf jobs_of(UserId user) { return JobsOf{static_cast<std::uint64_t>(user)}; }

}  // namespace

Result<Hub::Place, Hub::Refusal> Hub::place_of_game(std::string_view text) {
  const auto game = from_text<GameId>(text);
  if (!game) return Refusal(RefusalCode::no_such_game, "There is no such game.");
  if (const auto it = games_.find(*game); it != games_.end()) return it->second;
  const auto row = shared_->store.game(*game);
  if (!row) return refusal_of(row.error());
  if (!*row) return Refusal(RefusalCode::no_such_game, "There is no such game.");
  return Place{(*row)->table, {}};
}

Result<std::optional<TableRow>, Hub::Refusal> Hub::row_of(TableId table) {
  auto row = shared_->store.table(table);
  if (!row) return refusal_of(row.error());
  return std::move(*row);
}

// Null: it can't be read, and the operator has been told why.
std::shared_ptr<Room> Hub::add_room(TableRow row, std::optional<LoadedGame> game) {
  const auto table = row.id;
  const auto id = row.game;
  const auto state = row.state;
  auto room = Room::load(*shared_, std::move(row), std::move(game));
  if (!room) {
    forget_broken(table, state);
    shared_->note_unreadable(id, room.error());
    return nullptr;
  }
  (*room)->enter_memory();
  auto& place = rooms_[table];
  const bool replaces = place != nullptr;
  if (replaces) (*room)->count_like(*place);
  place = *room;
  shared_->stats.rooms_in_memory = rooms_.size();
  (*room)->count_as(state);
  if (id != kNoGame) games_[id] = {table, *room};
  if (replaces) {  // what the broken one had still to do
    shared_->lobby.put(table, (*room)->listing());
    shared_->alarms.set(table, shared_->loop.now());
  }
  return *room;
}

void Hub::load(TableRow row, JobsOf asker) {
  // Goes with the job, however that ends. (A shared_ptr that can't be made calls its deleter, too.)
  std::shared_ptr<void> token(this, [this, alive = std::weak_ptr(alive_), table = row.id](void*) {
    if (!alive.expired()) not_loaded(table);
  });
  auto loaded = std::make_shared<std::optional<LoadResult>>();
  const auto game = row.game;
  shared_->jobs.add(
      asker, Worker::Lane::play,
      [loaded, games = worker_games_, game](GameReads& reads) { loaded->emplace(load_game(reads, *games, game)); },
      [this, loaded, row = std::move(row), token = std::move(token)] { have_loaded(row, std::move(**loaded)); });
}

// Lost to an exception, unless have_loaded() has come to its end: who waits comes back, and the alarm rings again.
void Hub::not_loaded(TableId table) noexcept {
  const auto it = loading_.find(table);
  if (it == loading_.end()) return;
  for (const auto& one : it->second->waiting) shared_->people.fail(one.asker.client);
  if (it->second->wake) attempt([&] { shared_->alarms.set(table, shared_->loop.now() + kSoon); });
  loading_.erase(it);
}

// A broken one keeps its place until it has been read again, but not before its last write is on disk.
std::shared_ptr<Room> Hub::room_at(TableId table) const {
  const auto it = rooms_.find(table);
  return it == rooms_.end() || (it->second->broken() && !it->second->writing()) ? nullptr : it->second;
}

void Hub::forget_broken(TableId table, std::optional<TableState> stored) {
  const auto it = rooms_.find(table);
  if (it == rooms_.end()) return;
  shared_->lobby.put(table, std::nullopt);
  if (!stored) shared_->deserted.erase(table);
  it->second->count_as(stored);
  games_.erase(it->second->row().game);
  rooms_.erase(it);
}

void Hub::to_room(TableId table, const Asker& asker, wire::Request request) {
  if (const auto room = room_at(table)) return room->request(asker, std::move(request));
  if (const auto it = loading_.find(table); it != loading_.end()) {
    auto& waiting = it->second->waiting;
    if (waiting.size() >= shared_->settings.queue_per_table)
      return refuse(asker, RefusalCode::busy, "Too many requests wait for this table. Try again.");
    return waiting.push_back({asker, std::move(request)});
  }
  auto row = row_of(table);
  if (!row) return refuse(asker, row.error().first, row.error().second);
  if (!*row) {
    forget_broken(table, std::nullopt);
    return refuse(asker, RefusalCode::no_such_table, "There is no such table.");
  }
  if (!has_game(**row)) {
    const auto room = add_room(std::move(**row), std::nullopt);
    return room ? room->request(asker, std::move(request)) : refuse(asker, RefusalCode::unreadable);
  }
  const auto jobs = jobs_of(asker.who.user);
  if (!shared_->jobs.may_add(jobs, Worker::Lane::play)) return refuse(asker, RefusalCode::busy, kBusy);
  auto loading = std::make_unique<Loading>();
  loading->waiting.push_back({asker, std::move(request)});
  loading_.emplace(table, std::move(loading));
  load(std::move(**row), jobs);
}

// Its alarm is gone: one that an exception kept from being heard rings again.
void Hub::ring(TableId table) {
  Rollback again([&] { attempt([&] { shared_->alarms.set(table, shared_->loop.now() + kSoon); }); });
  wake(table);
  again.release();
}

void Hub::wake(TableId table) {
  if (stopping_) return;
  if (const auto room = room_at(table)) return room->wake();
  if (const auto it = loading_.find(table); it != loading_.end()) return void(it->second->wake = true);
  auto row = row_of(table);
  // A disk that could not be read may be there again later, and the clock of this game still runs.
  if (!row) return shared_->alarms.set(table, shared_->loop.now() + kLookAgain);
  if (!*row) return forget_broken(table, std::nullopt);
  if (!has_game(**row)) {
    if (const auto room = add_room(std::move(**row), std::nullopt)) room->wake();
    return;
  }
  if (!shared_->jobs.may_add(JobsOf::server, Worker::Lane::play)) return shared_->alarms.set(table, shared_->loop.now() + kSoon);
  loading_.emplace(table, std::make_unique<Loading>()).first->second->wake = true;
  load(std::move(**row), JobsOf::server);
}

void Hub::have_loaded(TableRow row, LoadResult game) {
  const auto table = row.id;
  if (!game) {
    forget_broken(table, row.state);
    shared_->note_unreadable(row.game, game.error());
  }
  const auto room = game ? add_room(std::move(row), std::move(*game)) : nullptr;
  if (room)
    for (const auto& [guest, account] : loading_.at(table)->merges) room->merged(guest, account);
  const auto loading = std::move(loading_.extract(table).mapped());
  const bool wake = loading->wake && !stopping_;
  Rollback later([&] {
    if (wake) attempt([&] { shared_->alarms.set(table, shared_->loop.now() + kSoon); });
  });
  for_each_regardless(loading->waiting, [&](const Loading::Waiting& one) {
    Rollback lost([&] { shared_->people.fail(one.asker.client); });
    if (stopping_) refuse(one.asker, RefusalCode::stopping);
    else if (room) room->request(one.asker, one.request);
    else refuse(one.asker, RefusalCode::unreadable);
    lost.release();
  });
  if (wake && room) room->wake();
  else if (wake) shared_->alarms.set(table, shared_->loop.now() + kLookAgain);
  later.release();
}

}  // namespace perron::server
