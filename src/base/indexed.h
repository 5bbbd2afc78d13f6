// Arrays that are reached through an id instead of a number, so that a seat can't index the tracks. Laid out and as fast as the
// arrays they are made of. Knows no id: any enum of consecutive values will do, and int for arrays counted by numbers.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace perron {

// The ids from 0 to count - 1, for loops: for (Track track : ids<Track>(count)).
template <class Id>
class IdRange {
 public:
  class Iterator {
   public:
    using value_type = Id;
    using difference_type = std::ptrdiff_t;
    constexpr Iterator() = default;
    constexpr explicit Iterator(int at) : at_(at) {}
    constexpr Id operator*() const { return static_cast<Id>(at_); }
    constexpr Iterator& operator++() {
      ++at_;
      return *this;
    }
    constexpr Iterator operator++(int) { return Iterator(at_++); }
    friend constexpr bool operator==(const Iterator&, const Iterator&) = default;

   private:
    int at_ = 0;
  };

  constexpr explicit IdRange(int count) : count_(count) {}
  constexpr Iterator begin() const { return Iterator(0); }
  constexpr Iterator end() const { return Iterator(count_); }
  constexpr int size() const { return count_; }

 private:
  int count_;
};

template <class Id>
constexpr IdRange<Id> ids(int count) {
  return IdRange<Id>(count);
}

template <class Id, class T, int N>
struct IdArray {
  std::array<T, static_cast<std::size_t>(N)> items;

  constexpr T& operator[](Id id) { return items[static_cast<std::size_t>(id)]; }
  constexpr const T& operator[](Id id) const { return items[static_cast<std::size_t>(id)]; }
  constexpr void fill(const T& value) { items.fill(value); }

  static constexpr int size() { return N; }
  static constexpr IdRange<Id> ids() { return IdRange<Id>(N); }
  constexpr auto begin() { return items.begin(); }
  constexpr auto end() { return items.end(); }
  constexpr auto begin() const { return items.begin(); }
  constexpr auto end() const { return items.end(); }
  constexpr T* data() { return items.data(); }
  constexpr const T* data() const { return items.data(); }

  friend constexpr bool operator==(const IdArray&, const IdArray&) = default;
};

// The same without a fixed size.
template <class Id, class T>
class IdVector {
 public:
  IdVector() = default;
  explicit IdVector(int size, const T& value = T()) : items_(static_cast<std::size_t>(size), value) {}

  decltype(auto) operator[](Id id) { return items_[static_cast<std::size_t>(id)]; }
  decltype(auto) operator[](Id id) const { return items_[static_cast<std::size_t>(id)]; }
  template <class... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    return items_.emplace_back(std::forward<Arguments>(arguments)...);
  }
  Id push_back(T value) {  // its id
    items_.push_back(std::move(value));
    return static_cast<Id>(items_.size() - 1);
  }
  void resize(int size) { items_.resize(static_cast<std::size_t>(size)); }
  void assign(int size, const T& value) { items_.assign(static_cast<std::size_t>(size), value); }
  void reserve(int size) { items_.reserve(static_cast<std::size_t>(size)); }
  void clear() { items_.clear(); }

  int size() const { return static_cast<int>(items_.size()); }
  IdRange<Id> ids() const { return IdRange<Id>(size()); }
  bool empty() const { return items_.empty(); }
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  T& front() { return items_.front(); }
  const T& front() const { return items_.front(); }
  T& back() { return items_.back(); }
  const T& back() const { return items_.back(); }
  T* data() { return items_.data(); }
  const T* data() const { return items_.data(); }

  friend bool operator==(const IdVector&, const IdVector&) = default;

 private:
  std::vector<T> items_;
};

}  // namespace perron
