// All tables and games of this server, and all connections. Knows no sockets, no HTTP and no passwords: the caller of connect() has
// already authenticated the client. All calls come on the loop's thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "dealer/key.h"
#include "server/people/client.h"
#include "server/people/client_queues.h"
#include "server/people/request_refusal.h"
#include "server/runtime/hub_types.h"
#include "server/runtime/loop.h"
#include "server/runtime/settings.h"
#include "server/runtime/text_sink.h"
#include "server/runtime/thinker.h"
#include "server/runtime/worker.h"
#include "store/store.h"
#include "wire/request.h"

namespace perron::server {

struct SharedState;
struct LoadedGame;
class GameCache;
class LoadedGameCache;
class Room;
enum class JobOwner : std::uint64_t;

class Hub {
 public:
  // The loop, the store, the thinker and the worker must live longer.
  Hub(Loop& loop, Store& store, Thinker& thinker, Worker& worker, Settings settings);
  ~Hub();

  // Reads from the store which tables are open and which games must be looked at. Call once; the first client may connect when `done`
  // has been called without an error.
  void begin(Store::Done done);
  // One more board to play on, besides the built-in ones; false: it is no board.
  bool add_board(const std::string& board_json);
  // Where the dealer's keys come from, for tests; otherwise from the operating system.
  void set_key_source(std::function<Key()> keys);

  // Sets the listener for games that cannot be read, called once per game with the reason: for the operator.
  void on_unreadable(std::function<void(GameId, const std::string& why)> listener);

  // ---- Clients. A Client must live until disconnect() has returned.
  // `address` is the network address group that the limits count (IPv6: a /64); empty: no limit by address.
  ClientId connect(Client& client, const Identity& who, std::string address = {});
  void receive(ClientId client, std::string_view message);  // any bytes may come
  void disconnect(ClientId client);                         // the client is not called any more, even if this throws
  // The measured round trip of a connection, for the compensation of lag.
  void set_round_trip(ClientId client, Milliseconds span);

  // ---- People. The store has been changed already.
  void renamed(const Identity& who);  // a new name, or an account now
  // The seats of a guest belong to an account now. Requires that the guest's clients have been disconnected.
  void merged(UserId guest, const Identity& account);

  // ---- Games. The store has been changed already.
  void forgotten(GameId game);  // its table leaves memory, unless somebody follows it or plays on

  // ---- Reading, for REST: JSON text, or the record. `who` is nothing for anonymous readers.
  using Answer = Result<std::string, HttpRefusal>;
  using Reply = std::function<void(Answer)>;  // at once or later, on the loop
  std::string boards_json() const;
  Answer board_json(std::string_view board) const;
  std::string tables_json() const;  // what the lobby shows
  // Newest first; after the game `before`, if it is not empty.
  void games_of_json(const Reader& reader, GameFilter filter, std::string_view before, int limit, Reply reply);
  void listed_games_json(std::string_view before, int limit, Reply reply);
  void game_json(std::string_view game, const Reader& reader, Reply reply);
  void game_board_json(std::string_view game, std::optional<UserId> who, Reply reply);  // as it was pinned
  // A piece of the record of a game that has ended, written off the loop. `done` is called on the loop, with where the next piece
  // begins or with why there is none.
  using Written = std::function<void(Result<TextCursor, HttpRefusal>)>;
  void write_record(std::string_view game, const Reader& reader, TextCursor from, std::shared_ptr<TextSink> to, Written done);
  // The same game step by step, as a spectator (-1) or a seat saw it.
  void write_replay(std::string_view game, const Reader& reader, int seat, TextCursor from, std::shared_ptr<TextSink> to, Written done);

  // ---- The process.
  // After an exception came out of the loop: sets up again what was lost with the handler that threw it. May throw.
  void revive();
  const HubStats& stats() const;
  // Rejects new requests and waits for the writes under way, then says goodbye to all clients, closes them and calls `done`.
  void stop(std::function<void()> done);

 private:
  struct Location {
    TableId table;
    std::weak_ptr<Room> room;  // where it is found without a second look
  };
  struct Loading;
  using LoadResult = Result<LoadedGame, std::string>;

  // Calls `work` with an answer, unless the hub is gone by then.
  template <class Work>
  auto while_alive(Work work) {
    return [alive = std::weak_ptr(alive_), work = std::move(work)](auto&& answer) mutable {
      if (!alive.expired()) work(std::forward<decltype(answer)>(answer));
    };
  }
  void register_playing(const std::vector<TableRow>& tables);
  void register_waiting(const std::vector<TableRow>& tables);
  void register_unfinished(const std::vector<OpenGame>& games);

