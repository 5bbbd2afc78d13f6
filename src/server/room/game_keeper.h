// Keeps the game at a table going: puts each step on disk and then tells people of it, asks computer players, and replaces people who
// are out of time or gone.
#pragma once

#include <memory>

#include "server/room/attendance.h"

namespace perron::server {

class GameKeeper {
 public:
  // All of them must live longer.
  GameKeeper(RoomParts& parts, RequestQueue& queue, Attendance& attendance) : parts_(parts), queue_(queue), attendance_(attendance) {}

  // A game from the store; "": nothing contradicts the table.
  std::string load(LoadedGame game);
  void start(const Asker& asker, TableRow next);
  void submit(Match::StepPtr step, const Asker* asker);  // null: the server itself

  void settle();  // asks a computer player that is to move, and sets the alarm
  void look();    // does what is due. Nothing may be under way

  Match::Asked asked(const Asker* asker) const { return {asker, parts_.table.seats(), parts_.shared.loop.now()}; }
  // Requires a game.
  GameMoment moment() const;
  std::string_view ended_text() const;  // empty: the game has not ended

 private:
  void begin(NewGame& begun, const Asker& asker);
  void tell_begun(const std::vector<ChatLine>& chat);
  void commit(Match::Step& step, const Asker* asker);
  void count(const Match::Step& step);
  Autopilot::Turn turn() const;
  void note_turn();
  void tell_turn();
  void ask_computer(wire::Level level);
  void take_thought(Action thought, GameId game, std::uint32_t version);
  void play_thought();
  void replace_by_computer(wire::Why why);

  RoomParts& parts_;
  RequestQueue& queue_;
  Attendance& attendance_;
  Seat turn_told_ = kNoSeat;
};

}  // namespace perron::server
