// What the project's own JSON code gains over nlohmann/json, on what the server writes and reads most: views of a game, and
// plain acts. Games of random moves on the built-in boards; microseconds for one text.
//   json_speed [ROUNDS]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "content/load.h"
#include "rules/engine.h"
#include "wire/request.h"
#include "wire/view_json.h"
#include "wire/view_text.h"

namespace {

using namespace perron;
using Clock = std::chrono::steady_clock;

struct Scene {
  std::string board;
  Game game;
  std::vector<PlayerView> views;
};

// Views from everywhere in one game.
Scene scene_of(std::string_view name) {
  auto board = load_board(std::string(name));
  if (!board) std::exit(1);
  Scene out{std::string(name), make_game(std::move(*board), 3), {}};
  Rng rng(7);
  ActionList actions;
  for (State state = start(out.game, Seat(0)); !is_over(state.open);) {
    if (is_chance(state.open)) {
      apply(out.game, state, random_deal(out.game, state, rng));
      continue;
    }
    const auto seat = state.open.to_move;
    out.views.push_back(observe(state, seat));
    apply(out.game, state, random_action(out.game, state.open, out.views.back().mine, rng, actions));
  }
  return out;
}

template <class Work>
double microseconds(std::size_t texts, const Work& work) {
  const auto begun = Clock::now();
  work();
  return std::chrono::duration<double, std::micro>(Clock::now() - begun).count() / static_cast<double>(texts);
}

std::size_t kept = 0;  // so that no work is optimized away

void compare(const Scene& scene, int rounds) {
  std::vector<nlohmann::ordered_json> documents;
  for (const auto& view : scene.views) documents.push_back(view_json(scene.game.board, 3, view));
  const auto texts = documents.size();
  std::vector<double> own, copied, dumped;
  for (int round = 0; round < rounds; ++round) {
    own.push_back(microseconds(texts, [&] {
      for (const auto& view : scene.views) kept += wire::view_text(scene.game.board, 3, view).size();
    }));
    // A document must be made before it is written; a copy of one costs no more than that.
    copied.push_back(microseconds(texts, [&] {
      for (const auto& document : documents) kept += nlohmann::ordered_json(document).dump().size();
    }));
    dumped.push_back(microseconds(texts, [&] {
      for (const auto& document : documents) kept += document.dump().size();
    }));
  }
  const auto middle = [](std::vector<double>& all) {
    std::ranges::nth_element(all, all.begin() + std::ssize(all) / 2);
    return all[all.size() / 2];
  };
  std::printf("%-14s write a view:  own %6.2f us   nlohmann, copy and dump %6.2f us   dump alone %6.2f us\n", scene.board.c_str(),
              middle(own), middle(copied), middle(dumped));
}

void compare_acts(int rounds) {
  const std::string act = R"({"type":"act","id":"k3-17","game":"0123456789abcdef","version":84,"seat":1,"action":[6,41,3,0]})";
  constexpr int kTexts = 2000;
  std::vector<double> fast, general;
  for (int round = 0; round < rounds; ++round) {
    fast.push_back(microseconds(kTexts, [&] {
      for (int i = 0; i < kTexts; ++i) kept += wire::read_request(act) ? 1u : 0u;
    }));
    general.push_back(microseconds(kTexts, [&] {
      for (int i = 0; i < kTexts; ++i) kept += wire::read_any_request(act) ? 1u : 0u;
    }));
  }
  std::ranges::sort(fast);
  std::ranges::sort(general);
  std::printf("read an act:   fast path %6.2f us   nlohmann %6.2f us\n", fast[fast.size() / 2], general[general.size() / 2]);
}

}  // namespace

int main(int count, char** words) {
  const int rounds = count > 1 ? std::atoi(words[1]) : 21;
  if (rounds < 1) {
    std::fprintf(stderr, "usage: json_speed [ROUNDS]\n");
    return 2;
  }
  for (const auto* name : {"europe", "germany", "first-journey"}) compare(scene_of(name), rounds);
  compare_acts(rounds);
  return kept == 0;
}
