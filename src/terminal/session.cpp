#include "terminal/session.h"

#include <algorithm>

#include "arena/players/pondering.h"
#include "arena/players/seat_player.h"
#include "terminal/opponents.h"
#include "terminal/screen/end.h"
#include "terminal/screen/show.h"
#include "terminal/turn.h"

namespace perron::terminal {

namespace {

// The option that other commands need for a board that is not built in.
std::string board_argument(const PlayOptions& options) { return is_builtin(options.board) ? "" : " --board " + options.board; }

// The command that resumes this game.
std::string command_for(const PlayOptions& options) {
  auto out = "perron play" + board_argument(options);
  if (options.save != PlayOptions{}.save) out += " --save " + options.save;
  const auto is_command = [](const std::string& kind) { return kind.starts_with("exec:"); };
  if (std::ranges::any_of(options.opponents, is_command)) out += " and the same --against";
  return out;
}

}  // namespace

TerminalSession::TerminalSession(const PlayOptions& options, SaveFile& save, LocalGame& game)
    : options_(options), save_file_(save), game_(game), prompt_(game.words()) {
  for (std::size_t s = 1; s < game.header().seats.size(); ++s) {
    const auto kind = kind_of(game.header().seats[s]);
    players_.push_back(std::move(*arena::make_seat_player(kind == kExec ? options.opponents[s - 1] : kind)));
  }
}

void TerminalSession::welcome(GameStart start) const {
  const bool resumed = start == GameStart::resumed;
  const auto& words = game_.words();
  const auto& board = game_.game().board;
  const auto& header = game_.header();
  std::string out = words.style().bold((resumed ? "Welcome back to Perron: " : "Welcome to Perron: ") + board.name) + "\n";
  if (!resumed) {
    out += "The board has " + counted(board.tracks.size(), "track") + " and " + counted(board.tickets.size(), "ticket") + ". ";
    out += std::holds_alternative<Race>(board.rules.tickets) ? "Be the first to join the places of your tickets."
                                                             : "Claim tracks and join the places of your tickets.";
    out += "\n";
  }
  out += "At the table:";
  for (const auto seat : ids<Seat>(static_cast<int>(header.seats.size())))
    out += (seat == kMe ? " " : ", ") + words.seat(seat) + (seat == header.first ? " (starts)" : "");
  out += ".\n";
  if (!resumed && !options_.first)
    out += "The dealer chose who starts" + (board.starts.empty() ? "" : "; at a real table it is " + board.starts) + ".\n";
  out += "The dealer's key is revealed after the game. Its SHA-256 commits to it now:\n  " + words.style().dim(header.key_sha256) + "\n";
  if (!resumed && options_.seed)
    out += "It comes from --seed " + std::to_string(*options_.seed) + ", so this deal can be repeated and predicted.\n";
  out += "Type h for help and the rules, q to quit; the same command resumes the game later.\n";
  prompt_.print(out);
}

void TerminalSession::save() {
  const bool saved_before = save_error_.empty();
  save_error_ = save_file_.write(game_.record());
  if (saved_before && !save_error_.empty())
    prompt_.print("Warning: perron " + save_error_ + ". You can play on, but everything from here is lost when you quit.\n");
}

std::vector<std::string> TerminalSession::events_to_show() const {
  auto events = game_.recent_events();
  events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(std::min(shown_, events.size())));
  return events;
}

void TerminalSession::play(Action action) {
  if (open().to_move == kMe && !is_deal(action.kind)) shown_ = 0;
  if (!is_deal(action.kind))
    for (const auto& player : players_) player->inform_action(game_.game(), open(), search::public_action(action));
  game_.play(action);
  save();
}

// Why the last action can't be undone; empty: it can.
std::string TerminalSession::no_undo() const {
  switch (game_.undo_state()) {
    case UndoState::possible: return "";
    case UndoState::nothing_done: return "There is nothing to undo yet.";
    case UndoState::card_shown: return "That can't be undone: cards or tickets have been dealt since.";
    case UndoState::others_acted: return "That can't be undone: the other players have acted since.";
  }
  return "";
}

