// Computer players as the rooms see them: a question, and an answer some time later. Knows no threads: some homes of the judge
// have none.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "model/view.h"
#include "rules/game.h"
#include "wire/request.h"

namespace perron::server {

struct Question {
  std::shared_ptr<const Game> game;
  PlayerView view;
  wire::Level level = wire::Level::medium;
  std::uint64_t seed = 0;
};

class Thinker {
 public:
  virtual ~Thinker() = default;
  // `answer` gets a legal action, on the loop's thread.
  virtual void ask(Question question, std::function<void(Action)> answer) = 0;
  virtual std::size_t thinking() const = 0;
  virtual std::size_t waiting() const = 0;
};

// The answer of a level to a question, on this thread.
Action think(const Question& question);

}  // namespace perron::server
