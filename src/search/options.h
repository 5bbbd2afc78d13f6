// The options of a player's name: "name:option=value:option=value".
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perron::search {

class PlayerOptions {
 public:
  // The part after the name, without its first colon.
  explicit PlayerOptions(std::string_view text) {
    while (!text.empty()) {
      const auto end = std::min(text.find(':'), text.size());
      const auto part = text.substr(0, end);
      const auto equals = std::min(part.find('='), part.size());
      given_.emplace_back(part.substr(0, equals), equals < part.size() ? part.substr(equals + 1) : "");
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  // Reads a number within its bounds, if given.
  template <class T>
  void number(std::string_view name, T& value, T least, T most) {
    known_ += (known_.empty() ? "" : ", ") + std::string(name) + "=" + std::to_string(least) + ".." + std::to_string(most);
    for (auto& [key, text] : given_) {
      if (key != name) continue;
      key = {};
      T read{};
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
      if (error != std::errc() || end != text.data() + text.size() || !(read >= least && read <= most))
        complain("option " + std::string(name) + " must be a number from " + std::to_string(least) + " to " + std::to_string(most));
      else value = read;
    }
  }

  // Reads a switch: its name alone turns it on.
  void flag(std::string_view name, bool& value) {
    known_ += (known_.empty() ? "" : ", ") + std::string(name);
    for (auto& [key, text] : given_) {
      if (key != name) continue;
      key = {};
      if (!text.empty()) complain("option " + std::string(name) + " takes no value");
      value = true;
    }
  }

  // A sentence that says what is wrong; empty if every option was read.
  std::string error() const {
    if (!error_.empty()) return error_;
    for (const auto& [key, text] : given_)
      if (!key.empty() || !text.empty()) {
        if (key.empty()) continue;
        return "there is no option \"" + std::string(key) + "\"; " +
               (known_.empty() ? "this player has none" : "the options are " + known_);
      }
    return {};
  }

 private:
  void complain(std::string sentence) {
    if (error_.empty()) error_ = std::move(sentence);
  }

  std::vector<std::pair<std::string_view, std::string_view>> given_;
  std::string known_, error_;
};

}  // namespace perron::search
