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

// The part of the position that the seat knows; the rest is empty. Enough for counting its own tickets.
State known(const PlayerView& view) {
  State out{};
  out.open = view.open;
  out.own[view.me] = view.mine;
  return out;
}

// The same view as if it were this seat's turn: people plan while others think.
PlayerView in_turn(PlayerView view) {
  auto& open = view.open;
  if (is_over(open) || open.to_move == view.me) return view;
  open.to_move = view.me;
  open.phase = Phase::turn;
  open.owed = Owed::nothing;
  return view;
}

// The cards that the deck can contain as far as this seat knows: all cards less those that it sees, and of no colour more than the
// deck can hold.
Cards unseen(const Game& game, const PlayerView& view) {
  const auto& open = view.open;
  Cards out{};
  for (const auto c : out.ids()) {
    int count = game.rules().cards[c] - view.mine.hand[c] - open.discard[c] - open.turned_up[c];
    for (const auto card : open.row) count -= card == c;
    for (const auto seat : ids<Seat>(game.seats))
      if (seat != view.me) count -= open.at_least[seat][c];
    out[c] = static_cast<std::uint8_t>(std::clamp<int>(count, 0, open.refill_left[c]));
  }
  return out;
}

// Probabilities of 0, 1, ... hits among the cards drawn.
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

  std::string track(Track track) {
    if (index(track) >= game_.tracks.size()) return {};
    const auto& line = game_.tracks[track];
    out_.field("track", game_.board.tracks[track].id);
    const auto list = payments(Kind::claim, index(track), line.length);
    write_why_not(list, Kind::claim, index(track), {line.length, line.color, line.locomotives});
    write_payments(list);
    if (line.tunnel && game_.rules().tunnels && !list.empty()) {
      write_odds(tunnel_odds(game_, view_, Color(list[0].b)));
      write_chances(list, line.length);
    }
    return finish();
  }

  std::string place(Place place) {
    if (index(place) >= game_.board.places.size()) return {};
    out_.field("place", game_.board.places[place].id);
    const int cards = stations_built(view_.open, view_.me) + 1;
    out_.field("cards", cards);
    const auto list = payments(Kind::build_station, index(place), cards);
    write_why_not(list, Kind::build_station, index(place), {cards, Color::none, 0});
    write_payments(list);
    if (game_.rules().stations) write_could_complete(place, cards - 1);
    return finish();
  }

  std::string tickets(std::optional<Ticket> only) {
    if (only && index(*only) >= game_.board.tickets.size()) return {};
    TicketSet set = view_.mine.tickets;
    for (std::size_t i = 0; i < view_.open.offered[view_.me]; ++i) set.set(view_.mine.offered[i]);
    if (only) {
      set = {};
      set.set(*only);
    }
    auto world = known(view_);
    world.own[view_.me].tickets = set;
    const auto done = score_tickets(game_, world, view_.me).done | view_.open.shown[view_.me];
    out_.key("tickets").begin('[');
    set.each([&](Ticket ticket) { write_ticket(ticket, done.test(ticket)); });
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
      for (const auto color : ids<Color>(kColors)) {
        const Action action{kind, static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(color),
                            static_cast<std::uint8_t>(locomotives)};
        if (!why_not(game_, mine_.open, mine_.mine, view_.me, action)) out.push_back(action);
      }
    return out;
  }

  // Explains the payment that comes nearest.
  void write_why_not(const std::vector<Action>& list, Kind kind, int number, const Price& price) {
    if (!list.empty()) return write_refusal(why_not(game_, view_.open, view_.mine, view_.me, list[0]), 0);
    const auto& hand = view_.mine.hand;
    auto color = price.color == Color::none ? Color(0) : price.color;
    if (price.color == Color::none)
      for (const auto other : ids<Color>(kPlainColors))
        if (hand[other] > hand[color]) color = other;
    const int wilds = std::min<int>(hand[Color::locomotive], price.cards);
    const int plain = std::min<int>(hand[color], price.cards - price.locomotives);
    const int missing = std::max({0, price.cards - plain - wilds, price.locomotives - wilds});
    const int locomotives = std::clamp(price.cards - plain, price.locomotives, price.cards);
    const bool all = locomotives == price.cards;
    const Action action{kind, static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(all ? Color::locomotive : color),
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

  // For each payment, the odds of extra cards, and how many cards are left to pay them with [E5] [E6].
  void write_chances(const std::vector<Action>& list, int length) {
    const auto& hand = view_.mine.hand;
    out_.key("chances").begin('[');
    for (const auto action : list) {
      const bool all = Color(action.b) == Color::locomotive;
      const int plain = all ? 0 : hand[Color(action.b)] - (length - action.c);
      out_.begin('{').field("spare", plain + hand[Color::locomotive] - action.c);
      write_odds(tunnel_odds(game_, view_, Color(action.b)));
      out_.end('}');
    }
    out_.end(']');
  }

  void write_odds(const std::vector<double>& odds) {
    out_.key("odds").begin('[');
    for (const double chance : odds) {
      // Whole numbers: the library's formatting of fractions would be a sixth of the engine worker's WebAssembly module.
      const auto digits = std::to_string(10000 + std::lround(chance * 10000));
      out_.raw(digits[0] == '2' ? "1." + digits.substr(1) : "0." + digits.substr(1));
    }
    out_.end(']');
  }

  void write_could_complete(Place place, int built) {
    auto world = known(view_);
    const auto before = score_tickets(game_, world, view_.me).done;
    auto after = before;
    if (built < kStations && built < game_.rules().stations->each) {
      world.open.stations[view_.me][static_cast<std::size_t>(built)] = place;
      after = score_tickets(game_, world, view_.me).done;
    }
    out_.key("could_complete").begin('[');
    (after - before).each([&](Ticket ticket) { out_.value(game_.board.tickets[ticket].id); });
    out_.end(']');
  }

  void write_ticket(Ticket ticket, bool done) {
    out_.begin('{').field("ticket", game_.board.tickets[ticket].id);
    const bool closed = done || is_over(view_.open);
    const auto way = closed ? std::nullopt : route::shortest_path(game_, view_.open, view_.me, ticket);
    const bool alone = way && way->wagons <= view_.open.wagons[view_.me];
    const auto lent = closed || alone ? std::nullopt : route::path_with_loans(game_, view_.open, view_.me, ticket);
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

// Cards come from the deck, and from the discards when it runs out [E8]. Exact until the first refill of the deck.
std::vector<double> tunnel_odds(const Game& game, const PlayerView& view, Color laid) {
  auto pool = unseen(game, view);
  auto old = view.open.discard;
  const auto hits = [&](const Cards& cards) { return cards[Color::locomotive] + (laid == Color::locomotive ? 0 : cards[laid]); };
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
    case wire::Explain::About::track: return explainer.track(Track(request.number));
    case wire::Explain::About::place: return explainer.place(Place(request.number));
    case wire::Explain::About::ticket: return explainer.tickets(Ticket(request.number));
    case wire::Explain::About::tickets: return explainer.tickets(std::nullopt);
  }
  return {};
}

}  // namespace perron::server
