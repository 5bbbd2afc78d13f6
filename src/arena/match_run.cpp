#include "arena/match_run.h"

#include <algorithm>
#include <thread>

#include "arena/unit_player.h"

namespace perron::arena {

MatchRun::MatchRun(const ArenaOptions& options, const ReportOptions& report, const Game& game, ArenaState& state, StateWriter& writer)
    : options_(options), report_(report), game_(game), state_(state), writer_(writer), schedule_(state.match) {
  if (report.sprt) test_.emplace(*report.sprt);
  collect_units();
}

bool MatchRun::run(const Watch& watch) {
  const auto cores = std::max(1u, std::thread::hardware_concurrency());
  const auto threads = options_.threads > 0 ? static_cast<unsigned>(options_.threads) : cores;
  begin_ = std::chrono::steady_clock::now();
  std::vector<std::thread> pool;
  working_ = threads;
  for (unsigned i = 0; i < threads; ++i) pool.emplace_back([this] { work(); });
  watch_threads(watch);
  for (auto& thread : pool) thread.join();
  std::ranges::sort(state_.units, {}, &Unit::number);
  return error_.empty();
}

ArenaReport MatchRun::report() const {
  auto out = report_of(state_.match, state_.shard, state_.units, state_.units_asked, report_);
  out.seconds = seconds();
  return out;
}

// The units of this shard that are not in the state file.
void MatchRun::collect_units() {
  std::size_t next = 0;
  const auto& units = state_.units;
  for (auto unit = state_.shard.number - 1; unit < state_.units_asked; unit += state_.shard.of) {
    while (next < units.size() && units[next].number < unit) ++next;
    if (next == units.size() || units[next].number != unit) units_.push_back(unit);
    else count(units[next]), ++resumed_;
  }
}

// For the progress and the test. Under the mutex, or before the threads.
void MatchRun::count(const Unit& unit) {
  const auto lineup = schedule_.lineup(unit.number);
  for (std::size_t i = 0; i < lineup.size(); ++i)
    if (lineup[i] == 0) first_wins_ += unit.share[i].wins, first_games_ += state_.match.seats;
  if (!test_) return;
  test_->add(unit);
  if (test_->report().verdict != Verdict::undecided) stop_ = true;
}

void MatchRun::work() {
  UnitPlayer player(state_.match, game_, options_.record_dir, stop_, games_done_);
  for (auto i = next_++; i < units_.size() && !stop_; i = next_++) {
    auto unit = player.play(units_[i]);
    if (!player.error().empty()) fail(player.error());
    if (!unit) break;
    if (writer_.is_open() && !writer_.add(*unit, schedule_.lineup(unit->number))) fail("can't write the state file " + options_.state);
    const std::lock_guard lock(mutex_);
    count(*unit);
    state_.units.push_back(std::move(*unit));
  }
  const std::lock_guard lock(mutex_);
  if (--working_ == 0) done_.notify_all();
}

void MatchRun::fail(const std::string& sentence) {
  const std::lock_guard lock(mutex_);
  error_ = sentence;
  stop_ = true;
}

void MatchRun::watch_threads(const Watch& watch) {
  std::unique_lock lock(mutex_);
  while (working_ > 0) {
    done_.wait_for(lock, std::chrono::milliseconds(20));
    const auto now = progress();
    lock.unlock();
    if (!watch(now)) stop_ = true;
    lock.lock();
  }
}

// Under the mutex.
MatchProgress MatchRun::progress() const {
  const auto seats = state_.match.seats;
  const auto played = games_done_.load(), to_play = static_cast<std::int64_t>(units_.size()) * seats;
  MatchProgress out;
  out.done = resumed_ * seats + played;
  out.all = resumed_ * seats + to_play;
  if (played > 0) out.seconds_left = seconds() / static_cast<double>(played) * static_cast<double>(to_play - played);
  if (first_games_ > 0) out.first_share = static_cast<double>(first_wins_) / kWin / static_cast<double>(first_games_);
  if (test_) out.llr = test_->report().llr;
  return out;
}

}  // namespace perron::arena
