// An in-memory store that can fail and delay its answers: for tests of the server.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "server/runtime/loop.h"
#include "store/memory_store.h"

namespace perron::kit {

using Disk = MemoryTables;  // outlives the store, as a disk outlives a process

class FaultyStore final : public MemoryStore {
 public:
  FaultyStore(server::Loop& loop, std::shared_ptr<Disk> disk)
      : MemoryStore(std::move(disk), [this](std::function<void()> tell) { answer(std::move(tell)); }), loop_(loop) {}

  // ---- For tests.
  void fail(std::optional<StoreFault> fault) { fault_ = fault; }  // every write, until the next call
  void hold() { held_ = true; }                                   // delays writes
  void release();
  int writes() const { return writes_; }
  void fail_reads(std::optional<StoreFault> fault) { read_fault_ = fault; }  // every read, until the next call
  void hold_reads() { reads_held_ = true; }                                  // delays the answers, which keep their values
  void release_reads();
  std::size_t reads_waiting() const { return answers_.size(); }

  using Store::write;
  void write(std::vector<Change> changes, Done done) override;

 private:
  struct Waiting {
    std::vector<Change> changes;
    Done done;
  };
  void commit(const Waiting& write);
  void commit_all();
  std::optional<StoreError> read_fault() const override;
  void answer(std::function<void()> tell);

  server::Loop& loop_;
  std::optional<StoreFault> fault_, read_fault_;
  bool held_ = false, reads_held_ = false;
  std::list<std::function<void()>> answers_;  // of reads
  std::list<Waiting> waiting_;                // allocated one by one, as in the real queue
  int writes_ = 0;
};

}  // namespace perron::kit
