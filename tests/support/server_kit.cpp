#include "support/server_kit.h"

#include <algorithm>

#include "base/check.h"
#include "base/rng.h"
#include "rules/engine.h"
#include "support/allocations.h"
#include "wire/view_text.h"

namespace perron::kit {

using Json = nlohmann::ordered_json;
using server::Milliseconds;

// ---- Time.

void HandLoop::post(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  posted_.push_back(std::move(work));
}

void HandLoop::after(Milliseconds span, std::function<void()> work) { timers_.emplace(now_ + span, std::move(work)); }

bool HandLoop::take(std::function<void()>& work) {
  {
    const std::lock_guard lock(mutex_);
    if (!posted_.empty()) {
      work = std::move(posted_.front());
      posted_.pop_front();
      return true;
    }
  }
  if (timers_.empty() || timers_.begin()->first > now_) return false;
  work = std::move(timers_.begin()->second);
  timers_.erase(timers_.begin());
  return true;
}

void HandLoop::run() {
  std::function<void()> work;
  while (take(work)) work();
}

void HandLoop::advance(Milliseconds span) {
  const auto end = now_ + span;
  run();
  while (!timers_.empty() && timers_.begin()->first <= end) {
    now_ = std::max(now_, timers_.begin()->first);
    run();
  }
  now_ = end;
  run();
}

// ---- Computer players.

wire::Level HandThinker::ask(server::Question question, std::function<void(Action)> answer) {
  ++asked;
  question.level = std::min(question.level, at_most.value_or(question.level));
  const auto level = question.level;
  Held held{std::move(question), std::move(answer)};
  if (hold_) held_.push_back(std::move(held));
  else reply(std::move(held));
  return level;
}

void HandThinker::release() {
  hold_ = false;
  for (; !held_.empty(); held_.pop_front()) reply(std::move(held_.front()));
}

void HandThinker::reply(Held held) {
  static ActionList list;
  Rng rng(held.question.seed);
  const auto& view = held.question.view;
  const auto action = random ? random_action(*held.question.game, view.open, view.mine, rng, list) : server::think(held.question);
  loop_.post([answer = std::move(held.answer), action] { answer(action); });
}

// ---- Work off the loop.

void HandWorker::run(Lane, Work work, std::function<void()> done) {
  held_.emplace_back(std::move(work), std::move(done));
  if (!hold_) release();
}

void HandWorker::release() {
  const Elsewhere worker_thread;
  hold_ = false;
  for (; !held_.empty(); held_.pop_front()) {
    held_.front().first(*reads_);
    loop_.post(std::move(held_.front().second));
  }
}

// ---- Clients.

TestClient::TestClient(server::Hub& hub, server::Identity identity, std::string the_address)
    : who(std::move(identity)), address(std::move(the_address)), hub_(&hub) {
  id_ = hub.connect(*this, who, address);
}

TestClient::~TestClient() { disconnect(); }

void TestClient::disconnect() {
  if (hub_) hub_->disconnect(id_);
  hub_ = nullptr;
}

void TestClient::reconnect(server::Hub& hub) {
  disconnect();
  hub_ = &hub;
  id_ = hub.connect(*this, who, address);
}

std::string TestClient::ask(Json request) {
  if (!request.contains("id")) request["id"] = who.name + "-" + std::to_string(++next_);
  const auto id = request["id"].get<std::string>();
  hub_->receive(id_, request.dump());
  return id;
}

void TestClient::send(std::string_view message) {
  raw.emplace_back(message);
  auto json = Json::parse(message);
  const auto type = json.value("type", "");
  if (type == "table") table = json;
  if (type == "ended") ended = json;
  if (type == "snapshot" || type == "update") take_stream(json);
  all.push_back(std::move(json));
}

// As a browser does it: merge, then compare the hash.
void TestClient::take_stream(const Json& message) {
  auto& stream = streams[message["seat"].is_null() ? -1 : message["seat"].get<int>()];
  const auto version = message["version"].get<std::uint32_t>();
  const auto complain = [&](const std::string& what) {
    if (fault.empty()) fault = who.name + ": " + what + ": " + message.dump().substr(0, 300);
  };
  if (message["type"] == "snapshot") {
    stream.view = message["view"];
    if (!message.contains("notices")) stream.notices.resize(version);
    else stream.notices.clear();
  } else {
    for (const auto& [key, value] : message["view"].items()) {
      if (!stream.view.contains(key)) complain("a field that was not there");
      stream.view[key] = value;
    }
  }
  for (const auto& notice : message.value("notices", Json::array())) {
    if (notice["n"].get<std::size_t>() != stream.notices.size() + 1) complain("a gap before notice " + notice["n"].dump());
    stream.notices.push_back(notice.dump());
  }
  if (stream.notices.size() != version) complain("the version is not the last notice");
  stream.version = version;
  stream.legal = message.value("legal", Json());
  stream.undo = message.value("undo", false);
  if (wire::hash_text(stream.view.dump()) != message["hash"].get<std::string>()) complain("the hash differs");
}

Json TestClient::answer(const std::string& id) const {
  for (auto it = all.rbegin(); it != all.rend(); ++it)
    if (it->value("id", "") == id) return *it;
  return Json::object();
}

const Json* TestClient::last(const std::string& type) const {
  for (auto it = all.rbegin(); it != all.rend(); ++it)
    if (it->value("type", "") == type) return &*it;
  return nullptr;
}

std::string TestClient::refusal(const std::string& id) const {
  const auto found = answer(id);
  return found.value("type", "") == "refused" ? found["code"].get<std::string>() : "";
}

// ---- The server.

server::Settings TestServer::quick_settings() {
  server::Settings out;
  out.engine = "perron test";
  out.computer_delay = 0;
  out.seed = 1;
  return out;
}

TestServer::TestServer(server::Settings the_settings) : settings(std::move(the_settings)) { begin(); }

void TestServer::begin() {
  store_ = std::make_unique<MemoryStore>(loop, disk);
  thinker_ = std::make_unique<HandThinker>(loop);
  worker_ = std::make_unique<HandWorker>(loop, store_->background());
  hub_ = std::make_unique<server::Hub>(loop, *store_, *thinker_, *worker_, settings);
  for (const auto& board : boards) CHECK(hub_->add_board(board));
  bool begun = false;
  hub_->begin([&begun](const auto& error) { begun = !error; });
  loop.run();
  CHECK(begun);
}

void TestServer::restart() {
  for (auto& [name, client] : clients_) client->disconnect();
  hub_.reset();
  begin();
}

TestClient& TestServer::client(const std::string& name, const std::string& address) {
  auto& client = clients_[name];
  if (client) return *client;
  client = std::make_unique<TestClient>(*hub_, server::Identity{UserId(1000 + clients_.size()), name, false}, address);
  run();  // the store answers whom they have muted
  return *client;
}

TestServer::Started TestServer::start(const std::string& board, const std::vector<std::string>& seats, Json options) {
  auto& host = client(seats[0]);
  Json request = {{"type", "create"}, {"board", board}, {"seats", Json::array()}};
  for (const auto& seat : seats) {
    if (seat.starts_with("computer")) request["seats"].push_back({{"kind", "computer"}, {"level", "medium"}});
    else if (seat.starts_with("local")) request["seats"].push_back({{"kind", "me"}, {"name", seat}});
    else if (seat == seats[0]) request["seats"].push_back({{"kind", "me"}});
    else request["seats"].push_back({{"kind", "open"}});
  }
  for (const auto& [key, value] : options.items()) request[key] = value;
  const auto created = host.ask(request);
  run();
  const auto table = host.answer(created).value("table", "");
  for (std::size_t s = 1; s < seats.size(); ++s)
    if (!seats[s].starts_with("computer") && !seats[s].starts_with("local"))
      client(seats[s]).ask({{"type", "join"}, {"table", table}, {"seat", s}});
  run();
  const auto started = host.ask({{"type", "start"}, {"table", table}});
  run();
  return {table, host.answer(started).value("game", "")};
}

namespace {

const server::HttpRefusal kNoAnswer{0, server::RefusalCode::internal, "No answer has come."};

}  // namespace

server::Hub::Answer TestServer::games_of(UserId user, GameFilter filter) {
  server::Hub::Answer out(kNoAnswer);
  hub_->games_of_json({user, "test"}, filter, "", 50, [&out](auto answer) { out = std::move(answer); });
  run();
  return out;
}

server::Hub::Answer TestServer::listed_games() {
  server::Hub::Answer out(kNoAnswer);
  hub_->listed_games_json("", 50, [&out](auto answer) { out = std::move(answer); });
  run();
  return out;
}

server::Hub::Answer TestServer::game(const std::string& game, std::optional<UserId> who) {
  server::Hub::Answer out(kNoAnswer);
  hub_->game_json(game, {who, "test"}, [&out](auto answer) { out = std::move(answer); });
  run();
  return out;
}

server::Hub::Answer TestServer::record(const std::string& game, std::optional<UserId> who) {
  server::Hub::Answer out(kNoAnswer);
  const auto sink = std::make_shared<server::StringSink>();
  hub_->write_record(game, {who, "test"}, server::TextCursor::begin, sink, [&](const auto& place) {
    if (!place) out = place.error();
    else out = sink->text;
  });
  run();
  return out;
}

server::Hub::Answer TestServer::replay(const std::string& game, std::optional<UserId> who, int seat) {
  server::Hub::Answer out(kNoAnswer);
  const auto sink = std::make_shared<server::StringSink>();
  hub_->write_replay(game, {who, "test"}, seat, server::TextCursor::begin, sink, [&](const auto& place) {
    if (!place) out = place.error();
    else out = sink->text;
  });
  run();
  return out;
}

int play_on(TestServer& server, const TestServer::Started& game, const std::vector<TestClient*>& clients, std::uint64_t seed, int most) {
  Rng rng(seed);
  int played = 0;
  bool moved = true;
  while (moved && played < most) {
    moved = false;
    for (auto* client : clients) {
      if (!client->ended.is_null() && client->ended["game"] == game.game) return played;
      for (auto& [seat, stream] : client->streams) {
        if (stream.legal.is_null() || stream.legal.empty()) continue;
        // A kind first, then one of it: else hands would be paid away at once.
        std::map<int, std::vector<Json>> kinds;
        for (const auto& action : stream.legal) kinds[action[0].get<int>()].push_back(action);
        auto it = kinds.begin();
        std::advance(it, rng.below(static_cast<std::uint32_t>(kinds.size())));
        const auto action = it->second[rng.below(static_cast<std::uint32_t>(it->second.size()))];
        client->ask({{"type", "act"}, {"game", game.game}, {"seat", seat}, {"version", stream.version}, {"action", action}});
        server.run();
        ++played;
        moved = true;
        break;
      }
      if (moved) break;
    }
  }
  return played;
}

}  // namespace perron::kit
