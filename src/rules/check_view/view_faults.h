// The parts of check_view(). Internal to rules/.
#pragma once

#include <string>
#include <string_view>

#include "rules/game.h"

namespace perron {

// Keeps the first fault; the parts stop asking after it.
class ViewFault {
 public:
  // True: all is well so far.
  template <class... Parts>
  bool must(bool right, const Parts&... parts) {
    if (!right && text_.empty()) (append(parts), ...);
    return text_.empty();
  }
  bool none() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  void append(std::string_view text) { text_ += text; }
  void append(int number) { text_ += std::to_string(number); }
  std::string text_;
};

// In this order: each part trusts what those before it have checked.
void check_ranges(const Game& game, const PlayerView& view, ViewFault& fault);   // every number names something
void check_tracks(const Game& game, const PlayerView& view, ViewFault& fault);   // tracks, wagons, points, stations
void check_figures(const Game& game, const PlayerView& view, ViewFault& fault);  // passengers
void check_phase(const Game& game, const PlayerView& view, ViewFault& fault);    // what is going on and what is owed
void check_cards(const Game& game, const PlayerView& view, ViewFault& fault);
void check_tickets(const Game& game, const PlayerView& view, ViewFault& fault);

}  // namespace perron
