#include "server/hub/hub.h"

#include <algorithm>

#include "base/each.h"
#include "base/rollback.h"
#include "server/game/loaded_game_cache.h"
#include "server/hub/hub_loading.h"
#include "server/room/room.h"

namespace perron::server {

Hub::Hub(Loop& loop, Store& store, Thinker& thinker, Worker& worker, Settings settings)
    : shared_(std::make_unique<SharedState>(loop, store, thinker, worker, std::move(settings), [this](TableId table) { ring(table); })),
      worker_games_(std::make_shared<GameCache>()),
      loaded_games_(std::make_shared<LoadedGameCache>()),
      queues_(shared_->settings.queue_per_table) {
  if (shared_->settings.seed == 0) shared_->settings.seed = static_cast<std::uint64_t>(random_id());
  shared_->game_is_at = [this](TableId table, GameId game) {
    const auto room = rooms_.find(table);
    games_[game] = {table, room == rooms_.end() ? nullptr : room->second};
  };
}

Hub::~Hub() { rooms_.clear(); }

bool Hub::add_board(const std::string& board_json) { return shared_->boards.add(board_json); }

void Hub::set_key_source(std::function<Key()> keys) { shared_->new_key = std::move(keys); }

void Hub::on_unreadable(std::function<void(GameId, const std::string&)> listener) { shared_->unreadable = std::move(listener); }

void Hub::begin(Store::Done done) {
  auto with_games = while_alive([this, done](const Read<std::vector<OpenGame>>& games) {
    if (!games) return done(games.error());
    register_unfinished(*games);
    sweep();
    done(std::nullopt);
  });
  auto with_waiting = while_alive([this, done, next = std::move(with_games)](const Read<std::vector<TableRow>>& waiting) {
    if (!waiting) return done(waiting.error());
    register_waiting(*waiting);
    shared_->store.unfinished_games(next);
  });
  shared_->store.tables(TableState::playing, while_alive([this, done, next = std::move(with_waiting)](const auto& playing) {
                          if (!playing) return done(playing.error());
                          register_playing(*playing);
                          shared_->store.tables(TableState::waiting, next);
                        }));
}

void Hub::register_playing(const std::vector<TableRow>& tables) {
  for (const auto& row : tables) {
    shared_->lobby.put(row.id, Room(*shared_, row).listing());
    shared_->quota.add(row.id, row.owner, "", shared_->loop.now());
  }
}

// Nobody knows yet who returns to a waiting table, so it is listed again only when somebody does.
void Hub::register_waiting(const std::vector<TableRow>& tables) {
  const auto now = shared_->loop.now();
  for (const auto& row : tables) {
    shared_->unattended[row.id] = {now, true};
    shared_->quota.add(row.id, row.owner, "", now);
    shared_->alarms.set(row.id, now + shared_->settings.table_lifetime);
  }
  shared_->stats.tables_open = tables.size();
}

void Hub::register_unfinished(const std::vector<OpenGame>& games) {
  const auto now = shared_->loop.now();
  for (const auto& game : games) {
    if (game.at > now) shared_->from_later[game.id] = game.at;
    if (game.due > 0) shared_->alarms.set(game.table, game.at > now ? now : std::max(now, game.due));
  }
  shared_->stats.games_live = games.size();
}

// ---- Clients.

// Its messages wait until its mutes are known: no chat line of somebody muted may come before.
ClientId Hub::connect(Client& client, const Identity& who, std::string address) {
  const auto id = shared_->people.add(client, who, address);
  Rollback rollback([&] {
    queues_.forget(id);
    shared_->people.remove(id);
  });
  const Requester requester{id, who, "", 0, std::move(address)};
  queues_.hold(requester);
  read_mutes(who.user, id);
  rollback.release();
  return id;
}

// Where they cannot be read, chat is shown: the store has worse to complain of.
void Hub::read_mutes(UserId user, std::optional<ClientId> held) {
  shared_->store.muted_by(user, while_alive([this, user, held, changes = mute_changes_](const Read<std::vector<UserId>>& muted) {
                            Rollback lost([&] { held ? drop(*held) : shared_->people.fail_user(user); });
                            if (changes != mute_changes_) {  // the answer may be older than a change that has been made known
                              read_mutes(user, held);
                              return lost.release();
                            }
                            if (muted)
                              for (const auto other : *muted) shared_->people.set_mute(user, other, true);
                            lost.release();
                            if (!held) return;
                            queues_.release(*held);
                            resume(*held);
                          }));
}

void Hub::disconnect(ClientId client) {
  for_each_regardless(shared_->people.remove(client), [&](TableId table) {
    if (const auto it = rooms_.find(table); it != rooms_.end()) it->second->unfollow(client);
  });
}

void Hub::set_round_trip(ClientId client, Milliseconds span) {
  if (auto* connection = shared_->people.find(client)) connection->lag = std::clamp<Milliseconds>(span, 0, shared_->settings.most_lag);
}

void Hub::refuse(const Requester& requester, const RequestRefusal& why) {
  ++shared_->stats.refusals;
  shared_->people.send(requester.client, wire::refused_text(requester.id, why.code, why.sentence, why.rule));
}

void Hub::receive(ClientId client, std::string_view message) {
  const auto* connection = shared_->people.find(client);
  if (!connection) return;
  ++shared_->stats.requests;
  Requester requester{client, connection->who, "", connection->lag, connection->address};
  if (!queues_.waits(client)) return parse(std::move(requester), message);
  if (queues_.add(client, message)) return;
  const auto read = wire::read_request(message);
  requester.id = read ? read->id : read.error().id;
  refuse(requester, {RefusalCode::busy, "Too many of your requests wait for an answer. Try again."});
}

void Hub::parse(Requester requester, std::string_view message) {
  auto incoming = wire::read_request(message);
  requester.id = incoming ? incoming->id : incoming.error().id;
  if (!incoming) return refuse(requester, {RefusalCode::bad_message, incoming.error().message});
  if (stopping_) return refuse(requester, {RefusalCode::stopping});
  shared_->loop.doing(wire::type_of(incoming->request));
  route(requester, std::move(incoming->request));
}

// A request about no table is the hub's own: one without a handler here, or in the room, does not compile.
void Hub::route(const Requester& requester, wire::Request request) {
  using Target = std::variant<std::monostate, TableId, GameId>;
  const auto target = std::visit(
      [&](const auto& one) -> Target {
        using R = std::decay_t<decltype(one)>;
        if constexpr (wire::NamesTable<R>) {
          if (const auto table = from_text<TableId>(one.table)) return *table;
          refuse(requester, {RefusalCode::no_such_table, "There is no such table."});
        } else if constexpr (wire::NamesGame<R>) {
          if (const auto game = from_text<GameId>(one.game)) return *game;
          refuse(requester, {RefusalCode::no_such_game, "There is no such game."});
        } else {
          handle(requester, one);
        }
        return {};
      },
      request);
  if (const auto* table = std::get_if<TableId>(&target)) to_room(*table, requester, std::move(request));
  if (const auto* game = std::get_if<GameId>(&target)) to_game(*game, requester, std::move(request));
}

// The sender may have another name by now, or be gone.
Requester Hub::requester_of(ClientId client) const {
  auto out = queues_.requester(client);
  if (const auto* connection = shared_->people.find(client)) {
    out.who = connection->who;
    out.lag = connection->lag;
  }
  return out;
}

void Hub::resume(ClientId client) {
  Rollback lost([&] { drop(client); });
  while (const auto message = queues_.next(client)) parse(requester_of(client), *message);
  lost.release();
}

void Hub::drop(ClientId client) noexcept {
  queues_.forget(client);
  shared_->people.fail(client);
}

void Hub::handle(const Requester& requester, const wire::Hello&) {
  refuse(requester, {RefusalCode::bad_message, "Hello has been said already."});
}

void Hub::handle(const Requester& requester, const wire::Ping&) {
  shared_->people.send(requester.client, wire::begin_ok(requester.id).field("time", shared_->loop.now()).end('}').take());
}

void Hub::handle(const Requester& requester, const wire::FollowLobby& request) {
  auto* connection = shared_->people.find(requester.client);
  if (!connection) return;  // it has ended while this request waited
  connection->lobby = request.on;
  shared_->people.send(requester.client, wire::ok_text(requester.id));
  if (request.on) shared_->people.send(requester.client, shared_->lobby.whole_text());
}

void Hub::handle(const Requester& requester, const wire::Mute& request) {
  constexpr std::size_t most = 1000;
  const auto other = from_text<UserId>(request.user);
  if (!other) return refuse(requester, {RefusalCode::no_such_user});
  const auto* connection = shared_->people.find(requester.client);
  if (request.on && connection && connection->muted.size() >= most) return refuse(requester, {RefusalCode::too_many_mutes});
  const auto done = [this, requester, other = *other, on = request.on](const auto& error) {
    Rollback lost([&] { shared_->people.fail(requester.client); });
    if (!error) ++mute_changes_, shared_->people.set_mute(requester.who.user, other, on);
    if (!error) shared_->people.send(requester.client, wire::ok_text(requester.id));
    else refuse(requester, {RefusalCode::not_stored, "The server cannot write to its disk now. Nothing has changed; try again."});
    lost.release();
  };
  shared_->store.write(SetMute{requester.who.user, *other, request.on}, while_alive(done));
}

void Hub::handle(const Requester& requester, const wire::Create& request) {
  const auto* offer = shared_->boards.find(request.board);
  const auto seats = static_cast<int>(request.seats.size());
  if (!offer) return refuse(requester, {RefusalCode::no_such_board, "There is no such board."});
  if (seats < offer->least || seats > offer->most)
    return refuse(requester, {RefusalCode::no_such_seat, "This board is not for so many players."});
  if (request.options.first != wire::kFirstRandom && index(request.options.first) >= seats)
    return refuse(requester, {RefusalCode::no_such_seat});
  const auto now = shared_->loop.now();
  if (shared_->quota.is_full(requester.who.user))
    return refuse(requester, {RefusalCode::too_many_tables, "You have too many tables already. Finish or leave one first."});
  if (shared_->quota.is_full(requester.address, now))
    return refuse(requester,
                  {RefusalCode::too_many_tables, "Your network address has too many tables already. Finish or leave one first."});
  if (!shared_->quota.spend(requester.address, now))
    return refuse(requester, {RefusalCode::too_fast, "Too many new tables from your network address. Try again in a minute."});
  const auto room = Room::create(*shared_, requester, request);
  const auto id = room->row().id;
  Rollback rollback([&] {
    room->count_as(std::nullopt);
    rooms_.erase(id);
  });
  rooms_.emplace(id, room);
  room->store(requester);
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
    if (room->broken() || room->interrupted()) stopped.push_back(table);
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
  for (const auto& [id, loading] : loading_) loading->renamed(who);
}

void Hub::merged(UserId guest, const Identity& account) {
  ++mute_changes_;
  shared_->people.mute_as(guest, account.user);
  queues_.merged(guest, account);
  read_mutes(account.user, std::nullopt);
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
