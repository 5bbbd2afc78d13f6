// A server under load, of either kind.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "client_pool.h"

namespace perron::load {

class Target {
 public:
  virtual ~Target() = default;
  virtual ClientPool& clients() = 0;
  virtual void connect(int sockets) = 0;
  virtual void open_games(int games) = 0;
  // Sends a move in a game that waits for one; false: there is none. `acknowledged` gets `when`.
  virtual bool move(Clock::time_point when) = 0;
  virtual int refused() const = 0;
  virtual std::string why() const = 0;  // the last refusal

  std::function<void(Clock::time_point)> acknowledged;
};

std::unique_ptr<Target> perron_target(int port);
std::unique_ptr<Target> boardgameio_target(int port);

}  // namespace perron::load
