// The position on the terminal, as one person sees it.
#pragma once

#include <string>

#include "terminal/screen/words.h"

namespace perron::terminal {

enum class Detail { brief, full };

std::string show_rule();  // a horizontal line
std::string show_events(const Words& words, const std::vector<std::string>& events);
std::string show_row(const Words& words, const Public& open);
std::string show_hand(const Words& words, const Private& mine);
// The kept tickets: done, or what they still need.
std::string show_tickets(const Words& words, const PlayerView& view, Detail detail);
std::string show_players(const Words& words, const Public& open);
// All of the above.
std::string show_position(const Words& words, const PlayerView& view);

// A ticket and its points, in columns.
std::string show_ticket(const Words& words, Ticket ticket);
// What a ticket still needs: "done", "at least 7 wagons", "no way left".
std::string show_need(const Words& words, const PlayerView& view, Ticket ticket, Detail detail);
// The passengers that wait at a place: "red 2×blue"; empty if there are none.
std::string show_waiting(const Words& words, const Public& open, Place place);
// Every track with its owner; only those at places that match `part`, unless it is empty.
std::string show_tracks(const Words& words, const Public& open, std::string_view part);
std::string show_passengers(const Words& words, const Public& open, std::string_view part);

}  // namespace perron::terminal
