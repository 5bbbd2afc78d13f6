// The engine worker of a page: the server's hub and rooms on one device. The host keeps the store, and the page is the only client.
// Speaks the server's protocol, docs/protocol.md; get() answers what a server answers over HTTP. Must not use threads or files:
// computer players search in a second instance of this module, which runs search() and nothing else, so that this one always answers.
#include <bit>
#include <charconv>
#include <chrono>
#include <cstring>
#include <deque>
#include <map>
#include <memory>

#include "base/check.h"
#include "content/board_reader.h"
#include "device_store.h"
#include "server/hub/hub.h"
#include "wire/board_json.h"
#include "wire/messages.h"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))
#define IMPORT(name) extern "C" __attribute__((import_module("host"), import_name(#name)))

// Calls to the host. A text is an address in memory and a length.
IMPORT(send) void host_send(const char* text, std::size_t size);                  // a frame for the page
IMPORT(commit) void host_commit(const char* text, std::size_t size);              // see DeviceStore; committed() follows, not from within
IMPORT(set_timer) void host_set_timer(double milliseconds);                       // then call on_timer(); replaces the earlier timer
IMPORT(answer) void host_answer(int status, const char* text, std::size_t size);  // to get(), from within
IMPORT(search)
void host_search(int number, const char* text, std::size_t size);  // input of search(); search_done() follows, not from within
IMPORT(forgotten) void host_forgotten(int number, int status);     // to forget()

namespace perron::device {
namespace {

using server::Milliseconds;
using server::RefusalCode;

class HostLoop final : public server::Loop {
 public:
  void post(std::function<void()> work) override { queue_.push_back(std::move(work)); }
  void after(Milliseconds span, std::function<void()> work) override { timers_.emplace(now() + span, std::move(work)); }
  Milliseconds now() const override {
    const auto wall = std::chrono::system_clock::now().time_since_epoch();
    return last_ = std::max(last_, std::chrono::duration_cast<std::chrono::milliseconds>(wall).count());
  }

  void work_off() {
    while (!queue_.empty()) {
      const auto work = std::move(queue_.front());
      queue_.pop_front();
      work();
    }
  }
  // Runs posted work and at most one timer, so that messages of the page come before the next timer.
  void run() {
    work_off();
    if (!timers_.empty() && timers_.begin()->first <= now()) {
      timers_.extract(timers_.begin()).mapped()();
      work_off();
    }
    if (!timers_.empty()) host_set_timer(static_cast<double>(std::max<Milliseconds>(0, timers_.begin()->first - now())));
  }

 private:
  std::deque<std::function<void()>> queue_;
  std::multimap<Milliseconds, std::function<void()>> timers_;
  mutable Milliseconds last_ = 0;
};

// A question in bytes: this header as in memory, since both ends are the same module, and the board as JSON.
struct QuestionHead {
  PlayerView view;
  wire::Level level;
  std::uint8_t seats;
  std::uint64_t seed;
};
static_assert(std::is_trivially_copyable_v<QuestionHead>);

class HostThinker final : public server::Thinker {
 public:
  wire::Level ask(server::Question question, std::function<void(Action)> answer) override {
    if (question.game != game_) {
      game_ = question.game;
      board_ = board_json(game_->board).dump();
    }
    const QuestionHead head{question.view, question.level, static_cast<std::uint8_t>(game_->seats), question.seed};
    std::string text(sizeof head, '\0');
    std::memcpy(text.data(), &head, sizeof head);
    text += board_;
    asked_.emplace(++count_, std::move(answer));
    host_search(count_, text.data(), text.size());
    return head.level;
  }
  void answer(int number, Action action) {
    if (const auto asked = asked_.extract(number)) asked.mapped()(action);
  }
  std::size_t thinking() const override { return asked_.size(); }
  std::size_t waiting() const override { return 0; }

 private:
  std::map<int, std::function<void(Action)>> asked_;
  int count_ = 0;
  std::shared_ptr<const Game> game_;  // of the last question, with its board
  std::string board_;
};

// Answers a question. Caches one game, because consecutive questions usually concern the same one.
Action answer_to(std::string_view text) {
  static std::string board;
  static std::shared_ptr<const Game> game;
  QuestionHead head;
  CHECK(text.size() > sizeof head);
  std::memcpy(&head, text.data(), sizeof head);
  text.remove_prefix(sizeof head);
  if (!game || board != text || game->seats != head.seats) {
    auto read = read_board(text);
    CHECK(read);
    game = std::make_shared<const Game>(make_game(std::move(*read), head.seats));
    board = text;
  }
  return server::think({game, head.view, head.level, head.seed, kNobody});
}

class PageClient final : public server::Client {
 public:
  void send(std::string_view message) override { host_send(message.data(), message.size()); }
  void close(int, std::string) override {}
  void charge(std::size_t) override {}
  std::size_t backlog() const override { return 0; }
};

constexpr UserId kOwner{1};  // the user of the device
constexpr const char* kEngine = "perron " PERRON_VERSION;

server::Settings settings(Milliseconds computer_delay) {
  server::Settings out;
  out.engine = kEngine;
  out.computer_delay = computer_delay;
  out.tables_per_person = 1000;
  return out;
}

struct EngineWorker {
  explicit EngineWorker(Milliseconds computer_delay) : hub(loop, store, thinker, worker, settings(computer_delay)) {}

  void hello(const wire::Hello& request) {
    if (met) hub.disconnect(*met);
    const server::Identity who{kOwner, wire::name_fault(request.name).empty() ? request.name : "?", false};
    page.send(wire::welcome_text({to_text(kOwner), who.name, false, "", kEngine, loop.now()}));
    met = hub.connect(page, who);
  }

