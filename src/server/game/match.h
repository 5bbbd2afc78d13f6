// The game at a table: its position, its log and its clocks, and the seats that computer players have taken over. A prepare() computes
// once what a request brings about and changes nothing; commit() applies it when it is on disk. Knows no store and no connections, and
// reads no clock.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "server/game/boards.h"
#include "server/game/clocks.h"
#include "server/game/game_messages.h"
#include "server/game/load_game.h"
#include "server/game/notice_collector.h"
#include "server/game/play.h"
#include "server/people/request_refusal.h"
#include "server/people/requester.h"
#include "server/people/seating.h"
#include "server/runtime/settings.h"
#include "server/runtime/thinker.h"
#include "store/store.h"
#include "wire/request.h"

namespace perron::server {

struct NewGame;

class Match {
 public:
  // The requester, the seats and the time.
  struct Context {
    const Requester* requester;  // null: the server itself
    Seats seats;
    Milliseconds now;
  };
  // Entries that are about to be stored, and the game after them.
  struct Step {
    Step(const Play& play, std::vector<LogItem> items, const Clocks& clocks_before, const SeatSet& away_before)
        : moves(play.prepare(std::move(items))), clocks(clocks_before), away(away_before) {}
    Play::Prepared moves;
    Clocks clocks;
    SeatSet away;
    bool ends = false;
    std::vector<Change> changes;  // of the game
  };
  using StepPtr = std::shared_ptr<Step>;
  using Prepared = Result<StepPtr, RequestRefusal>;  // null: there is nothing to do

  // The settings must live longer.
  Match(const Settings& settings, GameId id, const Bytes32& board_hash, std::unique_ptr<Play> play, Clocks clocks);

  // A new game of a table whose next row this is, on a board; null: it has gone.
  struct Start {
    TableRow table;
    const wire::Options& options;
    const Boards::Offer* offer;
    std::shared_ptr<const Game> game;
    Milliseconds now;
  };
  static Result<NewGame, RequestRefusal> begin(const Settings& settings, Start start, GameId id, const std::function<Key()>& new_key);

  // When this process began, and whether the system's clock has been set back since the last entry: that time counts for nobody.
  struct Restart {
    Milliseconds started;
    bool set_back;
  };
  // A game from the store. The error is for the operator: how the game contradicts its table.
  static Result<std::unique_ptr<Match>, std::string> load(const Settings& settings, LoadedGame game, const TableRow& table,
                                                          const wire::ClockChoice& clock, const Restart& restart);

  GameId id() const { return id_; }
  const Play& play() const { return *play_; }
  bool is(const std::string& game) const { return game == to_text(id_); }  // named so in a message
  bool ongoing() const { return ongoing_; }
  const SeatSet& away() const { return away_; }           // people's seats that a computer player has taken over
  const SeatSet& abandoning() const { return abandon_; }  // seats that want to abandon the game
  Seat mover() const { return play_->state().open.to_move; }
  // Of the computer player that is to move; nothing: a person is.
  std::optional<wire::Level> computer_to_move(Seats seats) const { return level_of(seats, mover(), away_); }
  Seat clock_running() const { return clocks_.running(); }
  // When the seat to move is out of time; 0: never. An action that was made in time may still be on its way, for as long as the lag
  // that its clock leaves out.
  Milliseconds timeout_at(Milliseconds lag) const;
  // For the computer player that is to move.
  Question question(wire::Level level, UserId in_whose_name) const;

  // ---- What people ask.
  Prepared prepare(const Context& context, const wire::Act& request) const;
  Prepared prepare(const Context& context, const wire::Undo& request) const;
  Prepared prepare(const Context& context, const wire::TakeBackSeat& request) const;
  StepPtr prepare_leaving(const Context& context, const SeatSet& seats) const;
  // Counts their votes; the last of them ends the game.
  Prepared vote(const Context& context, const wire::Abandon& request);
  Result<std::string, RequestRefusal> explain(const Context& context, const wire::Explain& request) const;

  // ---- Requests that may be in the log already, since a client sends them again when it has missed the answer.
  static LogItem item_of(const wire::Act& request);
  static LogItem item_of(const wire::Undo& request);
  // Whether an action that is refused for this reason may have been played. What was done has moved the game on.
  bool may_be_done(const wire::Act& request, const RequestRefusal& refused) const;
  // The number of the newest entry that may come from this request, of those before the n-th; 0: none does. The stored entry
  // decides, since hashes may collide.
  std::uint32_t done_before(std::size_t n, RequestHash request) const;
  // The version that the entry led to; nothing: the entry is not what is wanted.
  std::optional<std::uint32_t> version_of(std::uint32_t n, const LogItem& wanted) const;

  // ---- What the server itself does.
  StepPtr prepare_computer_move(const Context& context, Action action) const;           // null: it can't be played
  StepPtr prepare_replacement(const Context& context, wire::TakeoverReason why) const;  // of the person to move
  // The game must end after this first item of a step: nobody who is left wants to play on, or it makes no progress. Null: it need not.
  StepPtr prepare_end(const Context& context, const LogItem& after) const;

  // Applies a step that is on disk. Returns its notices.
  NoticeCollector commit(Step& step, std::vector<Viewer> viewers);

  // For messages. The list of actions is scratch.
  GameMoment moment(TableId table, Milliseconds now, ActionList& actions) const;
  const std::string& ended_text(const GameMoment& now);

 private:
  std::optional<RequestRefusal> refuse_played(const std::string& game) const;
  std::optional<RequestRefusal> refuse_seat(const Context& context, Seat seat, bool may_be_away) const;
  std::optional<RequestRefusal> refuse_version(int version) const;
  template <class R>
  std::optional<RequestRefusal> refuse_move(const Context& context, const R& request) const;
  bool is_current(int version) const;
  bool is_log_full() const { return play_->log().size() >= settings_.most_entries; }
  bool is_undo_limited() const { return play_->undos() >= settings_.most_undos || is_log_full(); }
  bool all_abandon(Seats seats) const;
  std::string take_clocks(const LoadedGame& game, const TableRow& table, const wire::ClockChoice& clock, const Restart& restart);
  StepPtr step(const Context& context, std::vector<LogItem> items) const;
  void turn_clocks(const Context& context, Step& step) const;
  void add_changes(const Context& context, Step& step) const;

  const Settings& settings_;
  GameId id_;
  std::string board_hash_;  // in hex
  std::unique_ptr<Play> play_;
  Clocks clocks_;
  std::string ended_;  // made once
  SeatSet away_, abandon_;
  bool ongoing_ = true;
};

// What is stored when a game begins.
struct NewGame {
  TableRow table;
  std::vector<Change> changes;
  std::unique_ptr<Match> match;
};

}  // namespace perron::server
