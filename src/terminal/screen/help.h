// The help of the terminal game: how to use the program, and the rules of this board with its numbers.
#pragma once

#include <string>

#include "terminal/screen/words.h"

namespace perron::terminal {

std::string help_text(const Words& words);

}  // namespace perron::terminal
