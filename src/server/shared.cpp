#include "server/shared.h"

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
  if (!told_unreadable_.insert(game).second) return;
  stats.games_unreadable = told_unreadable_.size();
  unreadable(game, why);
}

}  // namespace perron::server
