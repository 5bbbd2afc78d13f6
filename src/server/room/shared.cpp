#include "server/room/shared.h"

namespace perron::server {

Shared::Shared(Loop& the_loop, Store& the_store, Thinker& the_thinker, Worker& worker, Settings the_settings,
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

void Shared::note_unreadable(GameId game, const std::string& why) {
  const bool is_new = game == kNoGame ? told_tables_.insert(why).second : told_unreadable_.insert(game).second;
  if (!is_new) return;
  ++stats.games_unreadable;
  unreadable(game, why);
}

}  // namespace perron::server
