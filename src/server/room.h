// One table and the game played at it: seats, requests, the log, who follows it. The judge: nothing changes here but by a request
// that has been checked and is on disk. Knows no sockets.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rollback.h"
#include "server/asker.h"
#include "server/autopilot.h"
#include "server/clocks.h"
#include "server/followers.h"
#include "server/game_messages.h"
#include "server/load_game.h"
#include "server/play.h"
#include "server/shared.h"
#include "server/story.h"
#include "wire/messages.h"
#include "wire/request.h"

namespace perron::server {

class Room : public std::enable_shared_from_this<Room> {
 public:
  Room(Shared& shared, TableRow row);
  // A table from the store, and the game there if one has begun. The error says to the operator why it can't be.
  static Result<std::shared_ptr<Room>, std::string> load(Shared& shared, TableRow row, std::optional<LoadedGame> game);
  // A new table, which is nowhere yet; store() puts it on disk, and its maker follows it then.
  static std::shared_ptr<Room> create(Shared& shared, const Asker& asker, const wire::Create& request);
  void store(const Asker& asker);

  const TableRow& row() const { return row_; }

  void request(Asker asker, wire::Request request);
  void unfollow(ClientId client);
  void enter_memory();  // from now on Shared::user_tables lists the people it concerns
  // The limits and gauges count it as what it is; nothing: they don't. `address` is where it was made, if it is new to them.
  void count_as(std::optional<TableState> state, const std::string& address = {});
  void count_like(const Room& before) { counted_ = before.counted_; }
  void renamed(const Identity& who);
  void merged(UserId guest, const Identity& account);
  void wake();  // an alarm
  // Nobody follows it and nothing is under way: it can leave memory.
  bool idle() const { return followers_.empty() && !writing_ && !autopilot_.thinks() && !broken_ && !stumbled_; }
  Milliseconds touched() const { return touched_; }
  bool closed() const { return closed_; }
  // An exception kept what is on disk from getting into memory: the store has the truth. While it writes, that is not complete yet.
  bool broken() const { return broken_; }
  bool writing() const { return writing_; }
  bool stumbled() const { return stumbled_; }  // a step ended early: wake it
  const std::string& board() const { return board_; }
  bool may_watch(std::optional<UserId> user) const;
  std::optional<Listing> listing() const;  // in the lobby; nothing: it is not shown there

 private:
  struct Waiting {
    Asker asker;
    wire::Request request;
    Concern concern;
  };
  using Then = std::function<void()>;

  // ---- room.cpp: steps, answers, writing, following.
  // Every way in: an exception ends a step, not the room, so nothing that it waits for may be lost with that step.
  template <class Work>
  void step(Work&& work) {
    Rollback early([this] { stumble(); });
    work();
    early.release();
  }
  void stumble() noexcept;
  void break_down() noexcept;
  void go_on();
  void serve(const Asker& asker, const wire::Request& request);
  void ok(const Asker& asker) { answer(asker, wire::ok_text(asker.id)); }
  void answer(const Asker& asker, std::string_view text);
  void refuse(const Asker& asker, std::string_view code, std::string_view sentence, std::string_view rule = {});
  void refuse_repeated(const Asker& asker) { refuse(asker, "repeated_id", "This id was used before in this game, for another request."); }
  void write(std::vector<Change> changes, std::optional<Asker> asker, Then then);
  void written(const std::optional<StoreError>& error, const std::optional<Asker>& asker, const Then& then);
  void not_written(const StoreError& error, const std::optional<Asker>& asker);
  // What a request needs of the store before `then` can serve it. Meanwhile other requests wait as they do for a write.
  template <class T>
  void read(const Asker& asker, const std::function<void(Store::ReadDone<T>)>& ask, Store::ReadDone<T> then);
  using WithLines = std::function<void(const std::vector<ChatLine>&)>;
  void read_lines(const Asker& asker, WithLines then);  // none, where they can't be read
  void take_waiting();
  void save(TableRow next, const Asker& asker, Then then = {});  // a changed table; then its news
  void follow(const Asker& asker);
  void gone(UserId user);  // on one connection
  void watchers_changed();
  bool replace(UserId guest, const Identity& account);  // true: people see the difference
  void set_row(TableRow next);
  Concern concern(UserId user) const { return {user_tables_, user, row_.id}; }
  std::vector<Concern> concerns_of(const TableRow& row) const;
  bool is_listed(UserId user) const;  // as the owner or at a seat
  void tell_table();
  void tell_table_to(ClientId client, UserId user);
  std::string table_head() const;
  wire::SeatFacts seat_facts(std::size_t seat) const;
  void tell_all(std::string_view text);
  void read_options();
  std::string take_game(LoadedGame game);
  std::string take_clocks(const LoadedGame& game);
  std::string game_text() const { return to_text(row_.game); }

