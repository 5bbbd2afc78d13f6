// The `perron` command: reads the arguments, calls a subcommand.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "app/commands.h"
#include "arena/setup.h"
#include "net/run/settings.h"
#include "search/player.h"

namespace {

using namespace perron::app;

constexpr const char* kBoardHelp = "europe, germany, first-journey, or a board FILE of your own (docs/boards.md)";

std::string players_help() {
  std::string out = "Players:\n";
  for (const auto& kind : perron::search::player_kinds())
    out += "  " + std::string(kind.name) + std::string(10 - kind.name.size(), ' ') + std::string(kind.description) + "\n";
  return out;
}

// CLI11 parses -1 as 2^64 - 1, and its ranges don't report that 1e3 is not a whole number.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto range = std::to_string(least) + " to " + std::to_string(most);
  const auto check = [=](const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool fits = error == std::errc() && end == text.data() + text.size() && value >= least && value <= most;
    return fits ? std::string() : "must be a whole number from " + range + ", not " + text;
  };
  return CLI::Validator(check, "from " + range);
}

CLI::Validator any_seed() { return whole_number(0, std::numeric_limits<std::uint64_t>::max()).description(""); }

// A comma-separated list. CLI11's own delimiter silently drops empty names.
void add_names(CLI::App& cmd, const std::string& flag, std::vector<std::string>& names, const std::string& help) {
  const auto take = [&names, flag](const std::vector<std::string>& lists) {
    for (const auto& list : lists)
      for (std::size_t begin = 0, end = 0; begin <= list.size(); begin = end + 1) {
        end = std::min(list.find(',', begin), list.size());
        if (end == begin) throw CLI::ValidationError(flag, "\"" + list + "\" has an empty name; take a comma away or fill in the name");
        names.push_back(list.substr(begin, end - begin));
      }
  };
  cmd.add_option_function<std::vector<std::string>>(flag, take, help);
}

// The options of the report, the same for a single run and for merged ones.
void add_arena_report(CLI::App& cmd, perron::arena::ArenaOptions& o) {
  cmd.add_option("--anchor", o.anchor, "the player whose rating is fixed, as NAME or NAME=ELO (default: the first, at 0)");
  cmd.add_option("--sprt", o.sprt,
                 "two players: stop as soon as it is clear whether the first is better by ELO1 or only by ELO0 (default 0,20)")
      ->expected(0, 1)
      ->type_name("[ELO0,ELO1]")
      ->check([](const std::string& text) {
        const auto plan = perron::arena::read_elos(text);
        return plan ? std::string() : plan.error();
      });
  cmd.add_option("--alpha", o.alpha, "how often the test may accept by mistake")->check(CLI::Range(0.0001, 0.4))->capture_default_str();
  cmd.add_option("--beta", o.beta, "how often the test may reject by mistake")->check(CLI::Range(0.0001, 0.4))->capture_default_str();
  cmd.add_flag("--json", o.json, "print one JSON object");
}

void add_arena_merge(CLI::App& arena_command, perron::arena::ArenaOptions& o) {
  auto* cmd = arena_command.add_subcommand("merge", "Join the state files of the shards of one match and report on the whole");
  cmd->add_option("FILE", o.files, "state files")->required();
  add_arena_report(*cmd, o);
  cmd->footer(
      "Exit code: 0 complete, 2 wrong arguments or files that do not fit together, 3 units are missing;\n"
      "with --sprt: 0 accepted, 1 rejected, 3 undecided.\n"
      "A word behind a bare --sprt is taken for its Elos: before files write --sprt=ELO0,ELO1.\n"
      "Example: perron arena merge --sprt=0,20 part*.jsonl");
  cmd->callback([&o] { std::exit(arena_merge(o)); });
}

