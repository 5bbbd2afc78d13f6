#include "rules/stations.h"

#include <algorithm>

#include "rules/graph.h"

namespace perron {

namespace {

struct Loan {
  std::uint8_t from, to;  // the two places that the lent track joins
  Track track;
};

// Chooses one loan for each station, depth first, cut where even all loans together would not beat the best.
class LoanSearch {
 public:
  LoanSearch(const Game& game, std::span<const std::uint8_t> tickets) : game_(game), tickets_(tickets) {
    chosen_.fill(-1);
    best_chosen_.fill(-1);
  }

  void add_station(int station, std::span<const Loan> loans) {
    station_[count_] = station;
    begin_[count_] = loans_;
    for (const auto& loan : loans) loan_[loans_++] = loan;
    begin_[++count_] = loans_;
  }

  void search(int depth, const Joined& joined) {
    const auto sure = worth(joined);
    if (sure > best_) {
      best_ = sure;
      best_chosen_ = chosen_;
      for (int i = depth; i < count_; ++i) best_chosen_[i] = -1;
    }
    if (depth == count_) return;
    Joined hopeful = joined;
    for (int i = begin_[depth]; i < loans_; ++i) hopeful.join(loan_[i].from, loan_[i].to);
    if (!(worth(hopeful) > best_)) return;
    for (int i = begin_[depth]; i < begin_[depth + 1]; ++i) {
      if (joined.root(loan_[i].from) == joined.root(loan_[i].to)) continue;
      Joined next = joined;
      next.join(loan_[i].from, loan_[i].to);
      chosen_[depth] = i;
      search(depth + 1, next);
    }
    chosen_[depth] = -1;
    search(depth + 1, joined);
  }

  template <class F>
  void each_chosen(F&& f) const {
    for (int i = 0; i < count_; ++i)
      if (best_chosen_[i] >= 0) f(station_[i], loan_[best_chosen_[i]]);
  }

 private:
  struct Worth {
    int points = 0, completed = 0;
    auto operator<=>(const Worth&) const = default;
  };

  Worth worth(const Joined& joined) const {
    Worth out;
    for (const auto ticket : tickets_)
      if (completes(game_, joined, ticket)) {
        out.points += game_.tickets[ticket].points;
        ++out.completed;
      }
    return out;
  }

  const Game& game_;
  std::span<const std::uint8_t> tickets_;
  std::array<Loan, kStations * kPlaces> loan_;
  std::array<int, kStations + 1> begin_{};
  std::array<int, kStations> station_{}, chosen_{}, best_chosen_{};
  int count_ = 0, loans_ = 0;
  Worth best_;
};

// What a station could lend: one track to each part of the network that its city is not in already.
int loans_of(const Game& game, const TrackSet& others, const Joined& joined, Place city, std::array<Loan, kPlaces>& out) {
  int n = 0;
  PlaceSet reached;
  reached.set(joined.root(index(city)));
  for (const auto track : game.tracks_at[static_cast<std::size_t>(index(city))]) {
    if (!others.test(index(track))) continue;
    const auto& line = game.tracks[static_cast<std::size_t>(index(track))];
    const int far = index(line.a == city ? line.b : line.a);
    if (reached.test(joined.root(far))) continue;
    reached.set(joined.root(far));
    out[static_cast<std::size_t>(n++)] = {static_cast<std::uint8_t>(city), static_cast<std::uint8_t>(far), track};
  }
  return n;
}

// From so many combinations on, looking at each ticket alone first is cheaper than searching.
constexpr std::int64_t kManyChoices = 2000;

using LoanTable = std::array<std::array<Loan, kPlaces>, kStations>;

// Whether some way of loans could join the ends of a ticket if every station on it lent one track only. Each track of the
// way is lent by a station in one of the two parts that it joins, so a part without stations lends none, and a part with
// one only one of the two tracks that the way uses there. Necessary, not sufficient: it spares hopeless searches.
bool could_complete(const Game& game, const Joined& joined, const LoanTable& loans, std::span<const int> counts, int ticket) {
  std::array<std::uint8_t, kPlaces> stations{};
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) ++stations[static_cast<std::size_t>(joined.root(loans[i][0].from))];
  std::array<PlaceSet, 2> seen;  // parts reached, by how many of their stations have lent for the way: none or one
  std::array<std::pair<std::uint8_t, std::uint8_t>, 2 * kPlaces> queue;
  std::size_t head = 0, tail = 0;
  const auto reach = [&](int part, std::size_t lent) {
    if (seen[lent].test(part) || seen[0].test(part)) return;
    seen[lent].set(part);
    queue[tail++] = {static_cast<std::uint8_t>(part), static_cast<std::uint8_t>(lent)};
  };
  const auto& line = game.tickets[static_cast<std::size_t>(ticket)];
  for (int i = 0; i < line.from_count; ++i) reach(joined.root(index(game.ends[static_cast<std::size_t>(line.from + i)])), 0);
  while (head < tail) {
    const auto [part, lent] = queue[head++];
    for (std::size_t i = 0; i < counts.size(); ++i)
      for (std::size_t j = 0; j < static_cast<std::size_t>(counts[i]); ++j) {
        const int lender = joined.root(loans[i][j].from), other = joined.root(loans[i][j].to);
        if (lender == part && stations[part] > lent) reach(other, 0);
        if (other == part) reach(lender, 1);
      }
  }
  for (int i = 0; i < line.to_count; ++i) {
    const int end = joined.root(index(game.ends[static_cast<std::size_t>(line.to + i)]));
    if (seen[0].test(end) || seen[1].test(end)) return true;
  }
  return false;
}

}  // namespace

