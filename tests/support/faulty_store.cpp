#include "support/faulty_store.h"

#include "support/allocations.h"

namespace perron::kit {

void FaultyStore::write(std::vector<Change> changes, Done done) {
  ++writes_;
  waiting_.push_back({std::move(changes), std::move(done)});
  if (!held_) commit_all();
}

void FaultyStore::release() {
  held_ = false;
  commit_all();
}

void FaultyStore::commit_all() {
  const Elsewhere store_thread;
  for (; !waiting_.empty(); waiting_.pop_front()) commit(waiting_.front());
}

void FaultyStore::commit(const Waiting& write) {
  std::optional<StoreError> error;
  if (fault_ && !write.changes.empty()) error = StoreError{*fault_, "as the test asked for"};
  if (!error) error = fault_of(write.changes);
  if (!error)
    for (const auto& change : write.changes) apply(change);
  loop_.post([done = write.done, error] { done(error); });
}

std::optional<StoreError> FaultyStore::read_fault() const {
  if (!read_fault_) return std::nullopt;
  return StoreError{*read_fault_, "as the test asked for"};
}

void FaultyStore::answer(std::function<void()> tell) {
  const Elsewhere store_thread;
  if (reads_held_) answers_.push_back(std::move(tell));
  else loop_.post(std::move(tell));
}

void FaultyStore::release_reads() {
  reads_held_ = false;
  for (; !answers_.empty(); answers_.pop_front()) loop_.post(std::move(answers_.front()));
}

}  // namespace perron::kit
