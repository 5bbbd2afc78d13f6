#include "terminal/screen/words.h"

namespace perron::terminal {

namespace {

// SGR codes of the foreground colours. The name is always written as well, so colour is never the only cue.
constexpr PerColor<std::string_view> kColorCodes = {"35", "94", "38;5;208", "97", "32", "93", "90", "91", "1;96"};

bool contains(std::string_view text, const std::string& part) { return in_lower_case(text).find(part) != std::string::npos; }

}  // namespace

std::string Words::does(Seat seat, std::string_view verb) const {
  return (seat == kMe ? "You" : names_[seat]) + " " + this->verb(seat, verb);
}

std::string Words::verb(Seat seat, std::string_view verb) const { return std::string(verb) + (seat == kMe ? "" : "s"); }

std::string Words::track(Track track) const {
  const auto& facts = game_.board.tracks[track];
  return pair(facts.a, facts.b);
}

std::string Words::track_kind(Track track) const {
  const auto& facts = game_.board.tracks[track];
  std::string out = facts.tunnel ? "tunnel" : "";
  if (facts.locomotives > 0) out += (out.empty() ? "" : ", ") + std::string("ferry: ") + std::to_string(facts.locomotives) + " loc.";
  return out;
}

std::string Words::ticket(Ticket ticket) const {
  const auto& facts = game_.board.tickets[ticket];
  return pair(facts.a, facts.b);
}

std::string Words::ticket_points(Ticket ticket) const {
  const int value = game_.tickets[ticket].points;
  return value > 0 ? points(value) : "";
}

std::string Words::color_as(Color color, std::string_view text) const {
  if (color == Color::none) return std::string(text);
  return style_.color(kColorCodes[color], text);
}

std::string Words::cards(const Cards& cards) const {
  std::string out;
  for (const auto color : ids<Color>(kColors))
    if (const int count = cards[color]; count > 0)
      out += (out.empty() ? "" : ", ") + payment(count, color, color == Color::locomotive ? count : 0);
  return out.empty() ? "nothing" : out;
}

std::string Words::payment(int cards, Color color, int locomotives) const {
  std::string out;
  if (cards > locomotives) out = color_as(color, std::to_string(cards - locomotives) + " " + std::string(name_of(color)));
  if (locomotives > 0) out += (out.empty() ? "" : " + ") + color_as(Color::locomotive, counted(locomotives, "locomotive"));
  return out;
}

bool Words::place_matches(Place place, std::string_view part) const {
  const auto wanted = in_lower_case(part);
  const auto& facts = game_.board.places[place];
  if (contains(facts.name, wanted) || contains(facts.id, wanted)) return true;
  for (const auto& [language, name] : facts.names)
    if (contains(name, wanted)) return true;
  return false;
}

bool Words::track_matches(Track track, std::string_view part) const {
  const auto& facts = game_.board.tracks[track];
  return contains(facts.id, in_lower_case(part)) || place_matches(facts.a, part) || place_matches(facts.b, part);
}

}  // namespace perron::terminal
