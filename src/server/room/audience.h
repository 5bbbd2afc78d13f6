// Everyone who follows a table, on which connections, and what they get: all of them the messages about the table, and each the messages
// about its game that they may see. Knows no store and no clock.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/game/game_messages.h"
#include "server/people/connections.h"
#include "server/people/followers.h"
#include "store/rows.h"

namespace perron::server {

class Audience {
 public:
  // The connections and the numbers must live longer.
  Audience(Connections& people, HubStats& stats, TableId table) : people_(people), stats_(stats), table_(table) {}

  const Followers& followers() const { return followers_; }
  bool empty() const { return followers_.empty(); }
  bool has(UserId user) const { return followers_.has(user); }

  bool may_follow(ClientId client);  // not too many tables already
  // False: it follows already, or is gone.
  bool follow(ClientId client, UserId user, TableRegistration registration);
  std::optional<UserId> unfollow(ClientId client);  // nothing: it did not follow
  void fail_all() noexcept;                         // their connections end for an error of ours
  std::string address_of(UserId user);              // the network address group of their first connection here; empty: not known

  void send(std::string_view text);
  void send_table(std::string_view head, Seats seats);
  void send_table_to(ClientId client, UserId user, std::string_view head, Seats seats);
  void send_chat_line(const ChatLine& line);  // not to those who have muted its author
  // News of the game: its collector so far, up to this moment.
  void send_game(const GameMoment& moment, const NoticeCollector& collector, Seats seats);
  // What a client that opens the game has missed, or all of it, with the last lines of the chat.
  void open_game(ClientId client, const GameSync& sync, std::span<const ChatLine> chat, std::string_view ended);

 private:
  Connections& people_;
  HubStats& stats_;
  TableId table_;
  Followers followers_;
};

}  // namespace perron::server
