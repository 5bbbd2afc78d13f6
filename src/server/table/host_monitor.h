// Watches over a waiting table: how long its host has been gone, and how long nobody has been there. An absent host must not keep the
// others from starting, and an empty table must not look as if somebody waited there. Decides only what to do and when; knows no table
// and no clock.
#pragma once

#include <optional>

#include "server/runtime/settings.h"

namespace perron::server {

// Rooms leave memory, so what a unattended table waits for is noted elsewhere.
struct UnattendedTable {
  Milliseconds since;
  bool unlisted;
};

class HostMonitor {
 public:
  struct Presence {
    bool host = false;
    bool anybody = false;   // the host, or somebody with a seat
    bool follower = false;  // anybody at all
  };
  enum class Task : std::uint8_t { wait, hand_over, remove };

  // The settings must live longer.
  explicit HostMonitor(const Settings& settings) : settings_(settings) {}

  // Read from the store: as it was noted when it left memory, or as after a restart.
  void restore(std::optional<UnattendedTable> noted, Milliseconds now);
  void begin_game();
  void hand_over() { gone_since_ = 0; }
  // Returns when to look again; 0: not before somebody comes or goes.
  Milliseconds plan(const Presence& here, Milliseconds now);
  // To hand it over needs an heir: without one the table leaves the lobby if nobody is there.
  Task due_task(const Presence& here, bool has_heir, Milliseconds now);

  const std::optional<UnattendedTable>& unattended() const { return unattended_; }  // nothing: somebody follows it
  bool unlisted() const { return unlisted_; }                                       // the lobby does not show it

 private:
  const Settings& settings_;
  Milliseconds gone_since_ = 0;  // the host does not follow the table; 0: does
  std::optional<UnattendedTable> unattended_;
  bool unlisted_ = false;
};

}  // namespace perron::server
