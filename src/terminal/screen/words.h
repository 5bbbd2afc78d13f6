// The names that the terminal shows for things of a game: seats, places, tracks, tickets, cards, payments.
#pragma once

#include <string>
#include <vector>

#include "model/view.h"
#include "rules/game.h"
#include "terminal/screen/text.h"

namespace perron::terminal {

inline constexpr Seat kMe{0};  // the person at the terminal; the computer players have the other seats

class Words {
 public:
  Words(const Game& game, const std::vector<std::string>& names, TextStyle style) : game_(game), style_(style) {
    for (const auto& name : names) names_.push_back(name);
  }

  const Game& game() const { return game_; }
  const TextStyle& style() const { return style_; }

  const std::string& seat(Seat seat) const { return names_[seat]; }
  // "You draw", "H1 1 draws"; for regular verbs.
  std::string does(Seat seat, std::string_view verb) const;
  std::string verb(Seat seat, std::string_view verb) const;

  const std::string& place(Place place) const { return game_.board.places[place].name; }
  std::string pair(Place a, Place b) const { return place(a) + "–" + place(b); }
  std::string track(Track track) const;
  // "tunnel", "ferry: 2 locomotives" or nothing.
  std::string track_kind(Track track) const;
  std::string ticket(Ticket ticket) const;         // "Brest–Petrograd"
  std::string ticket_points(Ticket ticket) const;  // "20 points"; nothing in games without

  std::string color(Color color) const { return color_as(color, name_of(color)); }
  std::string color_as(Color color, std::string_view text) const;
  std::string cards(const Cards& cards) const;
  // A number of cards including locomotives: "2 black + 1 locomotive".
  std::string payment(int cards, Color color, int locomotives) const;
  std::string points(int points) const { return counted(points, "point"); }

  // Whether `part` occurs in the place's name in any language, or in its id.
  bool place_matches(Place place, std::string_view part) const;
  bool track_matches(Track track, std::string_view part) const;

 private:
  const Game& game_;
  IdVector<Seat, std::string> names_;
  TextStyle style_;
};

}  // namespace perron::terminal
