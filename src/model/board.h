// A board as data: places, tracks, tickets and its rules sheet. Made by content/ only, which has checked it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/ids.h"
#include "model/ruleset.h"

namespace perron {

enum class PlaceKind : std::uint8_t { city, country, terminal };
inline constexpr std::array<std::string_view, 3> kPlaceKindNames = {"city", "country", "terminal"};
enum class Region : std::uint8_t { none, first, second };  // the two sides of an East-West link

struct PlaceFacts {
  std::string id, name;
  std::map<std::string, std::string> names;  // by language
  PlaceKind kind = PlaceKind::city;
  Place country = kNoPlace;  // of a terminal; of a country itself
  Region region = Region::none;
  std::uint8_t passengers = 0;
  double lat = 0, lon = 0;
};

struct TrackFacts {
  std::string id;
  Place a = kNoPlace, b = kNoPlace;  // a before b in the alphabet of ids
  std::uint8_t length = 0;
  Color color = Color::none;  // none: grey
  bool tunnel = false;
  std::uint8_t locomotives = 0;  // printed on a ferry
};

struct TicketFacts {
  std::string id;
  Place a = kNoPlace, b = kNoPlace;
  std::int16_t points = 0;
  std::uint8_t deck = 0;
};

struct Board {
  std::string id, name, starts;  // starts: the printed custom of who begins, as a hint
  int version = 1;
  Ruleset rules;
  IdVector<Place, PlaceFacts> places;
  IdVector<Track, TrackFacts> tracks;
  IdVector<Ticket, TicketFacts> tickets;
};

}  // namespace perron
