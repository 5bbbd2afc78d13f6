#include "net/server.h"

#include <sys/resource.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "net/passwords.h"
#include "net/people.h"
#include "net/perron_site.h"
#include "net/transport.h"
#include "server/hub.h"
#include "server/thinker_pool.h"
#include "store/store.h"

namespace perron::net {
namespace {

namespace asio = boost::asio;

constexpr auto kGoodbyeTime = std::chrono::seconds(3);  // for sockets to answer the close

constexpr server::Milliseconds kStoreLook = 2000;
constexpr auto kLagLook = std::chrono::milliseconds(50);

class AsioLoop : public server::Loop {
 public:
  explicit AsioLoop(asio::io_context& loop) : loop_(loop) {}
  void post(std::function<void()> work) override { asio::post(loop_, std::move(work)); }
  void after(server::Milliseconds span, std::function<void()> work) override {
    auto timer = std::make_shared<asio::steady_timer>(loop_, std::chrono::milliseconds(span));
    timer->async_wait([timer, work = std::move(work)](boost::system::error_code error) {
      if (!error) work();
    });
  }
  server::Milliseconds now() const override {
    const auto gone = std::chrono::steady_clock::now() - started_;
    return start_ + std::chrono::duration_cast<std::chrono::milliseconds>(gone).count();
  }

 private:
  asio::io_context& loop_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  server::Milliseconds start_ =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
};

// Each connection is a file; the usual soft limit of 1024 is for programs of long ago.
void allow_many_files(const Settings& settings, const Log& log) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const auto want = static_cast<rlim_t>(settings.max_connections) + 100;
  if (limit.rlim_cur < want) {
    limit.rlim_cur = std::min(limit.rlim_max, want);
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  if (limit.rlim_cur < want)
    log.write(LogLevel::warning, "few_files",
              {{"allowed", static_cast<std::int64_t>(limit.rlim_cur)}, {"wanted", static_cast<std::int64_t>(want)}});
}

server::Settings hub_settings(const Settings& settings, const std::string& version) {
  server::Settings out;
  out.engine = version;
  out.computer_delay = settings.computer_delay;
  out.gone_after = settings.gone_seconds * server::Milliseconds{1000};
  out.evict_after = settings.evict_seconds * server::Milliseconds{1000};
  out.tables_per_person = static_cast<std::size_t>(settings.max_tables_per_user);
  return out;
}

std::string address_text(const Settings& settings, int port) {
  const bool six = settings.address.find(':') != std::string::npos;
  return "http://" + (six ? "[" + settings.address + "]" : settings.address) + ":" + std::to_string(port);
}

class Server {
 public:
  Server(const Settings& settings, const Log& log, std::unique_ptr<Store> store, asio::io_context& loop, AsioLoop& clock,
         const std::string& version)
      : log_(log),
        loop_(loop),
        clock_(clock),
        store_(std::move(store)),
        passwords_([&clock](std::function<void()> work) { clock.post(std::move(work)); }),
        thinker_(clock, static_cast<unsigned>(settings.think_threads)),
        hub_(clock, *store_, thinker_, hub_settings(settings, version)),
        people_(*store_, passwords_, metrics_, [&clock] { return clock.now(); }),
        site_(hub_, people_, clock, *store_, metrics_, settings, version),
        transport_(loop, settings, log, metrics_, site_),
        signals_(loop, SIGTERM, SIGINT),
        goodbye_(loop),
        lag_(loop),
        work_(asio::make_work_guard(loop)) {}

  // A sentence if it can't.
  std::string begin(const Settings& settings) {
    for (const auto& file : settings.boards) {
      std::ifstream in(file);
      std::ostringstream text;
      if (!(text << in.rdbuf()) || !hub_.add_board(text.str())) return "the board file " + file + " can't be used: try perron check-board";
    }
    hub_.tell_unreadable_to([this](GameId game, const std::string& why) {
      log_.write(LogLevel::error, "unreadable", {{"game", to_text(game)}, {"reason", why}, {"advice", "perron data check says more"}});
    });
    if (const auto error = hub_.begin()) return error->message;
    watch_reads();
    wait_for_signal();
    watch_store();
    watch_loop();
    return transport_.open();
  }
  int port() const { return transport_.port(); }
  // After the loop has stopped.
  void end() {
    if (transport_.open_connections() == 0) return;
    store_.reset();  // writes what waits
    std::_Exit(0);
  }

