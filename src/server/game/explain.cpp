#include "server/game/explain.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "route/paths.h"
#include "rules/engine.h"
#include "rules/payment.h"
#include "rules/stations.h"
#include "wire/messages.h"

namespace perron::server {

namespace {

using wire::JsonText;

std::size_t at(int i) { return static_cast<std::size_t>(i); }
std::size_t at(Seat seat) { return at(index(seat)); }

// The position as far as the seat knows it: the rest is empty. Enough for counting its own tickets.
State known(const PlayerView& view) {
  State out{};
  out.open = view.open;
  out.own[at(view.me)] = view.mine;
  return out;
}

// Plans are made while others think: the same view as if it were this seat's turn.
PlayerView in_turn(PlayerView view) {
  auto& open = view.open;
  if (is_over(open) || open.to_move == view.me) return view;
  open.to_move = view.me;
  open.phase = Phase::turn;
  open.owed = Owed::nothing;
  return view;
}

// What the next cards can be, by this seat's lights: all cards less those it sees, and no more of a colour than can be in the deck.
Cards unseen(const Game& game, const PlayerView& view) {
  const auto& open = view.open;
  Cards out{};
  for (std::size_t c = 0; c < kColors; ++c) {
    int count = game.rules().cards[c] - view.mine.hand[c] - open.discard[c] - open.turned_up[c];
    for (const auto card : open.row) count -= card == Color(c);
    for (int s = 0; s < game.seats; ++s)
      if (Seat(s) != view.me) count -= open.at_least[at(s)][c];
    out[c] = static_cast<std::uint8_t>(std::clamp<int>(count, 0, open.refill_left[c]));
  }
  return out;
}

// Chances of 0, 1, ... hits among so many cards drawn.
std::vector<double> draw_odds(int hits, int cards, int drawn) {
  std::vector<double> odds = {1};
  for (int d = 0; d < drawn; ++d) {
    std::vector<double> next(odds.size() + 1, 0);
    for (std::size_t k = 0; k < odds.size(); ++k) {
      const double hit = static_cast<double>(std::max(0, hits - static_cast<int>(k))) / std::max(1, cards - d);
      next[k] += odds[k] * (1 - std::min(1.0, hit));
      next[k + 1] += odds[k] * std::min(1.0, hit);
    }
    odds = next;
  }
  return odds;
}

class Explainer {
 public:
  Explainer(const Game& game, const PlayerView& view, std::string_view id)
      : game_(game), view_(view), mine_(in_turn(view)), out_(wire::begin_ok(id)) {}

  std::string track(int number) {
    if (at(number) >= game_.tracks.size()) return {};
    const auto& line = game_.tracks[at(number)];
    out_.field("track", game_.board.tracks[at(number)].id);
    const auto list = payments(Kind::claim, number, line.length);
    write_why_not(list, Kind::claim, number, {line.length, line.color, line.locomotives});
    write_payments(list);
    if (line.tunnel && game_.rules().tunnels && !list.empty()) {
      write_odds(tunnel_odds(game_, view_, Color(list[0].b)));
      write_chances(list, line.length);
    }
    return finish();
  }

  std::string place(int number) {
    if (at(number) >= game_.board.places.size()) return {};
    out_.field("place", game_.board.places[at(number)].id);
    const int cards = stations_built(view_.open, view_.me) + 1;
    out_.field("cards", cards);
    const auto list = payments(Kind::build_station, number, cards);
    write_why_not(list, Kind::build_station, number, {cards, Color::none, 0});
    write_payments(list);
    if (game_.rules().stations) write_could_complete(number, cards - 1);
    return finish();
  }

  std::string tickets(std::optional<int> only) {
    if (only && at(*only) >= game_.tickets.size()) return {};
    TicketSet set = view_.mine.tickets;
    for (std::size_t i = 0; i < view_.open.offered[at(view_.me)]; ++i) set.set(index(view_.mine.offered[i]));
    if (only) {
      set = {};
      set.set(*only);
    }
    auto world = known(view_);
    world.own[at(view_.me)].tickets = set;
    const auto done = score_tickets(game_, world, view_.me).done | view_.open.shown[at(view_.me)];
    out_.key("tickets").begin('[');
    set.each([&](int t) { write_ticket(t, done.test(t)); });
    out_.end(']');
    return finish();
  }

  std::string action(Action action) {
    write_refusal(why_not(game_, view_.open, view_.mine, view_.me, action), 0);
    return finish();
  }

 private:
  std::string finish() { return out_.end('}').take(); }

  std::vector<Action> payments(Kind kind, int number, int cards) const {
    std::vector<Action> out;
    for (int locomotives = 0; locomotives <= cards; ++locomotives)
      for (int c = 0; c < kColors; ++c) {
        const Action action{kind, static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(locomotives)};
        if (!why_not(game_, mine_.open, mine_.mine, view_.me, action)) out.push_back(action);
      }
    return out;
  }

  // The payment that comes nearest is asked about.
  void write_why_not(const std::vector<Action>& list, Kind kind, int number, const Price& price) {
    if (!list.empty()) return write_refusal(why_not(game_, view_.open, view_.mine, view_.me, list[0]), 0);
    const auto& hand = view_.mine.hand;
    int color = price.color == Color::none ? 0 : index(price.color);
    if (price.color == Color::none)
      for (int c = 1; c < kPlainColors; ++c)
        if (hand[at(c)] > hand[at(color)]) color = c;
    const int wilds = std::min<int>(hand[kPlainColors], price.cards);
    const int plain = std::min<int>(hand[at(color)], price.cards - price.locomotives);
    const int missing = std::max({0, price.cards - plain - wilds, price.locomotives - wilds});
    const int locomotives = std::clamp(price.cards - plain, price.locomotives, price.cards);
    const bool all = locomotives == price.cards;
    const Action action{kind, static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(all ? kPlainColors : color),
                        static_cast<std::uint8_t>(locomotives)};
    write_refusal(why_not(game_, mine_.open, mine_.mine, view_.me, action), missing, std::max(0, price.locomotives - wilds));
  }

