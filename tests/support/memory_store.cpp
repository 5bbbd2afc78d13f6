#include "support/memory_store.h"

namespace perron::kit {

void MemoryStore::write(std::vector<Change> changes, Done done) {
  ++writes_;
  Waiting write{std::move(changes), std::move(done)};
  if (held_) waiting_.push_back(std::move(write));
  else commit(std::move(write));
}

void MemoryStore::release() {
  held_ = false;
  while (!waiting_.empty()) {
    commit(std::move(waiting_.front()));
    waiting_.pop_front();
  }
}

void MemoryStore::commit(Waiting write) {
  std::optional<StoreError> error;
  if (fault_ && !write.changes.empty()) error = StoreError{*fault_, "as the test asked for"};
  if (!error) error = fault_of(write.changes);
  if (!error)
    for (const auto& change : write.changes) apply(change);
  loop_.post([done = std::move(write.done), error] { done(error); });
}

}  // namespace perron::kit
