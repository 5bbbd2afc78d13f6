#include "wire/view_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "wire/names.h"

namespace perron::wire {

namespace {

// Writes the fields of a view one after the other, and collects those that differ from the position before.
class Writer {
 public:
  Writer(const Board& board, int seats, const Public& open, const Public* before)
      : board_(board), rules_(board.rules), seats_(seats), open_(open), before_(before), out_(4096) {}

  OpenText write_open() {
    write_turn();
    write_cards();
    write_piles();
    if (rules_.passengers) write_waiting();
    write_closed();
    top("seats", differ(&Public::points, &Public::wagons, &Public::tracks, &Public::hand_size, &Public::at_least, &Public::tickets_held) ||
                     differ(&Public::offered, &Public::offered_first, &Public::shown, &Public::kept_first, &Public::east_west) ||
                     differ(&Public::stations, &Public::taken));
    out_.begin('[');
    for (const auto seat : perron::ids<Seat>(seats_)) write_seat_of(seat);
    out_.end(']');
    end_field();
    return {std::move(out_), std::move(changed_)};
  }

  JsonText write_mine(const Private& mine, Seat me) {
    out_.begin('{').key("hand");
    counts(mine.hand);
    out_.key("tickets");
    ids(board_.tickets, mine.tickets);
    out_.key("offered").begin('[');
    for (std::size_t i = 0; i < open_.offered[me]; ++i) out_.word(ticket_id(mine.offered[i]));
    out_.end(']').key("seen").begin('[');
    for (const auto& seen : mine.seen)
      if (seen.ticket != kNoTicket) write_given_away(seen);
    out_.end(']').end('}');
    return std::move(out_);
  }

 private:
  // Whether one of these has changed. A field's text depends on the members that are named with it and on no others.
  template <class... Members>
  bool differ(Members Public::*... members) const {
    return before_ && ((before_->*members != open_.*members) || ...);
  }

  // Begins a field of the view itself.
  JsonText& top(std::string_view key, bool differs) {
    end_field();
    from_ = out_.size() + (out_.size() > 0);  // behind the comma
    differs_ = differs;
    return out_.key(key);
  }
  void end_field() {
    if (std::exchange(differs_, false)) changed_.raw(out_.view().substr(from_));
  }

  template <int N>
  void counts(const IdArray<Color, std::uint8_t, N>& cards) {
    out_.begin('{');
    for (const auto color : cards.ids())
      if (cards[color] > 0) out_.field(name_of(color), cards[color]);
    out_.end('}');
  }

  template <class Id, class Item, int N>
  void ids(const IdVector<Id, Item>& items, const Bits<N, Id>& set) {
    out_.begin('[');
    set.each([&](Id id) { out_.word(items[id].id); });
    out_.end(']');
  }

  void by_deck(const PerDeck<std::uint8_t>& numbers) {
    out_.begin('[');
    for (const int deck : decks()) out_.value(numbers[deck]);
    out_.end(']');
  }

  IdRange<int> decks() const { return rules_.decks.ids(); }
  const std::string& ticket_id(Ticket ticket) const { return board_.tickets[ticket].id; }

  void write_turn() {
    top("phase", differ(&Public::phase)).word(name_of(open_.phase));
    top("to_move", differ(&Public::to_move)).value(index(open_.to_move));
    top("first", differ(&Public::first)).value(index(open_.first));
    top("owed", differ(&Public::owed, &Public::owed_at, &Public::owed_left, &Public::owed_tickets))
        .begin('{')
        .key("what")
        .word(name_of(open_.owed))
        .field("at", open_.owed_at);
    out_.field("left", open_.owed_left).key("tickets");
    by_deck(open_.owed_tickets);
    out_.end('}');
    top("step", differ(&Public::step)).value(open_.step);
    top("draws_left", differ(&Public::draws_left)).value(open_.draws_left);
    top("turns_left", differ(&Public::turns_left)).value(open_.turns_left);
    top("passes", differ(&Public::passes)).value(open_.passes);
    write_claim(open_.claim);
    if (rules_.tunnels) {
      top("tunnel", differ(&Public::turned_up, &Public::tunnel_extra)).begin('{').key("turned_up");
      counts(open_.turned_up);
      out_.field("extra", open_.tunnel_extra).end('}');
    }
    if (rules_.passengers) top("visit", differ(&Public::visit)).value(open_.visit);
    if (!is_race(board_)) return;
    top("winner_by_goal", differ(&Public::winner_by_goal));
    if (open_.winner_by_goal == kNoSeat) out_.value(nullptr);
    else out_.value(index(open_.winner_by_goal));
  }