void add_arena_play(CLI::App& cmd, perron::arena::ArenaOptions& o) {
  cmd.add_option("--board", o.board, kBoardHelp)->capture_default_str();
  add_names(cmd, "--players", o.players, "one for each seat, separated by commas, e.g. h1,random");
  cmd.add_option("--player", o.single_players, "one player; repeat it for each. For names with commas or spaces")->allow_extra_args(false);
  add_names(cmd, "--field", o.field, "players that meet in all line-ups of --seats, rated together");
  cmd.add_option("--seats", o.seats, "at a table of --field (or of a field of --player)")->check(CLI::Range(1, 5));
  cmd.add_option("--games", o.games, "how many games, rounded up to whole deals; default 1000, or 100000 at most with --sprt")
      ->check(whole_number(1, 20000000));
  cmd.add_option("--seed", o.seed, "the same seed gives the same games")->check(any_seed())->capture_default_str();
  cmd.add_option("--threads", o.threads, "0: one for each core")->check(CLI::Range(0, 256))->capture_default_str();
  cmd.add_option("--state", o.state, "save each finished unit in this file; the same command resumes the match");
  cmd.add_option("--shard", o.shard, "play a part of the match only, e.g. 3/8; needs --state")->type_name("NUMBER/COUNT");
  cmd.add_option("--record", o.record_dir, "write a record of each game into this folder");
  cmd.add_flag("--provable", o.provable, "deal from a ChaCha20 key, so that `perron record verify` can check the records");
}

void add_arena(CLI::App& app, perron::arena::ArenaOptions& o) {
  auto* cmd = app.add_subcommand("arena", "Play many games between computer players and report who wins");
  add_arena_play(*cmd, o);
  add_arena_report(*cmd, o);
  cmd->add_flag("--quiet", o.quiet, "no progress bar and no remarks");
  add_arena_merge(*cmd, o);
  cmd->footer(players_help() +
              "The unit is one deal played once for each rotation of the seats; intervals are of 95 % (docs/arena.md).\n"
              "Exit code: 0 done, 2 wrong arguments or something could not be played or written, 130 interrupted;\n"
              "with --sprt: 0 accepted, 1 rejected, 3 undecided at the limit of games.\n"
              "Examples: perron arena --board germany --players h1,random,random --games 300\n"
              "          perron arena --field h1,hoard,random --seats 2\n"
              "          perron arena --players h1,random --sprt --state match.jsonl");
  cmd->callback([&o] { std::exit(arena(o)); });
}

void add_bench(CLI::App& app, BenchOptions& o) {
  auto* cmd = app.add_subcommand("bench", "Measure the engine on one thread and print the signature of its behaviour");
  cmd->add_option("--board", o.board, std::string("all built-in ones if not given; ") + kBoardHelp);
  auto* seats = cmd->add_option("--seats", o.seats, "0: every allowed number")->check(CLI::Range(0, 5))->capture_default_str();
  auto* seconds = cmd->add_option("--seconds", o.seconds, "for each figure; 0: the signature only")
                      ->check(CLI::Range(0.0, 600.0))
                      ->capture_default_str();
  auto* games = cmd->add_option("--signature-games", o.signature_games, "games in the signature")
                    ->check(CLI::Range(1, 1000000))
                    ->capture_default_str();
  cmd->add_flag("--search", o.search, "print the signatures of the computer players instead: what each answers in fixed positions")
      ->excludes(seats, seconds, games);
  cmd->add_flag("--json", o.json, "one JSON object a line");
  cmd->footer(
      "games/s: whole random games, without and with the final count. clone, legal, sample, score: nanoseconds a call.\n"
      "The signature of the engine is the same on every machine, those of the players with the same compiler and C library;\n"
      "tests/golden/search.txt has the ones of g++ on x86-64 Linux.");
  cmd->callback([&o] { std::exit(bench(o)); });
}

void add_perft(CLI::App& app, PerftOptions& o) {
  auto* cmd = app.add_subcommand("perft", "Count the positions that can be reached in so many steps");
  cmd->add_option("--board", o.board, kBoardHelp)->capture_default_str();
  cmd->add_option("--seats", o.seats, "players")->check(CLI::Range(1, 5))->capture_default_str();
  cmd->add_option("--depth", o.depth, "steps")->check(CLI::Range(1, 100))->capture_default_str();
  cmd->add_option("--seed", o.seed, "decides the deals, unless --exact")->check(any_seed())->capture_default_str();
  cmd->add_flag("--exact", o.exact, "branch over every deal, each a step of its own");
  cmd->add_option("--line", o.line, "actions to play first, in text form, separated by \" / \"");
  cmd->add_flag("--divide", o.divide, "also the count behind each first action");
  cmd->callback([&o] { std::exit(perft(o)); });
}

