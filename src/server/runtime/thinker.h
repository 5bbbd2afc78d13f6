// Computer players as the rooms see them: a question, and an answer some time later. Knows no threads, because the browser's engine
// worker has none.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "model/view.h"
#include "rules/game.h"
#include "store/ids.h"
#include "wire/request.h"

namespace perron::server {

struct Question {
  std::shared_ptr<const Game> game;
  PlayerView view;
  wire::Level level = wire::Level::medium;
  std::uint64_t seed = 0;
  UserId user = kNobody;  // in whose name it is asked: threads are shared between users, not between tables
};

class Thinker {
 public:
  virtual ~Thinker() = default;
  // `answer` gets a legal action, on the loop's thread, and never from within this call. Returns the level that it comes from:
  // a lower one than asked for when others would wait too long.
  virtual wire::Level ask(Question question, std::function<void(Action)> answer) = 0;
  virtual std::size_t thinking() const = 0;
  virtual std::size_t waiting() const = 0;
};

// The answer of a level to a question, on this thread.
Action think(const Question& question);

}  // namespace perron::server