  void write_claim(Action claim) {
    top("claim", differ(&Public::claim));
    if (claim.kind != Kind::claim) {
      out_.value(nullptr);
      return;
    }
    out_.begin('{').key("track").word(board_.tracks[Track(claim.a)].id).key("colour").word(kColorNames[Color(claim.b)]);
    out_.field("locomotives", claim.c).end('}');
  }

  void write_cards() {
    if (rules_.row) {
      top("row", differ(&Public::row)).begin('[');
      for (std::size_t i = 0; i < rules_.row->places; ++i) {
        if (open_.row[i] == Color::none) out_.value(nullptr);
        else out_.word(name_of(open_.row[i]));
      }
      out_.end(']');
    }
    top("deck", differ(&Public::deck_size, &Public::shuffles, &Public::refill_left))
        .begin('{')
        .field("size", open_.deck_size)
        .field("shuffles", open_.shuffles)
        .key("refill_left");
    counts(open_.refill_left);
    out_.end('}');
    top("discard", differ(&Public::discard));
    counts(open_.discard);
  }

  void write_piles() {
    top("ticket_decks", differ(&Public::piles)).begin('[');
    for (const int deck : decks()) {
      const auto& pile = open_.piles[deck];
      out_.begin('{').key("id").word(rules_.decks[deck].id).field("bag", pile.bag).field("under", pile.under);
      out_.field("head", pile.head).field("shuffles", pile.shuffles).end('}');
    }
    out_.end(']');
    top("tickets_aside", differ(&Public::tickets_aside)).value(open_.tickets_aside);
  }

  // Only places where passengers wait.
  void write_waiting() {
    top("passengers", differ(&Public::passengers)).begin('{');
    std::size_t slot = 0;
    for (const auto& place : board_.places) {
      bool any = false;
      for (int i = 0; i < place.passengers; ++i, ++slot) {
        if (open_.passengers[slot] == Color::none) continue;
        if (!any) out_.key(place.id).begin('[');
        any = true;
        out_.word(name_of(open_.passengers[slot]));
      }
      if (any) out_.end(']');
    }
    out_.end('}');
  }

  // Unclaimed tracks that nobody can claim, because a parallel one is taken.
  void write_closed() {
    TrackSet closed;
    for (const auto track : board_.tracks.ids()) closed.set(track);
    closed -= open_.free;
    for (const auto& tracks : open_.tracks) closed -= tracks;
    top("closed", differ(&Public::free, &Public::tracks));
    ids(board_.tracks, closed);
  }

  void write_seat_of(Seat s) {
    out_.begin('{').field("points", open_.points[s]).field("wagons", open_.wagons[s]).key("tracks");
    ids(board_.tracks, open_.tracks[s]);
    out_.field("hand_size", open_.hand_size[s]).key("at_least");
    counts(open_.at_least[s]);
    out_.key("tickets_held");
    by_deck(open_.tickets_held[s]);
    out_.field("offered", open_.offered[s]);
    if (rules_.decks.size() > 1) out_.field("offered_first", open_.offered_first[s]);
    if (is_race(board_)) {
      out_.key("shown");
      ids(board_.tickets, open_.shown[s]);
    } else {
      out_.field("kept_first", open_.kept_first[s]);
    }
    if (rules_.east_west) out_.field("east_west", open_.east_west[s] != 0);
    if (rules_.stations) {
      out_.key("stations").begin('[');
      for (const auto place : open_.stations[s])
        if (place != kNoPlace) out_.word(board_.places[place].id);
      out_.end(']');
    }
    if (rules_.passengers) {
      out_.key("passengers");
      counts(open_.taken[s]);
    }
    out_.end('}');
  }

