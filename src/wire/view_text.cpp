#include "wire/view_text.h"

#include <utility>

#include "base/check.h"
#include "wire/json_text.h"
#include "wire/names.h"

namespace perron::wire {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Writer {
 public:
  Writer(const Board& board, int seats) : board_(board), rules_(board.rules), seats_(at(seats)), out_(4096) { fields_.reserve(24); }

  void begin() { out_.begin('{'); }
  ViewText finish() {
    end_field();
    out_.end('}');
    return {out_.take(), std::move(fields_)};
  }

  void write_seat(Seat me) { top("seat").value(index(me)); }

  void write_open(const Public& open) {
    write_turn(open);
    write_cards(open);
    write_piles(open);
    if (rules_.passengers) write_waiting(open);
    write_closed(open);
    top("seats").begin('[');
    for (std::size_t s = 0; s < seats_; ++s) write_seat_of(open, s);
    out_.end(']');
  }

  void copy_open(const ViewText& written) {
    end_field();
    const auto from = static_cast<std::uint32_t>(out_.size());
    out_.raw(std::string_view(written.text).substr(1, written.text.size() - 2));  // a comma comes first, in place of the bracket
    for (auto field : written.fields) {
      field.begin += from;
      field.end += from;
      fields_.push_back(field);
    }
    copied_ = true;
  }

  void write_mine(const Public& open, const Private& mine, std::size_t me) {
    top("mine").begin('{').key("hand");
    counts(mine.hand);
    out_.key("tickets");
    ids(board_.tickets, mine.tickets);
    out_.key("offered").begin('[');
    for (std::size_t i = 0; i < open.offered[me]; ++i) out_.word(ticket(mine.offered[i]));
    out_.end(']').key("seen").begin('[');
    for (const auto& seen : mine.seen)
      if (seen.ticket != kNoTicket) write_given_away(seen);
    out_.end(']').end('}');
  }

 private:
  // Begins a field of the view itself.
  JsonText& top(std::string_view key) {
    end_field();
    out_.key(key);
    fields_.push_back({key, static_cast<std::uint32_t>(out_.size()), 0});
    return out_;
  }
  void end_field() {
    if (!fields_.empty() && !std::exchange(copied_, false)) fields_.back().end = static_cast<std::uint32_t>(out_.size());
  }

  template <std::size_t N>
  void counts(const std::array<std::uint8_t, N>& cards) {
    out_.begin('{');
    for (std::size_t c = 0; c < N; ++c)
      if (cards[c] > 0) out_.field(kColorNames[c], cards[c]);
    out_.end('}');
  }

  template <class Items, int N>
  void ids(const Items& items, const Bits<N>& set) {
    out_.begin('[');
    set.each([&](int i) { out_.word(items[at(i)].id); });
    out_.end(']');
  }

  void by_deck(const PerDeck<std::uint8_t>& numbers) {
    out_.begin('[');
    for (std::size_t d = 0; d < rules_.decks.size(); ++d) out_.value(numbers[d]);
    out_.end(']');
  }

  const std::string& ticket(Ticket t) const { return board_.tickets[at(index(t))].id; }

  void write_turn(const Public& open) {
    top("phase").value(kPhaseNames[static_cast<std::size_t>(open.phase)]);
    top("to_move").value(index(open.to_move));
    top("first").value(index(open.first));
    top("owed").begin('{').field("what", kOwedNames[static_cast<std::size_t>(open.owed)]).field("at", open.owed_at);
    out_.field("left", open.owed_left).key("tickets");
    by_deck(open.owed_tickets);
    out_.end('}');
    top("step").value(open.step);
    top("draws_left").value(open.draws_left);
    top("turns_left").value(open.turns_left);
    top("passes").value(open.passes);
    write_claim(open.claim);
    if (rules_.tunnels) {
      top("tunnel").begin('{').key("turned_up");
      counts(open.turned_up);
      out_.field("extra", open.tunnel_extra).end('}');
    }
    if (rules_.passengers) top("visit").value(open.visit);
    if (!is_race(board_)) return;
    top("winner_by_goal");
    if (open.winner_by_goal == 255) out_.value(nullptr);
    else out_.value(open.winner_by_goal);
  }

  void write_claim(Action claim) {
    top("claim");
    if (claim.kind != Kind::claim) {
      out_.value(nullptr);
      return;
    }
    out_.begin('{').field("track", board_.tracks[claim.a].id).field("colour", kColorNames[claim.b]).field("locomotives", claim.c).end('}');
  }

  void write_cards(const Public& open) {
    if (rules_.row) {
      top("row").begin('[');
      for (std::size_t i = 0; i < rules_.row->places; ++i) {
        if (open.row[i] == Color::none) out_.value(nullptr);
        else out_.word(name_of(open.row[i]));
      }
      out_.end(']');
    }
    top("deck").begin('{').field("size", open.deck_size).field("shuffles", open.shuffles).key("refill_left");
    counts(open.refill_left);
    out_.end('}');
    top("discard");
    counts(open.discard);
  }

