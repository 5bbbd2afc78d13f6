// The REST API: reads.
#include <charconv>

#include "net/site/perron_site.h"
#include "net/site/streamed_response.h"
#include "wire/json_text.h"

namespace perron::net {
namespace {

constexpr int kMaxListed = 100;

std::optional<UserId> user_of(const CallPtr& call) {
  return call->principal ? std::optional(call->principal->identity.user) : std::nullopt;
}
server::Reader reader_of(const CallPtr& call) { return {user_of(call), address_group(call->request.address)}; }

void reply(const CallPtr& call, HttpResult<std::string> text, std::string_view type = "application/json; charset=utf-8") {
  if (!text) return refuse(call, text.error());
  Response out;
  out.text = std::move(*text);
  out.type = type;
  call->reply(std::move(out));
}

struct ListPage {
  std::string before;
  int limit = 50;
};

std::optional<ListPage> page_of(const CallPtr& call) {
  ListPage out;
  out.before = query_value(call->request, "before").second;
  const auto [given, text] = query_value(call->request, "limit");
  if (given) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.limit);
    if (error != std::errc() || end != text.data() + text.size() || out.limit < 1 || out.limit > kMaxListed) {
      refuse(call, {400, RefusalCode::bad_request, "limit must be a whole number from 1 to 100."});
      return std::nullopt;
    }
  }
  return out;
}

double number(std::uint64_t value) { return static_cast<double>(value); }

void add_shortened_thinking(MetricsText& out, const server::HubStats& stats) {
  for (std::size_t from = 0; from < wire::kLevelNames.size(); ++from)
    for (std::size_t to = static_cast<std::size_t>(wire::Level::medium); to < from; ++to)
      out.add("thinking_shortened_total", MetricsText::Type::counter,
              "Questions to computer players answered at a lower level because of load.", number(stats.shortened[from][to]),
              "from=\"" + std::string(wire::kLevelNames[from]) + "\",to=\"" + std::string(wire::kLevelNames[to]) + "\"");
}

void add_hub_metrics(MetricsText& out, const server::HubStats& stats) {
  using enum MetricsText::Type;
  out.add("clients", gauge, "Connected clients that said hello.", number(stats.clients));
  out.add("streams", gauge, "Tables that clients follow.", number(stats.streams));
  out.add("tables_waiting", gauge, "Tables not yet begun.", number(stats.tables_open));
  out.add("games_live", gauge, "Games begun and not over.", number(stats.games_live));
  out.add("games_unreadable", gauge, "Games asked for since the start that cannot be read.", number(stats.games_unreadable));
  out.add("rooms", gauge, "Tables in memory.", number(stats.rooms_in_memory));
  out.add("writes_pending", gauge, "Requests that wait for the disk.", number(stats.writes_pending));
  out.add("thinking", gauge, "Computer players that think.", number(stats.thinking));
  out.add("thinking_waiting", gauge, "Computer players that wait for a thread.", number(stats.thinking_waits));
  out.add("background_jobs", gauge, "Games to be loaded or read off the event loop, those under way included.", number(stats.background));
  add_shortened_thinking(out, stats);
  out.add("hosts_changed_total", counter, "Waiting tables that passed to another host because theirs was away.",
          number(stats.hosts_changed));
  out.add("requests_total", counter, "Requests of clients.", number(stats.requests));
  out.add("refusals_total", counter, "Requests refused.", number(stats.refusals));
  out.add("not_stored_total", counter, "Changes of tables and games that could not be stored.", number(stats.store_errors));
  out.add("actions_total", counter, "Actions accepted.", number(stats.actions), "by=\"person\"");
  out.add("actions_total", counter, "", number(stats.computer_actions), "by=\"computer\"");
  out.add("undos_total", counter, "Actions taken back.", number(stats.undos));
  out.add("chat_lines_total", counter, "Lines said at tables.", number(stats.chat_lines));
  out.add("games_begun_total", counter, "Games begun.", number(stats.games_begun));
  out.add("games_ended_total", counter, "Games ended.", number(stats.games_ended));
  out.add("timeouts_total", counter, "Seats that ran out of time.", number(stats.timeouts));
  out.add("snapshots_total", counter, "Snapshots sent.", number(stats.snapshots));
  out.add("resumed_total", counter, "Streams resumed without a snapshot.", number(stats.resumed));
}

