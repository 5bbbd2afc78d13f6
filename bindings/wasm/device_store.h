// The store of the games on one device: rows in memory, each of them kept by the host (a browser's database) as a text under a key
// before its change counts. The host knows nothing of them but the order of the keys.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "store/memory_rows.h"

namespace perron::device {

class DeviceStore final : public MemoryRows {
 public:
  // `commit` gets a list of what to change at the host, all or nothing, as JSON: ["put",key,text], ["add",key,text] where the key must
  // not be there yet, ["delete",key]. committed() follows. `post` runs the answers of reads on the loop.
  DeviceStore(Post post, std::function<void(std::string)> commit)
      : MemoryRows(std::make_shared<KeptRows>(), std::move(post)), commit_(std::move(commit)) {}

  // A stored row; the entries of a game come in order. False: the row cannot be read.
  bool load_row(std::string_view key, std::string_view text);
  // The result of the oldest pending commit.
  void committed(bool done);

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

  std::function<void(std::string)> commit_;
  std::deque<Waiting> waiting_;
};

}  // namespace perron::device
