// The real network on a loop of its own thread, with the real site and hub and a store in memory; and a client that blocks.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "net/run/asio_loop.h"
#include "net/people/people.h"
#include "net/site/perron_site.h"
#include "net/transport/transport.h"
#include "support/server_kit.h"

namespace perron::kit {

class NetServer {
 public:
  explicit NetServer(net::Settings settings = {}, server::Settings hub_settings = TestServer::quick_settings());
  ~NetServer();

  int port() const { return port_; }
  // Runs it on the loop's thread and waits for it.
  void on_loop(const std::function<void()>& work);

  // A handler of the loop throws.
  void throw_on_loop();

  struct Counts {
    std::int64_t connections = 0, sockets = 0;
    std::size_t clients = 0, open = 0;
    std::uint64_t exceptions = 0;
    server::HubStats hub;
    std::size_t waiting_tables = 0, unfinished_games = 0;  // on disk
  };
  Counts counts();

  // What is on disk: the tables, and the version that a game has come to.
  std::vector<TableRow> tables();
  std::uint32_t version_on_disk(GameId game);
  // Its table leaves memory, if nobody is there.
  void forget(GameId game);

 private:
  net::Settings settings_;
  net::Log log_;
  net::Metrics metrics_;
  boost::asio::io_context context_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  net::AsioLoop loop_;
  std::shared_ptr<Disk> disk_ = std::make_shared<Disk>();
  MemoryStore store_;
  HandThinker thinker_;
  net::Passwords passwords_;
  HandWorker worker_;
  server::Hub hub_;
  net::People people_;
  net::PerronSite site_;
  net::Transport transport_;
  int port_ = 0;
  std::thread thread_;
};

// A TCP connection to this machine. Whatever goes wrong shows as an empty answer.
class TcpClient {
 public:
  explicit TcpClient(int port, std::chrono::seconds patience = std::chrono::seconds(5));
  ~TcpClient();
  TcpClient(const TcpClient&) = delete;
  TcpClient& operator=(const TcpClient&) = delete;

  void send(std::string_view bytes);
  std::string read_until(std::string_view end);  // "": it ended before
  bool closed_by_peer();                         // waits for it
  bool timed_out() const { return timed_out_; }  // something was waited for in vain, on an open connection

  // As a WebSocket, after upgrade(). Frames of clients are masked; a mask of zeros leaves the text as it is.
  enum class Deflate : bool { no, offered };
  bool upgrade(Deflate deflate = Deflate::offered);
  void send_text(std::string_view text);
  void send_close();
  std::string read_text();  // the next text frame; "": none came. A close is answered, as browsers do

 private:
  bool fill();
  int socket_;
  std::string received_;
  bool timed_out_ = false;
};

}  // namespace perron::kit
