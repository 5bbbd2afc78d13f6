#include "app/seat_player.h"

namespace perron::app {

Result<std::unique_ptr<Player>, std::string> make_seat_player(std::string_view spec) { return make_player(spec); }

}  // namespace perron::app