void add_record(CLI::App& app, RecordOptions& o) {
  auto* cmd = app.add_subcommand("record", "Replay, show or verify game records (docs/record.md)");
  cmd->require_subcommand(1);
  const auto add = [&](const char* name, const char* help, int (*run)(const RecordOptions&)) {
    auto* sub = cmd->add_subcommand(name, help);
    sub->add_option("FILE", o.files, "records, or folders with records (*.jsonl)")->required();
    sub->add_option("--board", o.board, "the board FILE, for records of a board that is not built in");
    sub->add_flag("--quiet", o.quiet, "only faults and the sum");
    sub->footer("Exit code: 0 all right, 1 a fault was found (FILE:LINE: reason), 2 wrong arguments, 3 a game is unfinished.");
    sub->callback([&o, run] { std::exit(run(o)); });
  };
  add("play", "Replay and check every line against the rules", record_play);
  add("show", "Print the game as sentences", record_show);
  add("verify", "Check that the dealer's key fits the commitment and gives exactly these deals", record_verify);
}

void add_check_board(CLI::App& app, std::vector<std::string>& files) {
  auto* cmd = app.add_subcommand("check-board", "Check board files: every error, each with its JSON path");
  cmd->add_option("FILE", files, "board files, or names of built-in boards")->required();
  cmd->footer("Exit code: 0 all right, 1 a fault was found. The format is in docs/boards.md.");
  cmd->callback([&files] { std::exit(check_board(files)); });
}

void add_engine(CLI::App& app, EngineOptions& o) {
  auto* cmd = app.add_subcommand("engine", "Answer questions of another program, one JSON line each (docs/engine-protocol.md)");
  cmd->add_option("--board", o.board, kBoardHelp)->capture_default_str();
  cmd->add_option("--player", o.player, "who answers when a question names no player")->capture_default_str();
  cmd->add_option("--seats", o.seats, "0: as many as the view has")->check(CLI::Range(0, 5))->capture_default_str();
  cmd->footer(players_help() + "Example: echo '{\"id\":1,\"cmd\":\"hello\"}' | perron engine");
  cmd->callback([&o] { std::exit(engine(o)); });
}

void add_play(CLI::App& app, perron::terminal::PlayOptions& o) {
  auto* cmd = app.add_subcommand("play", "Play a game in the terminal against computer players");
  cmd->add_option("--board", o.board, kBoardHelp)->capture_default_str();
  cmd->add_option("--name", o.name, "your name")->capture_default_str();
  add_names(*cmd, "--against", o.opponents, "opponents, separated by commas (default: medium)");
  cmd->add_option("--seed", o.seed, "repeat a deal; without it the deal is from a random, provable key")->check(any_seed());
  cmd->add_option("--first", o.first, "the seat that starts, 0 is you (default: the dealer decides)")->check(CLI::Range(0, 4));
  cmd->add_option("--save", o.save, "where an interrupted game is kept and resumed from")->capture_default_str();
  cmd->add_flag("--new", o.fresh, "start anew even if there is a game to resume");
  cmd->add_option("--record", o.record_dir, "also keep the finished game's record in this folder");
  cmd->footer(players_help() + "During the game type h for help, q to quit and resume later.");
  cmd->callback([&o] { std::exit(play(o)); });
}

void add_serve(CLI::App& app, ServeOptions& o) {
  auto* cmd = app.add_subcommand("serve", "Let people play over the network: the page, its files, games and accounts");
  cmd->add_option("--config", o.config, "settings as NAME = VALUE lines")->type_name("FILE");
  for (const auto& setting : perron::net::settings_table()) {
    const std::string name(setting.name);
    cmd->add_option_function<std::string>(
           "--" + name, [&o, name](const std::string& value) { o.given[name] = value; }, std::string(setting.help))
        ->type_name(std::string(setting.type));
  }
  cmd->footer(
      "Each option can also be set by environment (PERRON_LISTEN, PERRON_MAX_CONNECTIONS, ...) or in the file (listen = ...).\n"
      "A flag wins over the environment, and that over the file. Without --data: $XDG_STATE_HOME/perron or ~/.local/state/perron.\n"
      "docs/hosting.md is about TLS, systemd and backups. Exit code: 0 stopped cleanly, 1 could not start, 2 wrong arguments.");
  cmd->callback([&o] { std::exit(serve(o)); });
}

