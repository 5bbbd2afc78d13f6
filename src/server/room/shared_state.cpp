#include "server/room/shared_state.h"

namespace perron::server {

SharedState::SharedState(Loop& the_loop, Store& the_store, Thinker& the_thinker, Worker& worker, Settings the_settings,
                         std::function<void(TableId)> ring)
    : loop(the_loop),
      store(the_store),
      thinker(the_thinker),
      settings(std::move(the_settings)),
      people(stats),
      lobby(loop, people, settings),
      quota(settings),
      alarms(loop, std::move(ring)),
      jobs(worker, settings, stats),
      started(loop.now()) {}

void SharedState::note_unreadable(GameId game, const std::string& why) {
  const bool is_new = game == kNoGame ? reported_tables_.insert(why).second : reported_games_.insert(game).second;
  if (!is_new) return;
  ++stats.games_unreadable;
  unreadable(game, why);
}

}  // namespace perron::server