void add_store_metrics(MetricsText& out, const Store& store) {
  using enum MetricsText::Type;
  const auto stats = store.stats();
  out.add("store_writes_total", counter, "Writes answered.", number(stats.writes));
  out.add("store_commits_total", counter, "Commits to disk.", number(stats.commits), "result=\"ok\"");
  out.add("store_commits_total", counter, "", number(stats.failed_commits), "result=\"failed\"");
  out.add("store_queue_seconds", "The oldest write of a commit, until that began.", stats.queue);
  out.add("store_commit_seconds", "A commit, from its first change until it is on disk.", stats.commit);
  out.add("store_sync_seconds", "The end of a commit: the log is written, and the disk says so.", stats.sync);
  for (const auto& own : store.metrics()) out.add(own.name, own.help, own.histogram, own.label);
  out.add("store_waiting", gauge, "Writes in the queue.", number(stats.waiting));
  out.add("store_ok", gauge, "1: the last commit succeeded.", stats.trouble ? 0 : 1);
  out.add("store_reads_ok", gauge, "0: a query failed, and still does.", stats.read_trouble ? 0 : 1);
}

}  // namespace

void PerronSite::health(const CallPtr& call) {
  const auto stats = store_.stats();
  if (!stats.trouble && !stats.read_trouble) return reply_json(call, R"({"status":"ok"})");
  wire::JsonText text;
  text.begin('{').field("status", stats.trouble ? "not_storing" : "not_reading");
  text.field("message", (stats.trouble ? stats.trouble : stats.read_trouble)->message);
  reply_json(call, text.end('}').take(), 503);
}

void PerronSite::metrics(const CallPtr& call) {
  if (!settings_.open_metrics && !call->request.local) return refuse(call, {403, RefusalCode::not_local});
  MetricsText out;
  add_metrics(out, metrics_);
  add_hub_metrics(out, hub_.stats());
  add_store_metrics(out, store_);
  add_process_metrics(out);
  reply(call, HttpResult<std::string>(out.take()), "text/plain; version=0.0.4; charset=utf-8");
}

void PerronSite::boards(const CallPtr& call) { reply_json(call, hub_.boards_json()); }
void PerronSite::board(const CallPtr& call) { reply(call, hub_.board_json(call->parts[0])); }
void PerronSite::tables(const CallPtr& call) { reply_json(call, hub_.tables_json()); }

void PerronSite::my_games(const CallPtr& call) {
  const auto page = page_of(call);
  if (!page) return;
  auto state = query_value(call->request, "state").second;
  if (state.empty()) state = "all";
  if (state != "all" && state != "unfinished" && state != "ended")
    return refuse(call, {400, RefusalCode::bad_request, "state must be all, unfinished or ended."});
  const auto filter = state == "all" ? GameFilter::all : state == "ended" ? GameFilter::ended : GameFilter::unfinished;
  hub_.games_of_json(reader_of(call), filter, page->before, page->limit, [call](auto answer) { reply(call, std::move(answer)); });
}

void PerronSite::listed_games(const CallPtr& call) {
  const auto page = page_of(call);
  if (!page) return;
  hub_.listed_games_json(page->before, page->limit, [call](auto answer) { reply(call, std::move(answer)); });
}

void PerronSite::game(const CallPtr& call) {
  hub_.game_json(call->parts[0], reader_of(call), [call](auto answer) { reply(call, std::move(answer)); });
}
void PerronSite::game_board(const CallPtr& call) {
  hub_.game_board_json(call->parts[0], user_of(call), [call](auto answer) { reply(call, std::move(answer)); });
}

// Reading a game replays all of it, on the one thread that also loads games.
bool PerronSite::may_read_log(const CallPtr& call) {
  if (logs_.consume(address_group(call->request.address), 1, std::chrono::steady_clock::now())) return true;
  refuse(call, {429, RefusalCode::too_fast, "Too many games read from your address: wait a moment."});
  return false;
}

void PerronSite::record(const CallPtr& call) {
  if (!may_read_log(call)) return;
  const auto write = [this, game = call->parts[0], reader = reader_of(call)](auto from, auto sink, auto done) {
    hub_.write_record(game, reader, from, std::move(sink), std::move(done));
  };
  stream_response(call, "application/jsonl; charset=utf-8", write);
}

void PerronSite::replay(const CallPtr& call) {
  int seat = -1;
  const auto [given, text] = query_value(call->request, "seat");
  if (given) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seat);
    if (error != std::errc() || end != text.data() + text.size() || seat < 0)
      return refuse(call, {400, RefusalCode::bad_request, "seat must be a whole number from 0."});
  }
  if (!may_read_log(call)) return;
  const auto write = [this, seat, game = call->parts[0], reader = reader_of(call)](auto from, auto sink, auto done) {
    hub_.write_replay(game, reader, seat, from, std::move(sink), std::move(done));
  };
  stream_response(call, "application/json; charset=utf-8", write);
}

}  // namespace perron::net
