#include "terminal/local_game.h"

namespace perron::terminal {

LocalGame::LocalGame(Game game, RecordHeader header, const Key& key, TextStyle style)
    : game_(std::move(game)),
      header_(std::move(header)),
      key_(key),
      dealer_(KeyStreams{key}),
      words_(game_, header_.seats, style),
      events_(words_),
      state_(start(game_, header_.first)) {}

void LocalGame::play(Action action) {
  const auto before = state_;
  const bool mine = !is_deal(action.kind) && state_.open.to_move == kMe;
  if (mine) {
    events_.clear();
    past_.push_back({state_, lines_.size()});
  } else {
    if (!past_.empty()) why_no_past_ = is_deal(action.kind) ? UndoState::card_shown : UndoState::others_acted;
    past_.clear();
  }
  lines_.push_back(action_line(game_, state_, action));
  apply(game_, state_, action);
  events_.add(before.open, action, state_.open);
}

void LocalGame::deal() { play(next_deal()); }

Rng LocalGame::rng() const {
  // A stream of the key that no pile uses: the dealer's streams have the pile's number in the high word.
  KeySource source(key_, std::uint64_t{255} << 32 | lines_.size());
  const auto word = [&] { return std::uint64_t{source.below(0xFFFFFFFF)}; };
  const auto high = word();
  return Rng(high << 32 | word());
}

void LocalGame::undo() {
  state_ = past_.back().state;
  lines_.resize(past_.back().lines);
  past_.pop_back();
  events_.clear();
}

std::string LocalGame::record() const {
  auto out = header_line(header_) + "\n";
  for (const auto& line : lines_) (out += line) += '\n';
  if (is_over(state_.open)) out += result_line(game_, state_, to_hex(key_)) + "\n";
  return out;
}

Result<std::unique_ptr<LocalGame>, std::string> game_from_record(Record record, const Key& key, TextStyle style) {
  if (commitment(key) != record.header.key_sha256) return std::string("the key does not fit the commitment in line 1");
  auto game = std::make_unique<LocalGame>(std::move(record.game), record.header, key, style);
  for (std::size_t i = 0; i < record.actions.size(); ++i) {
    const auto action = record.actions[i];
    if (is_deal(action.kind) && game->next_deal() != action)
      return "line " + std::to_string(record.lines[i]) + " is not what the key deals";
    game->play(action);
  }
  return game;
}

}  // namespace perron::terminal
