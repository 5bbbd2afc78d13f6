// Requests at one table, one after the other: what waits while something is written or read, and what happens when that fails.
#include "server/room/request_queue.h"

#include <gtest/gtest.h>

#include <new>

#include "support/server_kit.h"

namespace perron::server {
namespace {

using Lines = std::vector<ChatLine>;

const UserId kGuest{5}, kAccount{6};

struct Kept final : Client {
  void send(std::string_view message) override { all.emplace_back(message); }
  void close(int code, std::string) override { closed = code; }
  void charge(std::size_t) override {}
  std::size_t backlog() const override { return 0; }

  std::vector<std::string> all;
  int closed = 0;
};

// Does for each line of chat what the test wants, and keeps what it has been asked.
class TestOwner final : public RequestQueue::Owner {
 public:
  void serve(const Requester& requester, const wire::Request& request) override {
    if (std::holds_alternative<wire::Close>(request)) return log.push_back("close");
    const auto& text = std::get<wire::PostChat>(request).text;
    log.push_back(text);
    if (const auto it = on.find(text); it != on.end()) it->second(requester);
  }
  void merge(UserId, const Identity&) override { log.push_back("merge"); }
  void not_stored() override { log.push_back("not stored"); }
  void resume() override { log.push_back("resume"); }
  void break_down() noexcept override { ++broken; }

  std::vector<std::string> log;
  std::map<std::string, std::function<void(const Requester&)>> on;
  int broken = 0;
};

class RequestQueueTest : public testing::Test {
 protected:
  RequestQueueTest() {
    row.id = TableId{3};
    row.owner = kGuest;
    client = shared.people.add(kept, {kGuest, "Guest", false}, "");
  }

  void ask(wire::Request request) { queue.take({client, {kGuest, "Guest", false}, "an id", 0, ""}, std::move(request)); }
  void say(const std::string& text) { ask(wire::PostChat{"", text}); }
  // A request that writes; then notes that it has.
  void let_write(const std::string& text) {
    owner->on[text] = [this, text](const Requester& requester) {
      std::vector<Change> changes;
      changes.push_back(SetMute{kGuest, kAccount, true});
      queue.write(std::move(changes), &requester, [this, text](const Requester*) { owner->log.push_back(text + " written"); });
    };
  }
  // A request that reads, whenever the test gives the result.
  void let_read(const std::string& text) {
    owner->on[text] = [this, text](const Requester& requester) {
      queue.read<Lines>(
          requester, [this](const Store::ReadDone<Lines>& done) { result = done; },
          [this, text](const Requester& reader, const Read<Lines>&) {
            owner->log.push_back(text + " read by " + to_text(reader.who.user));
          });
    };
  }
  std::vector<std::string> take_log() { return std::exchange(owner->log, {}); }
  using Log = std::vector<std::string>;

