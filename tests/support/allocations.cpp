#include "support/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> count{0};
std::atomic<long> until_failure{0};  // 0: no allocation fails
std::atomic<bool> has_failed{false};
thread_local bool watched = false;

bool fails() {
  ++count;
  if (!watched || !perron::kit::Elsewhere::here || until_failure.load(std::memory_order_relaxed) == 0 || --until_failure != 0) return false;
  has_failed = true;
  return true;
}

}  // namespace

void* operator new(std::size_t size) {
  void* memory = fails() ? nullptr : std::malloc(size);
  if (memory) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return fails() ? nullptr : std::malloc(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

extern "C" {
void* __real_aligned_alloc(std::size_t alignment, std::size_t size) __attribute__((weak));  // NOLINT: the linker's names
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {                       // NOLINT
  return fails() ? nullptr : __real_aligned_alloc(alignment, size);
}
}

namespace perron::kit {

long allocations() { return count.load(); }

void watch_this_thread() { watched = true; }
void leave_this_thread() { watched = false; }

void fail_allocation(long n) {
  has_failed = false;
  until_failure = n;
}

bool stop_failing() {
  until_failure = 0;
  return has_failed;
}

}  // namespace perron::kit
