#include "server/play.h"

#include <algorithm>

#include "base/check.h"

namespace perron::server {

namespace {

// A checkpoint takes about as much memory as a hundred entries: rarer than most games are long, and still a fraction of a
// millisecond apart.
constexpr std::size_t kCheckpointEvery = 256;

}  // namespace

Play::Play(std::shared_ptr<const Game> game, const Key& key, Seat first) : game_(std::move(game)), key_(key), first_(first), run_(key) {
  run_.state = start(*game_, first_);
  run_.deal(*game_, nullptr);
}

void Play::Run::apply(const Game& game, Action action, Witness* witness) {
  acted = ++version;
  if (!witness) return perron::apply(game, state, action);
  const State before = state;
  perron::apply(game, state, action);
  witness->step(version, before, action, state);
}

void Play::Run::deal(const Game& game, Witness* witness) {
  while (is_chance(state.open)) apply(game, dealer.deal(game, state), witness);
}

void Play::Run::take(const Game& game, const LogItem& item, Witness* witness, std::vector<State>* back) {
  if (item.kind == EntryKind::note) return;
  if (item.kind == EntryKind::action) {
    if (back) back->push_back(state);
    apply(game, item.action, witness);
    const auto played = version;
    deal(game, witness);
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
  if (witness) witness->event(version, item, state);
}

// ---- The log told again.

Play::Checkpoint Play::beginning(Witness* witness) const {
  Checkpoint out{Run(key_), {}, 0};
  out.run.state = start(*game_, first_);
  out.run.deal(*game_, witness);
  return out;
}

void Play::replay(Checkpoint& from, Witness* witness) const {
  for (; from.entries < log_.size() && !(witness && witness->enough()); ++from.entries)
    from.run.take(*game_, log_[from.entries], witness, &from.back);
}

void Play::retell(Witness& witness, std::uint32_t after) const {
  // The step to `after` itself is told, too: the checkpoint must lie before it.
  const auto next = std::ranges::partition_point(checkpoints_, [after](const Checkpoint& point) { return point.run.version < after; });
  auto from = next == checkpoints_.begin() ? beginning(&witness) : *std::prev(next);
  replay(from, &witness);
}

void Play::restore_positions() {
  if (back_known_) return;
  auto from = checkpoints_.empty() ? beginning(nullptr) : checkpoints_.back();
  replay(from, nullptr);
  CHECK(from.run.version == run_.version);
  back_ = std::move(from.back);
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

void Play::add(LogItem item, Witness* witness) {
  if (log_.size() == log_.capacity()) log_.reserve(log_.size() + (keeps_back_ ? log_.size() : 0) + 32);  // many games are open: no doubling
  const bool needs_back = item.kind == EntryKind::undo || (log_.size() % kCheckpointEvery == 0 && !log_.empty());
  if (needs_back) restore_positions();
  if (log_.size() % kCheckpointEvery == 0 && !log_.empty()) checkpoints_.push_back({run_, back_, log_.size()});
  // In play the position before an action is not worth its memory: hardly any action is taken back.
  if (item.kind == EntryKind::action && !keeps_back_ && undos_ == 0) back_known_ = false;
  if (!back_known_) std::vector<State>().swap(back_);
  const auto before = run_.version;
  run_.take(*game_, item, witness, back_known_ ? &back_ : nullptr);
  abandoned_ = abandoned_ || item.kind == EntryKind::abandon;
  item.version = run_.version;
  note_undoable(item, before);
  log_.push_back(item);
}

State Play::after(Action action) const {
  Run run = run_;
  run.apply(*game_, action, nullptr);
  run.deal(*game_, nullptr);
  return run.state;
}

bool Play::can_undo(Seat seat) const {
  if (over() || abandoned_ || undoable_.empty()) return false;
  const auto& item = log_[undoable_.back()];
  return item.by_person && item.seat == index(seat);
}

}  // namespace perron::server
