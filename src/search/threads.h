// Threads for searches, where there are some: WebAssembly has none, and does one after the other what others do at once.
#pragma once

#include <cstddef>

#ifdef __wasm__

namespace perron::search {

struct StopToken {
  bool stop_requested() const { return true; }  // nobody else could ever ask
};

template <class Work>
void run_parallel(std::size_t count, const Work& work) {
  for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace perron::search

#else

#include <stop_token>
#include <thread>
#include <vector>

namespace perron::search {

using StopToken = std::stop_token;

// work(0) on this thread, each other number on one of its own; back when all are done.
template <class Work>
void run_parallel(std::size_t count, const Work& work) {
  std::vector<std::jthread> pool;
  for (std::size_t i = 1; i < count; ++i) pool.emplace_back([&work, i] { work(i); });
  work(0);
}

}  // namespace perron::search

#endif
