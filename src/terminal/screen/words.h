// What things of a game are called on the terminal: seats, places, tracks, tickets, cards, payments.
#pragma once

#include <string>
#include <vector>

#include "model/view.h"
#include "rules/game.h"
#include "terminal/screen/text.h"

namespace perron::terminal {

inline constexpr Seat kMe{0};  // the person at the terminal; the computer players sit behind
inline constexpr std::size_t at(Seat seat) { return static_cast<std::size_t>(index(seat)); }

class Words {
 public:
  Words(const Game& game, std::vector<std::string> names, Paint paint) : game_(game), names_(std::move(names)), paint_(paint) {}

  const Game& game() const { return game_; }
  const Paint& paint() const { return paint_; }

  const std::string& seat(Seat seat) const { return names_[at(seat)]; }
  // "You draw", "H1 1 draws"; for regular verbs.
  std::string does(Seat seat, std::string_view verb) const;
  std::string verb(Seat seat, std::string_view verb) const;

  const std::string& place(int place) const { return game_.board.places[static_cast<std::size_t>(place)].name; }
  std::string pair(Place a, Place b) const { return place(index(a)) + "–" + place(index(b)); }
  std::string track(int track) const;
  // "tunnel", "ferry: 2 locomotives" or nothing.
  std::string track_kind(int track) const;
  std::string ticket(Ticket ticket) const;         // "Brest–Petrograd"
  std::string ticket_points(Ticket ticket) const;  // "20 points"; nothing in games without

  std::string color(Color color) const { return color_as(color, name_of(color)); }
  std::string color_as(Color color, std::string_view text) const;
  std::string cards(const Cards& cards) const;
  // So many cards, of which so many are locomotives: "2 black + 1 locomotive".
  std::string payment(int cards, Color color, int locomotives) const;
  std::string points(int points) const { return counted(points, "point"); }

  // Whether a place goes by this name: part of it, in any of the board's languages, or of its id.
  bool place_matches(int place, std::string_view part) const;
  bool track_matches(int track, std::string_view part) const;

 private:
  const Game& game_;
  std::vector<std::string> names_;
  Paint paint_;
};

}  // namespace perron::terminal
