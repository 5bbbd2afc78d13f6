#include "server/hub.h"

#include <algorithm>

#include "base/each.h"
#include "base/rollback.h"
#include "server/held_games.h"
#include "server/hub_loading.h"
#include "server/room.h"

namespace perron::server {

Hub::Hub(Loop& loop, Store& store, Thinker& thinker, Worker& worker, Settings settings)
    : shared_(std::make_unique<Shared>(loop, store, thinker, worker, std::move(settings), [this](TableId table) { ring(table); })),
      worker_games_(std::make_shared<GameCache>()),
      held_games_(std::make_shared<HeldGames>()) {
  if (shared_->settings.seed == 0) shared_->settings.seed = static_cast<std::uint64_t>(random_id());
  shared_->game_is_at = [this](TableId table, GameId game) {
    const auto room = rooms_.find(table);
    games_[game] = {table, room == rooms_.end() ? nullptr : room->second};
  };
}

Hub::~Hub() { rooms_.clear(); }

bool Hub::add_board(const std::string& board_json) { return shared_->boards.add(board_json); }

void Hub::take_keys_from(std::function<Key()> keys) { shared_->new_key = std::move(keys); }

void Hub::tell_unreadable_to(std::function<void(GameId, const std::string&)> listener) { shared_->unreadable = std::move(listener); }

std::optional<StoreError> Hub::begin() {
  auto waiting = shared_->store.tables(TableState::waiting);
  auto playing = shared_->store.tables(TableState::playing);
  auto games = shared_->store.unfinished_games();
  if (!waiting) return waiting.error();
  if (!playing) return playing.error();
  if (!games) return games.error();
  const auto now = shared_->loop.now();
  for (const auto& row : *playing) {
    shared_->lobby.put(row.id, Room(*shared_, row).listing());
    shared_->quota.add(row.id, row.owner, "", now);
  }
  // Who will come back to a table that waits is not known: it returns to the lobby with them.
  for (const auto& row : *waiting) {
    shared_->deserted[row.id] = {now, true};
    shared_->quota.add(row.id, row.owner, "", now);
    shared_->alarms.set(row.id, now + shared_->settings.table_lifetime);
  }
  for (const auto& game : *games) {
    if (game.at > now) shared_->from_later[game.id] = game.at;
    if (game.due > 0) shared_->alarms.set(game.table, game.at > now ? now : std::max(now, game.due));
  }
  shared_->stats.tables_open = waiting->size();
  shared_->stats.games_live = games->size();
  sweep();
  return std::nullopt;
}

// ---- Clients.

ClientId Hub::connect(Client& client, const Identity& who, std::string address) {
  const auto id = shared_->people.add(client, who, std::move(address));
  Rollback rollback([&] { shared_->people.remove(id); });
  read_mutes(who.user);
  rollback.release();
  return id;
}

// Where they cannot be read, chat is shown: the store has worse to complain of.
void Hub::read_mutes(UserId user) {
  const auto muted = shared_->store.muted_by(user);
  if (!muted) return;
  for (const auto other : *muted) shared_->people.set_mute(user, other, true);
}

void Hub::disconnect(ClientId client) {
  for_each_regardless(shared_->people.remove(client), [&](TableId table) {
    if (const auto it = rooms_.find(table); it != rooms_.end()) it->second->unfollow(client);
  });
}

void Hub::set_round_trip(ClientId client, Milliseconds span) {
  if (auto* connection = shared_->people.find(client)) connection->lag = std::clamp<Milliseconds>(span, 0, shared_->settings.most_lag);
}

void Hub::refuse(const Asker& asker, RefusalCode code, std::string_view sentence) {
  ++shared_->stats.refusals;
  shared_->people.send(asker.client, wire::refused_text(asker.id, code, sentence));
}

void Hub::receive(ClientId client, std::string_view message) {
  auto* connection = shared_->people.find(client);
  if (!connection) return;
  ++shared_->stats.requests;
  auto incoming = wire::read_request(message);
  Asker asker{client, connection->who, incoming ? incoming->id : incoming.error().id, connection->lag, connection->address};
  if (!incoming) return refuse(asker, RefusalCode::bad_message, incoming.error().message);
  if (stopping_) return refuse(asker, RefusalCode::stopping);
  shared_->loop.doing(wire::type_of(incoming->request));
  take(asker, std::move(incoming->request));
}

// A request about no table is the hub's own: one without a handler here, or in the room, does not compile.
void Hub::take(const Asker& asker, wire::Request request) {
  const auto place = std::visit(
      [&](const auto& one) -> std::optional<Result<Place, Refusal>> {
        using R = std::decay_t<decltype(one)>;
        if constexpr (wire::NamesTable<R>) {
          if (const auto table = from_text<TableId>(one.table)) return Place{*table, {}};
          return Refusal(RefusalCode::no_such_table, "There is no such table.");
        } else if constexpr (wire::NamesGame<R>) {
          return place_of_game(one.game);
        } else {
          handle(asker, one);
          return std::nullopt;
        }
      },
      request);
  if (!place) return;
  if (!*place) return refuse(asker, place->error().first, place->error().second);
  const auto& [table, at] = **place;
  if (const auto room = at.lock(); room && !room->closed() && !room->broken()) return room->request(asker, std::move(request));
  to_room(table, asker, std::move(request));
}

void Hub::handle(const Asker& asker, const wire::Hello&) { refuse(asker, RefusalCode::bad_message, "Hello has been said already."); }

void Hub::handle(const Asker& asker, const wire::Ping&) {
  shared_->people.send(asker.client, wire::begin_ok(asker.id).field("time", shared_->loop.now()).end('}').take());
}

void Hub::handle(const Asker& asker, const wire::FollowLobby& request) {
  shared_->people.find(asker.client)->lobby = request.on;
  shared_->people.send(asker.client, wire::ok_text(asker.id));
  if (request.on) shared_->people.send(asker.client, shared_->lobby.whole_text());
}

void Hub::handle(const Asker& asker, const wire::Mute& request) {
  constexpr std::size_t most = 1000;
  const auto other = from_text<UserId>(request.user);
  if (!other) return refuse(asker, RefusalCode::no_such_user);
  if (request.on && shared_->people.find(asker.client)->muted.size() >= most) return refuse(asker, RefusalCode::too_many_mutes);
  shared_->store.write(SetMute{asker.who.user, *other, request.on}, [this, alive = std::weak_ptr(alive_), asker, other = *other,
                                                                     on = request.on](const auto& error) {
    if (alive.expired()) return;
    Rollback lost([&] { shared_->people.fail(asker.client); });
    if (!error) shared_->people.set_mute(asker.who.user, other, on);
    if (!error) shared_->people.send(asker.client, wire::ok_text(asker.id));
    else refuse(asker, RefusalCode::not_stored, "The server cannot write to its disk now. Nothing has changed; try again.");
    lost.release();
  });
}

void Hub::handle(const Asker& asker, const wire::Create& request) {
  const auto* offer = shared_->boards.find(request.board);
  const auto seats = static_cast<int>(request.seats.size());
  if (!offer) return refuse(asker, RefusalCode::no_such_board, "There is no such board.");
  if (seats < offer->least || seats > offer->most)
    return refuse(asker, RefusalCode::no_such_seat, "This board is not for so many players.");
  if (request.options.first >= seats) return refuse(asker, RefusalCode::no_such_seat, "The table has no such seat.");
  const auto now = shared_->loop.now();
  if (shared_->quota.is_full(asker.who.user))
    return refuse(asker, RefusalCode::too_many_tables, "You have too many tables already. Finish or leave one first.");
  if (shared_->quota.is_full(asker.address, now))
    return refuse(asker, RefusalCode::too_many_tables, "Your network address has too many tables already. Finish or leave one first.");
  if (!shared_->quota.spend(asker.address, now))
    return refuse(asker, RefusalCode::too_fast, "Too many new tables from your network address. Try again in a minute.");
  const auto room = Room::create(*shared_, asker, request);
  const auto id = room->row().id;
  Rollback rollback([&] {
    room->count_as(std::nullopt);
    rooms_.erase(id);
  });
  rooms_.emplace(id, room);
  room->store(asker);
  rollback.release();
  shared_->stats.rooms_in_memory = rooms_.size();
}

void Hub::sweep() {
  sweep_later();
  const auto now = shared_->loop.now();
  std::erase_if(rooms_, [&](const auto& item) {
    const auto& room = *item.second;
    const bool leaves = room.idle() && (room.closed() || now - room.touched() >= shared_->settings.evict_after);
    if (leaves) games_.erase(room.row().game);
    return leaves;
  });
  shared_->stats.rooms_in_memory = rooms_.size();
  shared_->alarms.revive();
  shared_->lobby.revive();
  std::vector<TableId> stopped;
  for (const auto& [table, room] : rooms_)
    if (room->broken() || room->stumbled()) stopped.push_back(table);
  for_each_regardless(stopped, [this](TableId table) { ring(table); });
}

void Hub::sweep_later() {
  shared_->loop.after(std::max<Milliseconds>(1000, shared_->settings.evict_after / 4), [this, alive = std::weak_ptr(alive_)] {
    if (alive.expired()) return;
    sweeping_ = false;
    sweep();
  });
  sweeping_ = true;
}

void Hub::revive() {
  if (!sweeping_) sweep_later();
  shared_->alarms.revive();
  shared_->lobby.revive();
}

// ---- People.

void Hub::renamed(const Identity& who) {
  shared_->people.rename(who);
  for_each_room_of(who.user, [&](Room& room) { room.renamed(who); });
}

void Hub::merged(UserId guest, const Identity& account) {
  shared_->people.mute_as(guest, account.user);
  read_mutes(account.user);
  shared_->quota.merge(guest, account.user);
  for_each_room_of(guest, [&](Room& room) { room.merged(guest, account); });
  for (const auto& [id, loading] : loading_) loading->merged(guest, account);
}

void Hub::for_each_room_of(UserId user, const std::function<void(Room&)>& work) {
  for_each_regardless(shared_->user_tables->of(user), [&](TableId table) {
    if (const auto room = rooms_.find(table); room != rooms_.end()) work(*room->second);
  });
}

void Hub::forgotten(GameId game) {
  const auto at = games_.find(game);
  if (at == games_.end()) return;
  if (const auto it = rooms_.find(at->second.table); it != rooms_.end() && it->second->row().game == game) {
    if (!it->second->idle()) return;
    rooms_.erase(it);
  }
  games_.erase(at);
  shared_->stats.rooms_in_memory = rooms_.size();
}

// ---- The process.

const HubStats& Hub::stats() const {
  shared_->stats.thinking = shared_->thinker.thinking();
  shared_->stats.thinking_waits = shared_->thinker.waiting();
  return shared_->stats;
}

void Hub::stop(std::function<void()> done) {
  stopping_ = true;
  shared_->store.write(std::vector<Change>{}, [this, alive = std::weak_ptr(alive_), done = std::move(done)](const auto&) {
    if (alive.expired()) return;
    const auto bye = wire::bye_text("The server is about to stop.");
    std::vector<ClientId> ids;
    for (const auto& [id, connection] : shared_->people.all()) ids.push_back(id);
    for (const auto id : ids) {
      shared_->people.send(id, bye);
      if (auto* connection = shared_->people.find(id)) connection->client->close(1001, "the server stops");
    }
    done();
  });
}

}  // namespace perron::server