void TerminalSession::undo() {
  game_.undo();
  for (const auto& player : players_) player->restart();
  shown_ = 0;
  save();
  prompt_.print("Undone.\n");
}

void TerminalSession::show_scene() {
  const auto view = observe(game_.state(), kMe);
  const auto& words = game_.words();
  prompt_.set_scene(view, game_.recent_events(), no_undo());
  const auto phase = open().phase;
  const bool short_one = phase == Phase::second_draw || phase == Phase::tunnel || phase == Phase::passengers;
  auto text = show_events(words, events_to_show());
  if (phase == Phase::second_draw) text += show_row(words, view.open);
  text += short_one ? show_hand(words, view.mine) : show_rule() + show_position(words, view);
  prompt_.print("\n" + text);
}

bool TerminalSession::take_my_action() {
  show_scene();
  const auto view = observe(game_.state(), kMe);
  std::vector<Rng> rngs(players_.size(), game_.rng());
  arena::Pondering others;
  for (std::size_t i = 0; i < players_.size(); ++i) others.begin(*players_[i], game_.game(), observe(game_.state(), Seat(i + 1)), rngs[i]);
  const auto answer = PersonTurn(prompt_, game_.words(), view).decide();
  others.stop();
  if (answer.kind == AnswerKind::undo) undo();
  if (answer.kind == AnswerKind::typed) play(answer.action);
  return answer.kind != AnswerKind::quit;
}

// After an action that revealed nothing and ended the turn, before the others act.
bool TerminalSession::offer_undo() {
  prompt_.set_scene(observe(game_.state(), kMe), game_.recent_events(), no_undo());
  prompt_.print("\n" + show_events(game_.words(), events_to_show()));
  shown_ = game_.recent_events().size();
  const auto did = prompt_.ask_to_continue();
  if (did == AnswerKind::undo) undo();
  return did != AnswerKind::quit;
}

bool TerminalSession::take_action_of(Seat seat) {
  auto rng = game_.rng();
  try {
    play(player_at(seat).choose(game_.game(), observe(game_.state(), seat), rng));
  } catch (const arena::Forfeit& reason) {
    prompt_.print("\n" + game_.words().seat(seat) + " can't continue: " + reason.what() + ".\n");
    return false;
  }
  return true;
}

int TerminalSession::run() {
  while (!is_over(open())) {
    if (is_chance(open())) {
      play(game_.next_deal());
    } else if (open().to_move == kMe) {
      if (!take_my_action()) return quit();
    } else {
      if (game_.undo_state() == UndoState::possible) {
        if (!offer_undo()) return quit();
        if (open().to_move == kMe) continue;  // undone
      }
      if (!take_action_of(open().to_move)) return quit();
    }
  }
  return finish();
}

int TerminalSession::quit() {
  save();
  if (!save_error_.empty()) {
    prompt_.print("The last actions are not saved: perron " + save_error_ + ".\n");
    return 1;
  }
  prompt_.print("The game is saved in " + save_file_.path() + ". Resume it with: " + command_for(options_) + "\n");
  return 0;
}

int TerminalSession::finish() {
  const auto& words = game_.words();
  prompt_.print("\n" + show_events(words, events_to_show()) + show_rule() + show_end(words, game_.state()));
  prompt_.print("\nThe dealer's key was " + words.style().dim(to_hex(game_.key())) + "\n");
  save();
  std::string name;
  const auto error = save_error_.empty() ? save_file_.move_finished(options_.record_dir, game_.game().board.id, name) : save_error_;
  if (!error.empty()) {
    prompt_.print("The record of the game could not be moved: perron " + error + ".\n");
    return 1;
  }
  prompt_.print("The record of the game is " + name + "\nCheck the deal with: perron record verify " + name + board_argument(options_) +
                "\n");
  return 0;
}

}  // namespace perron::terminal
