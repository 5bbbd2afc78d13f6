// A store in a folder of its own, with writes that wait for their answer: for tests.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <future>
#include <string>

#include "store/store.h"

namespace perron::test {

class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "perron-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Answers run where they come: on the store's thread.
inline Post at_once() {
  return [](std::function<void()> function) { function(); };
}

inline std::optional<StoreError> write(Store& store, std::vector<Change> changes) {
  std::promise<std::optional<StoreError>> answer;
  store.write(std::move(changes), [&](std::optional<StoreError> error) { answer.set_value(std::move(error)); });
  return answer.get_future().get();
}
inline std::optional<StoreError> write(Store& store, Change change) { return write(store, std::vector<Change>{std::move(change)}); }

inline std::unique_ptr<Store> open_or_fail(const std::string& folder, const StoreOptions& options = {}) {
  auto store = open_store(folder, at_once(), options);
  if (store) return std::move(*store);
  ADD_FAILURE() << store.error().message;
  return nullptr;
}

inline StartGame a_game(GameId id, std::vector<SeatRow> seats, std::int64_t started = 1000) {
  StartGame out;
  out.game.id = id;
  out.game.engine = "0.1.0";
  out.game.options = "{}";
  out.game.key.fill(7);
  out.game.seats = std::move(seats);
  out.game.started = started;
  out.board = pin_board("tiny", R"({"id":"tiny"})");
  return out;
}

inline AppendEntry an_entry(GameId game, std::uint32_t n, std::string request = "", UserId user = kNobody) {
  AppendEntry out;
  out.entry.game = game;
  out.entry.n = n;
  out.entry.action = {Kind::claim, static_cast<std::uint8_t>(n), 2, 255};
  out.entry.user = user;
  out.entry.request = std::move(request);
  out.entry.at = 1000 + n;
  return out;
}

}  // namespace perron::test
