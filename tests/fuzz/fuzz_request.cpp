// Fuzzes the reader of requests, and the hub behind it: any bytes may come from a client. Whatever comes gets an answer, and no
// state is harmed by it. Each line is one message of a client that has a table and a game.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/check.h"
#include "support/server_kit.h"

namespace perron {
namespace {

// The short way for plain acts must read what the long one reads.
void compare_readers(std::string_view line) {
  const auto one = wire::read_request(line), other = wire::read_any_request(line);
  CHECK(bool(one) == bool(other));
  if (!one) return;
  CHECK(one->id == other->id && one->request.index() == other->request.index());
  const auto* act = std::get_if<wire::Act>(&one->request);
  CHECK(!act || *act == std::get<wire::Act>(other->request));
}

// To make a server takes a hundred times as long as an input, and a game ten times: many inputs share a server, and a game
// until one of them has changed something that the other player was told of.
class Scene {
 public:
  void prepare() {
    if (server && heard == bert->all.size() && anna->all.size() < 2000) return;
    if (games % 64 == 0) server = std::make_unique<kit::TestServer>();
    const auto number = std::to_string(games++);
    const std::vector<std::string> names = {"anna" + number, "bert" + number};
    game = server->start("first-journey", names);
    anna = &server->client(names[0]);
    bert = &server->client(names[1]);
    heard = bert->all.size();
  }

  std::unique_ptr<kit::TestServer> server;
  kit::TestServer::Started game;
  kit::TestClient *anna = nullptr, *bert = nullptr;

 private:
  int games = 0;
  std::size_t heard = 0;
};

}  // namespace
}  // namespace perron

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace perron;
  static Scene& scene = *new Scene;  // never destroyed: at the end of the program what it uses is gone before it
  scene.prepare();
  const auto& game = scene.game;
  auto &anna = *scene.anna, &bert = *scene.bert;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  for (int n = 0; !text.empty() && n < 50; ++n) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    // Ids are random: these words stand for them.
    for (const auto& [word, id] : {std::pair("@t", game.table), std::pair("@g", game.game)})
      for (auto at = line.find(word); at != std::string::npos; at = line.find(word, at + id.size())) line.replace(at, 2, id);
    compare_readers(line);
    const auto before = anna.all.size();
    anna.send_raw(line);
    scene.server->run();
    CHECK(anna.all.size() > before);
    CHECK(bert.fault.empty());  // Anna may ask for what does not fit what she has; others must not notice
  }
  return 0;
}
