// Fuzzes the server's WebSocket session over a socket pair: any bytes may follow the upgrade. The first byte of the input chooses
// compression and the size of the pieces. The site behind the session echoes each message, and more of it.
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/check.h"
#include "net/transport/transport_context.h"

namespace perron::net {
namespace {

class EchoSite : public Site {
 public:
  void answer(Request, Reply reply) override { reply(Response()); }
  void hello(std::string message, std::string, std::function<void(Greeting)> done) override {
    Greeting greeting;
    greeting.message = "welcome";
    greeting.close = message == "no" ? 4000 : 0;
    done(greeting);
  }
  server::ClientId connect(server::Client& client, const Greeting&) override {
    CHECK(!client_);
    client_ = &client;
    return server::ClientId{1};
  }
  void receive(server::ClientId, std::string_view message) override {
    client_->send(message);
    if (message == "long") client_->send(std::string(3000, 'x'));
    if (message == "close") client_->close(4003, "as asked");
    client_->charge(message.size());
  }
  std::string too_fast(std::string_view) override { return "too fast"; }
  void disconnect(server::ClientId) override { client_ = nullptr; }
  void set_round_trip(server::ClientId, server::Milliseconds) override {}
  bool empty() const { return !client_; }

 private:
  server::Client* client_ = nullptr;
};

struct Scene {
  Scene() { settings.address_rate = settings.address_burst = 10000000; }  // all inputs come from one address

  Settings settings;
  Log log{LogLevel::error};
  Metrics metrics;
  EchoSite site;
  asio::io_context loop{1};
  TransportContext context{loop, settings, log, metrics, site};

  void run() {
    loop.restart();
    loop.poll();
  }
};

BeastRequest upgrade_request(bool deflate) {
  BeastRequest request(beast::http::verb::get, "/ws", 11);
  request.set(beast::http::field::host, "localhost");
  request.set(beast::http::field::upgrade, "websocket");
  request.set(beast::http::field::connection, "Upgrade");
  request.set(beast::http::field::sec_websocket_key, "dGhlIHNhbXBsZSBub25jZQ==");
  request.set(beast::http::field::sec_websocket_version, "13");
  if (deflate) request.set(beast::http::field::sec_websocket_extensions, "permessage-deflate");
  return request;
}

void run_one(Scene& scene, std::string_view bytes, std::size_t piece, bool deflate) {
  int ends[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
  {
    TcpSocket socket(scene.loop.get_executor());
    socket.assign(asio::ip::tcp::v4(), ends[0]);
    auto admission = std::make_shared<Admission>(scene.context, Peer{"127.0.0.1", false});
    start_socket(std::move(socket), Upgrade{upgrade_request(deflate), std::move(admission), {}, "127.0.0.1"});
  }
  scene.run();
  char answer[4096];
  for (int pieces = 0; !bytes.empty() && !scene.context.open.empty(); ++pieces) {
    const auto size = pieces < 16 ? std::min(piece, bytes.size()) : bytes.size();  // many small pieces are slow and find nothing new
    if (send(ends[1], bytes.data(), size, MSG_NOSIGNAL) < 0) break;
    bytes.remove_prefix(size);
    scene.run();
    while (recv(ends[1], answer, sizeof answer, 0) > 0) scene.run();
  }
  ::close(ends[1]);
  scene.run();
  for (auto* connection : scene.context.open) connection->drop();
  scene.run();
  CHECK(scene.context.open.empty() && scene.site.empty());
  CHECK(scene.metrics.sockets == 0 && scene.metrics.connections == 0 && scene.context.backlogs.total() == 0);
}

}  // namespace
}  // namespace perron::net

// Fast options; the unit tests check for use after return. To get allocation stacks, run a finding again with
// ASAN_OPTIONS=malloc_context_size=30.
extern "C" const char* __asan_default_options() {
  return "malloc_context_size=0:max_malloc_fill_size=0:quarantine_size_mb=1:thread_local_quarantine_size_kb=16:detect_stack_use_after_"
         "return=0";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace perron::net;
  static Scene& scene = *new Scene;  // never destroyed, because pending handlers may outlive it
  if (size < 1) return 0;
  const std::size_t pieces[] = {4096, 1024, 64, 7};
  run_one(scene, {reinterpret_cast<const char*>(data) + 1, size - 1}, pieces[data[0] >> 1 & 3], data[0] & 1);
  return 0;
}
