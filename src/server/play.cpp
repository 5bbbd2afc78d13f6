#include "server/play.h"

#include "base/check.h"

namespace perron::server {

Play::Play(std::shared_ptr<const Game> game, const Key& key, Seat first) : game_(std::move(game)), key_(key), first_(first), run_(key) {
  run_.state = start(*game_, first_);
  run_.deal(*game_, nullptr);
  opening_ = run_.version;
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

// `back` has the positions before those actions that can be taken back: nothing was dealt since.
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
    state = back->back();
    back->pop_back();
  }
  if (witness) witness->event(version, item, state);
}

Play::Run Play::rerun(Witness* witness) const {
  Run run(key_);
  std::vector<State> back;
  run.state = start(*game_, first_);
  run.deal(*game_, witness);
  for (const auto& item : log_) run.take(*game_, item, witness, &back);
  return run;
}

void Play::retell(Witness& witness) const { rerun(&witness); }

void Play::add(LogItem item, Witness* witness) {
  if (log_.size() == log_.capacity()) log_.reserve(log_.size() + 32);  // many games are open: no doubling
  if (item.kind == EntryKind::undo) {
    // No deal lies between, so the dealer need not go back; the position comes from the log.
    item.version = run_.version + 1;
    log_.push_back(item);
    run_ = rerun(nullptr);
    CHECK(run_.version == item.version);
    if (witness) witness->event(run_.version, item, run_.state);
    return;
  }
  run_.take(*game_, item, witness, nullptr);
  abandoned_ = abandoned_ || item.kind == EntryKind::abandon;
  item.version = run_.version;
  log_.push_back(item);
}

State Play::after(Action action) const {
  Run run = run_;
  run.apply(*game_, action, nullptr);
  run.deal(*game_, nullptr);
  return run.state;
}

const LogItem* Play::last_action() const {
  int undone = 0;
  for (std::size_t i = log_.size(); i-- > 0;) {
    const auto& item = log_[i];
    if (item.kind == EntryKind::undo) ++undone;
    if (item.kind == EntryKind::action && undone-- == 0) return &item;
  }
  return nullptr;
}

bool Play::can_undo(Seat seat) const {
  if (over() || abandoned_) return false;
  const auto* item = last_action();
  if (!item || !item->by_person || item->seat != index(seat)) return false;
  const auto before = item == log_.data() ? opening_ : (item - 1)->version;
  return item->version == before + 1;  // nothing was dealt
}

}  // namespace perron::server
