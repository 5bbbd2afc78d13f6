// An enum and one table with a row for each of its values. Names, counts and parsers come from the table.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace perron {

// A row that needs no more than a name.
template <class Enum>
struct Named {
  Enum value;
  std::string_view name;
};

// The table has a row for each of the values 0, 1, ... up to the last, in this order, and no name twice: for a static_assert.
template <class Row, std::size_t N, class Enum>
constexpr bool is_complete(const std::array<Row, N>& table, Enum last) {
  if (N != static_cast<std::size_t>(last) + 1) return false;
  for (std::size_t i = 0; i < N; ++i) {
    if (static_cast<std::size_t>(table[i].value) != i || table[i].name.empty()) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (table[j].name == table[i].name) return false;
  }
  return true;
}

template <class Row, std::size_t N>
constexpr std::array<std::string_view, N> names_in(const std::array<Row, N>& table) {
  std::array<std::string_view, N> names;
  for (std::size_t i = 0; i < N; ++i) names[i] = table[i].name;
  return names;
}

// Requires a value of the enum.
template <class Row, std::size_t N, class Enum>
constexpr const Row& row_of(const std::array<Row, N>& table, Enum value) {
  return table[static_cast<std::size_t>(value)];
}

template <class Row, std::size_t N>
constexpr auto value_named(const std::array<Row, N>& table, std::string_view name) -> std::optional<decltype(Row::value)> {
  for (const auto& row : table)
    if (row.name == name) return row.value;
  return std::nullopt;
}

}  // namespace perron
