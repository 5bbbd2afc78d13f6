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

// To make a server takes a hundred times as long as an input: many share one, with people and a table of its own each.
kit::TestServer& server_for_input(int number) {
  static std::unique_ptr<kit::TestServer> server;
  if (number % 64 == 0) server = std::make_unique<kit::TestServer>();
  return *server;
}

}  // namespace
}  // namespace perron

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace perron;
  static int inputs = 0;
  const auto number = std::to_string(inputs);
  auto& server = server_for_input(inputs++);
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto game = server.start("first-journey", {"anna" + number, "bert" + number});
  auto &anna = server.client("anna" + number), &bert = server.client("bert" + number);
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
    server.run();
    CHECK(anna.all.size() > before);
    CHECK(bert.fault.empty());  // Anna may ask for what does not fit what she has; others must not notice
  }
  anna.disconnect();
  bert.disconnect();
  return 0;
}
