#include "rules/stations.h"

#include "rules/graph.h"

namespace perron {

namespace {

struct Loan {
  Place from, to;  // the two places that the lent track joins
  Track track;
};

// Chooses one loan for each station, depth first, pruned where even all loans together would not beat the best.
class LoanSearch {
 public:
  LoanSearch(const Game& game, std::span<const Ticket> tickets) : game_(game), tickets_(tickets) {
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
  std::span<const Ticket> tickets_;
  std::array<Loan, kStations * kPlaces> loan_;
  std::array<int, kStations + 1> begin_{};
  std::array<int, kStations> station_{}, chosen_{}, best_chosen_{};
  int count_ = 0, loans_ = 0;
  Worth best_;
};

// What each station of a seat could lend.
struct Loans {
  std::array<std::array<Loan, kPlaces>, kStations> table;
  std::array<int, kStations> count{};
  int stations = 0;
  std::int64_t combinations = 1;

  std::span<const Loan> of(int station) const { return {table[station].data(), static_cast<std::size_t>(count[station])}; }
};

// One track to each part of the network that the station's city is not in already.
void add_station(const Game& game, const TrackSet& others, const Joined& joined, Place city, Loans& out) {
  auto& row = out.table[out.stations];
  int n = 0;
  PlaceSet reached;
  reached.set(joined.root(city));
  for (const auto track : game.tracks_at[city]) {
    if (!others.test(track)) continue;
    const auto& entry = game.tracks[track];
    const auto far_end = entry.a == city ? entry.b : entry.a;
    if (reached.test(joined.root(far_end))) continue;
    reached.set(joined.root(far_end));
    row[n++] = {city, far_end, track};
  }
  out.count[out.stations++] = n;
  out.combinations *= n + 1;
}

Loans loans_of(const Game& game, const Public& open, Seat seat, const Joined& joined) {
  TrackSet others;
  for (const auto other : seats_of(game))
    if (other != seat) others |= open.tracks[other];
  Loans out;
  for (int i = 0; i < stations_built(open, seat); ++i) add_station(game, others, joined, open.stations[seat][i], out);
  return out;
}

// From this many combinations on, looking at each ticket alone first is cheaper than searching.
constexpr std::int64_t kManyCombinations = 2000;

// Whether a path of loans could join the ends of a ticket if every station on it lent one track only. Each track of the
// path is lent by a station in one of the two parts that it joins. So a part without stations lends none, and a part with
// one lends only one of the two tracks that the path uses there. Necessary, not sufficient: it spares hopeless searches.
bool could_complete(const Game& game, const Joined& joined, const Loans& loans, Ticket ticket) {
  PerPlace<std::uint8_t> stations{};
  for (int i = 0; i < loans.stations; ++i)
    if (loans.count[i] > 0) ++stations[joined.root(loans.table[i][0].from)];
  std::array<PlaceSet, 2> seen;  // parts reached, by how many of their stations have lent for the path: none or one
  std::array<std::pair<Place, std::uint8_t>, 2 * kPlaces> queue;
  int head = 0, tail = 0;
  const auto reach = [&](Place part, std::uint8_t lent) {
    if (seen[lent].test(part) || seen[0].test(part)) return;
    seen[lent].set(part);
    queue[tail++] = {part, lent};
  };
  const auto& entry = game.tickets[ticket];
  for (const auto place : game.starts_of(entry)) reach(joined.root(place), 0);
  while (head < tail) {
    const auto [part, lent] = queue[head++];
    for (int i = 0; i < loans.stations; ++i)
      for (const auto& loan : loans.of(i)) {
        const auto lender = joined.root(loan.from), other = joined.root(loan.to);
        if (lender == part && stations[part] > lent) reach(other, 0);
        if (other == part) reach(lender, 1);
      }
  }
  for (const auto place : game.goals_of(entry)) {
    const auto end = joined.root(place);
    if (seen[0].test(end) || seen[1].test(end)) return true;
  }
  return false;
}

using TicketList = FixedList<Ticket, kTickets>;

// The score without stations; lists the tickets that are not completed.
TicketScore score_own_network(const Game& game, const TicketSet& tickets, const Joined& joined, TicketList& unfinished) {
  TicketScore score;
  score.lent.fill(kNoTrack);
  tickets.each([&](Ticket t) {
    const int points = game.tickets[t].points;
    if (completes(game, joined, t)) {
      score.points += points;
      ++score.completed;
      score.done.set(t);
    } else {
      score.points -= points;
      unfinished.push(t);
    }
  });
  return score;
}

// Those of the tickets that some combination of loans may complete.
TicketList reachable_tickets(const Game& game, const Joined& joined, const Loans& loans, const TicketList& tickets) {
  Joined all_loans = joined;
  for (int i = 0; i < loans.stations; ++i)
    for (const auto& loan : loans.of(i)) all_loans.join(loan.from, loan.to);
  TicketList out;
  for (const auto ticket : tickets) {
    if (!completes(game, all_loans, ticket)) continue;
    if (loans.combinations <= kManyCombinations || could_complete(game, joined, loans, ticket)) out.push(ticket);
  }
  return out;
}

}  // namespace

TicketScore score_tickets(const Game& game, const State& state, Seat seat) {
  auto joined = joined_by(game, state.open.tracks[seat]);
  TicketList unfinished;
  auto score = score_own_network(game, state.own[seat].tickets, joined, unfinished);
  if (unfinished.empty() || stations_built(state.open, seat) == 0) return score;
  const auto loans = loans_of(game, state.open, seat, joined);
  const auto open = reachable_tickets(game, joined, loans, unfinished);
  if (open.empty()) return score;

  LoanSearch search(game, {open.begin(), open.end()});
  for (int i = 0; i < loans.stations; ++i)
    if (loans.count[i] > 0) search.add_station(i, loans.of(i));
  search.search(0, joined);
  search.each_chosen([&](int station, const Loan& loan) {
    score.lent[station] = loan.track;
    joined.join(loan.from, loan.to);
  });
  for (const auto ticket : open) {
    if (!completes(game, joined, ticket)) continue;
    score.points += 2 * game.tickets[ticket].points;
    ++score.completed;
    score.done.set(ticket);
  }
  return score;
}

}  // namespace perron
