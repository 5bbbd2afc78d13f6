#include "net/server.h"

#include <sys/resource.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "net/auth/auth_service.h"
#include "net/auth/password_hasher.h"
#include "net/run/asio_loop.h"
#include "net/run/exceptions.h"
#include "net/site/perron_site.h"
#include "net/transport/transport.h"
#include "server/hub/hub.h"
#include "server/runtime/thinker_pool.h"
#include "server/runtime/worker_thread.h"
#include "store/store.h"

namespace perron::net {
namespace {

namespace asio = boost::asio;

constexpr auto kCloseTimeout = std::chrono::seconds(3);  // for the replies to close frames

constexpr auto kStoreCheckInterval = std::chrono::seconds(2);
constexpr auto kLagSampleInterval = std::chrono::milliseconds(50);

// Each connection needs a file descriptor; the usual soft limit is only 1024.
void raise_file_limit(const Settings& settings, const Log& log) {
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
  out.host_gone_after = settings.host_gone_seconds * server::Milliseconds{1000};
  out.evict_after = settings.evict_seconds * server::Milliseconds{1000};
  out.tables_per_person = static_cast<std::size_t>(settings.max_tables_per_user);
  out.tables_per_address = static_cast<std::size_t>(settings.max_tables_per_address);
  out.table_rate = settings.table_rate;
  out.table_burst = settings.table_burst;
  return out;
}

std::string address_text(const Settings& settings, int port) {
  const bool six = settings.address.find(':') != std::string::npos;
  return "http://" + (six ? "[" + settings.address + "]" : settings.address) + ":" + std::to_string(port);
}

class Server {
 public:
  Server(const Settings& settings, const Log& log, Metrics& metrics, std::unique_ptr<Store> store, asio::io_context& loop, AsioLoop& clock,
         const std::string& version)
      : log_(log),
        loop_(loop),
        metrics_(metrics),
        store_(std::move(store)),
        hasher_([&clock](std::function<void()> work) { clock.post_as("password", std::move(work)); }),
        thinker_(clock, static_cast<unsigned>(settings.think_threads)),
        worker_(clock, store_->background()),
        hub_(clock, *store_, thinker_, worker_, hub_settings(settings, version)),
        auth_(*store_, hasher_, metrics_, [&clock] { return clock.now(); }),
        site_(hub_, auth_, clock, *store_, metrics_, settings, version),
        transport_(loop, settings, log, metrics_, site_),
        signals_(loop, SIGTERM, SIGINT),
        close_timer_(loop),
        lag_timer_(loop),
        store_timer_(loop),
        work_(asio::make_work_guard(loop)) {}

  // Returns an error message, or "".
  std::string begin(const Settings& settings) {
    for (const auto& file : settings.boards) {
      std::ifstream in(file);
      std::ostringstream text;
      if (!(text << in.rdbuf()) || !hub_.add_board(text.str())) return "the board file " + file + " can't be used: try perron check-board";
    }
    hub_.on_unreadable([this](GameId game, const std::string& why) {
      const auto id = to_text(game);
      const LogField fields[] = {{"game", id}, {"reason", why}, {"advice", "perron data check says more"}};
      log_.write(LogLevel::error, "unreadable", std::span(fields).subspan(game == kNoGame ? 1 : 0));
    });
    if (const auto error = run_until_answered([this](Store::Done done) { hub_.begin(std::move(done)); })) return error->message;
    note_reads(run_until_answered([this](Store::Done done) { probe_reads(std::move(done)); }));
    wait_for_signal();
    watch_store();
    watch_loop();
    return transport_.open();
  }
  int port() const { return transport_.port(); }

  // An exception left the loop. Restarts every wait that may have been lost with the handler that threw it.
  bool recover(const std::exception_ptr& exception) noexcept {
    if (exception) log_exception(log_, metrics_, ExceptionSource::loop, exception);
    try {
      transport_.restart_handlers();
      hub_.revive();
      if (!*waits_for_signal_) wait_for_signal();
      if (!*watches_store_) watch_store();
      if (!*watches_loop_) watch_loop();
    } catch (...) {
      return false;
    }
    return true;
  }

  // After the loop has stopped.
  void end() {
    if (transport_.open_connections() == 0) return;
    worker_.stop();
    store_.reset();  // finishes pending writes
    std::_Exit(0);
  }

 private:
  // Before the loop runs: runs it until the callback has been called.
  std::optional<StoreError> run_until_answered(const std::function<void(Store::Done)>& ask) {
    std::optional<std::optional<StoreError>> answer;
    ask([&answer](std::optional<StoreError> error) { answer.emplace(std::move(error)); });
    while (!answer) loop_.run_one();
    return std::move(*answer);
  }

  void wait_for_signal() {
    signals_.async_wait([this, pending = PendingFlag(waits_for_signal_)](boost::system::error_code error, int signal) mutable {
      pending.release();
      if (error) return;
      if (stopping_) std::_Exit(1);  // second signal: what is stored is safe at any time
      wait_for_signal();
      stopping_ = true;
      log_.write(LogLevel::info, "stopping", {{"signal", signal == SIGTERM ? "SIGTERM" : "SIGINT"}});
      stop();
    });
  }

