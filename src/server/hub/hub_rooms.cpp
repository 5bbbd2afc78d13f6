// Rooms in memory, and how they are loaded. The store reads the table's row, then the worker loads the game; requests for the table wait
// meanwhile, in order.
#include "base/attempt.h"
#include "base/each.h"
#include "base/rollback.h"
#include "server/hub/hub_loading.h"
#include "server/room/room.h"

namespace perron::server {

namespace {

constexpr Milliseconds kLookAgain = 60'000;  // at a game that could not be read
constexpr Milliseconds kSoon = 500;          // when too many games are being loaded

constexpr std::string_view kBusy = "The server is loading too many games at the moment. Try again.";
const RequestRefusal kUnreadable{RefusalCode::unreadable};

bool has_game(const TableRow& row) { return row.game != kNoGame && row.state != TableState::waiting; }

RequestRefusal refusal_of(const StoreError& error) {
  if (error.fault == StoreFault::bad_row) return kUnreadable;
  return {RefusalCode::not_stored, "The server cannot read from its disk now. Try again."};
}

JobOwner job_owner(UserId user) { return JobOwner{static_cast<std::uint64_t>(user)}; }

}  // namespace

// ---- The way to a room.

void Hub::to_game(GameId game, const Requester& requester, wire::Request request) {
  if (const auto it = games_.find(game); it != games_.end()) {
    const auto& [table, at] = it->second;
    if (const auto room = at.lock(); room && !room->closed() && !room->broken()) return room->request(requester, std::move(request));
    return to_room(table, requester, std::move(request));
  }
  queues_.hold(requester);
  Rollback rollback([&] { queues_.forget(requester.client); });
  shared_->store.game(game, while_alive([this, client = requester.client, id = requester.id,
                                         request = std::move(request)](const auto& row) { on_location(client, id, request, row); }));
  rollback.release();
}

void Hub::on_location(ClientId client, std::string id, wire::Request request, const Read<std::optional<GameRow>>& row) {
  if (!queues_.waits(client)) return;  // lost to an exception
  Rollback lost([&] { drop(client); });
  auto requester = requester_of(client);
  requester.id = std::move(id);
  queues_.release(client);
  if (!row) {
    refuse(requester, refusal_of(row.error()));
  } else if (!*row) {
    refuse(requester, {RefusalCode::no_such_game, "There is no such game."});
  } else {
    to_room((*row)->table, requester, std::move(request));
  }
  lost.release();
  resume(client);
}

void Hub::to_room(TableId table, const Requester& requester, wire::Request request) {
  if (const auto room = room_at(table)) return room->request(requester, std::move(request));
  auto& loading = loading_of(table);
  if (loading.waiting.size() >= shared_->settings.queue_per_table)
    return refuse(requester, {RefusalCode::busy, "Too many requests wait for this table. Try again."});
  loading.waiting.push_back({requester, std::move(request)});
  if (!loading.has_row) queues_.hold(requester);
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
  // Alarms come in crowds after a restart.
  if (!loading_.contains(table) && loading_.size() >= shared_->settings.most_jobs)
    return shared_->alarms.set(table, shared_->loop.now() + kSoon);
  loading_of(table).wake = true;
}

// ---- From the store.

Hub::Loading& Hub::loading_of(TableId table) {
  if (const auto it = loading_.find(table); it != loading_.end()) return *it->second;
  auto& loading = *loading_.emplace(table, std::make_unique<Loading>()).first->second;
  Rollback rollback([&] { loading_.erase(table); });
  shared_->store.table(table, while_alive([this, table](auto row) { on_row(table, std::move(row)); }));
  rollback.release();
  return loading;
}

void Hub::on_row(TableId table, Read<std::optional<TableRow>> row) {
  std::vector<ClientId> held;
  const auto resume_all = [&] { for_each_regardless(held, [this](ClientId client) { resume(client); }); };
  Rollback others([&] { attempt(resume_all); });  // the clients that were not dropped
  Rollback lost([&] { not_loaded(table); });
  auto& loading = *loading_.at(table);
  loading.has_row = true;
  for (const auto& one : loading.waiting) held.push_back(one.requester.client);
  for (const auto client : held) queues_.release(client);
  use_row(table, std::move(row));
  lost.release();
  others.release();
  resume_all();
}

void Hub::use_row(TableId table, Read<std::optional<TableRow>> row) {
  // A disk that could not be read may be there again later, and the clock of this game still runs.
  if (!row) return end_loading(table, {nullptr, refusal_of(row.error()), kLookAgain});
  if (!*row) {
    forget_broken(table, std::nullopt);
    return end_loading(table, {nullptr, {RefusalCode::no_such_table, "There is no such table."}});
  }
  if (!has_game(**row)) return end_loading(table, {add_room(std::move(**row), std::nullopt), kUnreadable});
  if (const auto owner = may_load(*loading_.at(table))) return load(std::move(**row), *owner);
  end_loading(table, {nullptr, {RefusalCode::busy, std::string(kBusy)}, kSoon});
}

std::optional<JobOwner> Hub::may_load(const Loading& loading) const {
  for (const auto& one : loading.waiting)
    if (const auto jobs = job_owner(one.requester.who.user); shared_->jobs.may_add(jobs, Worker::Lane::play)) return jobs;
  if (loading.wake && shared_->jobs.may_add(JobOwner::server, Worker::Lane::play)) return JobOwner::server;
  return std::nullopt;
}

// Null: it can't be read, and this has been reported to the operator.
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

void Hub::load(TableRow row, JobOwner owner) {
  // Goes with the job, however that ends. (A shared_ptr that can't be made calls its deleter, too.)
  std::shared_ptr<void> token(this, [this, alive = std::weak_ptr(alive_), table = row.id](void*) {
    if (!alive.expired()) not_loaded(table);
  });
  auto loaded = std::make_shared<std::optional<LoadResult>>();
  const auto game = row.game;
  shared_->jobs.add(
      owner, Worker::Lane::play,
      [loaded, games = worker_games_, game](GameReads& reads) { loaded->emplace(load_game(reads, *games, game)); },
      [this, loaded, row = std::move(row), token = std::move(token)] { on_loaded(row, std::move(**loaded)); });
}

// After an exception, unless the loading has ended: waiting clients reconnect, and the alarm rings again.
void Hub::not_loaded(TableId table) noexcept {
  const auto it = loading_.find(table);
  if (it == loading_.end()) return;
  for (const auto& one : it->second->waiting) drop(one.requester.client);
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
  if (!stored) shared_->unattended.erase(table);
  it->second->count_as(stored);
  games_.erase(it->second->row().game);
  rooms_.erase(it);
}

void Hub::on_loaded(TableRow row, LoadResult game) {
  const auto table = row.id;
  if (!game) {
    forget_broken(table, row.state);
    shared_->note_unreadable(row.game, game.error());
  }
  end_loading(table, {game ? add_room(std::move(row), std::move(*game)) : nullptr, kUnreadable, kLookAgain});
}

void Hub::end_loading(TableId table, const Loaded& loaded) {
  const auto& [room, refusal, again] = loaded;
  if (room)
    for (const auto& tell : loading_.at(table)->news) tell(*room);
  const auto loading = std::move(loading_.extract(table).mapped());
  const bool wake = loading->wake && !stopping_;
  Rollback later([&] {
    if (wake) attempt([&] { shared_->alarms.set(table, shared_->loop.now() + kSoon); });
  });
  for_each_regardless(loading->waiting, [&](const Loading::Waiting& one) {
    Rollback lost([&] { drop(one.requester.client); });
    if (stopping_) refuse(one.requester, {RefusalCode::stopping});
    else if (room) room->request(one.requester, one.request);
    else refuse(one.requester, refusal);
    lost.release();
  });
  if (wake && room) room->wake();
  else if (wake && again > 0) shared_->alarms.set(table, shared_->loop.now() + again);
  later.release();
}

}  // namespace perron::server