  void write_piles(const Public& open) {
    top("ticket_decks").begin('[');
    for (std::size_t d = 0; d < rules_.decks.size(); ++d) {
      const auto& pile = open.piles[d];
      out_.begin('{').field("id", rules_.decks[d].id).field("bag", pile.bag).field("under", pile.under);
      out_.field("head", pile.head).field("shuffles", pile.shuffles).end('}');
    }
    out_.end(']');
    top("tickets_aside").value(open.tickets_aside);
  }

  // Places with figures only.
  void write_waiting(const Public& open) {
    top("passengers").begin('{');
    std::size_t slot = 0;
    for (const auto& place : board_.places) {
      bool any = false;
      for (int i = 0; i < place.passengers; ++i, ++slot) {
        if (open.passengers[slot] == Color::none) continue;
        if (!any) out_.key(place.id).begin('[');
        any = true;
        out_.word(name_of(open.passengers[slot]));
      }
      if (any) out_.end(']');
    }
    out_.end('}');
  }

  // Tracks that nobody has claimed and nobody can: a parallel one is taken.
  void write_closed(const Public& open) {
    TrackSet closed;
    for (int t = 0; t < static_cast<int>(board_.tracks.size()); ++t) closed.set(t);
    closed -= open.free;
    for (const auto& tracks : open.tracks) closed -= tracks;
    top("closed");
    ids(board_.tracks, closed);
  }

  void write_seat_of(const Public& open, std::size_t s) {
    out_.begin('{').field("points", open.points[s]).field("wagons", open.wagons[s]).key("tracks");
    ids(board_.tracks, open.tracks[s]);
    out_.field("hand_size", open.hand_size[s]).key("at_least");
    counts(open.at_least[s]);
    out_.key("tickets_held");
    by_deck(open.tickets_held[s]);
    out_.field("offered", open.offered[s]);
    if (rules_.decks.size() > 1) out_.field("offered_first", open.offered_first[s]);
    if (is_race(board_)) {
      out_.key("shown");
      ids(board_.tickets, open.shown[s]);
    } else {
      out_.field("kept_first", open.kept_first[s]);
    }
    if (rules_.east_west) out_.field("east_west", open.east_west[s] != 0);
    if (rules_.stations) {
      out_.key("stations").begin('[');
      for (const auto place : open.stations[s])
        if (place != kNoPlace) out_.value(board_.places[at(index(place))].id);
      out_.end(']');
    }
    if (rules_.passengers) {
      out_.key("passengers");
      counts(open.taken[s]);
    }
    out_.end('}');
  }

  void write_given_away(const SeenTicket& seen) {
    out_.begin('{').field("ticket", ticket(seen.ticket));
    if (seen.where == kLeftGame || seen.where == kDiscarded) {
      out_.field("where", kWhereNames[seen.where == kLeftGame ? 1 : 2]);
    } else {
      out_.field("where", kWhereNames[0]);
      out_.field("slot", seen.where - first_slot_under(board_, board_.tickets[at(index(seen.ticket))].deck));
    }
    out_.end('}');
  }

  const Board& board_;
  const Ruleset& rules_;
  std::size_t seats_;
  JsonText out_;
  std::vector<ViewText::Field> fields_;
  bool copied_ = false;  // the last field came with its end
};

}  // namespace

ViewText public_text(const Board& board, int seats, const Public& open) {
  Writer writer(board, seats);
  writer.begin();
  writer.write_open(open);
  return writer.finish();
}

ViewText view_text(const Board& board, int seats, const PlayerView& view) {
  Writer writer(board, seats);
  writer.begin();
  writer.write_seat(view.me);
  writer.write_open(view.open);
  writer.write_mine(view.open, view.mine, at(index(view.me)));
  return writer.finish();
}

ViewText view_text(const Board& board, int seats, const PlayerView& view, const ViewText& public_part) {
  Writer writer(board, seats);
  writer.begin();
  writer.write_seat(view.me);
  writer.copy_open(public_part);
  writer.write_mine(view.open, view.mine, at(index(view.me)));
  return writer.finish();
}

std::string changed_fields(const ViewText& before, const ViewText& after) {
  CHECK(before.fields.size() == after.fields.size());
  JsonText out(512);
  out.begin('{');
  for (std::size_t i = 0; i < after.fields.size(); ++i)
    if (before.value(before.fields[i]) != after.value(after.fields[i])) out.field_raw(after.fields[i].key, after.value(after.fields[i]));
  return out.end('}').take();
}

std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

std::string hash_text(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out(16, '0');
  auto hash = fnv1a(bytes);
  for (std::size_t i = 16; i-- > 0; hash >>= 4) out[i] = digits[hash & 15];
  return out;
}

}  // namespace perron::wire
