// What the followers of a game are sent about it: updates, snapshots, the end. Each viewer learns what it may see, and no more.
// Texts made of values: knows no followers, no store and no clock.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/engine.h"
#include "server/game/clocks.h"
#include "server/game/story.h"
#include "server/work/settings.h"

namespace perron::server {

// A game at one moment.
struct GameMoment {
  std::string table, game;  // their ids
  const Play& play;
  const Clocks& clocks;
  std::string_view board_hash;  // in hex
  std::uint8_t away = 0;        // persons' seats that a computer player has
  bool goes_on = true;
  bool may_undo = true;  // not too many actions have been taken back
  Milliseconds now = 0;
  ActionList& actions;  // scratch: it is large
};

// Of a story that ends at this moment: one text for each of its viewers, by its number there.
class Updates {
 public:
  // Both must live longer.
  Updates(const GameMoment& moment, const Story& story);
  std::size_t size() const { return news_.size(); }
  wire::JsonText text(std::size_t viewer) const;

 private:
  const GameMoment& moment_;
  const Story& story_;
  std::vector<ViewNews> news_;
  std::optional<wire::ClockFacts> clocks_;
};

std::string snapshot(const GameMoment& moment, Viewer viewer, std::optional<std::string_view> notices,
                     std::span<const wire::ChatFacts> chat);

// Everyone may know everything now: tickets, and the dealer's key. `from`: as newest_part().
std::string ended(const GameMoment& moment, std::uint32_t from);

// The version after which a game's past is told: all of it, unless the game is far longer than any that is played to be won.
std::uint32_t newest_part(std::uint32_t version, const Settings& settings);

// What a client gets that opens a game: what it missed, or else all of it.
class Opening {
 public:
  // `last`: the version that it has; nothing: none of this game. The moment must live longer.
  Opening(const GameMoment& moment, std::vector<Viewer> viewers, std::optional<int> last, bool history, const Settings& settings);
  bool resumes() const { return resumes_; }  // with updates(), else with snapshots
  std::size_t size() const { return story_.viewers().size(); }
  Updates updates() const { return {moment_, story_}; }
  std::string snapshot(std::size_t viewer, std::span<const wire::ChatFacts> chat) const;

 private:
  const GameMoment& moment_;
  bool history_, resumes_;
  Story story_;
};

}  // namespace perron::server