  kit::HandLoop loop;
  kit::MemoryStore store{loop, std::make_shared<kit::Disk>()};
  kit::HandThinker thinker{loop};
  kit::HandWorker worker{loop, store.background()};
  int rung = 0;
  SharedState shared{loop, store, thinker, worker, kit::TestServer::quick_settings(), [this](TableId) { ++rung; }};
  TableRow row;
  TableRegistrations registrations{TableId{3}};
  std::shared_ptr<TestOwner> owner = std::make_shared<TestOwner>();
  RequestQueue queue{*owner, shared, row, registrations};
  Kept kept;
  ClientId client{0};
  Store::ReadDone<Lines> result;
};

TEST_F(RequestQueueTest, the_next_request_waits_until_the_disk_confirms) {
  let_write("one");
  say("one");
  say("two");
  EXPECT_TRUE(queue.writing() && queue.busy());
  EXPECT_EQ(take_log(), Log{"one"});
  loop.run();
  EXPECT_EQ(take_log(), (Log{"one written", "two"}));
  EXPECT_FALSE(queue.busy());
}

TEST_F(RequestQueueTest, a_request_without_changes_overtakes_a_write) {
  let_write("one");
  say("one");
  ask(wire::Close{});
  EXPECT_EQ(take_log(), (Log{"one", "close"}));
}

TEST_F(RequestQueueTest, the_next_request_waits_until_what_was_read_has_been_used) {
  let_read("one");
  say("one");
  say("two");
  ask(wire::Close{});  // not before the answer to what its author asked first
  EXPECT_TRUE(queue.busy());
  EXPECT_FALSE(queue.writing());
  EXPECT_EQ(take_log(), Log{"one"});
  result(Lines{});
  EXPECT_FALSE(queue.busy());
  EXPECT_EQ(take_log(), (Log{"one read by " + to_text(kGuest), "two", "close"}));
}

TEST_F(RequestQueueTest, what_the_store_reads_comes_before_what_waits) {
  let_write("one");
  owner->on["two"] = [this](const Requester& requester) {
    queue.read_chat(requester, 5, [this](const Requester&, const auto& lines) { owner->log.push_back(lines ? "two read" : "an error"); });
    owner->log.push_back("two done");
  };
  say("one");
  say("two");
  say("three");
  loop.run();
  EXPECT_EQ(take_log(), (Log{"one", "one written", "two", "two done", "two read", "three"}));
}

TEST_F(RequestQueueTest, a_read_may_lead_to_a_write_or_to_another_read) {
  let_write("one");
  owner->on["two"] = [this](const Requester& requester) {
    queue.read_entry(requester, GameId{1}, 1, [this](const Requester& reader, const auto&) {
      queue.read_chat(reader, 1, [this](const Requester& again, const auto&) { owner->on["one"](again); });
    });
  };
  store.hold();
  say("two");
  say("three");
  EXPECT_TRUE(queue.busy() && !queue.writing()) << "the store has not answered yet";
  loop.run();
  EXPECT_EQ(take_log(), Log{"two"});
  EXPECT_TRUE(queue.writing());
  store.release();
  loop.run();
  EXPECT_EQ(take_log(), (Log{"one written", "three"}));
}

TEST_F(RequestQueueTest, too_many_requests_do_not_wait) {
  let_write("one");
  say("one");
  for (std::size_t n = 0; n < shared.settings.queue_per_table; ++n) say("more");
  EXPECT_TRUE(kept.all.empty());
  say("too much");
  EXPECT_NE(kept.all.at(0).find("\"busy\""), std::string::npos);
}

// ---- People.

TEST_F(RequestQueueTest, a_crowd_waits_for_a_read) {
  let_read("one");
  say("one");
  const auto crowd = 2 * shared.settings.queue_per_table;
  for (std::size_t n = 0; n < crowd; ++n) say("more");
  EXPECT_TRUE(kept.all.empty());
  result(Lines());
  EXPECT_EQ(owner->log.size(), crowd + 2);
}

TEST_F(RequestQueueTest, whoever_becomes_an_account_reads_and_asks_as_that) {
  let_read("one");
  let_read("two");
  say("one");
  say("two");
  queue.merged(kGuest, {kAccount, "Account", true});
  result(Lines{});
  result(Lines{});
  EXPECT_EQ(take_log(), (Log{"one", "one read by " + to_text(kAccount), "two", "two read by " + to_text(kAccount)}));
}

TEST_F(RequestQueueTest, what_was_written_with_the_guest_is_merged_again) {
  let_write("one");
  say("one");
  queue.merged(kGuest, {kAccount, "Account", true});
  loop.run();
  EXPECT_EQ(take_log(), (Log{"one", "one written", "merge"}));
}

// ---- Failures.

TEST_F(RequestQueueTest, a_write_that_fails_is_refused_and_others_go_on) {
  let_write("one");
  store.fail(StoreFault::disk_full);
  say("one");
  say("two");
  loop.run();
  EXPECT_EQ(take_log(), (Log{"one", "not stored", "two"}));
  EXPECT_NE(kept.all.at(0).find("\"not_stored\""), std::string::npos);
  EXPECT_FALSE(queue.broken() || queue.interrupted());
}

TEST_F(RequestQueueTest, an_exception_ends_a_step_and_not_what_waits) {
  let_write("one");
  owner->on["two"] = [](const Requester&) { throw std::bad_alloc(); };
  say("one");
  say("two");
  say("three");
  EXPECT_THROW(loop.run(), std::bad_alloc);
  EXPECT_TRUE(queue.interrupted() && !queue.broken());
  EXPECT_EQ(kept.closed, 1011);
  take_log();
  queue.wake([this] { owner->log.push_back("look"); });
  EXPECT_EQ(take_log(), (Log{"three", "resume", "look"}));
}

TEST_F(RequestQueueTest, an_exception_after_a_write_breaks_the_room) {
  owner->on["one"] = [this](const Requester& requester) { queue.write({}, &requester, [](const Requester*) { throw std::bad_alloc(); }); };
  say("one");
  say("two");
  EXPECT_THROW(loop.run(), std::bad_alloc);
  EXPECT_TRUE(queue.broken());
  EXPECT_EQ(owner->broken, 1);
  EXPECT_EQ(kept.closed, 1011);
  EXPECT_EQ(take_log(), Log{"one"});  // the store has the truth: nobody is served until the room has been read again
}

TEST_F(RequestQueueTest, an_exception_after_a_read_fails_its_reader_only) {
  owner->on["one"] = [this](const Requester& requester) {
    queue.read<Lines>(
        requester, [this](const Store::ReadDone<Lines>& done) { result = done; },
        [](const Requester&, const auto&) { throw std::bad_alloc(); });
  };
  say("one");
  say("two");
  EXPECT_THROW(result(Lines{}), std::bad_alloc);
  EXPECT_EQ(kept.closed, 1011);
  EXPECT_TRUE(queue.interrupted() && !queue.broken() && !queue.busy());
  take_log();
  queue.wake([] {});
  EXPECT_EQ(take_log(), (Log{"two", "resume"}));
}

TEST_F(RequestQueueTest, a_result_that_comes_after_a_breakdown_or_the_end_of_the_room_is_dropped) {
  let_read("one");
  say("one");
  queue.break_down();
  EXPECT_EQ(kept.closed, 1011);
  EXPECT_FALSE(queue.busy());
  result(Lines{});
  EXPECT_EQ(take_log(), Log{"one"});
  owner.reset();
  result(Lines{});
}

TEST_F(RequestQueueTest, an_alarm_rings_again_while_something_is_under_way) {
  let_write("one");
  say("one");
  queue.wake([this] { owner->log.push_back("look"); });
  EXPECT_EQ(take_log(), Log{"one"});
  loop.advance(100);
  EXPECT_EQ(rung, 1);
}

}  // namespace
}  // namespace perron::server
