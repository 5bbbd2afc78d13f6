// Threads for searches. WebAssembly has none and runs the same work sequentially.
#pragma once

#include <cstddef>

#ifdef __wasm__

namespace perron::search {

struct StopToken {
  bool stop_requested() const { return true; }  // there is no other thread that could request it
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

// Runs work(0) on this thread and every other number on a thread of its own; returns when all are done.
template <class Work>
void run_parallel(std::size_t count, const Work& work) {
  std::vector<std::jthread> pool;
  for (std::size_t i = 1; i < count; ++i) pool.emplace_back([&work, i] { work(i); });
  work(0);
}

}  // namespace perron::search

#endif
