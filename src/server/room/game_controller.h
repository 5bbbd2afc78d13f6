// Runs the game at a table: stores each step and then sends it, asks computer players, and replaces people who are out of time or gone.
#pragma once

#include <memory>

#include "server/room/follow_handler.h"

namespace perron::server {

class GameController {
 public:
  // All of them must live longer.
  GameController(RoomParts& parts, RequestQueue& queue, FollowHandler& follow_handler)
      : parts_(parts), queue_(queue), follow_handler_(follow_handler) {}

  // A game from the store; "": nothing contradicts the table.
  std::string load(LoadedGame game);
  void start(const Requester& requester, TableRow next);
  void submit(Match::StepPtr step, const Requester* requester);  // null: the server itself

  void schedule();  // asks a computer player that is to move, and sets the alarm
  void run_due();   // does what is due. Nothing may be under way

  Match::Context context(const Requester* requester) const { return {requester, parts_.table.seats(), parts_.shared.loop.now()}; }
  // Requires a game.
  GameMoment moment() const;
  std::string_view ended_text() const;  // empty: the game has not ended

 private:
  void begin(NewGame& begun, const Requester& requester);
  void send_begun(const std::vector<ChatLine>& chat);
  void commit(Match::Step& step, const Requester* requester);
  void count(const Match::Step& step);
  Autopilot::Turn turn() const;
  void note_turn();
  void notify_turn();
  void ask_computer(wire::Level level);
  void on_computer_move(Action move, GameId game, std::uint32_t version);
  void play_computer_move();
  void replace_by_computer(wire::TakeoverReason why);

  RoomParts& parts_;
  RequestQueue& queue_;
  FollowHandler& follow_handler_;
  Seat turn_notified_ = kNoSeat;
};

}  // namespace perron::server
