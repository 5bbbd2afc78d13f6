#include "terminal/turn.h"

#include <algorithm>
#include <bit>

#include "route/paths.h"
#include "rules/stations.h"
#include "terminal/screen/show.h"

namespace perron::terminal {

namespace {

PromptAnswer playing(Action action) { return {AnswerKind::typed, {}, action}; }

}  // namespace

PersonTurn::PersonTurn(Prompt& prompt, const Words& words, const PlayerView& view)
    : prompt_(prompt), words_(words), game_(words.game()), view_(view) {
  legal(game_, view.open, view.mine, *list_);
}

PromptAnswer PersonTurn::decide() {
  const auto phase = view_.open.phase;
  return phase == Phase::keep || phase == Phase::first_keep ? choose_kept() : decide_in_general();
}

PromptAnswer PersonTurn::decide_in_general() {
  const auto all = choices();
  Menu menu{title(), {}};
  for (const auto& choice : all) menu.options.push_back(choice.option);
  while (true) {
    const auto answer = prompt_.ask(menu);
    if (answer.did != AnswerKind::picked) return answer;
    const auto& choice = all[answer.picks[0]];
    if (!choice.list) return playing(choice.action);
    const auto inner = go_into(choice.action.kind);
    if (inner.did != AnswerKind::back) return inner;
  }
}

PromptAnswer PersonTurn::go_into(Kind kind) {
  if (kind == Kind::claim) return choose_claim();
  if (kind == Kind::build_station) return choose_station();
  return choose_split();
}

// Draws, passengers and the like one by one; what there is much of as a list of its own. Which of two equal cards of
// the row is taken makes no difference, so they are one choice.
std::vector<PersonTurn::Choice> PersonTurn::choices() const {
  std::vector<Choice> out;
  const auto count = [&](Kind kind) { return static_cast<int>(std::ranges::count(*list_, kind, &Action::kind)); };
  const auto same_card = [&](const Choice& choice, Action action) {
    return action.kind == Kind::draw_row && choice.action.kind == Kind::draw_row &&
           view_.open.row[choice.action.a] == view_.open.row[action.a];
  };
  for (const auto action : *list_) {
    if (std::ranges::any_of(out, [&](const Choice& choice) { return same_card(choice, action); })) continue;
    const bool split = action.kind == Kind::draw_tickets && view_.open.phase == Phase::turn && count(Kind::draw_tickets) > 1;
    const bool inner = action.kind == Kind::claim || action.kind == Kind::build_station || split;
    if (!inner) out.push_back({{label(action), ""}, action});
    else if (out.empty() || out.back().action.kind != action.kind)
      out.push_back(
          {{list_label(action.kind, action.kind == Kind::claim ? static_cast<int>(different_tracks().size()) : 0), ""}, action, true});
  }
  return out;
}

std::string PersonTurn::title() const {
  const auto& open = view_.open;
  switch (open.phase) {
    case Phase::first_split: return "Your first tickets: how many of each deck?";
    case Phase::second_draw: return "Take your second card:";
    case Phase::tunnel:
      return "The tunnel " + words_.track(open.claim.a) + " costs " + counted(open.tunnel_extra, "card") +
             " more (turned up: " + words_.cards(open.turned_up) + "):";
    case Phase::passengers: return "A passenger to take along:";
    default:
      return open.turns_left > 0 && open.turns_left <= game_.seats ? "Your turn, the last one. What will you do?"
                                                                   : "Your turn. What will you do?";
  }
}

std::string PersonTurn::label(Action action) const {
  const auto& open = view_.open;
  const auto& rules = game_.rules();
  switch (action.kind) {
    case Kind::pass: return "Pass: nothing else is possible";
    case Kind::draw_blind: return "Draw " + (rules.row ? "a card" : counted(rules.draw_cards, "card")) + " from the deck";
    case Kind::draw_row: {
      const auto card = open.row[action.a];
      if (card == Color::locomotive) return "Take a " + words_.color(card) + " from the row (the only card of the turn)";
      const auto count = std::ranges::count(open.row, card);
      return "Take " + words_.color(card) + " from the row" + (count > 1 ? " (" + std::to_string(count) + " there)" : "");
    }
    case Kind::draw_tickets:
      if (rules.split)
        return std::to_string(action.a) + " " + rules.decks[0].id + " and " + std::to_string(action.b) + " " + rules.decks[1].id;
      return "Draw tickets";
    case Kind::swap_tickets: return "Swap your open tickets for new ones";
    case Kind::pay_tunnel: return "Pay " + words_.payment(open.tunnel_extra, Color(open.claim.b), action.c);
    case Kind::decline_tunnel: return "Take your cards back; the turn ends";
    case Kind::take_passenger: return "Take " + words_.color(Color(action.b)) + " in " + words_.place(action.a);
    case Kind::leave_passenger: return "Take none in " + words_.place(action.a);
    default: return "";
  }
}

std::string PersonTurn::list_label(Kind kind, int count) const {
  if (kind == Kind::claim) return "Claim a track… (" + std::to_string(count) + " possible)";
  if (kind == Kind::build_station) return "Build a station… (costs " + counted(stations_built(view_.open, view_.me) + 1, "card") + ")";
  return "Draw tickets…";
}

std::vector<int> PersonTurn::objects(Kind kind) const {
  std::vector<int> out;
  for (const auto action : *list_)
    if (action.kind == kind && (out.empty() || out.back() != action.a)) out.push_back(action.a);
  return out;
}

std::string PersonTurn::track_label(int track) const {
  const auto& line = game_.tracks[static_cast<std::size_t>(track)];
  auto out = padded(words_.track(track), 27) + " " + padded(std::to_string(line.length) + " " + words_.color(line.color), 9) + " ";
  if (game_.rules().tunnels || game_.ferries.any()) out += padded(words_.track_kind(track), 13);
  if (!game_.rules().claim_points.empty()) out += " " + padded_left(words_.points(line.points), 9);
  if (!game_.rules().passengers) return out;
  return out + "  " + show_waiting(words_, view_.open, line.visits[0]) + " | " + show_waiting(words_, view_.open, line.visits[1]);
}

// Of parallel tracks that are alike the first stands for all.
std::vector<int> PersonTurn::different_tracks() const {
  std::vector<int> out;
  const auto alike = [&](int a, int b) {
    const auto &one = game_.tracks[static_cast<std::size_t>(a)], &other = game_.tracks[static_cast<std::size_t>(b)];
    return game_.parallel[static_cast<std::size_t>(a)].test(b) && one.length == other.length && one.color == other.color &&
           one.tunnel == other.tunnel && one.locomotives == other.locomotives;
  };
  for (const int track : objects(Kind::claim))
    if (std::ranges::none_of(out, [&](int listed) { return alike(listed, track); })) out.push_back(track);
  std::ranges::stable_sort(out, std::ranges::greater{}, [&](int track) { return game_.tracks[static_cast<std::size_t>(track)].length; });
  return out;
}

TrackSet PersonTurn::on_my_ways() const {
  TrackSet out;
  view_.mine.tickets.each([&](int ticket) {
    if (const auto way = route::shortest_path(game_, view_.open, view_.me, Ticket(ticket)))
      for (const auto track : way->tracks) out |= game_.parallel[track];
  });
  return out;
}

PromptAnswer PersonTurn::choose_claim() {
  const auto tracks = different_tracks();
  const auto useful = on_my_ways();
  Menu menu{"Tracks that you can claim now, longest first:", {}, true, true};
  if (std::ranges::any_of(tracks, [&](int track) { return useful.test(track); }))
    menu.note = "* is on the shortest way of one of your tickets.";
  for (const int track : tracks) {
    const auto& facts = game_.board.tracks[static_cast<std::size_t>(track)];
    menu.options.push_back({(useful.test(track) ? "* " : "  ") + track_label(track),
                            game_.rules().passengers ? "" : facts.id,
                            {index(facts.a), index(facts.b)}});
  }
  while (true) {
    const auto answer = prompt_.ask(menu);
    if (answer.did != AnswerKind::picked) return answer;
    const int track = tracks[answer.picks[0]];
    const auto kind = words_.track_kind(track);
    const auto inner = choose_payment(Kind::claim, static_cast<std::uint8_t>(track),
                                      "How do you pay for " + words_.track(track) + (kind.empty() ? "" : " (" + kind + ")") + "?",
                                      game_.tracks[static_cast<std::size_t>(track)].length);
    if (inner.did != AnswerKind::back) return inner;
  }
}

PromptAnswer PersonTurn::choose_station() {
  const auto cities = objects(Kind::build_station);
  Menu menu{"Where do you build a station?", {}, true, true};
  for (const int city : cities) menu.options.push_back({words_.place(city), "", {city}});
  while (true) {
    const auto answer = prompt_.ask(menu);
    if (answer.did != AnswerKind::picked) return answer;
    const int city = cities[answer.picks[0]];
    const auto inner =
        choose_payment(Kind::build_station, static_cast<std::uint8_t>(city), "How do you pay for a station in " + words_.place(city) + "?",
                       stations_built(view_.open, view_.me) + 1);
    if (inner.did != AnswerKind::back) return inner;
  }
}

// Fewest locomotives first [X7]. With one way to pay there is nothing to ask.
PromptAnswer PersonTurn::choose_payment(Kind kind, std::uint8_t what, const std::string& title, int cards) {
  std::vector<Action> payments;
  for (const auto action : *list_)
    if (action.kind == kind && action.a == what) payments.push_back(action);
  if (payments.size() == 1) return playing(payments[0]);
  std::ranges::stable_sort(payments, {}, &Action::c);
  Menu menu{title, {}, true};
  for (const auto action : payments) menu.options.push_back({words_.payment(cards, Color(action.b), action.c), ""});
  const auto answer = prompt_.ask(menu);
  return answer.did == AnswerKind::picked ? playing(payments[answer.picks[0]]) : answer;
}

PromptAnswer PersonTurn::choose_split() {
  std::vector<Action> splits;
  for (const auto action : *list_)
    if (action.kind == Kind::draw_tickets) splits.push_back(action);
  Menu menu{"How many tickets of each deck?", {}, true};
  for (const auto action : splits) menu.options.push_back({label(action), ""});
  const auto answer = prompt_.ask(menu);
  return answer.did == AnswerKind::picked ? playing(splits[answer.picks[0]]) : answer;
}

// All are marked at first; numbers mark and unmark, 1 is done.
PromptAnswer PersonTurn::choose_kept() {
  const std::size_t count = view_.open.offered[at(view_.me)];
  unsigned marked = (1u << count) - 1;
  int least = kOffer;
  for (const auto action : *list_) least = std::min(least, std::popcount(action.a));
  while (true) {
    Menu menu{"You keep at least " + std::to_string(least) + " of these tickets. Numbers mark and unmark them; 1 when you are done.", {}};
    menu.several = true;
    int points = 0;
    for (std::size_t i = 0; i < count; ++i)
      if (marked >> i & 1) points += game_.tickets[static_cast<std::size_t>(index(view_.mine.offered[i]))].points;
    menu.options.push_back(
        {"Done: keep the marked ones (" + std::to_string(std::popcount(marked)) + ", " + words_.points(points) + ")", ""});
    for (std::size_t i = 0; i < count; ++i) {
      const auto ticket = view_.mine.offered[i];
      menu.options.push_back(
          {(marked >> i & 1 ? "[x] " : "[ ] ") + show_ticket(words_, ticket) + show_need(words_, view_, ticket, Detail::brief), ""});
    }
    const auto answer = prompt_.ask(menu);
    if (answer.did != AnswerKind::picked) return answer;
    for (const auto pick : answer.picks)
      if (pick > 0) marked ^= 1u << (pick - 1);
    if (std::ranges::find(answer.picks, 0u) == answer.picks.end()) continue;
    const Action action{Kind::keep_tickets, static_cast<std::uint8_t>(marked), 0, 0};
    const auto refusal = why_not(game_, view_.open, view_.mine, view_.me, action);
    if (!refusal) return playing(action);
    prompt_.print(std::string(text_of(*refusal).sentence) + "\n");
  }
}

}  // namespace perron::terminal
