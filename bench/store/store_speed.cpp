// Measures the store: durable changes per second and write latency for several numbers of concurrent writers; reads.
//   store_speed [FOLDER] [SECONDS] [GAMES]
// FOLDER should be on the disk to measure; it is deleted before and after.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <future>
#include <mutex>
#include <thread>

#include "base/rng.h"
#include "store/store.h"

namespace {

using namespace perron;
using Clock = std::chrono::steady_clock;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
double seconds_since(Clock::time_point begun) { return std::chrono::duration<double>(Clock::now() - begun).count(); }

GameId game_of(std::uint32_t i) { return GameId{1000 + static_cast<std::int64_t>(i) * 7919}; }

AppendEntry next_entry(std::uint32_t game, std::uint32_t n) {
  AppendEntry out;
  out.entry.game = game_of(game);
  out.entry.n = n;
  out.entry.action = {Kind::claim, 17, 3, 1};
  out.entry.user = UserId{1234567};
  out.entry.request = "c0ffee-" + std::to_string(n);
  out.entry.clock = "600000,598213";
  out.entry.at = 1'700'000'000'000 + n;
  return out;
}

class Run {
 public:
  Run(Store& store, std::uint32_t games) : store_(store), next_(games, 1) {}

  void start_games() {
    const auto board = pin_board("bench", std::string(40'000, 'x'));
    for (std::uint32_t game = 0; game < next_.size(); ++game) {
      StartGame change;
      change.game.id = game_of(game);
      change.game.engine = "bench";
      change.game.options = "{}";
      change.game.seats = {{UserId{1234567}, "Ada", ""}, {UserId{7654321}, "Bob", ""}};
      change.game.started = game;
      change.board = board;
      std::vector<Change> changes{change};
      for (; next_[game] <= 60; ++next_[game]) changes.push_back(next_entry(game, next_[game]));
      store_.write(std::move(changes), nullptr);
    }
    wait();
  }

  void wait() {
    std::promise<void> done;
    store_.write(std::vector<Change>{}, [&](const std::optional<StoreError>&) { done.set_value(); });
    done.get_future().get();
  }

  // Closed loop: each writer sends the next request when the last one is answered.
  void measure(int writers, double seconds) {
    const auto before = store_.stats();
    times_.clear();
    failed_ = 0;
    end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    const auto begun = Clock::now();
    const double processor = cpu_seconds();
    left_ = writers;
    std::promise<void> all;
    all_ = &all;
    {
      const std::lock_guard guard(mutex_);
      for (int i = 0; i < writers; ++i) ask();
    }
    all.get_future().get();
    report(std::to_string(writers) + " at once", before, begun, processor);
  }

  // Open loop: requests per second, independent of the answers.
  void measure_rate(int rate, double seconds) {
    const auto before = store_.stats();
    times_.clear();
    failed_ = 0;
    end_ = Clock::time_point();  // no request follows an answer
    const auto begun = Clock::now();
    const double processor = cpu_seconds();
    const int count = static_cast<int>(rate * seconds);
    left_ = count;
    std::promise<void> all;
    all_ = &all;
    for (int i = 0; i < count; ++i) {
      std::this_thread::sleep_until(begun + std::chrono::microseconds(1'000'000LL * i / rate));
      const std::lock_guard guard(mutex_);
      ask();
    }
    all.get_future().get();
    report(std::to_string(rate) + " a second", before, begun, processor);
  }

  void measure_reads(double seconds) {
    const auto reads = store_.background();
    const auto begun = Clock::now();
    std::size_t games = 0, entries = 0;
    for (; seconds_since(begun) < seconds; ++games) {
      const auto game = rng_.below(static_cast<std::uint32_t>(next_.size()));
      if (!*reads->game(game_of(game))) std::abort();
      entries += reads->entries(game_of(game))->size();
    }
    std::printf("games read with their logs: %.0f/s, %.0f entries/s\n", static_cast<double>(games) / seconds_since(begun),
                static_cast<double>(entries) / seconds_since(begun));
  }

 private:
  void report(const std::string& what, const StoreStats& before, Clock::time_point begun, double processor) {
    const double took = seconds_since(begun);
    const auto after = store_.stats();
    std::sort(times_.begin(), times_.end());
    const auto at = [&](double part) { return times_[static_cast<std::size_t>(part * static_cast<double>(times_.size() - 1))] * 1e3; };
    const auto commits = static_cast<double>(after.commits - before.commits), changes = static_cast<double>(times_.size());
    std::printf("| %s | %.0f | %.0f | %.1f | %.2f | %.2f | %.2f | %.0f |\n", what.c_str(), changes / took, commits / took,
                changes / commits, at(0.5), at(0.99), times_.back() * 1e3, (cpu_seconds() - processor) / changes * 1e6);
    if (failed_) std::printf("%d failed\n", failed_);
  }

  // Requires the mutex: answers come on the store's thread.
  void ask() {
    const auto game = rng_.below(static_cast<std::uint32_t>(next_.size()));
    const auto begun = Clock::now();
    store_.write(next_entry(game, next_[game]++), [this, begun](const std::optional<StoreError>& error) {
      const std::lock_guard guard(mutex_);
      times_.push_back(seconds_since(begun));
      failed_ += error.has_value();
      if (Clock::now() < end_) return ask();
      if (--left_ == 0) all_->set_value();
    });
  }

  Store& store_;
  std::vector<std::uint32_t> next_;
  Rng rng_{1};
  std::mutex mutex_;
  std::vector<double> times_;
  Clock::time_point end_;
  int left_ = 0, failed_ = 0;
  std::promise<void>* all_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "build/store-speed";
  const double seconds = argc > 2 ? std::atof(argv[2]) : 3;
  const auto games = static_cast<std::uint32_t>(argc > 3 ? std::atoi(argv[3]) : 10'000);
  std::filesystem::remove_all(folder);
  {
    auto store = open_store(folder, [](std::function<void()> function) { function(); });
    if (!store) {
      std::fprintf(stderr, "%s\n", store.error().message.c_str());
      return 1;
    }
    const auto run = std::make_unique<Run>(**store, games);
    auto begun = Clock::now();
    run->start_games();
    std::printf("%u games of 60 entries written in %.1f s\n\n", games, seconds_since(begun));
    std::printf(
        "| asked | changes/s | commits/s | changes in a commit | p50 ms | p99 ms | max ms | processor µs a change "
        "|\n|---|---|---|---|---|---|---|---|\n");
    for (const int writers : {1, 10, 100, 1000}) run->measure(writers, seconds);
    for (const int rate : {500, 2000, 5000}) run->measure_rate(rate, seconds);
    std::printf("\n");
    run->measure_reads(seconds);
  }
  const auto begun = Clock::now();
  {
    auto store = open_store(folder, [](std::function<void()> function) { function(); });
    if (store) std::printf("opened again in %.0f ms", seconds_since(begun) * 1e3);
    const auto list = Clock::now();
    std::promise<std::size_t> open_games;
    if (store) (*store)->unfinished_games([&](const auto& found) { open_games.set_value(found->size()); });
    else open_games.set_value(0);
    const auto count = open_games.get_future().get();
    std::printf(", %zu unfinished games listed in %.0f ms\n", count, seconds_since(list) * 1e3);
  }
  std::printf("%.1f MB\n", static_cast<double>(std::filesystem::file_size(folder + "/perron.db")) / 1e6);
  std::filesystem::remove_all(folder);
  return 0;
}