 private:
  void wait_for_signal() {
    signals_.async_wait([this](boost::system::error_code error, int signal) {
      if (error) return;
      if (stopping_) std::_Exit(1);  // asked twice: what is stored is safe at any moment
      stopping_ = true;
      log_.write(LogLevel::info, "stopping", {{"signal", signal == SIGTERM ? "SIGTERM" : "SIGINT"}});
      stop();
      wait_for_signal();
    });
  }

  // The disk's troubles belong into the log, once each.
  void watch_store() {
    clock_.after(kStoreLook, [this] {
      const auto trouble = store_->stats().trouble;
      if (trouble && !troubled_) log_.write(LogLevel::error, "not_storing", {{"reason", trouble->message}});
      if (!trouble && troubled_) log_.write(LogLevel::info, "storing_again");
      troubled_ = trouble.has_value();
      watch_reads();
      watch_store();
    });
  }

  void watch_reads() {
    auto trouble = store_->stats().read_trouble;  // of requests since, which the probe may find to be over
    const auto still = store_->probe_reads();
    if (!trouble) trouble = still;
    if (trouble && !reads_troubled_) log_.write(LogLevel::error, "not_reading", {{"reason", trouble->message}});
    if (!still && (trouble || reads_troubled_)) log_.write(LogLevel::info, "reading_again");
    reads_troubled_ = still.has_value();
    for (const auto& sentence : store_->take_bad_rows())
      log_.write(LogLevel::error, "bad_row", {{"reason", sentence}, {"advice", "perron data check lists all of them"}});
  }

  void watch_loop() {
    lag_.expires_after(kLagLook);
    lag_.async_wait([this](boost::system::error_code error) {
      if (error) return;
      metrics_.loop_lag.add(std::chrono::duration<double>(std::chrono::steady_clock::now() - lag_.expiry()).count());
      watch_loop();
    });
  }

  // No newcomers, then what is being written, then goodbye.
  void stop() {
    transport_.stop_listening();
    hub_.stop([this] {
      transport_.close_all();
      wait_for_sockets(std::chrono::steady_clock::now());
    });
  }

  // Sessions refer to all that is here: they must be gone before it is.
  void wait_for_sockets(std::chrono::steady_clock::time_point since) {
    goodbye_.expires_after(std::chrono::milliseconds(20));
    goodbye_.async_wait([this, since](boost::system::error_code) {
      const auto waited = std::chrono::steady_clock::now() - since;
      if (waited > kGoodbyeTime) transport_.drop_all();
      if (transport_.open_connections() > 0 && waited < 2 * kGoodbyeTime) return wait_for_sockets(since);
      log_.write(LogLevel::info, "stopped");
      loop_.stop();
    });
  }

  const Log& log_;
  asio::io_context& loop_;
  AsioLoop& clock_;
  Metrics metrics_;
  std::unique_ptr<Store> store_;
  Passwords passwords_;
  server::ThinkerPool thinker_;
  server::Hub hub_;
  People people_;
  PerronSite site_;
  Transport transport_;
  asio::signal_set signals_;
  asio::steady_timer goodbye_, lag_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  bool stopping_ = false, troubled_ = false, reads_troubled_ = false;
};

}  // namespace

int run_server(const Settings& settings, const Given& given, const std::string& version) {
  const Log log(settings.log);
  const std::vector<LogField> set(given.begin(), given.end());
  log.write(LogLevel::debug, "settings", set);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a full disk to the store, not the end
  allow_many_files(settings, log);
  const auto folder = settings.data.empty() ? data_folder() : settings.data;
  const auto failed = [&](const std::string& why) {
    log.write(LogLevel::error, "start_failed", {{"reason", why}});
    return 1;
  };
  asio::io_context loop(1);
  AsioLoop clock(loop);
  auto store = open_store(folder, [&clock](std::function<void()> work) { clock.post(std::move(work)); });
  if (!store) return failed(store.error().message);
  Server server(settings, log, std::move(*store), loop, clock, version);
  if (const auto why = server.begin(settings); !why.empty()) return failed(why);

  const auto where = address_text(settings, server.port());
  log.write(LogLevel::info, "started", {{"address", where}, {"data", folder}, {"version", version}});
  if (!is_loopback(settings.address))
    log.write(
        LogLevel::warning, "reachable_without_tls",
        {{"address", where}, {"advice", "others can reach this server unencrypted: put a proxy with TLS in front (docs/hosting.md)"}});
  std::printf("Perron is at %s (games are kept in %s; Ctrl+C stops)\n", where.c_str(), folder.c_str());
  std::fflush(stdout);
  loop.run();
  server.end();
  return 0;
}

}  // namespace perron::net
