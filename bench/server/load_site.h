// A server under load, whichever it is.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "fleet.h"

namespace perron::load {

class Site {
 public:
  virtual ~Site() = default;
  virtual Fleet& fleet() = 0;
  virtual void connect(int sockets) = 0;
  virtual void open_games(int games) = 0;
  // Sends one move of a game that waits for one; false: none does. `when` comes back with its acknowledgement.
  virtual bool move(Clock::time_point when) = 0;
  virtual int refused() const = 0;
  virtual std::string why() const = 0;  // the last refusal

  std::function<void(Clock::time_point)> acknowledged;
};

std::unique_ptr<Site> perron_site(int port);
std::unique_ptr<Site> boardgameio_site(int port);

}  // namespace perron::load
