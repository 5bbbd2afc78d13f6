#include "server/room/audience.h"

#include <algorithm>

#include "wire/messages.h"

namespace perron::server {

namespace {

constexpr std::size_t kMostFollowed = 500;  // tables by one connection: each stays in memory

wire::ChatFacts facts_of(const ChatLine& line) {
  return {to_text(line.table), line.n, to_text(line.user), line.name, line.text, line.at, line.account};
}

}  // namespace

// ---- Who follows.

bool Audience::may_follow(ClientId client) {
  const auto* connection = people_.find(client);
  if (!connection || connection->follows.size() < kMostFollowed) return true;
  return std::ranges::find(connection->follows, table_) != connection->follows.end();
}

bool Audience::follow(ClientId client, UserId user, TableRegistration registration) {
  auto* connection = people_.find(client);
  if (!connection || followers_.has(client)) return false;
  connection->follows.push_back(table_);  // first: if add() throws, only the connection follows, and its end undoes that
  followers_.add(client, user, std::move(registration));
  ++stats_.streams;
  return true;
}

std::optional<UserId> Audience::unfollow(ClientId client) {
  const auto user = followers_.remove(client);
  if (!user) return user;
  if (auto* connection = people_.find(client)) std::erase(connection->follows, table_);
  --stats_.streams;
  return user;
}

void Audience::fail_all() noexcept {
  for (const auto& follower : followers_) people_.fail(follower.client);
  stats_.streams -= followers_.size();
  followers_.clear();
}

std::string Audience::address_of(UserId user) {
  const auto client = followers_.client_of(user);
  const auto* connection = client ? people_.find(*client) : nullptr;
  return connection ? connection->address : std::string();
}

// ---- The table.

void Audience::send(std::string_view text) {
  for (const auto& follower : followers_) people_.send(follower.client, text);
}

void Audience::send_table(std::string_view head, Seats seats) {
  for (const auto& follower : followers_) send_table_to(follower.client, follower.user, head, seats);
}

void Audience::send_table_to(ClientId client, UserId user, std::string_view head, Seats seats) {
  people_.send(client, wire::table_text(head, seats_of(seats, user)));
}

void Audience::send_chat_line(const ChatLine& line) {
  const auto message = wire::chat_text(facts_of(line));
  for (const auto& follower : followers_) {
    const auto* reader = people_.find(follower.client);
    if (reader && !reader->muted.contains(line.user)) people_.send(follower.client, message);
  }
}

// ---- The game.

void Audience::send_game(const GameMoment& moment, const NoticeCollector& collector, Seats seats) {
  const Updates updates(moment, collector);
  for (std::size_t i = 0; i < updates.size(); ++i) {
    const auto text = updates.text(i);
    for (const auto& follower : followers_)
      if (receives(seats, follower.user, collector.viewers()[i])) people_.send(follower.client, text.view());
  }
}

void Audience::open_game(ClientId client, const GameSync& sync, std::span<const ChatLine> chat, std::string_view ended) {
  auto* reader = people_.find(client);
  std::size_t bytes = 0;  // a short request with a long answer costs as much as long ones
  const auto send = [&](std::string_view text) {
    bytes += text.size();
    people_.send(client, text);
  };
  if (sync.resumes()) {
    ++stats_.resumed;
    const auto updates = sync.updates();
    for (std::size_t i = 0; i < updates.size(); ++i) send(updates.text(i).view());
  } else {
    std::vector<wire::ChatFacts> lines;
    for (const auto& line : chat)
      if (!reader || !reader->muted.contains(line.user)) lines.push_back(facts_of(line));
    for (std::size_t i = 0; i < sync.size(); ++i, ++stats_.snapshots) send(sync.snapshot(i, lines));
  }
  if (!ended.empty()) send(ended);
  if (reader) reader->client->charge(bytes);
}

}  // namespace perron::server