  // Logs each storage failure once.
  void watch_store() {
    store_timer_.expires_after(kStoreCheckInterval);
    store_timer_.async_wait([this, pending = PendingFlag(watches_store_)](boost::system::error_code error) mutable {
      pending.release();
      if (error) return;
      watch_store();
      metrics_.handlers.doing("watch");
      const auto trouble = store_->stats().trouble;
      if (trouble && !troubled_) log_.write(LogLevel::error, "not_storing", {{"reason", trouble->message}});
      if (!trouble && troubled_) log_.write(LogLevel::info, "storing_again");
      troubled_ = trouble.has_value();
      probe_reads([this](const std::optional<StoreError>& still) { note_reads(still); });
    });
  }

  void probe_reads(Store::Done done) {
    read_trouble_ = store_->stats().read_trouble;  // of requests since; the probe may find that it is over
    store_->probe_reads(std::move(done));
  }

  void note_reads(const std::optional<StoreError>& still) {
    const auto trouble = read_trouble_ ? std::exchange(read_trouble_, std::nullopt) : still;
    if (trouble && !reads_troubled_) log_.write(LogLevel::error, "not_reading", {{"reason", trouble->message}});
    if (!still && (trouble || reads_troubled_)) log_.write(LogLevel::info, "reading_again");
    reads_troubled_ = still.has_value();
    for (const auto& sentence : store_->take_bad_rows())
      log_.write(LogLevel::error, "bad_row", {{"reason", sentence}, {"advice", "perron data check lists all of them"}});
  }

  void watch_loop() {
    lag_timer_.expires_after(kLagSampleInterval);
    lag_timer_.async_wait([this, pending = PendingFlag(watches_loop_)](boost::system::error_code error) mutable {
      pending.release();
      if (error) return;
      metrics_.handlers.doing("watch");
      metrics_.loop_lag.add(std::chrono::duration<double>(std::chrono::steady_clock::now() - lag_timer_.expiry()).count());
      watch_loop();
    });
  }

  // First stops listening, then finishes pending writes, then closes the connections.
  void stop() {
    transport_.stop_listening();
    hub_.stop([this] {
      transport_.close_all();
      wait_for_sockets(std::chrono::steady_clock::now());
    });
  }

  // Sessions refer to members of this object, so they must end before it is destroyed.
  void wait_for_sockets(std::chrono::steady_clock::time_point since) {
    close_timer_.expires_after(std::chrono::milliseconds(20));
    close_timer_.async_wait([this, since](boost::system::error_code) {
      const auto waited = std::chrono::steady_clock::now() - since;
      if (waited > kCloseTimeout) transport_.drop_all();
      if (transport_.open_connections() > 0 && waited < 2 * kCloseTimeout) return wait_for_sockets(since);
      log_.write(LogLevel::info, "stopped");
      loop_.stop();
    });
  }

  const Log& log_;
  asio::io_context& loop_;
  Metrics& metrics_;
  std::unique_ptr<Store> store_;
  PasswordHasher hasher_;
  server::ThinkerPool thinker_;
  server::WorkerThread worker_;
  server::Hub hub_;
  AuthService auth_;
  PerronSite site_;
  Transport transport_;
  asio::signal_set signals_;
  asio::steady_timer close_timer_, lag_timer_, store_timer_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  bool stopping_ = false, troubled_ = false, reads_troubled_ = false;
  std::optional<StoreError> read_trouble_;  // before the probe in progress
  std::shared_ptr<bool> waits_for_signal_ = std::make_shared<bool>(), watches_store_ = std::make_shared<bool>(),
                        watches_loop_ = std::make_shared<bool>();  // see PendingFlag
};

}  // namespace

int run_server(const Settings& settings, const SettingValues& given, const std::string& version) {
  const Log log(settings.log);
  const std::vector<LogField> set(given.begin(), given.end());
  log.write(LogLevel::debug, "settings", set);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // to the store, RLIMIT_FSIZE is a full disk
  raise_file_limit(settings, log);
  const auto folder = settings.data.empty() ? data_folder() : settings.data;
  const auto failed = [&](const std::string& why) {
    log.write(LogLevel::error, "start_failed", {{"reason", why}});
    return 1;
  };
  asio::io_context loop(1);
  Metrics metrics;
  AsioLoop clock(loop, metrics.handlers);
  auto store = open_store(folder, [&clock](std::function<void()> work) { clock.post_as("store", std::move(work)); });
  if (!store) return failed(store.error().message);
  Server server(settings, log, metrics, std::move(*store), loop, clock, version);
  if (const auto why = server.begin(settings); !why.empty()) return failed(why);

  const auto where = address_text(settings, server.port());
  log.write(LogLevel::info, "started", {{"address", where}, {"data", folder}, {"version", version}});
  if (!is_loopback(settings.address))
    log.write(LogLevel::warning, "reachable_without_tls",
              {{"address", where},
               {"advice",
                "others can reach this server unencrypted: put a proxy with TLS in front (docs/hosting.md); names other than IP addresses "
                "must be listed in --hosts"}});
  std::printf("Perron is at %s (games are kept in %s; Ctrl+C stops)\n", where.c_str(), folder.c_str());
  std::fflush(stdout);
  clock.run([&server](const std::exception_ptr& exception) { return server.recover(exception); });
  server.end();
  return 0;
}

}  // namespace perron::net
