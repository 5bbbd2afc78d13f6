// Fuzzes the reader of requests, and the hub behind it: any bytes may come from a client. Whatever comes gets an answer, and no
// state is harmed by it. Each line is one message of a client that has a table and a game.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "support/server_kit.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace perron;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  kit::TestServer server;
  const auto game = server.start("first-journey", {"anna", "bert"});
  auto &anna = server.client("anna"), &bert = server.client("bert");
  for (int n = 0; !text.empty() && n < 50; ++n) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    // Ids are random: these words stand for them.
    for (const auto& [word, id] : {std::pair("@t", game.table), std::pair("@g", game.game)})
      for (auto at = line.find(word); at != std::string::npos; at = line.find(word, at + id.size())) line.replace(at, 2, id);
    const auto before = anna.all.size();
    anna.send_raw(line);
    server.run();
    CHECK(anna.all.size() > before);
    CHECK(bert.fault.empty());  // Anna may ask for what does not fit what she has; others must not notice
  }
  return 0;
}
