// Measures a server with many sockets and many open games: moves per second, acknowledgement latency, memory. For `perron serve`
// (docs/protocol.md) or, for comparison, a boardgame.io server.
//   load --port N --pid N [--kind perron|against|boardgameio|boardgameio-files] [--sockets N] [--games N] [--seconds N]
//   [--in-flight N] [--rate N] [--json]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "load_target.h"

namespace perron::load {
namespace {

struct Options {
  std::string kind = "perron";
  int port = 8080, pid = 0, sockets = 1000, games = 10000;
  double seconds = 10, warm_up = 2;
  std::vector<int> in_flight;  // closed loop: number of moves in flight
  std::vector<int> rates;      // open loop: moves per second, independent of the answers
  bool json = false;
};

struct Figures {
  std::string name;
  double moves_per_second = 0;
  Percentiles acknowledged;
  double messages_per_move = 0, bytes_per_move = 0, processor_us = 0;
};

Figures measure(Target& target, const Options& options, int in_flight, int rate) {
  auto& clients = target.clients();
  std::vector<float> samples;
  std::int64_t pending = 0, done = 0;
  target.acknowledged = [&](Clock::time_point asked) {
    --pending;
    ++done;
    samples.push_back(std::chrono::duration<float, std::milli>(Clock::now() - asked).count());
  };
  const auto run = [&](double seconds) {
    const auto begin = Clock::now();
    double due = 0;
    for (auto now = begin; now - begin < std::chrono::duration<double>(seconds); now = Clock::now()) {
      if (rate > 0) {
        // Measures from the scheduled time of a move, not from when it could be sent, so that stalls show (no coordinated omission).
        const auto want = std::chrono::duration<double>(now - begin).count() * rate;
        for (; due < want; ++due) {
          const auto when = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(due / rate));
          if (!target.move(when)) break;
          ++pending;
        }
      } else {
        while (pending < in_flight && target.move(now)) ++pending;
      }
      clients.poll(std::chrono::microseconds(rate > 0 ? 200 : 1000));
    }
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  run(options.warm_up);
  samples.clear();
  done = 0;
  const auto messages = clients.messages(), bytes = clients.bytes();
  const double before = cpu_seconds(options.pid);
  const double took = run(options.seconds);
  Figures out;
  out.name = rate > 0 ? std::to_string(rate) + " moves/s asked for" : std::to_string(in_flight) + " in flight";
  out.moves_per_second = static_cast<double>(done) / took;
  const auto each = static_cast<double>(std::max<std::int64_t>(done, 1));
  out.messages_per_move = static_cast<double>(clients.messages() - messages) / each;
  out.bytes_per_move = static_cast<double>(clients.bytes() - bytes) / each;
  out.processor_us = (cpu_seconds(options.pid) - before) * 1e6 / each;
  out.acknowledged = percentiles_of(samples);
  clients.poll_until([&] { return pending <= 0; }, std::chrono::seconds(20));
  return out;
}

void print(const Options& options, const Figures& f) {
  if (options.json) {
    std::printf(R"({"kind":"%s","load":"%s","moves_per_second":%.0f,"p50_ms":%.2f,"p90_ms":%.2f,"p99_ms":%.2f,"max_ms":%.2f,)"
                R"("messages_per_move":%.2f,"bytes_per_move":%.0f,"processor_us_per_move":%.1f})"
                "\n",
                options.kind.c_str(), f.name.c_str(), f.moves_per_second, f.acknowledged.p50, f.acknowledged.p90, f.acknowledged.p99,
                f.acknowledged.most, f.messages_per_move, f.bytes_per_move, f.processor_us);
  } else {
    std::printf(
        "  %-26s %8.0f moves/s   acknowledged p50 %6.2f ms  p90 %6.2f  p99 %6.2f  max %7.2f   (%.1f messages, %.0f bytes, %.0f us of the "
        "processor a move)\n",
        f.name.c_str(), f.moves_per_second, f.acknowledged.p50, f.acknowledged.p90, f.acknowledged.p99, f.acknowledged.most,
        f.messages_per_move, f.bytes_per_move, f.processor_us);
  }
  std::fflush(stdout);
}

std::vector<int> numbers(const char* text) {
  std::vector<int> out;
  for (const char* at = text; *at;) {
    char* end = nullptr;
    out.push_back(static_cast<int>(std::strtol(at, &end, 10)));
    at = *end == ',' ? end + 1 : end;
    if (end == at && *end) break;
  }
  return out;
}

Options read(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    if (flag == "--json") {
      o.json = true;
      continue;
    }
    const char* value = i + 1 < argc ? argv[++i] : "";
    if (flag == "--kind") o.kind = value;
    else if (flag == "--port") o.port = std::atoi(value);
    else if (flag == "--pid") o.pid = std::atoi(value);
    else if (flag == "--sockets") o.sockets = std::atoi(value);
    else if (flag == "--games") o.games = std::atoi(value);
    else if (flag == "--seconds") o.seconds = std::atof(value);
    else if (flag == "--warm-up") o.warm_up = std::atof(value);
    else if (flag == "--in-flight") o.in_flight = numbers(value);
    else if (flag == "--rate") o.rates = numbers(value);
    else {
      std::fprintf(stderr, "load: unknown option %s\n", flag.c_str());
      std::exit(2);
    }
  }
  if (o.in_flight.empty() && o.rates.empty()) o.in_flight = {64};
  return o;
}

int run(const Options& options) {
  const bool perron = options.kind == "perron" || options.kind == "against";  // "against": another build of it
  auto target = perron ? perron_target(options.port) : boardgameio_target(options.port);
  const auto empty = resident_bytes(options.pid);
  target->connect(options.sockets);
  const auto connected = resident_bytes(options.pid);
  const auto begun = Clock::now();
  target->open_games(options.games);
  const auto seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  const auto open = resident_bytes(options.pid);
  const auto each = static_cast<double>(open - connected) / options.games / 1024;
  const auto socket = static_cast<double>(connected - empty) / options.sockets / 1024;
  if (options.json)
    std::printf(
        R"({"kind":"%s","sockets":%d,"open_games":%d,"games_opened_per_second":%.0f,"kib_per_game":%.2f,"kib_per_socket":%.2f,"resident_mib":%.1f})"
        "\n",
        options.kind.c_str(), options.sockets, options.games, options.games / seconds, each, socket, static_cast<double>(open) / 1048576);
  else
    std::printf("%s: %d sockets (%.1f KiB each), %d open games (%.1f KiB each, opened %.0f a second), %.0f MiB resident\n",
                options.kind.c_str(), options.sockets, socket, options.games, each, options.games / seconds,
                static_cast<double>(open) / 1048576);
  for (const int n : options.in_flight) print(options, measure(*target, options, n, 0));
  for (const int n : options.rates) print(options, measure(*target, options, 0, n));
  if (target->clients().closed() > 0 || target->refused() > 0)
    std::fprintf(stderr, "load: %d connections closed, %d requests refused: %s\n", target->clients().closed(), target->refused(),
                 target->why().c_str());
  return target->clients().closed() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace perron::load

int main(int argc, char** argv) { return perron::load::run(perron::load::read(argc, argv)); }
