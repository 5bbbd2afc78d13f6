#include "model/refusal.h"

namespace perron {

RefusalText text_of(Refusal refusal) {
  switch (refusal) {
    case Refusal::game_over: return {"game_over", "The game is over."};
    case Refusal::dealing: return {"dealing", "Cards are being dealt; wait a moment."};
    case Refusal::not_your_turn: return {"not_your_turn", "It is not your turn."};
    case Refusal::not_a_move: return {"not_a_move", "Dealing is done by the dealer, not by a player."};
    case Refusal::finish_drawing: return {"finish_drawing", "Take your second card first."};
    case Refusal::finish_tickets: return {"finish_tickets", "Choose which of the offered tickets you keep first."};
    case Refusal::finish_tunnel: return {"finish_tunnel", "Pay the extra cards for the tunnel, or take your cards back, first."};
    case Refusal::finish_passengers: return {"finish_passengers", "Take or leave the passenger first."};
    case Refusal::choose_split_first: return {"choose_split_first", "Name how many short and long tickets you draw first."};
    case Refusal::not_in_this_game: return {"not_in_this_game", "This game has no such action."};
    case Refusal::no_such_track: return {"no_such_track", "There is no such track on this board."};
    case Refusal::track_taken: return {"track_taken", "This track is claimed already."};
    case Refusal::parallel_closed: return {"parallel_closed", "With so few players only one of these parallel tracks may be claimed."};
    case Refusal::parallel_yours: return {"parallel_yours", "You own a parallel track between these places already."};
    case Refusal::not_enough_wagons: return {"not_enough_wagons", "You have too few wagons left for this track."};
    case Refusal::wrong_color: return {"wrong_color", "Cards of this colour don't fit here."};
    case Refusal::wrong_payment: return {"wrong_payment", "The number of cards does not fit."};
    case Refusal::ferry_locomotives: return {"ferry_locomotives", "This ferry needs more locomotives."};
    case Refusal::cannot_pay: return {"cannot_pay", "You don't hold these cards."};
    case Refusal::no_such_city: return {"no_such_city", "A station can only stand in a city of this board."};
    case Refusal::city_has_station: return {"city_has_station", "This city has a station already."};
    case Refusal::no_station_left: return {"no_station_left", "You have built all your stations."};
    case Refusal::no_such_row_place: return {"no_such_row_place", "The row has no such place."};
    case Refusal::row_place_empty: return {"row_place_empty", "This place of the row is empty."};
    case Refusal::locomotive_second: return {"locomotive_second", "A locomotive from the row can't be the second card."};
    case Refusal::nothing_to_draw: return {"nothing_to_draw", "There are no cards left to draw."};
    case Refusal::no_tickets_left: return {"no_tickets_left", "There are no tickets left to draw."};
    case Refusal::wrong_split: return {"wrong_split", "The two numbers of tickets don't make a possible draw."};
    case Refusal::nothing_offered: return {"nothing_offered", "No tickets are on offer to you."};
    case Refusal::keep_more: return {"keep_more", "You must keep more of the offered tickets."};
    case Refusal::not_offered: return {"not_offered", "Only tickets on offer can be kept."};
    case Refusal::no_tunnel: return {"no_tunnel", "There is no tunnel to pay for."};
    case Refusal::wrong_passenger_place: return {"wrong_passenger_place", "No passenger is to be taken there now."};
    case Refusal::no_such_passenger: return {"no_such_passenger", "No passenger of this colour stands there."};
    case Refusal::swap_needs_two: return {"swap_needs_two", "You need all your open tickets to swap them."};
    case Refusal::swap_too_few_left: return {"swap_too_few_left", "Too few other tickets are left for a swap."};
    case Refusal::must_play: return {"must_play", "You can't pass while another action is possible."};
  }
  return {"", ""};
}

}  // namespace perron
