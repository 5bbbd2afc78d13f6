#include "arena/players/seat_player.h"

#include "arena/players/exec_player.h"

namespace perron::arena {

Result<std::unique_ptr<search::Player>, std::string> make_seat_player(std::string_view spec) {
  constexpr std::string_view exec = "exec:";
  return spec.starts_with(exec) ? make_exec_player(spec.substr(exec.size())) : search::make_player(spec);
}

}  // namespace perron::arena
