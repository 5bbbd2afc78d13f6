#include "arena/players/exec_player.h"

#include "arena/players/child_process.h"
#include "base/members.h"
#include "notation/text.h"
#include "wire/board_json.h"
#include "wire/view_json.h"

namespace perron::arena {

namespace {

using Json = nlohmann::ordered_json;
using std::chrono::milliseconds;

constexpr auto kStartTime = milliseconds(10'000);
constexpr int kDefaultMs = 5000, kMostMs = 3'600'000;
constexpr std::string_view kQuit = R"({"cmd":"quit"})";

class ExecPlayer final : public search::Player {
 public:
  ExecPlayer(std::string command, milliseconds allowed) : command_(std::move(command)), allowed_(allowed) {}
  ~ExecPlayer() override { program_.stop(kQuit); }

  Action choose(const Game& game, const PlayerView& view, Rng& rng) override {
    const auto table = game.board.id + " " + std::to_string(game.board.version) + " " + std::to_string(game.seats);
    if (program_.running() && table != table_) program_.stop(kQuit);
    if (!program_.running()) start(game);
    table_ = table;
    ++number_;
    Json message = {{"cmd", "choose"}, {"id", number_}, {"time_ms", allowed_.count()}, {"seed", rng.next() >> 11}};
    message["view"] = view_json(game.board, game.seats, view);
    message["legal"] = Json::array();
    legal(game, view.open, view.mine, list_);
    for (const auto action : list_) message["legal"].push_back(to_text(game, action));
    const auto answer = ask(message, allowed_);
    const auto id = answer.find("id");
    if (id == answer.end() || *id != number_) forfeit("answered without the id of the question, " + std::to_string(number_));
    return read_action(game, view, answer);
  }

 private:
  [[noreturn]] void forfeit(const std::string& what) {
    program_.stop("");
    throw Forfeit("the program " + in_quotes(command_) + " " + what);
  }

  void start(const Game& game) {
    if (const auto error = program_.start(command_); !error.empty()) forfeit(error);
    number_ = 0;
    Json hello = {{"cmd", "hello"}, {"id", number_}, {"protocol", 1}, {"seats", game.seats}, {"board", board_json(game.board)}};
    hello["track_ids"] = Json::array();
    hello["ticket_ids"] = Json::array();
    for (const auto& track : game.board.tracks) hello["track_ids"].push_back(track.id);
    for (const auto& ticket : game.board.tickets) hello["ticket_ids"].push_back(ticket.id);
    const auto answer = ask(hello, kStartTime);
    const auto ready = answer.find("ready");
    if (ready == answer.end() || *ready != true) forfeit("did not answer hello with \"ready\": true");
  }

  nlohmann::json ask(const Json& message, milliseconds allowed) {
    const auto [line, failure] = program_.ask(message.dump(), allowed);
    if (!failure.empty()) forfeit(failure);
    auto answer = parse_json(line);
    if (!answer || !answer->is_object()) forfeit("answered what is no JSON object: " + in_quotes(line));
    if (const auto error = answer->find("error"); error != answer->end())
      forfeit("answered with an error: " + (error->is_string() ? in_quotes(error->get<std::string>()) : in_quotes(error->dump())));
    return std::move(*answer);
  }

  Action read_action(const Game& game, const PlayerView& view, const nlohmann::json& answer) {
    const auto text = answer.find("action");
    if (text == answer.end() || !text->is_string()) forfeit("answered without an action");
    const auto& word = text->get_ref<const std::string&>();
    const auto action = action_from_text(game, word);
    if (!action) forfeit("answered with " + in_quotes(word) + ", which is no action");
    if (const auto refusal = why_not(game, view.open, view.mine, view.me, *action))
      forfeit("answered with " + in_quotes(word) + ", which is not legal: " + std::string(text_of(*refusal).sentence));
    return *action;
  }

  std::string command_, table_;
  milliseconds allowed_;
  ChildProcess program_;
  std::int64_t number_ = 0;
  ActionList list_;
};

}  // namespace

Result<std::unique_ptr<search::Player>, std::string> make_exec_player(std::string_view text) {
  int ms = kDefaultMs;
  if (text.starts_with("ms=")) {
    const auto end = std::min(text.find(':'), text.size());
    const auto number = whole_number_in(text.substr(3, end - 3), {1, kMostMs});
    if (!number) return "exec:ms= must be a number from 1 to " + std::to_string(kMostMs) + ", the milliseconds for a decision";
    ms = *number;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (text.find_first_not_of(' ') == text.npos) return std::string("exec: needs a command, as in exec:python3 bot.py");
  return std::unique_ptr<search::Player>(std::make_unique<ExecPlayer>(std::string(text), milliseconds(ms)));
}

}  // namespace perron::arena
