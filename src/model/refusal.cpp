#include "model/refusal.h"

#include "base/enum_table.h"

namespace perron {

namespace {

struct RefusalFacts {
  Refusal value;
  std::string_view name, sentence;
};
constexpr auto kRefusalTable = std::to_array<RefusalFacts>({
    {Refusal::game_over, "game_over", "The game is over."},
    {Refusal::dealing, "dealing", "Cards are being dealt; wait a moment."},
    {Refusal::not_your_turn, "not_your_turn", "It is not your turn."},
    {Refusal::not_a_move, "not_a_move", "Dealing is done by the dealer, not by a player."},
    {Refusal::finish_drawing, "finish_drawing", "Take your second card first."},
    {Refusal::finish_tickets, "finish_tickets", "Choose which of the offered tickets you keep first."},
    {Refusal::finish_tunnel, "finish_tunnel", "Pay the extra cards for the tunnel, or take your cards back, first."},
    {Refusal::finish_passengers, "finish_passengers", "Take or leave the passenger first."},
    {Refusal::choose_split_first, "choose_split_first", "Name how many short and long tickets you draw first."},
    {Refusal::not_in_this_game, "not_in_this_game", "This game has no such action."},
    {Refusal::no_such_track, "no_such_track", "There is no such track on this board."},
    {Refusal::track_taken, "track_taken", "This track is claimed already."},
    {Refusal::parallel_closed, "parallel_closed", "With so few players only one of these parallel tracks may be claimed."},
    {Refusal::parallel_yours, "parallel_yours", "You own a parallel track between these places already."},
    {Refusal::not_enough_wagons, "not_enough_wagons", "You have too few wagons left for this track."},
    {Refusal::wrong_color, "wrong_color", "Cards of this colour don't fit here."},
    {Refusal::wrong_payment, "wrong_payment", "The number of cards does not fit."},
    {Refusal::ferry_locomotives, "ferry_locomotives", "This ferry needs more locomotives."},
    {Refusal::cannot_pay, "cannot_pay", "You don't hold these cards."},
    {Refusal::no_such_city, "no_such_city", "A station can only stand in a city of this board."},
    {Refusal::city_has_station, "city_has_station", "This city has a station already."},
    {Refusal::no_station_left, "no_station_left", "You have built all your stations."},
    {Refusal::no_such_row_place, "no_such_row_place", "The row has no such place."},
    {Refusal::row_place_empty, "row_place_empty", "This place of the row is empty."},
    {Refusal::locomotive_second, "locomotive_second", "A locomotive from the row can't be the second card."},
    {Refusal::nothing_to_draw, "nothing_to_draw", "There are no cards left to draw."},
    {Refusal::no_tickets_left, "no_tickets_left", "There are no tickets left to draw."},
    {Refusal::wrong_split, "wrong_split", "The two numbers of tickets don't make a possible draw."},
    {Refusal::nothing_offered, "nothing_offered", "No tickets are on offer to you."},
    {Refusal::keep_more, "keep_more", "You must keep more of the offered tickets."},
    {Refusal::not_offered, "not_offered", "Only tickets on offer can be kept."},
    {Refusal::no_tunnel, "no_tunnel", "There is no tunnel to pay for."},
    {Refusal::wrong_passenger_place, "wrong_passenger_place", "No passenger is to be taken there now."},
    {Refusal::no_such_passenger, "no_such_passenger", "No passenger of this colour stands there."},
    {Refusal::swap_needs_two, "swap_needs_two", "You need all your open tickets to swap them."},
    {Refusal::swap_too_few_left, "swap_too_few_left", "Too few other tickets are left for a swap."},
    {Refusal::must_play, "must_play", "You can't pass while another action is possible."},
});
static_assert(is_complete(kRefusalTable, Refusal::must_play));

}  // namespace

RefusalText text_of(Refusal refusal) {
  if (static_cast<int>(refusal) >= kRefusals) return {"", ""};
  const auto& facts = row_of(kRefusalTable, refusal);
  return {facts.name, facts.sentence};
}

}  // namespace perron
