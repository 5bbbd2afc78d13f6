#include "arena/players/engine_protocol.h"

#include <random>

#include "content/board_reader.h"
#include "content/builtin.h"
#include "notation/record.h"
#include "notation/text.h"
#include "rules/check_view.h"
#include "wire/view_json.h"

namespace perron::arena {

namespace {

constexpr int kProtocol = 1;
constexpr std::size_t kMaxGames = 16;                                                       // cached
constexpr std::uint64_t kMaxSeed = (std::uint64_t{1} << 53) - 1;                            // exact in every JSON parser
constexpr std::string_view kCommands[] = {"hello", "choose", "evaluate", "legal", "quit"};  // as Command

std::string sentence_of(const std::vector<FieldError>& errors, std::string_view before) {
  const auto path = std::string(before) + errors[0].path;
  auto out = path.empty() ? errors[0].message : path + ": " + errors[0].message;
  if (errors.size() > 1) out += " (and " + std::to_string(errors.size() - 1) + " more)";
  return out;
}

void add_action(const Game& game, const PlayerView& view, Action action, nlohmann::ordered_json& out) {
  out["action"] = to_text(game, action);
  out["move"] = nlohmann::ordered_json::parse(move_line(game, view.open, view.mine, action));
}

// Rounded to three decimal places: enough to compare, short to read.
double rounded(double value) { return static_cast<double>(static_cast<std::int64_t>(value * 1000 + (value < 0 ? -0.5 : 0.5))) / 1000; }

}  // namespace

// A question whose fields have been checked one by one, but not yet against each other.
struct EngineProtocol::Question {
  Command command = Command::hello;
  int seats = 0;  // 0: as many as the view has
  const nlohmann::json *board = nullptr, *view = nullptr;
  std::string player;
  std::uint64_t seed = 0;
};

struct EngineProtocol::Position {
  const Game* game = nullptr;
  PlayerView view;
};

EngineProtocol::EngineProtocol(EngineDefaults defaults, Board board, std::string version)
    : defaults_(std::move(defaults)), version_(std::move(version)), board_(std::move(board)), key_("default") {}

std::string EngineProtocol::answer(std::string_view line) {
  Json out = {{"id", nullptr}};
  const auto document = parse_json(line);
  std::string error;
  if (!document) {
    error = concat("line ", document.error().line, ", column ", document.error().column, ": ", document.error().message);
  } else {
    if (document->is_object() && document->contains("id") && !document->at("id").is_structured()) out["id"] = document->at("id");
    // Validates the whole line first: an invalid one has no effect, and all its errors are reported.
    FieldReport report;
    Question question;
    Fields::read_object(report, *document, "", [&](Fields& fields) { question = read_question(fields, report); });
    error = report.empty() ? answer(question, out) : sentence_of(report.take(), "");
  }
  if (!error.empty()) out = {{"id", out["id"]}, {"error", error}};
  return out.dump();
}

EngineProtocol::Question EngineProtocol::read_question(Fields& fields, FieldReport& report) const {
  if (const auto* id = fields.find("id"); id && id->is_structured()) report.add(fields.at("id"), "must be a text or a number");
  Question out;
  if (const auto command = fields.choice("cmd", kCommands, Need::required)) out.command = static_cast<Command>(*command);
  fields.number("protocol", {kProtocol, kProtocol}, kProtocol);
  out.seats = fields.number("seats", {1, kSeats}, defaults_.seats);
  out.board = fields.find("board");
  out.view = fields.find("view");
  out.player = defaults_.player;
  if (const auto* value = fields.find("player")) {
    if (value->is_string()) out.player = value->get<std::string>();
    else report.add(fields.at("player"), "must be the name of a player");
  }
  out.seed = std::random_device()();
  if (const auto* value = fields.find("seed")) {
    if (value->is_number_unsigned() && value->get<std::uint64_t>() <= kMaxSeed) out.seed = value->get<std::uint64_t>();
    else report.add(fields.at("seed"), "must be a whole number from 0 to 2^53 - 1");
  }
  // The arena sends them for programs that can't compute them.
  for (const auto* told : {"track_ids", "ticket_ids", "legal", "time_ms"}) fields.find(told);
  return out;
}

std::string EngineProtocol::answer(const Question& question, Json& out) {
  if (question.command == Command::hello) return hello(question, out);
  if (question.command == Command::quit) {
    quit_ = true;
    out["bye"] = true;
    return "";
  }
  Position position;
  if (auto error = find_position(question, position); !error.empty()) return error;
  switch (question.command) {
    case Command::choose: return choose(question, position, out);
    case Command::evaluate: return evaluate(question, position, out);
    default: return list_legal(position, out);
  }
}

// The peer may set the defaults for later questions.
std::string EngineProtocol::hello(const Question& question, Json& out) {
  if (question.board) {
    Board board;
    std::string key;
    if (auto error = find_board(*question.board, key, board); !error.empty()) return error;
    board_ = std::move(board);
    key_ = key;
  }
  defaults_.seats = question.seats;
  out["ready"] = true;
  out["name"] = "Perron";
  out["version"] = version_;
  out["protocol"] = kProtocol;
  out["board"] = board_.id;
  out["player"] = defaults_.player;
  out["boards"] = Json::array();
  for (const auto& builtin : builtin_boards()) out["boards"].push_back(builtin.id);
  out["players"] = Json::array();
  for (const auto& kind : search::player_kinds()) out["players"].push_back({{"name", kind.name}, {"description", kind.description}});
  return "";
}

// A built-in board by its id, or a whole board file as an object. No paths: questions must not read files.
std::string EngineProtocol::find_board(const nlohmann::json& value, std::string& key, Board& out) const {
  if (value.is_object()) {
    key = value.dump();
    auto board = read_board(key);
    if (!board) return sentence_of(board.error(), "/board");
    out = std::move(*board);
    return "";
  }
  const auto* id = value.get_ptr<const std::string*>();
  if (!id) return "/board: must be the name of a board, or a board as an object";
  key = "builtin " + *id;
  for (const auto& builtin : builtin_boards())
    if (builtin.id == *id) return out = std::move(*read_board(builtin.json)), "";
  if (board_.id == *id) return key = key_, out = board_, "";
  return "/board: there is no board " + in_quotes(*id) + "; give its file as an object, or with --board";
}

std::string EngineProtocol::find_game(const nlohmann::json* value, int seats, const Game*& out) {
  auto key = value ? value->is_string() ? "builtin " + value->get<std::string>() : value->dump() : key_;
  if (const auto it = games_.find({key, seats}); it != games_.end()) return out = it->second.get(), "";
  Board board;
  if (!value) board = board_;
  else if (auto error = find_board(*value, key, board); !error.empty()) return error;
  const int least = board.rules.players_min, most = board.rules.players_max;
  if (seats < least || seats > most) return concat("/seats: this board is for ", least, " to ", most, " players, not ", seats);
  if (games_.size() >= kMaxGames) games_.clear();
  out = (games_[{key, seats}] = std::make_unique<Game>(make_game(std::move(board), seats))).get();
  return "";
}

std::string EngineProtocol::find_position(const Question& question, Position& out) {
  const auto* view = question.view;
  int seats = question.seats;
  if (!view) return "/view: is missing; it must be what the seat sees, an object";
  if (seats == 0) {
    if (view->is_object() && view->contains("seats") && view->at("seats").is_array())
      seats = static_cast<int>(std::min<std::size_t>(view->at("seats").size(), kSeats + 1));
    if (seats == 0) return "/view/seats: must be a list with an object for each seat";
  }
  if (auto error = find_game(question.board, seats, out.game); !error.empty()) return error;
  const auto read = view_from_json(out.game->board, seats, *view);
  if (!read) return sentence_of(read.error(), "/view");
  out.view = *read;
  if (auto fault = check_view(*out.game, out.view); !fault.empty()) return "/view: is impossible: " + fault;
  const auto& open = out.view.open;
  if (is_over(open)) return "/view: the game is over";
  if (is_chance(open)) return "/view: the dealer is to deal, nobody can act";
  if (out.view.me != open.to_move)
    return concat("/view: it is the turn of seat ", index(open.to_move), ", not of seat ", index(out.view.me));
  return "";
}

// A new player for each question: the same seed gives the same answer.
std::string EngineProtocol::choose(const Question& question, const Position& position, Json& out) {
  const auto player = search::make_player(question.player);
  if (!player) return "/player: " + player.error();
  Rng rng(question.seed);
  add_action(*position.game, position.view, (*player)->choose(*position.game, position.view, rng), out);
  return "";
}

std::string EngineProtocol::evaluate(const Question& question, const Position& position, Json& out) {
  const auto player = search::make_player(question.player);
  if (!player) return "/player: " + player.error();
  const auto& game = *position.game;
  Rng rng(question.seed);
  const auto advice = (*player)->advise(game, position.view, rng);
  add_action(game, position.view, advice.action, out);
  double estimated = 0;
  for (const auto win : advice.win) estimated += win;
  if (estimated > 0) {
    out["seats"] = Json::array();
    for (const auto s : ids<Seat>(game.seats))
      out["seats"].push_back({{"win", rounded(advice.win[s])}, {"points", rounded(advice.points[s])}});
  }
  if (advice.candidates.empty()) return "";
  out["iterations"] = advice.iterations;
  out["candidates"] = Json::array();
  for (const auto& candidate : advice.candidates)
    out["candidates"].push_back(
        {{"action", to_text(game, candidate.action)}, {"share", rounded(candidate.share)}, {"win", rounded(candidate.win)}});
  return "";
}

std::string EngineProtocol::list_legal(const Position& position, Json& out) {
  const auto list = std::make_unique<ActionList>();
  legal(*position.game, position.view.open, position.view.mine, *list);
  out["legal"] = Json::array();
  for (const auto action : *list) out["legal"].push_back(to_text(*position.game, action));
  return "";
}

}  // namespace perron::arena
