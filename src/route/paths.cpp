#include "route/paths.h"

#include <algorithm>
#include <span>
#include <utility>

#include "route/shortest_paths.h"
#include "rules/stations.h"

namespace perron::route {

namespace {

TrackSet open_to(const Game& game, const Public& open, Seat seat) {
  auto out = open.free;
  open.tracks[seat].each([&](Track track) { out -= game.parallel[track]; });
  return out;
}

// All shortest paths of a seat at once (Floyd and Warshall): wagons between any two places, and the first track of the path. The
// search for loans asks for most pairs, so one table costs less than a search from each place.
class Distances {
 public:
  Distances(const Game& game, const Public& open, Seat seat)
      : own_(open.tracks[seat]), places_(game.board.places.size()), first_(static_cast<std::size_t>(places_ * places_)) {
    for (const auto p : places()) first(p, p).wagons = 0;
    (own_ | open_to(game, open, seat)).each([&](Track track) {
      const auto& entry = game.tracks[track];
      const int wagons = own_.test(track) ? 0 : entry.length;
      if (wagons >= wagons_between(entry.a, entry.b)) return;
      first(entry.a, entry.b) = {wagons, entry.b, track};
      first(entry.b, entry.a) = {wagons, entry.a, track};
    });
    for (const auto k : places())
      for (const auto a : places())
        for (const auto b : places())
          if (const int wagons = wagons_between(a, k) + wagons_between(k, b); wagons < wagons_between(a, b))
            first(a, b) = {wagons, first(a, k).to, first(a, k).track};
  }

  static constexpr int kNever = 1 << 20;  // more than all wagons, and twice as much is still a number
  IdRange<Place> places() const { return ids<Place>(places_); }
  int wagons_between(Place a, Place b) const { return first_[row_and_column(a, b)].wagons; }
  void append_path(Place a, Place b, std::vector<Track>& tracks) const {
    while (a != b) {
      const auto& next = first_[row_and_column(a, b)];
      if (!own_.test(next.track)) tracks.push_back(next.track);
      a = next.to;
    }
  }

 private:
  struct First {
    int wagons = kNever;
    Place to = kNoPlace;
    Track track = kNoTrack;
  };
  std::size_t row_and_column(Place a, Place b) const { return static_cast<std::size_t>(index(a) * places_ + index(b)); }
  First& first(Place a, Place b) { return first_[row_and_column(a, b)]; }
  const TrackSet& own_;
  int places_;
  std::vector<First> first_;
};

// Chooses loans one after another from a ticket's one end to the other, each by a station of its own. Prunes what could not reach
// the other end in time even if every station lent without limit.
class LoanSearch {
 public:
  LoanSearch(const Game& game, const Public& open, Seat seat, Ticket ticket)
      : distances_(game, open, seat), free_cities_(game.cities), most_(open.wagons[seat]) {
    const int built = stations_built(open, seat);
    left_ = game.rules().stations->each - built;
    most_loans_ = built + left_;
    for (const auto& stations : open.stations)
      for (const auto place : stations)
        if (place != kNoPlace) free_cities_.reset(place);
    for (int i = 0; i < built; ++i) standing_.set(open.stations[seat][i]);
    for (const auto s : seats_of(game))
      if (s != seat) open.tracks[s].each([&](Track track) { add_loan(game.tracks[track], track); });
    starts_ = game.starts_of(game.tickets[ticket]);
    goals_ = game.goals_of(game.tickets[ticket]);
  }

  std::optional<PathWithLoans> find() {
    Bounds none(distances_.places().size(), Distances::kNever);
    for (const auto p : distances_.places()) none[p] = distances_.wagons_between(p, nearest_goal(p));
    bounds_.push_back(std::move(none));
    for (int loans = 1; loans <= most_loans_; ++loans) {
      add_bounds();
      for (const auto place : starts_) search(place, place, 0, 0, loans);
      if (best_) return best_;
    }
    return std::nullopt;
  }

 private:
  struct Loan {
    Place from, to;
    Track track;
  };
  using Bounds = IdVector<Place, int>;

  void add_loan(const TrackEntry& entry, Track track) {
    loans_.push_back({entry.a, entry.b, track});
    loans_.push_back({entry.b, entry.a, track});
  }

  Place nearest_goal(Place place) const {
    return *std::ranges::min_element(goals_, {}, [&](Place goal) { return distances_.wagons_between(place, goal); });
  }

  // Wagons from each place to the other end with one loan more, whoever lends.
  void add_bounds() {
    const auto& less = bounds_.back();
    Bounds more(less.size(), Distances::kNever);
    for (const auto p : distances_.places())
      for (const auto& loan : loans_) more[p] = std::min(more[p], distances_.wagons_between(p, loan.from) + less[loan.to]);
    bounds_.push_back(std::move(more));
  }

  void search(Place start, Place place, int wagons, int fresh, int loans) {
    if (wagons + bounds_[loans][place] > most_) return;
    if (loans == 0) return keep(start, place, wagons + bounds_[0][place], fresh);
    for (const auto& loan : loans_) {
      const int cost = wagons + distances_.wagons_between(place, loan.from);
      if (cost + bounds_[loans - 1][loan.to] > most_) continue;
      for (const auto lender : {loan.from, loan.to}) {
        const bool stands = standing_.test(lender);
        if (lenders_.test(lender) || (!stands && (fresh == left_ || !free_cities_.test(lender)))) continue;
        lenders_.set(lender);
        chosen_.push_back(loan);
        search(start, loan.to, cost, fresh + !stands, loans - 1);
        chosen_.pop_back();
        lenders_.reset(lender);
      }
    }
  }

  void keep(Place start, Place place, int wagons, int fresh) {
    if (best_ && std::pair(wagons, fresh) >= std::pair(best_->path.wagons, best_->stations)) return;
    most_ = wagons;
    best_.emplace(PathWithLoans{{wagons, {}}, fresh, {}});
    for (const auto& loan : chosen_) {
      distances_.append_path(start, loan.from, best_->path.tracks);
      best_->loans.push_back(loan.track);
      start = loan.to;
    }
    distances_.append_path(start, nearest_goal(place), best_->path.tracks);
  }

  Distances distances_;
  PlaceSet free_cities_, standing_, lenders_;
  int most_, left_ = 0, most_loans_ = 0;
  std::vector<Loan> loans_, chosen_;
  std::span<const Place> starts_, goals_;
  IdVector<int, Bounds> bounds_;  // by loans
  std::optional<PathWithLoans> best_;
};

}  // namespace

std::optional<Path> shortest_path(const Game& game, const Public& open, Seat seat, Ticket ticket) {
  const auto& own = open.tracks[seat];
  const auto claimable = open_to(game, open, seat);
  const auto cost = [&](Track track) {
    if (own.test(track)) return 0;
    return claimable.test(track) ? int{game.tracks[track].length} : kUnusable;
  };
  const auto ends = ends_of(game, ticket);
  ShortestPaths paths;
  const auto goal = find_shortest_paths(game, ends.from, ends.to, cost, paths);
  if (!goal) return std::nullopt;
  Path path{paths.distance[*goal], {}};
  trace_back(game, paths, *goal, [&](Track track) {
    if (!own.test(track)) path.tracks.push_back(track);
  });
  std::ranges::reverse(path.tracks);
  return path;
}

std::optional<PathWithLoans> path_with_loans(const Game& game, const Public& open, Seat seat, Ticket ticket) {
  if (!game.rules().stations) return std::nullopt;
  return LoanSearch(game, open, seat, ticket).find();
}

}  // namespace perron::route