  void write_given_away(const SeenTicket& seen) {
    out_.begin('{').key("ticket").word(ticket_id(seen.ticket)).key("where");
    if (seen.where == kLeftGame || seen.where == kDiscarded) {
      out_.word(kWhereNames[seen.where == kLeftGame ? 1 : 2]);
    } else {
      out_.word(kWhereNames[0]).field("slot", seen.where - first_slot_under(board_, board_.tickets[seen.ticket].deck));
    }
    out_.end('}');
  }

  const Board& board_;
  const Ruleset& rules_;
  int seats_;
  const Public& open_;
  const Public* before_;
  JsonText out_, changed_;
  std::size_t from_ = 0;  // where the open field begins
  bool differs_ = false;
};

constexpr std::uint64_t kHashBegin = 0xcbf29ce484222325ULL, kHashPrime = 0x100000001b3ULL;

template <std::size_t N>
void hash_lanes(std::uint64_t* hashes, std::string_view bytes) {
  std::array<std::uint64_t, N> lanes;
  std::copy_n(hashes, N, lanes.begin());
  for (const char c : bytes)
    for (auto& lane : lanes) lane = (lane ^ static_cast<unsigned char>(c)) * kHashPrime;
  std::copy_n(lanes.begin(), N, hashes);
}

}  // namespace

OpenText open_text(const Board& board, int seats, const Public& open, const Public* before) {
  return Writer(board, seats, open, before).write_open();
}

JsonText mine_text(const Board& board, const Public& open, const Private& mine, Seat me) {
  return Writer(board, 0, open, nullptr).write_mine(mine, me);
}

std::string view_begin(Seat me) { return "{\"seat\":" + std::to_string(index(me)) + ","; }

std::string public_text(const Board& board, int seats, const Public& open) {
  return "{" + std::string(open_text(board, seats, open).all.view()) + "}";
}

std::string view_text(const Board& board, int seats, const PlayerView& view) {
  auto out = view_begin(view.me);
  out += open_text(board, seats, view.open).all.view();
  out += kMineKey;
  out += mine_text(board, view.open, view.mine, view.me).view();
  return out += '}';
}

void hash_on(std::span<std::uint64_t> hashes, std::string_view bytes) {
  auto* at = hashes.data();
  auto left = hashes.size();
  for (; left >= 4; left -= 4, at += 4) hash_lanes<4>(at, bytes);
  if (left == 3) hash_lanes<3>(at, bytes);
  if (left == 2) hash_lanes<2>(at, bytes);
  if (left == 1) hash_lanes<1>(at, bytes);
}

void hash_each(std::span<std::uint64_t> hashes, std::span<const std::string_view> texts) {
  std::size_t i = 0;
  for (; i + 1 < hashes.size(); i += 2) {
    const auto common = std::min(texts[i].size(), texts[i + 1].size());
    auto first = hashes[i], second = hashes[i + 1];
    for (std::size_t at = 0; at < common; ++at) {
      first = (first ^ static_cast<unsigned char>(texts[i][at])) * kHashPrime;
      second = (second ^ static_cast<unsigned char>(texts[i + 1][at])) * kHashPrime;
    }
    hashes[i] = fnv1a(texts[i].substr(common), first);
    hashes[i + 1] = fnv1a(texts[i + 1].substr(common), second);
  }
  if (i < hashes.size()) hashes[i] = fnv1a(texts[i], hashes[i]);
}

std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash) {
  hash_lanes<1>(&hash, bytes);
  return hash;
}
std::uint64_t fnv1a(std::string_view bytes) { return fnv1a(bytes, kHashBegin); }

std::array<char, 16> hash_digits(std::uint64_t hash) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::array<char, 16> out;
  for (std::size_t i = 16; i-- > 0; hash >>= 4) out[i] = digits[hash & 15];
  return out;
}

}  // namespace perron::wire
