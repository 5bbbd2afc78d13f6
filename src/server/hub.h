// All tables and games of this server, and everyone connected to it. Knows no sockets, no HTTP and no passwords: who a client
// is has been settled before connect(). All calls come on the loop's thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "dealer/key.h"
#include "server/client.h"
#include "server/hub_types.h"
#include "server/loop.h"
#include "server/settings.h"
#include "server/thinker.h"
#include "store/store.h"
#include "wire/request.h"

namespace perron::server {

struct Desk;
struct Asker;
class Room;

class Hub {
 public:
  // The loop, the store and the thinker must live longer.
  Hub(Loop& loop, Store& store, Thinker& thinker, Settings settings);
  ~Hub();

  // Reads from the store which tables are open and which games must be looked at. Call once, before the first client.
  std::optional<StoreError> begin();
  // One more board to play on, besides the built-in ones; false: it is no board.
  bool add_board(const std::string& board_json);
  // Where the dealer's keys come from, for tests; otherwise from the operating system.
  void take_keys_from(std::function<Key()> keys);

  // Who is told, once for each, of games that cannot be read, and why: for whoever runs the server.
  void tell_unreadable_to(std::function<void(GameId, const std::string& why)> listener);

  // ---- Clients. A Client must live until disconnect() has returned.
  ClientId connect(Client& client, const Identity& who);
  void receive(ClientId client, std::string_view message);  // any bytes may come
  void disconnect(ClientId client);
  // The measured round trip of a connection, for the compensation of lag.
  void set_round_trip(ClientId client, Milliseconds span);

  // ---- People. The store has been changed already.
  void renamed(const Identity& who);  // a new name, or an account now
  // The seats of a guest belong to an account now. Requires that the guest's clients have been disconnected.
  void merged(UserId guest, const Identity& account);

  // ---- Games. The store has been changed already.
  void forgotten(GameId game);  // its table leaves memory, unless somebody follows it or plays on

  // ---- Reading, for REST: JSON text, or the record. `who` is nothing for strangers.
  using Answer = Result<std::string, HttpRefusal>;
  std::string boards_json() const;
  Answer board_json(std::string_view board) const;
  std::string tables_json() const;  // what the lobby shows
  // Newest first; after the game `before`, if it is not empty.
  Answer games_of_json(UserId who, GameFilter filter, std::string_view before, int limit);
  Answer listed_games_json(std::string_view before, int limit);
  Answer game_json(std::string_view game, std::optional<UserId> who);
  Answer game_board_json(std::string_view game, std::optional<UserId> who);  // as it was pinned
  Answer record_text(std::string_view game, std::optional<UserId> who);      // of a game that has ended
  // The same game step by step, as everyone saw it (-1) or as a seat did.
  Answer replay_json(std::string_view game, std::optional<UserId> who, int seat);

  // ---- The process.
  const HubStats& stats() const;
  // Takes no more requests and waits for what is being written, then tells and closes all clients and calls `done`.
  void stop(std::function<void()> done);

 private:
  using Requested = Result<std::shared_ptr<Room>, std::pair<std::string_view, std::string>>;

  void take(const Asker& asker, wire::Request request);
  void create(const Asker& asker, const wire::Create& request);
  void mute(const Asker& asker, const wire::Mute& request);
  void read_mutes(UserId user);
  Requested room_of(TableId table);
  void for_each_room_of(UserId user, const std::function<void(Room&)>& work);  // in memory, that concerns this person
  Requested room_of_game(std::string_view game);
  void ring(TableId table);
  void sweep();  // idle rooms leave memory
  void refuse(const Asker& asker, std::string_view code, std::string_view sentence);
  Seat turn_of(const GameSummary& game);  // the person's to move; kNoSeat: a computer player's, or not known
  std::string summary_json(const GameSummary& game, std::optional<UserId> who);
  Result<std::shared_ptr<Room>, HttpRefusal> ended_room(const GameRow& row);
  Result<GameRow, HttpRefusal> readable_game(std::string_view game, std::optional<UserId> who);
  Result<Page, HttpRefusal> page_after(std::string_view before, int limit, bool by_end);
  std::string page_json(const std::vector<GameSummary>& games, int limit, std::optional<UserId> who);

  std::unique_ptr<Desk> desk_;
  std::unordered_map<TableId, std::shared_ptr<Room>> rooms_;
  std::unordered_map<TableId, std::weak_ptr<Room>> making_;  // new tables, until they are on disk
  struct Place {
    TableId table;
    std::weak_ptr<Room> room;  // where it is found without a second look
  };
  std::unordered_map<GameId, Place> games_;  // in memory
  bool stopping_ = false;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>();  // timers may outlive the hub
};

}  // namespace perron::server