  // ---- Requests, by file. room_table.cpp:
  void handle(const Asker& asker, const wire::Open& request);
  void handle(const Asker& asker, const wire::Close& request);
  void handle(const Asker& asker, const wire::Join& request);
  void handle(const Asker& asker, const wire::Leave& request);
  void handle(const Asker& asker, const wire::FreeSeat& request);
  void handle(const Asker& asker, const wire::AddComputer& request);
  void handle(const Asker& asker, const wire::ChangeOptions& request);
  void handle(const Asker& asker, const wire::Say& request);
  bool is_host_of_waiting(const Asker& asker);
  std::optional<std::size_t> open_seat(const Asker& asker, std::optional<int> wanted);
  bool may_follow(const Asker& asker);  // and refuses
  bool may_speak(UserId user);
  void say(const Asker& asker, const std::string& text);
  void leave_waiting(const Asker& asker, const std::vector<int>& seats);
  void leave_playing(const Asker& asker, const std::vector<int>& seats);
  void remove(const Asker& asker);
  // room_play.cpp:
  void handle(const Asker& asker, const wire::Start& request);
  void handle(const Asker& asker, const wire::Rematch& request);
  void handle(const Asker& asker, const wire::Abandon& request);
  void handle(const Asker& asker, const wire::TakeBackSeat& request);
  void handle(const Asker& asker, const wire::Act& request);
  void handle(const Asker& asker, const wire::Undo& request);
  void handle(const Asker& asker, const wire::Explain& request);
  void start_game(const Asker& asker, TableRow next);
  void send_strangers_away();
  bool all_abandon() const;
  bool is_log_full() const;
  bool is_undo_limited() const;
  bool is_played(const Asker& asker, const std::string& game);
  bool is_own_seat(const Asker& asker, int seat, bool may_be_away);
  // Answers a request that was done before; calls `otherwise` for any other.
  void unless_done(const Asker& asker, const LogItem& wanted, Then otherwise);
  void unless_entry(const Asker& asker, const LogItem& wanted, std::size_t below, Then otherwise);
  void act(const Asker& asker, const wire::Act& request, const LogItem& item);
  void undo(const Asker& asker, const wire::Undo& request, const LogItem& item);
  bool is_current(int version) const;
  bool is_current(const Asker& asker, int version);  // and refuses
  void submit(std::vector<LogItem> items, std::optional<Asker> asker);
  void commit(Play::Prepared&& next, const Clocks& clocks, const std::optional<Asker>& asker);

  // ---- room_time.cpp: clocks, computer players, who is gone.
  Clocks clocks_after(std::span<const LogItem> items, const State& after, Milliseconds lag, std::uint8_t& away) const;
  Milliseconds due_after(const State& after, const Clocks& clocks, std::uint8_t away) const;
  Milliseconds late_at() const;  // when the seat to move is out of time; 0: never
  Autopilot::Turn turn() const;  // requires a game that is being played
  bool is_awaited(UserId user) const;
  void settle();  // what this room waits for now
  void note_turn();
  void ask_computer(wire::Level level);
  void play_thought();
  void look();
  void replace_by_computer(wire::Why why);

  // ---- room_host.cpp: a table that waits, and the lobby.
  bool anybody_here() const;  // the host, or somebody with a seat
  UserId heir() const;        // who becomes the host when the host is gone; kNobody: nobody is here
  void know_deserted();
  void settle_waiting();
  void wake_waiting();
  void hand_over(UserId next_host);
  void note_address(UserId user);
  void list();  // in the lobby

  // ---- room_tell.cpp: what followers are sent of a game.
  GameMoment moment() const;
  void tell_game(const Story& story);
  void tell_game_to(ClientId client, UserId user, const wire::Open& request, const std::vector<ChatLine>& lines);
  std::vector<wire::ChatFacts> chat_facts(const std::vector<ChatLine>& lines, const Connection* reader) const;
  const std::string& ended_text();
  void tell_turn();

  Shared& shared_;
  TableRow row_;
  std::string board_;          // its id
  std::string options_fault_;  // why the stored options can't be read
  std::string address_;        // network address group that it came from, as far as known
  wire::Options options_;
  Followers followers_;
  std::vector<Waiting> waiting_;
  std::unique_ptr<Play> play_;
  std::string board_hash_;                                     // of the game's board, in hex
  std::string ended_;                                          // made once
  std::vector<std::pair<UserId, Milliseconds>> spoke_;         // and when all that they said is forgotten
  std::vector<std::pair<UserId, Identity>> merged_meanwhile_;  // guest and account, since the write under way began
  std::shared_ptr<UserTables> user_tables_;                    // while it is in memory for all to find
  std::vector<Concern> concerns_;                              // of the owner and the seats
  Concern writer_;                                             // of the author of the write under way, if not in concerns_
  std::optional<TableState> counted_;                          // see count_as()
  Clocks clocks_;
  Autopilot autopilot_;
  Milliseconds touched_ = 0;
  Milliseconds host_gone_since_ = 0;  // the host of a waiting table does not follow it
  std::uint32_t chat_lines_ = 0;
  std::uint8_t away_ = 0;  // persons' seats that a computer player has
  std::uint8_t abandon_ = 0, rematch_ = 0;
  Seat turn_told_ = kNoSeat;
  bool chat_counted_ = false, writing_ = false, closed_ = false, telling_watchers_ = false;
  bool new_ = false;  // not on disk yet
  bool broken_ = false, stumbled_ = false;
  bool unlisted_ = false;  // a waiting table where nobody has been for long
};

}  // namespace perron::server
