// A value or the reason why there is none. No exceptions in the engine: WebAssembly is built without them.
#pragma once

#include <utility>
#include <variant>

namespace perron {

template <class T, class E>
class Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(E error) : content_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return content_.index() == 0; }
  T& value() { return *std::get_if<0>(&content_); }
  const T& value() const { return *std::get_if<0>(&content_); }
  const E& error() const { return *std::get_if<1>(&content_); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, E> content_;
};

}  // namespace perron
