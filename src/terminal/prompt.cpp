#include "terminal/prompt.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <numeric>
#include <utility>

#include "base/json.h"
#include "terminal/screen/help.h"
#include "terminal/screen/show.h"
#include "terminal/typed_move.h"

namespace perron::terminal {

namespace {

constexpr std::size_t kShown = 40;  // options of a long list that are shown at first

// A list of numbers; nullopt if the line is anything else.
std::optional<std::vector<std::size_t>> numbers_in(const std::string& line) {
  std::vector<std::size_t> out;
  for (const auto& word : words_in(line)) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error == std::errc::result_out_of_range) number = std::string::npos;
    else if (error != std::errc{}) return std::nullopt;
    if (end != word.data() + word.size()) return std::nullopt;
    out.push_back(number);
  }
  if (out.empty()) return std::nullopt;
  return out;
}

}  // namespace

Prompt::Prompt(const Words& words) : words_(words), echo_(!isatty(STDIN_FILENO)) {}

void Prompt::print(const std::string& text) const { std::fputs(wrapped(text).c_str(), stdout); }

void Prompt::set_scene(const PlayerView& view, std::vector<std::string> events, std::string no_undo) {
  view_ = view;
  no_undo_ = std::move(no_undo);
  events_ = std::move(events);
}

std::optional<std::string> Prompt::read_line() {
  if (typed_ahead_) return std::exchange(typed_ahead_, std::nullopt);
  std::fputs(words_.style().bold("> ").c_str(), stdout);
  std::fflush(stdout);
  std::string line;
  if (!std::getline(std::cin, line)) {
    std::fputs("\n", stdout);
    return std::nullopt;
  }
  line = trimmed(line);
  if (echo_) print((line.empty() ? "" : in_quotes(line).substr(1, in_quotes(line).size() - 2)) + "\n");
  return line;
}

Prompt::Command Prompt::command(const std::string& line) {
  const auto words = words_in(in_lower_case(line));
  if (words.empty()) return Command::none;
  const auto is = [&](std::initializer_list<std::string_view> names) { return std::ranges::find(names, words[0]) != names.end(); };
  const auto part = trimmed(std::string_view(line).substr(std::min(line.size(), words[0].size())));
  const auto listing = [&](const std::string& text) {
    print(text.empty() ? "There is nothing at a place called " + in_quotes(part) + ".\n" : text);
    return Command::done;
  };
  if (is({"m", "map", "tracks"})) return listing(show_tracks(words_, view_.open, part));
  if (is({"p", "passengers"}) && words_.game().rules().passengers) return listing(show_passengers(words_, view_.open, part));
  if (words.size() > 1) return Command::none;
  if (is({"q", "quit", "exit"})) return Command::quit;
  if (is({"u", "undo"}) && no_undo_.empty()) return Command::undo;
  if (is({"b", "back"})) return Command::back;
  if (is({"h", "help", "?"})) print(help_text(words_));
  else if (is({"s", "show"})) print(show_rule() + show_events(words_, events_) + show_position(words_, view_));
  else if (is({"u", "undo"})) print(no_undo_ + "\n");
  else if (is({"t", "tickets"})) print(show_tickets(words_, view_, Detail::full));
  else return Command::none;
  return Command::done;
}

void Prompt::show_list(const Menu& menu, const std::vector<std::size_t>& shown, bool whole) const {
  int label = 0;
  bool plain = true;
  for (const auto& option : menu.options) {
    label = std::max(label, columns_of(option.label));
    plain &= option.id.empty();
  }
  // Short labels are shown in three columns.
  const auto abreast = plain && label < 20 && shown.size() > 12 ? std::size_t{3} : std::size_t{1};
  const auto count = whole ? shown.size() : std::min(shown.size(), kShown * abreast);
  const auto rows = (count + abreast - 1) / abreast;
  std::string out = words_.style().bold(menu.title) + "\n";
  for (std::size_t row = 0; row < rows; ++row) {
    for (auto i = row; i < count; i += rows) {
      const auto& option = menu.options[shown[i]];
      out += words_.style().bold(padded_left(std::to_string(i + 1), 4)) + "  ";
      out += plain && i + rows >= count ? option.label : padded(option.label, label);
      if (!option.id.empty()) out += "  " + words_.style().dim(option.id);
    }
    out += "\n";
  }
  if (count < shown.size()) out += "      … and " + std::to_string(shown.size() - count) + " more\n";
  if (!menu.note.empty()) out += words_.style().dim("      " + menu.note) + "\n";
  if (menu.narrows)
    out += words_.style().dim(count < shown.size() ? "      Part of a name shows fewer, * shows all, b goes back."
                                                   : "      Part of a name shows fewer, b goes back.") +
           "\n";
  print(out);
}

