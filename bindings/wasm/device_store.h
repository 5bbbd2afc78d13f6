// The store of the games on one device: rows in memory, each of them kept by the host (a browser's database) as a text under a key
// before its change counts. The host knows nothing of them but the order of the keys.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "store/memory_store.h"

namespace perron::device {

class DeviceStore final : public MemoryStore {
 public:
  // `keep` gets a list of what to change at the host, all or nothing, as JSON: ["put",key,text], ["add",key,text] where the key must
  // not be there yet, ["delete",key]. kept() follows. `post` runs the answers of reads on the loop.
  DeviceStore(Post post, std::function<void(std::string)> keep)
      : MemoryStore(std::make_shared<MemoryTables>(), std::move(post)), keep_(std::move(keep)) {}

  // A row that was kept before; entries of a game in order. False: it cannot be read.
  bool take_back(std::string_view key, std::string_view text);
  // The answer to the oldest keep() that has none.
  void kept(bool done);

  bool ended(GameId game) const;
  // Removes a game that has ended, with its log, and its table unless another game has been begun there.
  void forget(GameId game, Done done);

  using Store::write;
  void write(std::vector<Change> changes, Done done) override;

 private:
  struct Waiting {
    std::function<void()> make;  // in memory, what has been kept
    Done done;
  };

  std::function<void(std::string)> keep_;
  std::deque<Waiting> waiting_;
};

}  // namespace perron::device