  HostLoop loop;
  DeviceStore store{[this](std::function<void()> work) { loop.post(std::move(work)); },
                    [](const std::string& changes) { host_commit(changes.data(), changes.size()); }};
  HostThinker thinker;
  server::InlineWorker worker{store.background()};
  PageClient page;
  server::Hub hub;
  std::optional<server::ClientId> met;
};

std::unique_ptr<EngineWorker> engine;
std::string in;  // input of the next call

std::string_view query(std::string_view path, std::string_view name) {
  const auto from = path.find(std::string(name) + "=");
  if (from == path.npos) return {};
  path.remove_prefix(from + name.size() + 1);
  return path.substr(0, path.find('&'));
}

int number(std::string_view text, int otherwise) {
  int out = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

using Answer = server::Hub::Answer;

// Replies with a written text when it is complete.
server::Hub::Written when_written(std::shared_ptr<server::StringSink> sink, server::Hub::Reply reply) {
  return [sink = std::move(sink), reply = std::move(reply)](const auto& place) {
    reply(place ? Answer(std::move(sink->text)) : Answer(place.error()));
  };
}

void ask(server::Hub& hub, std::string_view path, const server::Hub::Reply& reply) {
  const server::Reader owner{kOwner, ""};
  const auto asked = path.substr(0, path.find('?'));
  if (asked == "me/games") {
    const auto state = query(path, "state");
    const auto filter = state == "ended" ? GameFilter::ended : state == "unfinished" ? GameFilter::unfinished : GameFilter::all;
    return hub.games_of_json(owner, filter, query(path, "before"), number(query(path, "limit"), 50), reply);
  }
  if (asked.starts_with("boards/")) return reply(hub.board_json(asked.substr(7)));
  if (!asked.starts_with("games/")) return;
  const auto game = asked.substr(6, kIdLetters);
  const auto part = asked.substr(std::min(asked.size(), 6 + kIdLetters));
  const auto sink = std::make_shared<server::StringSink>();
  if (part.empty()) hub.game_json(game, owner, reply);
  if (part == "/board") hub.game_board_json(game, kOwner, reply);
  if (part == "/record") hub.write_record(game, owner, server::TextPlace::begin, sink, when_written(sink, reply));
  if (part == "/replay")
    hub.write_replay(game, owner, number(query(path, "seat"), -1), server::TextPlace::begin, sink, when_written(sink, reply));
}

// All rows are in memory, so the answer is ready when the loop is idle.
Answer read(EngineWorker& engine, std::string_view path) {
  const auto out = std::make_shared<Answer>(server::HttpRefusal{404, RefusalCode::not_found, "There is no such thing on this device."});
  ask(engine.hub, path, [out](Answer answer) { *out = std::move(answer); });
  engine.loop.work_off();
  return std::move(*out);
}

}  // namespace
}  // namespace perron::device

using namespace perron::device;

// Memory for the input of the next call.
EXPORT(reserve) char* reserve(std::size_t size) {
  in.resize(size);
  return in.data();
}

// Call order: open(), load_row() for each stored row in the order of keys, start().
EXPORT(open) void open(double computer_delay) { engine = std::make_unique<EngineWorker>(static_cast<Milliseconds>(computer_delay)); }
EXPORT(load_row) int load_row(std::size_t key_size) {
  const std::string_view all = in;
  return engine->store.load_row(all.substr(0, key_size), all.substr(key_size));
}
EXPORT(start) void start() {
  engine->hub.begin([](const auto&) {});
  engine->loop.run();
}

EXPORT(receive) void receive() {
  const auto message = std::move(in);
  if (engine->met) engine->hub.receive(*engine->met, message);
  else if (auto first = perron::wire::read_request(message); first && std::holds_alternative<perron::wire::Hello>(first->request))
    engine->hello(std::get<perron::wire::Hello>(first->request));
  engine->loop.run();
}
// The page has disconnected.
EXPORT(disconnect) void disconnect() {
  if (engine->met) engine->hub.disconnect(*engine->met);
  engine->met.reset();
}
EXPORT(committed) void committed(int done) {
  engine->store.committed(done != 0);
  engine->loop.run();
}
EXPORT(search_done) void search_done(int number, std::uint32_t action) {
  engine->thinker.answer(number, std::bit_cast<perron::Action>(action));
  engine->loop.run();
}
EXPORT(on_timer) void on_timer() { engine->loop.run(); }

EXPORT(get) void get() {
  const auto answer = read(*engine, in);
  if (answer) return host_answer(200, answer->data(), answer->size());
  const auto& refused = answer.error();
  perron::wire::JsonText text;
  text.begin('{').field("code", name_of(refused.code)).field("message", refused.sentence).end('}');
  host_answer(refused.status, text.view().data(), text.size());
}

// Deletes an ended game from this device. forgotten() gets the number and an HTTP status.
EXPORT(forget) void forget(int number) {
  const auto game = perron::from_text<perron::GameId>(in);
  if (!game || !engine->store.ended(*game)) return host_forgotten(number, 404);
  engine->store.forget(*game, [number, game = *game](const auto& error) {
    if (!error) engine->hub.forgotten(game);
    host_forgotten(number, error ? 507 : 200);
  });
}

// Answers what host_search() was given with an action in four bytes. Needs no open().
EXPORT(search) std::uint32_t search() { return std::bit_cast<std::uint32_t>(answer_to(in)); }