TicketCount count_tickets(const Game& game, const State& state, Seat seat) {
  const auto s = static_cast<std::size_t>(index(seat));
  TicketCount count;
  count.lent.fill(kNoTrack);
  auto joined = joined_by(game, state.open.tracks[s]);
  std::array<std::uint8_t, kTickets> pending;
  std::size_t pending_count = 0;
  state.own[s].tickets.each([&](int t) {
    const int points = game.tickets[static_cast<std::size_t>(t)].points;
    if (completes(game, joined, t)) {
      count.points += points;
      ++count.completed;
      count.done.set(t);
    } else {
      count.points -= points;
      pending[pending_count++] = static_cast<std::uint8_t>(t);
    }
  });
  const int built = stations_built(state.open, seat);
  if (built == 0 || pending_count == 0) return count;

  TrackSet others;
  for (std::size_t o = 0; o < static_cast<std::size_t>(game.seats); ++o)
    if (o != s) others |= state.open.tracks[o];
  LoanTable loans;
  std::array<int, kStations> loan_count{};
  Joined hopeful = joined;
  std::int64_t choices = 1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(built); ++i) {
    loan_count[i] = loans_of(game, others, joined, state.open.stations[s][i], loans[i]);
    choices *= loan_count[i] + 1;
    for (int j = 0; j < loan_count[i]; ++j)
      hopeful.join(loans[i][static_cast<std::size_t>(j)].from, loans[i][static_cast<std::size_t>(j)].to);
  }
  // Only tickets that some loans could complete are worth looking at.
  const auto end = std::remove_if(pending.begin(), pending.begin() + static_cast<std::ptrdiff_t>(pending_count), [&](std::uint8_t t) {
    return !completes(game, hopeful, t) ||
           (choices > kManyChoices &&
            !could_complete(game, joined, loans, std::span(loan_count).first(static_cast<std::size_t>(built)), t));
  });
  const std::span<const std::uint8_t> open(pending.begin(), end);
  if (open.empty()) return count;

  LoanSearch search(game, open);
  for (std::size_t i = 0; i < static_cast<std::size_t>(built); ++i)
    if (loan_count[i] > 0) search.add_station(static_cast<int>(i), {loans[i].data(), static_cast<std::size_t>(loan_count[i])});
  search.search(0, joined);
  search.each_chosen([&](int station, const Loan& loan) {
    count.lent[static_cast<std::size_t>(station)] = loan.track;
    joined.join(loan.from, loan.to);
  });
  for (const auto t : open) {
    if (!completes(game, joined, t)) continue;
    count.points += 2 * game.tickets[t].points;
    ++count.completed;
    count.done.set(t);
  }
  return count;
}

}  // namespace perron
