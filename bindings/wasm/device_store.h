// The store of the games on one device: rows in memory. The host (a browser's database) commits each change as a text under a key before
// it takes effect. The host must not depend on anything but the order of keys.
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
  // `commit` gets an atomic list of changes for the host as JSON: ["put",key,text], ["add",key,text] where the key must not exist yet,
  // ["delete",key]. committed() follows. `post` runs the answers of reads on the loop.
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
    std::function<void()> make;  // applies the committed changes in memory
    Done done;
  };

  std::function<void(std::string)> commit_;
  std::deque<Waiting> waiting_;
};

}  // namespace perron::device
