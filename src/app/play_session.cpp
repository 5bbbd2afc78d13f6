#include "app/play_session.h"

#include <algorithm>

#include "app/play_end.h"
#include "app/play_show.h"
#include "app/play_turn.h"
#include "app/thinking_ahead.h"
#include "content/builtin.h"

namespace perron::app {

std::string seat_name(std::string kind, std::size_t seat) {
  if (kind.starts_with("exec:")) kind = kExec;  // the command is no part of the game
  if (kind[0] >= 'a' && kind[0] <= 'z') kind[0] = static_cast<char>(kind[0] - 'a' + 'A');
  return kind + " " + std::to_string(seat);
}

std::string kind_of(const std::string& seat_name) { return in_lower_case(seat_name.substr(0, seat_name.rfind(' '))); }

bool is_builtin(const std::string& board_id) {
  return std::ranges::any_of(builtin_boards(), [&](const auto& board) { return board.id == board_id; });
}

namespace {

// What other commands need to find a board that is not built in.
std::string board_argument(const PlayOptions& options) { return is_builtin(options.board) ? "" : " --board " + options.board; }

// How to go on with this game.
std::string command_for(const PlayOptions& options) {
  auto out = "perron play" + board_argument(options);
  if (options.save != PlayOptions{}.save) out += " --save " + options.save;
  const auto is_command = [](const std::string& kind) { return kind.starts_with("exec:"); };
  if (std::ranges::any_of(options.opponents, is_command)) out += " and the same --against";
  return out;
}

}  // namespace

Session::Session(const PlayOptions& options, SaveFile& save, Table& table)
    : options_(options), save_(save), table_(table), desk_(table.words()) {
  for (std::size_t s = 1; s < table.header().seats.size(); ++s) {
    const auto kind = kind_of(table.header().seats[s]);
    players_.push_back(std::move(*make_seat_player(kind == kExec ? options.opponents[s - 1] : kind)));
  }
}

void Session::welcome(Begins begins) const {
  const bool resumed = begins == Begins::resumed;
  const auto& words = table_.words();
  const auto& board = table_.game().board;
  const auto& header = table_.header();
  std::string out = words.paint().bold((resumed ? "Welcome back to Perron: " : "Welcome to Perron: ") + board.name) + "\n";
  if (!resumed) {
    out += "The board has " + counted(static_cast<int>(board.tracks.size()), "track") + " and " +
           counted(static_cast<int>(board.tickets.size()), "ticket") + ". ";
    out += std::holds_alternative<Race>(board.rules.tickets) ? "Be the first to join the places of your tickets."
                                                             : "Claim tracks and join the places of your tickets.";
    out += "\n";
  }
  out += "At the table:";
  for (std::size_t s = 0; s < header.seats.size(); ++s)
    out += (s ? ", " : " ") + words.seat(Seat(s)) + (Seat(s) == header.first ? " (starts)" : "");
  out += ".\n";
  if (!resumed && !options_.first)
    out += "The dealer chose who starts" + (board.starts.empty() ? "" : "; at a real table it is " + board.starts) + ".\n";
  out += "The dealer's key is sealed by its SHA-256, and told after the game:\n  " + words.paint().dim(header.key_sha256) + "\n";
  if (!resumed && options_.seed)
    out += "It comes from --seed " + std::to_string(*options_.seed) + ": this deal can be repeated, and foreseen.\n";
  out += "h is help, with the rules; q quits, and the same command goes on later.\n";
  desk_.print(out);
}

void Session::keep() {
  const bool kept_before = not_kept_.empty();
  not_kept_ = save_.write(table_.record());
  if (kept_before && !not_kept_.empty())
    desk_.print("Beware, the game is not kept any more: it " + not_kept_ + ". It goes on, but what is not kept is lost when you quit.\n");
}

std::vector<std::string> Session::news_to_show() const {
  auto news = table_.news();
  news.erase(news.begin(), news.begin() + static_cast<std::ptrdiff_t>(std::min(shown_, news.size())));
  return news;
}

void Session::play(Action action) {
  if (open().to_move == kMe && !is_deal(action.kind)) shown_ = 0;
  if (!is_deal(action.kind))
    for (const auto& player : players_) player->watch(table_.game(), open(), seen_by_all(action));
  table_.play(action);
  keep();
}

// Why the last action can't be taken back; empty: it can.
std::string Session::no_undo() const {
  switch (table_.undo_state()) {
    case Undo::possible: return "";
    case Undo::nothing_done: return "There is nothing to take back yet.";
    case Undo::card_shown: return "That can't be taken back: cards or tickets have been dealt since.";
    case Undo::others_acted: return "That can't be taken back: the others have played since.";
  }
  return "";
}

void Session::undo() {
  table_.undo();
  for (const auto& player : players_) player->forget();
  shown_ = 0;
  keep();
  desk_.print("Taken back.\n");
}

void Session::show_scene() {
  const auto view = observe(table_.state(), kMe);
  const auto& words = table_.words();
  desk_.set_scene(view, table_.news(), no_undo());
  const auto phase = open().phase;
  const bool short_one = phase == Phase::second_draw || phase == Phase::tunnel || phase == Phase::passengers;
  auto text = show_news(words, news_to_show());
  if (phase == Phase::second_draw) text += show_row(words, view.open);
  text += short_one ? show_hand(words, view.mine) : show_rule() + show_position(words, view);
  desk_.print("\n" + text);
}

bool Session::take_my_action() {
  show_scene();
  const auto view = observe(table_.state(), kMe);
  std::vector<Rng> rngs(players_.size(), table_.rng());
  ThinkingAhead others;
  for (std::size_t i = 0; i < players_.size(); ++i)
    others.begin(*players_[i], table_.game(), observe(table_.state(), Seat(i + 1)), rngs[i]);
  const auto answer = Turn(desk_, table_.words(), view).decide();
  others.stop();
  if (answer.did == Did::undo) undo();
  if (answer.did == Did::typed) play(answer.action);
  return answer.did != Did::quit;
}

// After an action that showed nothing and ended the turn, before the others go on.
bool Session::let_me_take_back() {
  desk_.set_scene(observe(table_.state(), kMe), table_.news(), no_undo());
  desk_.print("\n" + show_news(table_.words(), news_to_show()));
  shown_ = table_.news().size();
  const auto did = desk_.ask_to_go_on();
  if (did == Did::undo) undo();
  return did != Did::quit;
}

bool Session::take_action_of(Seat seat) {
  auto rng = table_.rng();
  try {
    play(players_[at(seat) - 1]->choose(table_.game(), observe(table_.state(), seat), rng));
  } catch (const Forfeit& reason) {
    desk_.print("\n" + table_.words().seat(seat) + " can't go on: " + reason.what() + ".\n");
    return false;
  }
  return true;
}

int Session::run() {
  while (!is_over(open())) {
    if (is_chance(open())) {
      play(table_.next_deal());
    } else if (open().to_move == kMe) {
      if (!take_my_action()) return quit();
    } else {
      if (table_.undo_state() == Undo::possible) {
        if (!let_me_take_back()) return quit();
        if (open().to_move == kMe) continue;  // taken back
      }
      if (!take_action_of(open().to_move)) return quit();
    }
  }
  return finish();
}

int Session::quit() {
  keep();
  if (!not_kept_.empty()) {
    desk_.print("The last actions are not kept: perron " + not_kept_ + ".\n");
    return 1;
  }
  desk_.print("The game is kept in " + save_.path() + ". Go on with it by: " + command_for(options_) + "\n");
  return 0;
}

int Session::finish() {
  const auto& words = table_.words();
  desk_.print("\n" + show_news(words, news_to_show()) + show_rule() + show_end(words, table_.state()));
  desk_.print("\nThe dealer's key was " + words.paint().dim(to_hex(table_.key())) + "\n");
  keep();
  std::string name;
  const auto error = not_kept_.empty() ? save_.move_finished(options_.record_dir, table_.game().board.id, name) : not_kept_;
  if (!error.empty()) {
    desk_.print("The record of the game is not in its place: perron " + error + ".\n");
    return 1;
  }
  desk_.print("The record of the game is " + name + "\nCheck the deal by: perron record verify " + name + board_argument(options_) + "\n");
  return 0;
}

}  // namespace perron::app
