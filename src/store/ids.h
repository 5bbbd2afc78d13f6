// Ids of stored things: users, their sessions, tables, games. Random and positive: an id can be an unguessable link, and needs no counter.
// Knows no database.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace perron {

enum class UserId : std::int64_t {};
enum class SessionId : std::int64_t {};
enum class TableId : std::int64_t {};
enum class GameId : std::int64_t {};

inline constexpr UserId kNobody{0};
inline constexpr TableId kNoTable{0};
inline constexpr GameId kNoGame{0};

inline constexpr int kIdBits = 60;
inline constexpr std::size_t kIdLetters = 12;  // five bits each

// 60 random bits from the operating system, never 0.
std::int64_t random_id();
template <class Id>
Id new_id() {
  return Id{random_id()};
}

// Twelve characters of "0123456789abcdefghjkmnpqrstvwxyz" (no i, l, o, u), for links and messages. Each id has exactly one text.
std::string id_text(std::int64_t id);
std::optional<std::int64_t> id_from_text(std::string_view text);
template <class Id>
std::string to_text(Id id) {
  return id_text(static_cast<std::int64_t>(id));
}
template <class Id>
std::optional<Id> from_text(std::string_view text) {
  const auto id = id_from_text(text);
  return id ? std::optional<Id>(Id{*id}) : std::nullopt;
}

}  // namespace perron