  void write_refusal(std::optional<Refusal> refusal, int missing, int locomotives = 0) {
    out_.key("why_not");
    if (!refusal) {
      out_.value(nullptr);
      return;
    }
    const auto text = text_of(*refusal);
    out_.begin('{').field("rule", text.code).field("message", text.sentence);
    if (missing > 0 && *refusal == Refusal::cannot_pay) {
      out_.field("missing", missing);
      if (locomotives > 0) out_.field("locomotives", locomotives);
    }
    out_.end('}');
  }

  void write_payments(const std::vector<Action>& list) {
    out_.key("payments").begin('[');
    for (const auto action : list)
      out_.begin('[').value(static_cast<int>(action.kind)).value(action.a).value(action.b).value(action.c).end(']');
    out_.end(']');
  }

  // For each payment what may come, and how many cards would be left to pay it with [E5] [E6].
  void write_chances(const std::vector<Action>& list, int length) {
    const auto& hand = view_.mine.hand;
    out_.key("chances").begin('[');
    for (const auto action : list) {
      const bool all = Color(action.b) == Color::locomotive;
      const int plain = all ? 0 : hand[at(action.b)] - (length - action.c);
      out_.begin('{').field("spare", plain + hand[kPlainColors] - action.c);
      write_odds(tunnel_odds(game_, view_, Color(action.b)));
      out_.end('}');
    }
    out_.end(']');
  }

  void write_odds(const std::vector<double>& odds) {
    out_.key("odds").begin('[');
    for (const double chance : odds) {
      // By whole numbers: the library's way with fractions is a sixth of the judge in WebAssembly.
      const auto digits = std::to_string(10000 + std::lround(chance * 10000));
      out_.raw(digits[0] == '2' ? "1." + digits.substr(1) : "0." + digits.substr(1));
    }
    out_.end(']');
  }

  void write_could_complete(int number, int built) {
    auto world = known(view_);
    const auto before = score_tickets(game_, world, view_.me).done;
    auto after = before;
    if (built < kStations && built < game_.rules().stations->each) {
      world.open.stations[at(view_.me)][at(built)] = Place(number);
      after = score_tickets(game_, world, view_.me).done;
    }
    out_.key("could_complete").begin('[');
    (after - before).each([&](int t) { out_.value(game_.board.tickets[at(t)].id); });
    out_.end(']');
  }

  void write_ticket(int number, bool done) {
    out_.begin('{').field("ticket", game_.board.tickets[at(number)].id);
    const bool closed = done || is_over(view_.open);
    const auto way = closed ? std::nullopt : route::shortest_path(game_, view_.open, view_.me, Ticket(number));
    const bool alone = way && way->wagons <= view_.open.wagons[at(view_.me)];
    const auto lent = closed || alone ? std::nullopt : route::path_with_loans(game_, view_.open, view_.me, Ticket(number));
    out_.field("state", done ? "done" : alone || lent ? "open" : "impossible");
    if (alone) write_way(*way);
    if (lent) {
      write_way(lent->path);
      out_.field("by_station", true).field("stations", lent->stations);
      write_tracks("lent", lent->loans);
    }
    out_.end('}');
  }

  void write_way(const route::Path& way) {
    out_.field("wagons", way.wagons);
    write_tracks("way", way.tracks);
  }

  void write_tracks(std::string_view key, const std::vector<Track>& tracks) {
    out_.key(key).begin('[');
    for (const auto track : tracks) out_.value(game_.board.tracks[track].id);
    out_.end(']');
  }

  const Game& game_;
  const PlayerView& view_;
  PlayerView mine_;  // as if in turn
  JsonText out_;
};

}  // namespace

// Cards of the deck first; when it does not last, of the discards [E8]. Exact until the deck is refilled for the first time.
std::vector<double> tunnel_odds(const Game& game, const PlayerView& view, Color laid) {
  auto pool = unseen(game, view);
  auto old = view.open.discard;
  const auto hits = [&](const Cards& cards) {
    return cards[kPlainColors] + (laid == Color::locomotive ? 0 : cards[static_cast<std::size_t>(index(laid))]);
  };
  const int turned = game.rules().tunnels ? game.rules().tunnels->cards : 0;
  const int fresh = std::min<int>(turned, view.open.deck_size);
  const int rest = std::min<int>(turned - fresh, total(old));
  const auto first = draw_odds(hits(pool), total(pool), fresh);
  const auto second = draw_odds(hits(old), total(old), rest);
  std::vector<double> odds(first.size() + second.size() - 1, 0);
  for (std::size_t i = 0; i < first.size(); ++i)
    for (std::size_t j = 0; j < second.size(); ++j) odds[i + j] += first[i] * second[j];
  return odds;
}

std::string explain(const Game& game, const PlayerView& view, const wire::Explain& request, std::string_view id) {
  Explainer explainer(game, view, id);
  switch (request.about) {
    case wire::Explain::About::action: return explainer.action(request.action);
    case wire::Explain::About::track: return explainer.track(request.number);
    case wire::Explain::About::place: return explainer.place(request.number);
    case wire::Explain::About::ticket: return explainer.tickets(request.number);
    case wire::Explain::About::tickets: return explainer.tickets(std::nullopt);
  }
  return {};
}

}  // namespace perron::server
