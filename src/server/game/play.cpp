#include "server/game/play.h"

#include <algorithm>

#include "base/check.h"

namespace perron::server {

namespace {

// A checkpoint takes about as much memory as a hundred entries: rarer than most games are long, and still a fraction of a
// millisecond apart.
constexpr std::size_t kCheckpointEvery = 256;

// The position is the same after it.
bool is_event(const LogItem& item) {
  return item.kind != EntryKind::action && item.kind != EntryKind::undo && item.kind != EntryKind::note;
}

}  // namespace

Play::Play(std::shared_ptr<const Game> game, const Key& key, Seat first) : game_(std::move(game)), key_(key), first_(first), run_(key) {
  run_.state = start(*game_, first_);
  run_.deal(*game_, nullptr);
}

void Play::Run::apply(const Game& game, Action action, StepObserver* observer) {
  acted = ++version;
  if (!observer) return perron::apply(game, state, action);
  const State before = state;
  perron::apply(game, state, action);
  observer->step(version, before, action, state);
}

void Play::Run::deal(const Game& game, StepObserver* observer) {
  while (is_chance(state.open)) apply(game, dealer.deal(game, state), observer);
}

void Play::Run::take(const Game& game, const LogItem& item, StepObserver* observer, std::vector<State>* back) {
  if (item.kind == EntryKind::note) return;
  if (item.kind == EntryKind::action) {
    if (back) back->push_back(state);
    apply(game, item.action, observer);
    const auto played = version;
    deal(game, observer);
    if (back && version != played) back->clear();
    return;
  }
  ++version;
  if (item.kind == EntryKind::undo) {
    CHECK(back && !back->empty());
    acted = version;
    state = back->back();  // no deal lies between, so the dealer need not go back
    back->pop_back();
  }
  if (observer) observer->event(version, item, state);
}

// ---- Replay.

Play::Checkpoint Play::beginning(StepObserver* observer) const {
  Checkpoint out{Run(key_), {}, 0};
  out.run.state = start(*game_, first_);
  out.run.deal(*game_, observer);
  return out;
}

void Play::advance(Checkpoint& from, StepObserver* observer) const {
  for (; from.entries < log_.size() && !(observer && observer->done()); ++from.entries)
    from.run.take(*game_, log_[from.entries], observer, &from.back);
}

void Play::replay(StepObserver& observer, std::uint32_t after) const {
  // The replay includes the step to `after` itself, so the checkpoint must lie before it.
  const auto next = std::ranges::partition_point(checkpoints_, [after](const Checkpoint& point) { return point.run.version < after; });
  auto from = next == checkpoints_.begin() ? beginning(&observer) : *std::prev(next);
  advance(from, &observer);
}

std::vector<State> Play::positions() const {
  if (back_known_) return back_;
  auto from = checkpoints_.empty() ? beginning(nullptr) : checkpoints_.back();
  advance(from, nullptr);
  CHECK(from.run.version == run_.version);
  return std::move(from.back);
}

void Play::restore_positions() {
  if (back_known_) return;
  back_ = positions();
  back_known_ = true;
}

void Play::keep_positions(bool on) {
  restore_positions();
  keeps_back_ = on;
  if (on) return;
  back_known_ = undoable_.empty();
  std::vector<State>().swap(back_);
  log_.shrink_to_fit();
}

// ---- One more entry.

void Play::note_undoable(const LogItem& item, std::uint32_t before) {
  if (item.kind == EntryKind::undo) {
    undoable_.pop_back();
    ++undos_;
  }
  if (item.kind != EntryKind::action) return;
  if (item.version == before + 1) return undoable_.push_back(static_cast<std::uint32_t>(log_.size()));
  undoable_.clear();  // something was dealt
  if (keeps_back_) return;
  std::vector<State>().swap(back_);
  back_known_ = true;
}

void Play::begin_entry(EntryKind kind) {
  if (log_.size() == log_.capacity()) log_.reserve(log_.size() + (keeps_back_ ? log_.size() : 0) + 32);  // many games are open: no doubling
  const bool checkpoint = log_.size() % kCheckpointEvery == 0 && !log_.empty();
  if (checkpoint) restore_positions();
  if (checkpoint) checkpoints_.push_back({run_, back_, log_.size()});
  // In play the position before an action is not worth its memory: hardly any action is taken back.
  if (kind == EntryKind::action && !keeps_back_ && undos_ == 0) back_known_ = false;
  if (!back_known_) std::vector<State>().swap(back_);
}

void Play::end_entry(LogItem item, std::uint32_t before) {
  abandoned_ = abandoned_ || item.kind == EntryKind::abandon;
  item.version = run_.version;
  note_undoable(item, before);
  log_.push_back(item);
}

void Play::add(LogItem item) {
  if (item.kind == EntryKind::undo) restore_positions();
  begin_entry(item.kind);
  const auto before = run_.version;
  run_.take(*game_, item, nullptr, back_known_ ? &back_ : nullptr);
  end_entry(item, before);
}

// ---- The same in two parts: prepare, then commit.

// The move and its deals.
void Play::Prepared::play(const Game& game, Action action) {
  steps_.reserve(4);  // rarely more is dealt
  const auto take = [&](Action next) {
    run_.apply(game, next, nullptr);
    steps_.push_back({run_.version, next, run_.state});
  };
  take(action);
  while (is_chance(run_.state.open)) take(run_.dealer.deal(game, run_.state));
}

Play::Prepared Play::prepare(std::vector<LogItem> items) const {
  Prepared out(std::move(items), run_);
  if (out.items_.front().kind == EntryKind::undo) out.returns_ = positions();
  for (auto& item : out.items_) {
    CHECK(out.items_.size() == 1 || is_event(item));
    if (item.kind == EntryKind::action) out.play(*game_, item.action);
    else out.run_.take(*game_, item, nullptr, item.kind == EntryKind::undo ? &out.returns_ : nullptr);
    item.version = out.run_.version;
  }
  return out;
}

void Play::report(const Prepared& next, StepObserver& observer) const {
  const State* before = &run_.state;
  for (const auto& step : next.steps_) {
    observer.step(step.version, *before, step.action, step.after);
    before = &step.after;
  }
  for (const auto& item : next.items_)
    if (item.kind == EntryKind::undo || is_event(item)) observer.event(item.version, item, next.state());
}

void Play::commit(Prepared&& next) {
  const bool dealt = next.steps_.size() > 1;
  for (const auto& item : next.items_) {
    begin_entry(item.kind);
    if (item.kind == EntryKind::undo) {
      back_ = std::move(next.returns_);
      back_known_ = true;
    } else if (item.kind == EntryKind::action && back_known_) {
      if (dealt) back_.clear();
      else back_.push_back(run_.state);
    }
    const auto before = run_.version;
    run_ = next.run_;
    run_.version = item.version;  // of this one of several
    end_entry(item, before);
  }
}

bool Play::can_undo(Seat seat) const {
  if (over() || abandoned_ || undoable_.empty()) return false;
  const auto& item = log_[undoable_.back()];
  return item.by_person && item.seat == seat;
}

}  // namespace perron::server
