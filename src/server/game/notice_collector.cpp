#include "server/game/notice_collector.h"

#include <array>

#include "base/check.h"
#include "rules/notice.h"

namespace perron::server {

namespace {

constexpr std::size_t kMaxViewers = kSeats + 1;  // each seat, and the spectators, who all see the same

}  // namespace

std::string text_of_view(const Game& game, const State& state, Viewer viewer) {
  if (viewer.seat == kNoSeat) return wire::public_text(game.board, game.seats, state.open);
  return wire::view_text(game.board, game.seats, observe(state, viewer.seat));
}

std::vector<ViewChange> view_changes(const Game& game, const State& before, const State& after, std::span<const Viewer> viewers) {
  const auto open = wire::open_text(game.board, game.seats, after.open, &before.open);
  std::vector<std::uint64_t> hashes;
  hashes.reserve(viewers.size());
  for (const auto& viewer : viewers) hashes.push_back(wire::fnv1a(viewer.seat == kNoSeat ? "{" : wire::view_begin(viewer.seat)));
  wire::hash_on(hashes, open.all.view());
  std::array<std::optional<wire::JsonText>, kMaxViewers> mine;
  std::array<std::string_view, kMaxViewers> ends;  // nothing for spectators
  CHECK(viewers.size() <= kMaxViewers);
  for (std::size_t i = 0; i < viewers.size(); ++i)
    if (const auto seat = viewers[i].seat; seat != kNoSeat) {
      ends[i] = mine[i].emplace(wire::mine_text(game.board, after.open, after.own[seat], seat)).view();
      hashes[i] = wire::fnv1a(wire::kMineKey, hashes[i]);
    }
  wire::hash_each(hashes, ends);
  const auto changed_of_all = open.changed.view();
  std::vector<ViewChange> out;
  out.reserve(viewers.size());
  for (std::size_t i = 0; i < viewers.size(); ++i) {
    const auto seat = viewers[i].seat;
    wire::JsonText changed;
    changed.begin('{');
    if (!changed_of_all.empty()) changed.raw(changed_of_all);
    if (seat != kNoSeat && (before.own[seat] != after.own[seat] || before.open.offered[seat] != after.open.offered[seat]))
      changed.field_raw("mine", ends[i]);
    changed.end('}');
    out.push_back({std::move(changed), wire::fnv1a("}", hashes[i])});
  }
  return out;
}

wire::Event event_of(EntryKind kind) {
  switch (kind) {
    case EntryKind::undo: return wire::Event::undo;
    case EntryKind::computer_takes_seat: return wire::Event::computer_takes_seat;
    case EntryKind::person_returns: return wire::Event::person_returns;
    default: return wire::Event::abandon;
  }
}

NoticeCollector::NoticeCollector(const Game& game, std::vector<Viewer> viewers, std::uint32_t after)
    : game_(game), viewers_(std::move(viewers)), notices_(viewers_.size()), after_(after) {}

void NoticeCollector::step(std::uint32_t n, const State& before, Action action, const State& after) {
  if (n == after_) before_ = after;
  if (n <= after_) return;
  for (std::size_t i = 0; i < viewers_.size(); ++i)
    wire::write_notice(notices_[i], game_.board, n, seen_by(game_, before, action, after, viewers_[i]));
}

void NoticeCollector::event(std::uint32_t n, const LogItem& item, const State& after) {
  if (n == after_) before_ = after;
  if (n <= after_) return;
  const auto text = wire::event_text(n, event_of(item.kind), item.seat, item.why);
  for (auto& notices : notices_) notices.raw(text);
}

}  // namespace perron::server
