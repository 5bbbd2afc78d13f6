// The dealer owns randomness. As at a table, it fixes an order at each shuffle and answers each chance node from it. So one seed
// gives comparable games to different players. docs/record.md has the algorithm, for anyone to check.
#pragma once

#include <array>
#include <cstdint>

#include "base/rng.h"
#include "model/kinds.h"
#include "rules/engine.h"

namespace perron {

class Dealer {
 public:
  virtual ~Dealer() = default;
  // The deal that a chance node gets. Must be asked at every chance node of one game, in order.
  virtual Action deal(const Game& game, const State& state) = 0;
  // A starting seat, for games that leave it to the dealer [X1].
  virtual Seat first_seat(int seats) = 0;
};

// Which pile an order is for; with the number of the shuffle it names an independent stream of numbers.
enum class Pile : std::uint8_t { cards, first_tickets, second_tickets, passengers, first_seat };

// The order of one pile, from a shuffle until the next.
class PileOrder {
 public:
  bool stale(std::uint8_t shuffles) const { return !begun_ || seen_ != shuffles; }
  template <class Source>
  void begin(std::uint8_t shuffles, int size, Source&& source) {
    begun_ = true;
    seen_ = shuffles;
    ++number_;
    next_ = 0;
    shuffle(std::span(items_.data(), static_cast<std::size_t>(size)), source);
  }
  std::uint32_t number() const { return number_; }
  std::array<std::uint8_t, 256>& items() { return items_; }
  std::uint8_t next() { return items_[next_++]; }

 private:
  bool begun_ = false;
  std::uint8_t seen_ = 0;
  std::uint32_t number_ = 0;  // shuffles so far
  std::size_t next_ = 0;
  std::array<std::uint8_t, 256> items_;
};

// Fills `items` with what lies in the pile, in the order of ids, and returns how many.
int pile_content(const Game& game, const State& state, Pile pile, std::array<std::uint8_t, 256>& items);

// Streams: stream(pile, number) gives a source with below(n).
template <class Streams>
class TableDealer final : public Dealer {
 public:
  explicit TableDealer(Streams streams) : streams_(streams) {}

  Action deal(const Game& game, const State& state) override {
    const auto& open = state.open;
    const auto deal_from = [&](Pile pile, std::uint8_t shuffles) -> Action {
      return {deal_for(open.owed), open.owed_at, next(game, state, pile, shuffles), 0};
    };
    if (open.owed == Owed::passenger) return deal_from(Pile::passengers, 0);
    if (open.owed != Owed::ticket) return deal_from(Pile::cards, open.shuffles);
    const int deck = open.owed_tickets[0] > 0 ? 0 : 1;
    if (open.piles[deck].bag == 0) {  // below the shuffled ones the order is known: one outcome
      OutcomeList list;
      outcomes(game, state, list);
      return list[0].action;
    }
    return deal_from(deck == 0 ? Pile::first_tickets : Pile::second_tickets, open.piles[deck].shuffles);
  }

  Seat first_seat(int seats) override {
    auto source = streams_.stream(Pile::first_seat, 0);
    return Seat(source.below(static_cast<std::uint32_t>(seats)));
  }

 private:
  std::uint8_t next(const Game& game, const State& state, Pile pile, std::uint8_t shuffles) {
    auto& order = orders_[pile];
    if (order.stale(shuffles)) [[unlikely]] {
      const int size = pile_content(game, state, pile, order.items());
      order.begin(shuffles, size, streams_.stream(pile, order.number()));
    }
    return order.next();
  }

  Streams streams_;
  IdArray<Pile, PileOrder, 4> orders_;
};

// For simulations: fast, repeatable, and predictable from the seed.
struct FastStreams {
  std::uint64_t seed;
  Rng stream(Pile pile, std::uint32_t number) const {
    return Rng(mix64(seed) ^ mix64(static_cast<std::uint64_t>(number) * 8 + static_cast<std::uint64_t>(pile)));
  }
};
using FastDealer = TableDealer<FastStreams>;

}  // namespace perron
