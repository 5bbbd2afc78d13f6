// Compares the bench signatures of this build with the golden ones: perron_signature GOLDEN. For other compilers than the one
// that runs all tests.
#include <cstdio>
#include <string>

#include "dealer/playout.h"
#include "support/kit.h"

using namespace perron;

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "perron_signature GOLDEN\n"), 2;
  std::string out;
  for (const auto& name : kit::builtin_names())
    for (const auto& game : kit::games_of(name)) {
      char line[64];
      std::snprintf(line, sizeof line, "%s %d %016llx\n", name.c_str(), game.seats, static_cast<unsigned long long>(signature(game, 50)));
      out += line;
    }
  const bool same = out == kit::file_text(argv[1]);
  std::printf("signatures: %s\n", same ? "the same" : ("others:\n" + out).c_str());
  return same ? 0 : 1;
}
