// What has happened, in words, as one person at the table may know it: built from what everyone sees, so cards drawn
// blind and tickets of others cannot get in.
#pragma once

#include <string>
#include <vector>

#include "terminal/screen/words.h"

namespace perron::terminal {

class News {
 public:
  explicit News(const Words& words) : words_(words) {}

  void clear() { lines_.clear(); }
  // An action or a deal, with what everyone saw before and after it.
  void tell(const Public& before, Action action, const Public& after);
  std::vector<std::string> lines() const;

 private:
  struct Line {
    Seat who;  // kNoSeat: nobody in particular
    std::string text;
  };

  void say(Seat who, std::string_view verb, const std::string& rest, std::string_view link = ", ");
  void add(Seat who, const std::string& text);  // goes on with what was said of the seat last
  void remark(std::string text) { lines_.push_back({kNoSeat, std::move(text)}); }

  void tell_move(const Public& before, Action action);
  void tell_claim(Seat who, Action action);
  void tell_deal(const Public& before, Action action);
  void tell_gains(const Public& before, const Public& after);
  void tell_decks(const Public& before, const Public& after);
  void tell_end(const Public& before, const Public& after);

  const Words& words_;
  std::vector<Line> lines_;
  bool turn_begins_ = true;
};

}  // namespace perron::terminal
