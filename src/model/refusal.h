// Why an action is not possible: a closed list, each with a sentence that a player understands.
#pragma once

#include <cstdint>
#include <string_view>

namespace perron {

enum class Refusal : std::uint8_t {
  game_over,
  dealing,
  not_your_turn,
  not_a_move,
  finish_drawing,
  finish_tickets,
  finish_tunnel,
  finish_passengers,
  choose_split_first,
  not_in_this_game,
  no_such_track,
  track_taken,
  parallel_closed,
  parallel_yours,
  not_enough_wagons,
  wrong_color,
  wrong_payment,
  ferry_locomotives,
  cannot_pay,
  no_such_city,
  city_has_station,
  no_station_left,
  no_such_row_place,
  row_place_empty,
  locomotive_second,
  nothing_to_draw,
  no_tickets_left,
  wrong_split,
  nothing_offered,
  keep_more,
  not_offered,
  no_tunnel,
  wrong_passenger_place,
  no_such_passenger,
  swap_needs_two,
  swap_too_few_left,
  must_play,
};
inline constexpr int kRefusals = static_cast<int>(Refusal::must_play) + 1;

struct RefusalText {
  std::string_view code, sentence;
};
RefusalText text_of(Refusal refusal);

}  // namespace perron
