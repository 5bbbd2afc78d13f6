#include "route/ways.h"

#include <algorithm>
#include <span>
#include <utility>

#include "route/shortest_ways.h"
#include "rules/stations.h"

namespace perron::route {

namespace {

TrackSet open_to(const Game& game, const Public& open, std::size_t seat) {
  auto out = open.free;
  open.tracks[seat].each([&](int track) { out -= game.parallel[static_cast<std::size_t>(track)]; });
  return out;
}

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// All shortest ways of a seat at once: wagons between any two places, and the first step of the way. The search for loans asks for
// most pairs, so one table costs less than a search from each place.
class Distances {
 public:
  Distances(const Game& game, const Public& open, std::size_t seat)
      : own_(open.tracks[seat]), places_(static_cast<int>(game.board.places.size())), step_(at(places_ * places_)) {
    for (int p = 0; p < places_; ++p) step(p, p).wagons = 0;
    (own_ | open_to(game, open, seat)).each([&](int track) {
      const auto& line = game.tracks[at(track)];
      const int a = index(line.a), b = index(line.b), wagons = own_.test(track) ? 0 : line.length;
      if (wagons >= wagons_between(a, b)) return;
      step(a, b) = {wagons, b, track};
      step(b, a) = {wagons, a, track};
    });
    for (int k = 0; k < places_; ++k)
      for (int a = 0; a < places_; ++a)
        for (int b = 0; b < places_; ++b)
          if (wagons_between(a, k) + wagons_between(k, b) < wagons_between(a, b))
            step(a, b) = {wagons_between(a, k) + wagons_between(k, b), step(a, k).to, step(a, k).track};
  }

  static constexpr int kNever = 1 << 20;  // more than all wagons, and twice as much is still a number
  int places() const { return places_; }
  int wagons_between(int a, int b) const { return step_[at(a * places_ + b)].wagons; }
  void append_way(int a, int b, std::vector<int>& tracks) const {
    while (a != b) {
      const auto& next = step_[at(a * places_ + b)];
      if (!own_.test(next.track)) tracks.push_back(next.track);
      a = next.to;
    }
  }

 private:
  struct First {
    int wagons = kNever, to = -1, track = -1;
  };
  First& step(int a, int b) { return step_[at(a * places_ + b)]; }
  const TrackSet& own_;
  int places_;
  std::vector<First> step_;
};

// Chooses loans one after another from a ticket's one end to the other, each by a station of its own. What is cut could
// not reach the other end in time even if every station lent as much as it is asked for.
class LentWaySearch {
 public:
  LentWaySearch(const Game& game, const Public& open, Seat seat, Ticket ticket)
      : distances_(game, open, at(index(seat))), free_cities_(game.cities), most_(open.wagons[at(index(seat))]) {
    const int built = stations_built(open, seat);
    left_ = game.rules().stations->each - built;
    most_loans_ = built + left_;
    for (const auto& stations : open.stations)
      for (const auto place : stations)
        if (place != kNoPlace) free_cities_.reset(index(place));
    for (int i = 0; i < built; ++i) standing_.set(index(open.stations[at(index(seat))][at(i)]));
    for (int s = 0; s < game.seats; ++s)
      if (Seat(s) != seat) open.tracks[at(s)].each([&](int track) { add_loan(game.tracks[at(track)], track); });
    const auto& line = game.tickets[at(index(ticket))];
    starts_ = std::span(game.ends).subspan(line.from, line.from_count);
    goals_ = std::span(game.ends).subspan(line.to, line.to_count);
  }

  std::optional<LentWay> find() {
    std::vector<int> none(at(distances_.places()), Distances::kNever);
    for (int p = 0; p < distances_.places(); ++p) none[at(p)] = distances_.wagons_between(p, nearest_goal(p));
    hope_.push_back(std::move(none));
    for (int loans = 1; loans <= most_loans_; ++loans) {
      add_hope();
      for (const auto place : starts_) search(index(place), index(place), 0, 0, loans);
      if (best_) return best_;
    }
    return std::nullopt;
  }

 private:
  struct Loan {
    int from, to, track;
  };

  void add_loan(const TrackLine& line, int track) {
    loans_.push_back({index(line.a), index(line.b), track});
    loans_.push_back({index(line.b), index(line.a), track});
  }

  int nearest_goal(int place) const {
    return index(*std::ranges::min_element(goals_, {}, [&](Place goal) { return distances_.wagons_between(place, index(goal)); }));
  }

  // Wagons from each place to the other end with one loan more, whoever lends.
  void add_hope() {
    const auto& less = hope_.back();
    std::vector<int> more(less.size(), Distances::kNever);
    for (int p = 0; p < distances_.places(); ++p)
      for (const auto& loan : loans_) more[at(p)] = std::min(more[at(p)], distances_.wagons_between(p, loan.from) + less[at(loan.to)]);
    hope_.push_back(std::move(more));
  }

  void search(int start, int place, int wagons, int fresh, int loans) {
    if (wagons + hope_[at(loans)][at(place)] > most_) return;
    if (loans == 0) return keep(start, place, wagons + hope_[0][at(place)], fresh);
    for (const auto& loan : loans_) {
      const int cost = wagons + distances_.wagons_between(place, loan.from);
      if (cost + hope_[at(loans - 1)][at(loan.to)] > most_) continue;
      for (const int lender : {loan.from, loan.to}) {
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

  void keep(int start, int place, int wagons, int fresh) {
    if (best_ && std::pair(wagons, fresh) >= std::pair(best_->way.wagons, best_->stations)) return;
    most_ = wagons;
    best_.emplace(LentWay{{wagons, {}}, fresh, {}});
    for (const auto& loan : chosen_) {
      distances_.append_way(start, loan.from, best_->way.tracks);
      best_->lent.push_back(loan.track);
      start = loan.to;
    }
    distances_.append_way(start, nearest_goal(place), best_->way.tracks);
  }

  Distances distances_;
  PlaceSet free_cities_, standing_, lenders_;
  int most_, left_ = 0, most_loans_ = 0;
  std::vector<Loan> loans_, chosen_;
  std::span<const Place> starts_, goals_;
  std::vector<std::vector<int>> hope_;  // by loans, by place
  std::optional<LentWay> best_;
};

}  // namespace

std::optional<Way> shortest_way(const Game& game, const Public& open, Seat seat, Ticket ticket) {
  const auto& own = open.tracks[at(index(seat))];
  const auto claimable = open_to(game, open, at(index(seat)));
  const auto price = [&](Track track) {
    if (own.test(index(track))) return 0;
    return claimable.test(index(track)) ? int{game.tracks[at(index(track))].length} : kNotForUse;
  };
  const auto ends = ends_of(game, index(ticket));
  Ways ways;
  const auto goal = find_ways(game, ends.from, ends.to, price, ways);
  if (!goal) return std::nullopt;
  Way way{ways.far[at(index(*goal))], {}};
  each_back(game, ways, *goal, [&](int track) {
    if (!own.test(track)) way.tracks.push_back(track);
  });
  std::ranges::reverse(way.tracks);
  return way;
}

std::optional<LentWay> lent_way(const Game& game, const Public& open, Seat seat, Ticket ticket) {
  if (!game.rules().stations) return std::nullopt;
  return LentWaySearch(game, open, seat, ticket).find();
}

}  // namespace perron::route