std::vector<std::size_t> Prompt::narrowed(const Menu& menu, const std::string& part) const {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < menu.options.size(); ++i) {
    const auto& places = menu.options[i].places;
    const bool fits = std::ranges::any_of(places, [&](Place place) { return words_.place_matches(place, part); });
    if (fits || menu.options[i].id.find(in_lower_case(part)) != std::string::npos) out.push_back(i);
  }
  return out;
}

bool Prompt::pick(const Menu& menu, const std::vector<std::size_t>& shown, const std::string& line, PromptAnswer& answer) const {
  const auto numbers = numbers_in(line);
  if (!numbers) return false;
  answer = {AnswerKind::picked};
  if (numbers->size() > 1 && !menu.several) print("Choose one number only.\n");
  else if (std::ranges::any_of(*numbers, [&](std::size_t n) { return n == 0 || n > shown.size(); }))
    print("Choose a number from 1 to " + std::to_string(shown.size()) + ".\n");
  else
    for (const auto number : *numbers) answer.picks.push_back(shown[number - 1]);
  return true;
}

void Prompt::say_unknown(const Menu& menu, const std::string& line) const {
  if (!menu.narrows) return print("I don't understand " + in_quotes(line) + ". Type a number from the list, or h for help.\n");
  std::vector<std::string> names;
  for (const auto place : ids<Place>(words_.game().board.places.size())) {
    names.push_back(words_.place(place));
    if (words_.place_matches(place, line))
      return print("Nothing in this list is at " + names.back() + ". m " + in_lower_case(line) + " shows all tracks there.\n");
  }
  const auto found = closest(line, names);
  print("There is no place called " + in_quotes(line) + (found.empty() ? "." : "; did you mean " + either(found) + "?") + "\n");
}

PromptAnswer Prompt::ask(const Menu& menu) {
  std::vector<std::size_t> all(menu.options.size());
  std::iota(all.begin(), all.end(), 0);
  auto shown = all;
  show_list(menu, shown, false);
  while (const auto line = read_line()) {
    PromptAnswer answer{AnswerKind::picked};
    if (line->empty()) {
      show_list(menu, shown = all, false);
    } else if (pick(menu, shown, *line, answer)) {
      if (!answer.picks.empty()) return answer;
    } else if (const auto order = command(*line); order != Command::none) {
      if (order == Command::quit) return {AnswerKind::quit};
      if (order == Command::undo) return {AnswerKind::undo};
      if (order == Command::back && menu.inside) return {AnswerKind::back};
      if (order == Command::back) print("There is no previous list. u undoes your last action, if possible.\n");
      else if (order == Command::done) show_list(menu, shown, false);
    } else if (looks_like_move(*line)) {
      std::string sentence;
      answer.kind = AnswerKind::typed;
      if (read_move(words_.game(), view_, *line, answer.action, sentence)) return answer;
      print(sentence + "\n");
    } else if (menu.narrows && *line == "*") {
      show_list(menu, shown = all, true);
    } else if (const auto fewer = narrowed(menu, *line); menu.narrows && !fewer.empty()) {
      show_list(menu, shown = fewer, false);
    } else {
      say_unknown(menu, *line);
    }
  }
  return {AnswerKind::quit};
}

AnswerKind Prompt::ask_to_continue() {
  print(words_.style().dim("Enter continues, u undoes.") + "\n");
  while (const auto line = read_line()) {
    if (line->empty() || *line == "1") return AnswerKind::picked;
    const auto order = command(*line);
    if (order == Command::quit) return AnswerKind::quit;
    if (order == Command::undo || order == Command::back) return AnswerKind::undo;
    if (order == Command::none && looks_like_move(*line)) {
      typed_ahead_ = *line;
      return AnswerKind::picked;
    }
    if (order == Command::none) print("I don't understand " + in_quotes(*line) + ".\n");
    print(words_.style().dim("Enter continues, u undoes, h shows help.") + "\n");
  }
  return AnswerKind::quit;
}

}  // namespace perron::terminal
