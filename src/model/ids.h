// Names for the small numbers of the game: an id is not an int. Numbers are reached through index() only.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "base/bits.h"
#include "base/indexed.h"

namespace perron {

enum class Seat : std::uint8_t {};
enum class Place : std::uint8_t {};
enum class Track : std::uint8_t {};
enum class Ticket : std::uint8_t {};
enum class Color : std::uint8_t { purple, blue, orange, white, green, yellow, black, red, locomotive, none = 255 };

template <class Id>
requires std::is_enum_v<Id>
constexpr int index(Id id) { return static_cast<int>(id); }

// What one State can hold. A board beyond these limits is refused by content with a sentence that names the limit.
inline constexpr int kSeats = 5;
inline constexpr int kColors = 9;       // eight colours and the locomotive
inline constexpr int kPlainColors = 8;  // without the locomotive
inline constexpr int kTracks = 192;
inline constexpr int kTickets = 128;
inline constexpr int kPlaces = 96;
inline constexpr int kDecks = 2;  // ticket decks
inline constexpr int kRow = 8;    // places of the face-up row
inline constexpr int kOffer = 8;  // tickets on offer, or open in a race
inline constexpr int kPassengers = 96;
inline constexpr int kStations = 6;    // for each seat
inline constexpr int kMaxLength = 12;  // spaces of one track
inline constexpr int kSeen = 10;       // tickets given away that a seat remembers

inline constexpr Place kNoPlace{255};
inline constexpr Track kNoTrack{255};
inline constexpr Ticket kNoTicket{255};
inline constexpr Seat kNoSeat{255};

template <class T>
using PerSeat = IdArray<Seat, T, kSeats>;
template <class T>
using PerPlace = IdArray<Place, T, kPlaces>;
template <class T>
using PerTrack = IdArray<Track, T, kTracks>;
template <class T>
using PerTicket = IdArray<Ticket, T, kTickets>;
template <class T>
using PerColor = IdArray<Color, T, kColors>;
template <class T>
using PerPlainColor = IdArray<Color, T, kPlainColors>;
template <class T>
using PerDeck = IdArray<int, T, kDecks>;
using Cards = PerColor<std::uint8_t>;  // a multiset: how many of each colour
using SeatSet = Bits<kSeats, Seat>;
using PlaceSet = Bits<kPlaces, Place>;
using TrackSet = Bits<kTracks, Track>;
using TicketSet = Bits<kTickets, Ticket>;

inline constexpr PerColor<std::string_view> kColorNames = {"purple", "blue",  "orange", "white",     "green",
                                                           "yellow", "black", "red",    "locomotive"};

constexpr std::string_view name_of(Color color) { return color == Color::none ? "grey" : kColorNames[color]; }

constexpr int total(const Cards& cards) {
  int n = 0;
  for (auto count : cards) n += count;
  return n;
}

}  // namespace perron
