// Simple, cheap heuristics for what the descriptions of the scripted players leave open: passengers, tunnels, stations, splits of a
// ticket draw, swaps in a race, and how to pay. All scripted players share them.
#pragma once

#include <optional>

#include "search/plan/track_graph.h"

namespace perron::search {

// The answer where it never depends on the player: tunnels, passengers, and the split of the opening tickets. Else nothing.
std::optional<Action> routine_action(const Game& game, const PlayerView& view, const ActionList& list);

// A draw of tickets, split by the number of wagons left; nothing if none can be drawn.
std::optional<Action> ticket_draw(const Game& game, const PlayerView& view, const ActionList& list);

// The payment with the fewest locomotives, then in the colour of which the hand has most; nothing if the hand can't pay for the track.
std::optional<Action> cheapest_claim(const PlayerView& view, const ActionList& list, Track track);

// The station that saves most ticket points, and what it gains beyond the unused station that it costs.
struct StationChoice {
  Action action;
  int gain;
};
// Only while a ticket is out of reach of the seat's own tracks or the game is nearly over, and only if it gains points.
std::optional<StationChoice> station_choice(const Game& game, const PlayerView& view, const UsableTracks& usable, const ActionList& list);

// Race: none of the open tickets can be completed with the wagons and tracks left [F5].
bool tickets_hopeless(const Game& game, const PlayerView& view, const UsableTracks& usable);
// A swap in that case, with probability 3/4: so seats that find nothing better do not swap for ever.
std::optional<Action> hopeless_swap(const Game& game, const PlayerView& view, const UsableTracks& usable, const ActionList& list, Rng& rng);

// The probability that the hand can pay for the cards turned up in a tunnel [E5] [E6]. 1 for other tracks.
double tunnel_odds(const Game& game, const PlayerView& view, Action claim);

// The worth in points of one more passenger of a colour, by how close the race for its majority is [G8]; the highest at a place.
double passenger_worth(const Game& game, const PlayerView& view, Color color);
double passengers_worth_at(const Game& game, const PlayerView& view, Place place);

// Cards that the seat has not seen and that may be in the deck.
Cards unseen_cards(const Game& game, const PlayerView& view);

}  // namespace perron::search
