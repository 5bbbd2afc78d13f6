// The messages to followers of a game: updates, snapshots, the end. Each viewer gets only what it may see. Makes texts from values:
// knows no followers, no store and no clock.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/engine.h"
#include "server/game/clocks.h"
#include "server/game/notice_collector.h"
#include "server/runtime/settings.h"

namespace perron::server {

// A game at one moment.
struct GameMoment {
  std::string table, game;  // their ids
  const Play& play;
  const Clocks& clocks;
  std::string_view board_hash;  // in hex
  SeatSet away;                 // people's seats that a computer player has taken over
  bool ongoing = true;
  bool may_undo = true;  // not too many actions have been taken back
  Milliseconds now = 0;
  ActionList& actions;  // scratch: it is large
};

// Of a collector that ends at this moment: one text for each of its viewers, by its number there.
class Updates {
 public:
  // Both must live longer.
  Updates(const GameMoment& moment, const NoticeCollector& collector);
  std::size_t size() const { return changes_.size(); }
  wire::JsonText text(std::size_t viewer) const;

 private:
  const GameMoment& moment_;
  const NoticeCollector& collector_;
  std::vector<ViewChange> changes_;
  std::optional<wire::ClockFacts> clocks_;
};

std::string snapshot(const GameMoment& moment, Viewer viewer, std::optional<std::string_view> notices,
                     std::span<const wire::ChatFacts> chat);

// Shows everyone everything: tickets, and the dealer's key. `from`: as in newest_part().
std::string ended(const GameMoment& moment, std::uint32_t from);

// The version after which a game's history is sent. This is 0 unless the game is far longer than any played in earnest.
std::uint32_t newest_part(std::uint32_t version, const Settings& settings);

// Brings a client that opens a game up to date, with what it missed or else with the whole game.
class GameSync {
 public:
  // `last`: the version that the client has; nothing: none of this game. The moment must live longer.
  GameSync(const GameMoment& moment, std::vector<Viewer> viewers, std::optional<int> last, bool history, const Settings& settings);
  bool resumes() const { return resumes_; }  // with updates(), else with snapshots
  std::size_t size() const { return collector_.viewers().size(); }
  Updates updates() const { return {moment_, collector_}; }
  std::string snapshot(std::size_t viewer, std::span<const wire::ChatFacts> chat) const;

 private:
  const GameMoment& moment_;
  bool history_, resumes_;
  NoticeCollector collector_;
};

}  // namespace perron::server