// Adds a subcommand of `perron data` with the options that all of them have.
CLI::App* add_data_command(CLI::App& data, DataOptions& o, const char* name, const char* help, int (*run)(const DataOptions&)) {
  auto* cmd = data.add_subcommand(name, help);
  cmd->add_option("--data", o.data, "the folder that `perron serve` keeps its data in (default: the same as there)")
      ->envname("PERRON_DATA");
  cmd->callback([&o, run] {
    if (o.data.empty()) o.data = perron::net::data_folder();
    std::signal(SIGXFSZ, SIG_IGN);  // RLIMIT_FSIZE is then an ordinary write error
    std::exit(run(o));
  });
  return cmd;
}

void add_data(CLI::App& app, DataOptions& o) {
  auto* cmd = app.add_subcommand("data", "Check, export or compact what `perron serve` has stored (docs/data.md)");
  cmd->require_subcommand(1);
  const auto days = CLI::Range(0, 36500);
  auto* check = add_data_command(*cmd, o, "check", "Look at every page and play every game again; names each that is damaged", data_check);
  check->footer(
      "Changes nothing, and may be used while a server runs. --data may also be a copy of the database file.\n"
      "Exit code: 0 all right, 1 a fault was found.");
  auto* to = add_data_command(*cmd, o, "export", "Write the finished games as records, with their keys (docs/record.md)", data_export);
  to->add_option("--to", o.folder, "a FOLDER: one record for each game");
  to->add_option("--file", o.file, "one FILE: the records one after another, each begins with its header");
  to->add_option("--game", o.games, "only the game of this ID; may be given several times");
  to->add_flag("--abandoned", o.abandoned, "also games that were given up; their records have no result and no key");
  to->footer(
      "Games that go on are never written: their keys are secret. May be used while a server runs.\n"
      "Example: perron data export --data /var/lib/perron --to records && perron record verify records");
  auto* vacuum =
      add_data_command(*cmd, o, "vacuum", "Make the database as small as it can be; deletes only what is asked for", data_vacuum);
  vacuum->add_option("--into", o.into,
                     "leave the database as it is and write a whole, compact copy to FILE: a backup, while the server runs");
  vacuum->add_option("--delete-games-older", o.games_older, "delete games that ended more than so many DAYS ago")->check(days);
  vacuum
      ->add_option("--delete-sessions-older", o.sessions_older,
                   "delete sessions not seen for so many DAYS, and guests that have neither a session nor a game then")
      ->check(days);
  auto* accept = add_data_command(*cmd, o, "accept-loss", "Let the server start without a log that is missing or cut", data_accept_loss);
  accept->footer(
      "Only after `perron serve` or `perron data check` named such a log, and it can't be found: the moves in it are lost.\n"
      "Keep a copy of the folder first. Exit code: 0 done, or there was nothing to accept; 1 it could not be done.");
  vacuum->footer("Stop the server first, unless --into is given. Exit code: 0 done, 1 it could not be done.");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Perron: the railway ticket games Europe, Germany and First Journey.\nA name or a file of your own is a board for every command.",
      "perron");
  app.require_subcommand(1);
  app.get_formatter()->column_width(30);
  perron::arena::ArenaOptions arena_options;
  BenchOptions bench_options;
  PerftOptions perft_options;
  RecordOptions record_options;
  perron::terminal::PlayOptions play_options;
  ServeOptions serve_options;
  EngineOptions engine_options;
  DataOptions data_options;
  std::vector<std::string> board_files;
  add_play(app, play_options);
  add_serve(app, serve_options);
  add_arena(app, arena_options);
  add_record(app, record_options);
  add_engine(app, engine_options);
  add_data(app, data_options);
  add_check_board(app, board_files);
  add_bench(app, bench_options);
  add_perft(app, perft_options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help
    std::fprintf(stderr, "perron: %s\nTry `perron --help`, or `perron COMMAND --help`.\n", error.what());
    return 2;
  }
  return 0;
}
