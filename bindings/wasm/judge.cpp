// The server's judge on one device: the same hub and rooms, with a store that the host keeps and one client, the page. Speaks the
// server's protocol, docs/protocol.md; what is asked over HTTP there goes through get(). No threads: computer players think in a
// second instance of this module, which is asked with think() and nothing else, so that the judge always answers.
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

// What the host does for the judge; texts are a place in memory and a length.
IMPORT(send) void host_send(const char* text, std::size_t size);                  // a frame for the page
IMPORT(keep) void host_keep(const char* text, std::size_t size);                  // see DeviceStore; kept() follows, not from within
IMPORT(wake) void host_wake(double milliseconds);                                 // call ring() then, instead of what was asked for before
IMPORT(answer) void host_answer(int status, const char* text, std::size_t size);  // to get(), from within
IMPORT(think) void host_think(int number, const char* text, std::size_t size);    // hand it to think(); thought() follows, not from within
IMPORT(forgotten) void host_forgotten(int number, int status);                    // to forget()

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
  // What is posted, and one timer at most: what the page has sent meanwhile comes before the next.
  void run() {
    work_off();
    if (!timers_.empty() && timers_.begin()->first <= now()) {
      timers_.extract(timers_.begin()).mapped()();
      work_off();
    }
    if (!timers_.empty()) host_wake(static_cast<double>(std::max<Milliseconds>(0, timers_.begin()->first - now())));
  }

 private:
  std::deque<std::function<void()>> queue_;
  std::multimap<Milliseconds, std::function<void()>> timers_;
  mutable Milliseconds last_ = 0;
};

// A question as bytes: this head, and the board as JSON. Both ends are the same module, so the head is as it lies in memory.
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
    host_think(count_, text.data(), text.size());
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
  std::shared_ptr<const Game> game_;  // of the last question, and its board
  std::string board_;
};

// The other end. One game is kept: questions come in rows about the same.
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

constexpr UserId kOwner{1};  // whoever holds the device
constexpr const char* kEngine = "perron " PERRON_VERSION;

server::Settings settings(Milliseconds computer_delay) {
  server::Settings out;
  out.engine = kEngine;
  out.computer_delay = computer_delay;
  out.tables_per_person = 1000;
  return out;
}

struct Judge {
  explicit Judge(Milliseconds computer_delay) : hub(loop, store, thinker, worker, settings(computer_delay)) {}

  void hello(const wire::Hello& request) {
    if (met) hub.disconnect(*met);
    const server::Identity who{kOwner, wire::name_fault(request.name).empty() ? request.name : "?", false};
    page.send(wire::welcome_text({to_text(kOwner), who.name, false, "", kEngine, loop.now()}));
    met = hub.connect(page, who);
  }

  HostLoop loop;
  DeviceStore store{[this](std::function<void()> work) { loop.post(std::move(work)); },
                    [](const std::string& changes) { host_keep(changes.data(), changes.size()); }};
  HostThinker thinker;
  server::InlineWorker worker{store.background()};
  PageClient page;
  server::Hub hub;
  std::optional<server::ClientId> met;
};

std::unique_ptr<Judge> judge;
std::string in;  // what the host has to say

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

// A text that is written, once it has been.
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
  if (part == "/record") hub.write_record(game, owner, server::TextCursor::begin, sink, when_written(sink, reply));
  if (part == "/replay")
    hub.write_replay(game, owner, number(query(path, "seat"), -1), server::TextCursor::begin, sink, when_written(sink, reply));
}

// All rows are in memory, so the answer is there once the loop has nothing left to do.
Answer read(Judge& judge, std::string_view path) {
  const auto out = std::make_shared<Answer>(server::HttpRefusal{404, RefusalCode::not_found, "There is no such thing on this device."});
  ask(judge.hub, path, [out](Answer answer) { *out = std::move(answer); });
  judge.loop.work_off();
  return std::move(*out);
}

}  // namespace
}  // namespace perron::device

using namespace perron::device;

// Room for so many bytes that the next call is about.
EXPORT(room) char* room(std::size_t size) {
  in.resize(size);
  return in.data();
}

// First, then take_back() for each row that was kept, in the order of keys, then begin().
EXPORT(open) void open(double computer_delay) { judge = std::make_unique<Judge>(static_cast<Milliseconds>(computer_delay)); }
EXPORT(take_back) int take_back(std::size_t key_size) {
  const std::string_view all = in;
  return judge->store.take_back(all.substr(0, key_size), all.substr(key_size));
}
EXPORT(begin) void begin() {
  judge->hub.begin([](const auto&) {});
  judge->loop.run();
}

EXPORT(receive) void receive() {
  const auto message = std::move(in);
  if (judge->met) judge->hub.receive(*judge->met, message);
  else if (auto first = perron::wire::read_request(message); first && std::holds_alternative<perron::wire::Hello>(first->request))
    judge->hello(std::get<perron::wire::Hello>(first->request));
  judge->loop.run();
}
// The page has gone.
EXPORT(leave) void leave() {
  if (judge->met) judge->hub.disconnect(*judge->met);
  judge->met.reset();
}
EXPORT(kept) void kept(int done) {
  judge->store.kept(done != 0);
  judge->loop.run();
}
EXPORT(thought) void thought(int number, std::uint32_t action) {
  judge->thinker.answer(number, std::bit_cast<perron::Action>(action));
  judge->loop.run();
}
EXPORT(ring) void ring() { judge->loop.run(); }

EXPORT(get) void get() {
  const auto answer = read(*judge, in);
  if (answer) return host_answer(200, answer->data(), answer->size());
  const auto& refused = answer.error();
  perron::wire::JsonText text;
  text.begin('{').field("code", name_of(refused.code)).field("message", refused.sentence).end('}');
  host_answer(refused.status, text.view().data(), text.size());
}

// Takes a game that has ended off this device for good; forgotten() gets the number, and a status as of HTTP.
EXPORT(forget) void forget(int number) {
  const auto game = perron::from_text<perron::GameId>(in);
  if (!game || !judge->store.ended(*game)) return host_forgotten(number, 404);
  judge->store.forget(*game, [number, game = *game](const auto& error) {
    if (!error) judge->hub.forgotten(game);
    host_forgotten(number, error ? 507 : 200);
  });
}

// The answer of a computer player to what host_think() was given: an action in four bytes. Needs no open().
EXPORT(think) std::uint32_t think() { return std::bit_cast<std::uint32_t>(answer_to(in)); }
