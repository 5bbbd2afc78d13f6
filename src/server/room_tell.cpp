// What the audiences of a game are told: each what it may see, and no more.
#include <algorithm>

#include "server/ending.h"
#include "server/room.h"

namespace perron::server {

// A person sees with the eyes of all seats of theirs, or else what everyone sees.
std::vector<Audience> Room::audiences_of(UserId user) const {
  std::vector<Audience> out;
  for (const int s : seats_of(user)) out.push_back({Seat(s)});
  if (out.empty()) out.push_back({});
  return out;
}

bool Room::hears(UserId user, Audience audience) const {
  if (audience.seat != kNoSeat) return row_.seats[static_cast<std::size_t>(index(audience.seat))].user == user;
  return std::ranges::find(row_.seats, user, &SeatRow::user) == row_.seats.end();
}

std::vector<Audience> Room::all_audiences() const {
  std::vector<Audience> out;
  out.reserve(kSeats + 1);
  const auto add = [&](Audience audience) {
    if (std::ranges::find(out, audience) == out.end()) out.push_back(audience);
  };
  for (const auto& follower : followers_) {
    bool seated = false;
    for (std::size_t s = 0; s < row_.seats.size(); ++s) {
      if (row_.seats[s].user != follower.user) continue;
      add({Seat(s)});
      seated = true;
    }
    if (!seated) add({});
  }
  return out;
}

std::optional<wire::ClockFacts> Room::clock_facts() const {
  if (!clocks_.on()) return std::nullopt;
  wire::ClockFacts facts;
  facts.time = desk_.loop.now();
  facts.running = clocks_.running() == kNoSeat ? -1 : index(clocks_.running());
  for (int s = 0; s < play_->game().seats; ++s) facts.left.push_back(clocks_.left(Seat(s), facts.time));
  return facts;
}

// The list of legal actions stays valid until the next call.
wire::StreamFacts Room::stream(Audience audience) {
  const auto& state = play_->state();
  const bool goes_on = row_.state == TableState::playing && !play_->over();
  wire::StreamFacts out;
  out.version = play_->version();
  if (audience.seat == kNoSeat) return out;
  out.seat = index(audience.seat);
  const bool mine = goes_on && !(away_ >> out.seat & 1);
  out.undo = mine && play_->can_undo(audience.seat) && !is_undo_limited();
  out.to_move = mine && state.open.to_move == audience.seat;
  if (!out.to_move) return out;
  auto& list = *desk_.actions;
  legal(play_->game(), state.open, state.own[static_cast<std::size_t>(out.seat)], list);
  out.legal = {list.begin(), static_cast<std::size_t>(list.size())};
  return out;
}

void Room::updates(const Story& story, const std::function<void(std::size_t, std::string_view)>& tell) {
  if (story.audiences().empty()) return;
  const auto news = news_of_views(play_->game(), *story.before(), play_->state(), story.audiences());
  const auto table = to_text(row_.id), game = game_text();
  const auto clocks = clock_facts();
  for (std::size_t i = 0; i < news.size(); ++i) {
    auto facts = stream(story.audiences()[i]);
    facts.table = table;
    facts.game = game;
    facts.hash = news[i].hash;
    facts.clocks = clocks ? &*clocks : nullptr;
    tell(i, wire::update_text(facts, story.notices(i), news[i].changed.view()).view());
  }
}

std::string Room::snapshot(Audience audience, std::optional<std::string_view> notices, std::span<const wire::ChatFacts> chat) {
  ++desk_.stats.snapshots;
  const auto view = text_of_view(play_->game(), play_->state(), audience);
  const auto table = to_text(row_.id), game = game_text(), sealed = commitment(play_->key());
  const auto clocks = clock_facts();
  auto facts = stream(audience);
  facts.table = table;
  facts.game = game;
  facts.hash = wire::fnv1a(view);
  facts.clocks = clocks ? &*clocks : nullptr;
  const auto& board = play_->game().board;
  wire::SnapshotFacts rest{board.id, board_hash_, sealed, board.version, play_->game().seats, view, chat, notices};
  return wire::snapshot_text(facts, rest);
}

void Room::tell_game(const Story& story) {
  updates(story, [&](std::size_t i, std::string_view text) {
    for (const auto& follower : followers_)
      if (hears(follower.user, story.audiences()[i])) desk_.people.send(follower.client, text);
  });
}

std::vector<wire::ChatFacts> Room::last_lines(const Connection* reader) {
  std::vector<wire::ChatFacts> out;
  const auto lines = desk_.store.chat(row_.id, desk_.settings.chat_lines);
  if (!lines) return out;
  for (const auto& line : *lines)
    if (!reader || !reader->muted.contains(line.user))
      out.push_back({to_text(row_.id), line.n, to_text(line.user), line.name, line.text, line.at, line.account});
  return out;
}

// The version after which a game's past is told: all of it, unless the game is far longer than any that is played to be won.
std::uint32_t Room::newest_part(std::uint32_t version) const {
  return version > desk_.settings.most_history ? version - desk_.settings.most_history : 0;
}

void Room::tell_game_to(const Asker& asker, const wire::Open& request) {
  const bool same = request.last && request.game == game_text();
  const auto last = same ? static_cast<std::uint32_t>(*request.last) : 0;
  const bool resumes = same && last <= play_->version() && play_->version() - last <= desk_.settings.most_missed;
  const auto from = resumes ? last : newest_part(play_->version());
  Story story(play_->game(), audiences_of(asker.who.user), from);
  if (resumes || request.history) play_->retell(story, from);
  std::size_t bytes = 0;  // a short request with a long answer costs as much as long ones
  if (resumes && story.before()) {
    ++desk_.stats.resumed;
    updates(story, [&](std::size_t, std::string_view text) {
      bytes += text.size();
      answer(asker, text);
    });
  } else {
    const auto chat = last_lines(desk_.people.find(asker.client));
    for (std::size_t i = 0; i < story.audiences().size(); ++i) {
      const auto text = snapshot(story.audiences()[i], request.history ? std::optional(story.notices(i)) : std::nullopt, chat);
      bytes += text.size();
      answer(asker, text);
    }
  }
  if (row_.state == TableState::over) {
    bytes += ended().size();
    desk_.people.send(asker.client, ended());
  }
  if (auto* reader = desk_.people.find(asker.client)) reader->client->charge(bytes);
}

// Everyone may know everything now: tickets, and the dealer's key.
const std::string& Room::ended() {
  if (!ended_.empty()) return ended_;
  const auto table = to_text(row_.id), game = game_text();
  const bool finished = play_->over();
  const auto result = finished ? full_result(play_->game(), play_->state()) : std::string();
  const auto points = points_by_turn(*play_, newest_part(play_->version()));
  const auto key = finished ? to_hex(play_->key()) : std::string();
  ended_ = wire::ended_text({table, game, finished ? "finished" : "abandoned", result, points, key});
  return ended_;
}

}  // namespace perron::server
