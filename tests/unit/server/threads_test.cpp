// The parts together as they run: a loop on a thread of its own, SQLite's thread, computer players on theirs. To be run under
// the thread sanitizer as well.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <thread>

#include "server/hub/hub.h"
#include "server/runtime/thinker_pool.h"
#include "server/runtime/worker_thread.h"
#include "support/server_kit.h"
#include "support/store_kit.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;
using server::Milliseconds;

class ThreadLoop final : public server::Loop {
 public:
  ThreadLoop() : thread_([this] { work(); }) {}
  ~ThreadLoop() override { stop(); }

  void post(std::function<void()> work) override { after(0, std::move(work)); }
  void after(Milliseconds span, std::function<void()> work) override {
    {
      const std::lock_guard lock(mutex_);
      queue_.emplace(std::pair(now() + span, next_++), std::move(work));
    }
    wake_.notify_one();
  }
  Milliseconds now() const override {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  // Runs it on the loop and waits.
  template <class F>
  void call(F&& work) {
    std::promise<void> done;
    post([&] {
      work();
      done.set_value();
    });
    done.get_future().get();
  }
  void stop() {
    {
      const std::lock_guard lock(mutex_);
      if (stop_) return;
      stop_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (!stop_) {
      if (queue_.empty()) {
        wake_.wait(lock);
        continue;
      }
      const auto wait = queue_.begin()->first.first - now();
      if (wait > 0) {
        wake_.wait_for(lock, std::chrono::milliseconds(wait));
        continue;
      }
      const auto next = queue_.begin();
      auto job = std::move(next->second);
      queue_.erase(next);
      lock.unlock();
      job();
      job = nullptr;
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::map<std::pair<Milliseconds, std::uint64_t>, std::function<void()>> queue_;
  std::uint64_t next_ = 0;
  bool stop_ = false;
  std::thread thread_;
};

// One process: everything that lives in it.
struct Process {
  explicit Process(const std::string& folder) {
    auto opened = open_store(folder, [this](std::function<void()> work) { loop.post(std::move(work)); });
    if (!opened) throw std::runtime_error(opened.error().message);
    store = std::move(*opened);
    thinker = std::make_unique<server::ThinkerPool>(loop, 1);
    worker = std::make_unique<server::WorkerThread>(loop, store->background());
    std::promise<void> begun;
    loop.call([&] {
      hub = std::make_unique<server::Hub>(loop, *store, *thinker, *worker, kit::TestServer::quick_settings());
      hub->begin([&begun](const auto& error) {
        EXPECT_FALSE(error);
        begun.set_value();
      });
    });
    begun.get_future().get();
  }
  ~Process() {
    thinker.reset();
    loop.call([&] { hub.reset(); });
    worker.reset();
    store.reset();
    loop.stop();
  }

  ThreadLoop loop;
  std::unique_ptr<Store> store;
  std::unique_ptr<server::ThinkerPool> thinker;
  std::unique_ptr<server::WorkerThread> worker;
  std::unique_ptr<server::Hub> hub;
};

// Plays the first legal action whenever it is its turn. Lives on the loop.
class Bot final : public server::Client {
 public:
  Bot(Process& process, UserId user) : process_(process) { id_ = process.hub->connect(*this, {user, "Bot", false}); }
  ~Bot() override { process_.hub->disconnect(id_); }

  void ask(const Json& request) { process_.hub->receive(id_, request.dump()); }
  void send(std::string_view message) override {
    auto json = Json::parse(message);
    // Never back into the hub from within.
    process_.loop.post([this, alive = std::weak_ptr(alive_), json = std::move(json)] {
      if (!alive.expired()) take(json);
    });
  }
  void close(int, std::string) override {}
  void charge(std::size_t) override {}
  std::size_t backlog() const override { return 0; }

  bool ended = false;
  int acted = 0;
  int most = 1 << 30;
  std::string table;

 private:
  void take(const Json& message) {
    const auto type = message.value("type", "");
    if (type == "ok" && message.contains("table")) {
      table = message["table"].get<std::string>();
      ask({{"type", "start"}, {"id", "s"}, {"table", table}});
    }
    ended = ended || type == "ended";
    if ((type != "snapshot" && type != "update") || !message.contains("legal") || acted >= most) return;
    const auto& legal = message["legal"];
    const auto& action = legal[static_cast<std::size_t>(acted) * 7 % legal.size()];
    ask({{"type", "act"},
         {"id", "a" + std::to_string(acted++) + "-" + message["version"].dump()},
         {"game", message["game"]},
         {"seat", message["seat"]},
         {"version", message["version"]},
         {"action", action}});
  }

  Process& process_;
  server::ClientId id_{0};
  std::shared_ptr<bool> alive_ = std::make_shared<bool>();
};

template <class F>
bool wait_for(Process& process, F&& holds) {
  for (int n = 0; n < 6000; ++n) {
    bool yes = false;
    process.loop.call([&] { yes = holds(); });
    if (yes) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(ServerThreads, games_with_computer_players_go_on_side_by_side_and_after_a_restart) {
  const test::TempFolder folder;
  std::vector<std::string> tables;
  std::vector<std::uint32_t> versions;
  {
    Process process(folder.path());
    std::vector<std::unique_ptr<Bot>> bots;
    process.loop.call([&] {
      const char* levels[] = {"easy", "medium", "hard"};
      for (std::int64_t n = 0; n < 6; ++n) {
        auto& bot = *bots.emplace_back(std::make_unique<Bot>(process, UserId(100 + n)));
        bot.most = n < 3 ? 1 << 30 : 4;  // some stop in the middle
        bot.ask({{"type", "create"},
                 {"id", "c"},
                 {"board", "first-journey"},
                 {"seats", {{{"kind", "me"}}, {{"kind", "computer"}, {"level", levels[n % 3]}}}}});
      }
    });
    EXPECT_TRUE(wait_for(process, [&] { return bots[0]->ended && bots[1]->ended && bots[2]->ended; }));
    EXPECT_TRUE(wait_for(process, [&] { return bots[3]->acted + bots[4]->acted + bots[5]->acted == 12; }));
    process.loop.call([&] {
      for (std::size_t n = 3; n < 6; ++n) tables.push_back(bots[n]->table);
      bots.clear();
    });
  }
  Process process(folder.path());
  std::vector<std::unique_ptr<Bot>> bots;
  process.loop.call([&] {
    for (std::size_t n = 0; n < 3; ++n) {
      auto& bot = *bots.emplace_back(std::make_unique<Bot>(process, UserId(103 + static_cast<std::int64_t>(n))));
      bot.acted = 1000;  // other ids than before
      bot.ask({{"type", "open"}, {"id", "o"}, {"table", tables[n]}});
    }
  });
  EXPECT_TRUE(wait_for(process, [&] { return bots[0]->ended && bots[1]->ended && bots[2]->ended; }));
  process.loop.call([&] { bots.clear(); });
}

}  // namespace
}  // namespace perron
