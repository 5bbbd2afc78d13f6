#include "server/story.h"

#include "rules/notice.h"

namespace perron::server {

wire::ViewText text_of_view(const Game& game, const State& state, Audience audience) {
  if (audience.seat == kNoSeat) return wire::public_text(game.board, game.seats, state.open);
  return wire::view_text(game.board, game.seats, observe(state, audience.seat));
}

wire::ViewText text_of_view(const Game& game, const State& state, Audience audience, const wire::ViewText& public_part) {
  if (audience.seat == kNoSeat) return public_part;
  return wire::view_text(game.board, game.seats, observe(state, audience.seat), public_part);
}

wire::Event event_of(EntryKind kind) {
  switch (kind) {
    case EntryKind::undo: return wire::Event::undo;
    case EntryKind::computer_takes_seat: return wire::Event::computer_takes_seat;
    case EntryKind::person_returns: return wire::Event::person_returns;
    default: return wire::Event::abandon;
  }
}

Story::Story(const Game& game, std::vector<Audience> audiences, std::uint32_t after)
    : game_(game), audiences_(std::move(audiences)), notices_(audiences_.size()), after_(after) {}

void Story::add(std::size_t audience, std::string_view notice) {
  auto& out = notices_[audience];
  if (!out.empty()) out += ',';
  out += notice;
}

void Story::step(std::uint32_t n, const State& before, Action action, const State& after) {
  if (n == after_) before_ = after;
  if (n <= after_) return;
  for (std::size_t i = 0; i < audiences_.size(); ++i)
    add(i, wire::notice_text(game_.board, n, seen_by(game_, before, action, after, audiences_[i])));
}

void Story::event(std::uint32_t n, const LogItem& item, const State& after) {
  if (n == after_) before_ = after;
  if (n <= after_) return;
  const auto text = wire::event_text(n, event_of(item.kind), item.seat, item.why);
  for (std::size_t i = 0; i < audiences_.size(); ++i) add(i, text);
}

}  // namespace perron::server
