// What has happened, in words, as the person at the terminal may know it. Built from public information, so that cards drawn blind and
// other players' tickets cannot leak.
#pragma once

#include <string>
#include <vector>

#include "terminal/screen/words.h"

namespace perron::terminal {

class RecentEvents {
 public:
  explicit RecentEvents(const Words& words) : words_(words) {}

  void clear() { lines_.clear(); }
  // Adds an action or a deal, with the public information before and after it.
  void add(const Public& before, Action action, const Public& after);
  std::vector<std::string> lines() const;

 private:
  struct Line {
    Seat who;  // kNoSeat: no particular seat
    std::string text;
  };

  void say(Seat who, std::string_view verb, const std::string& rest, std::string_view link = ", ");
  void append(Seat who, const std::string& text);  // appends to the last line, if it is about this seat
  void remark(std::string text) { lines_.push_back({kNoSeat, std::move(text)}); }

  void add_move(const Public& before, Action action);
  void add_claim(Seat who, Action action);
  void add_deal(const Public& before, Action action);
  void add_gains(const Public& before, const Public& after);
  void add_decks(const Public& before, const Public& after);
  void add_end(const Public& before, const Public& after);

  const Words& words_;
  std::vector<Line> lines_;
  bool turn_begins_ = true;
};

}  // namespace perron::terminal