  void parse(Requester requester, std::string_view message);
  void route(const Requester& requester, wire::Request request);
  Requester requester_of(ClientId client) const;  // of one that waits
  void resume(ClientId client);                   // it has been let go: the messages that it has sent meanwhile
  void drop(ClientId client) noexcept;            // to an exception
  void handle(const Requester& requester, const wire::Hello& request);
  void handle(const Requester& requester, const wire::Create& request);
  void handle(const Requester& requester, const wire::Mute& request);
  void handle(const Requester& requester, const wire::FollowLobby& request);
  void handle(const Requester& requester, const wire::Ping& request);
  void read_mutes(UserId user, std::optional<ClientId> held);
  void for_each_room_of(UserId user, const std::function<void(Room&)>& work);  // in memory, that concerns this person
  void sweep();  // evicts idle rooms, and resumes those that an exception has stopped
  void sweep_later();
  void refuse(const Requester& requester, const RequestRefusal& why);

  // ---- hub_rooms.cpp: rooms in memory, and from the store.
  struct Loaded {
    std::shared_ptr<Room> room;
    RequestRefusal refusal;  // without a room
    Milliseconds again = 0;  // and when an alarm rings again, if one has; 0: never
  };
  void to_game(GameId game, const Requester& requester, wire::Request request);
  void on_location(ClientId client, std::string id, wire::Request request, const StoreResult<std::optional<GameRow>>& row);
  void to_room(TableId table, const Requester& requester, wire::Request request);
  void ring(TableId table);
  void wake(TableId table);
  Loading& loading_of(TableId table);
  void on_row(TableId table, StoreResult<std::optional<TableRow>> row);
  void use_row(TableId table, StoreResult<std::optional<TableRow>> row);
  std::optional<JobOwner> may_load(const Loading& loading) const;  // on whose account; nobody has a job left: nothing
  std::shared_ptr<Room> add_room(TableRow row, std::optional<LoadedGame> game);
  void load(TableRow row, JobOwner owner);  // with its game; what waits for it is in loading_
  void on_loaded(TableRow row, LoadResult game);
  void end_loading(TableId table, const Loaded& loaded);
  void not_loaded(TableId table) noexcept;
  std::shared_ptr<Room> room_at(TableId table) const;                   // null: to be read from the store
  void forget_broken(TableId table, std::optional<TableState> stored);  // whose table is gone (nothing), or can't be read

  // ---- hub_http.cpp
  using Games = std::shared_ptr<std::vector<GameSummary>>;
  // Reads whose turn it is in the reader's own games that this process has not had in memory, one after the other.
  using TurnsLoaded = std::function<void(const std::optional<HttpRefusal>&)>;
  void load_turns(Games games, std::size_t next, const Reader& reader, TurnsLoaded done);
  bool is_turn_missing(const GameSummary& game, std::optional<UserId> who) const;
  std::string summary_json(const GameSummary& game, std::optional<UserId> who);
  using Write = std::function<TextCursor(const LoadedGame&, TextCursor from, TextSink&)>;
  void write_ended(const GameRow& row, const Reader& reader, TextCursor from, Write write, std::shared_ptr<TextSink> to, Written done);
  using RowReply = std::function<void(Result<GameRow, HttpRefusal>)>;
  void readable_game(std::string_view game, std::optional<UserId> who, RowReply reply);
  Result<GameRow, HttpRefusal> readable(StoreResult<std::optional<GameRow>> row, std::optional<UserId> who);
  using PageReply = std::function<void(Result<Page, HttpRefusal>)>;
  void page_after(std::string_view before, int limit, bool by_end, PageReply reply);
  std::string page_json(const std::vector<GameSummary>& games, int limit, std::optional<UserId> who);

  std::unique_ptr<SharedState> shared_;
  std::unordered_map<TableId, std::shared_ptr<Room>> rooms_;
  std::unordered_map<GameId, Location> games_;                     // in memory
  std::unordered_map<TableId, std::unique_ptr<Loading>> loading_;  // on the way there
  std::shared_ptr<GameCache> worker_games_;                        // the worker's alone,
  std::shared_ptr<LoadedGameCache> loaded_games_;                  // and so are these
  ClientQueues queues_;
  std::uint64_t mute_changes_ = 0;                          // since the start, as far as connections know of them
  bool stopping_ = false, sweeping_ = false;                // sweeping: a timer runs
  std::shared_ptr<bool> alive_ = std::make_shared<bool>();  // timers may outlive the hub
};

}  // namespace perron::server
