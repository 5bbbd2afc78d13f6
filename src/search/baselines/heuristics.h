// Answers to the questions that the descriptions of the scripted players leave open: passengers, tunnels, stations, splits
// of a ticket draw, swaps in a race, and how to pay. Shared by them all, simple and cheap.
#pragma once

#include <optional>

#include "search/plan/track_graph.h"

namespace perron::search {

// What is always answered out of habit: tunnels, passengers, and the split of the opening tickets.
std::optional<Action> routine_action(const Game& game, const PlayerView& view, const ActionList& list);

// A drawing of tickets, with the split that fits the wagons left; nothing if none can be drawn.
std::optional<Action> ticket_draw(const Game& game, const PlayerView& view, const ActionList& list);

// The payment with the fewest locomotives, of these the colour most held; nothing if the track can't be paid for.
std::optional<Action> cheapest_claim(const PlayerView& view, const ActionList& list, int track);

// The station that saves most ticket points, and what it gains beyond the unused station that it costs.
struct StationChoice {
  Action action;
  int gain;
};
// Only while a ticket is out of reach of the own tracks, or towards the end of the game, and only if it gains.
std::optional<StationChoice> station_choice(const Game& game, const PlayerView& view, const UsableTracks& usable, const ActionList& list);

// Race: none of the open tickets can be completed with the wagons and tracks left [F5].
bool tickets_hopeless(const Game& game, const PlayerView& view, const UsableTracks& usable);
// The swap then. Three times of four, so that seats which find nothing better do not swap for ever.
std::optional<Action> hopeless_swap(const Game& game, const PlayerView& view, const UsableTracks& usable, const ActionList& list, Rng& rng);

// The odds that a tunnel can be finished: that the hand can pay what is turned up [E5] [E6]. 1 for other tracks.
double tunnel_odds(const Game& game, const PlayerView& view, Action claim);

// What one more passenger of a colour brings in points, by how close the race for its majority is [G8]; the best at a place.
double passenger_worth(const Game& game, const PlayerView& view, Color color);
double passengers_worth_at(const Game& game, const PlayerView& view, Place place);

// Cards that the seat has not seen and that may be in the deck.
Cards unseen_cards(const Game& game, const PlayerView& view);

}  // namespace perron::search
