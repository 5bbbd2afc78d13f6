// What followers are sent of a game: to each what it may see, and no more.
#include "server/room_read.h"

namespace perron::server {

GameMoment Room::moment() const {
  const bool goes_on = row_.state == TableState::playing && !play_->over();
  return {to_text(row_.id),   game_text(),        *play_,          clocks_, board_hash_, away_, goes_on,
          !is_undo_limited(), shared_.loop.now(), *shared_.actions};
}

void Room::tell_game(const Story& story) {
  const auto now = moment();
  const Updates updates(now, story);
  for (std::size_t i = 0; i < updates.size(); ++i) {
    const auto text = updates.text(i);
    for (const auto& follower : followers_)
      if (hears(row_.seats, follower.user, story.audiences()[i])) shared_.people.send(follower.client, text.view());
  }
}

void Room::tell_game_to(ClientId client, UserId user, const wire::Open& request, const std::vector<ChatLine>& lines) {
  const auto now = moment();
  const Opening opening(now, audiences_of(row_.seats, user), request.game == now.game ? request.last : std::nullopt, request.history,
                        shared_.settings);
  std::size_t bytes = 0;  // a short request with a long answer costs as much as long ones
  const auto send = [&](std::string_view text) {
    bytes += text.size();
    shared_.people.send(client, text);
  };
  if (opening.resumes()) {
    ++shared_.stats.resumed;
    const auto updates = opening.updates();
    for (std::size_t i = 0; i < updates.size(); ++i) send(updates.text(i).view());
  } else {
    const auto chat = chat_facts(lines, shared_.people.find(client));
    for (std::size_t i = 0; i < opening.size(); ++i, ++shared_.stats.snapshots) send(opening.snapshot(i, chat));
  }
  if (row_.state == TableState::over) send(ended_text());
  if (auto* reader = shared_.people.find(client)) reader->client->charge(bytes);
}

const std::string& Room::ended_text() {
  if (ended_.empty()) ended_ = ended(moment(), newest_part(play_->version(), shared_.settings));
  return ended_;
}

void Room::read_lines(const Asker& asker, WithLines then) {
  read<std::vector<ChatLine>>(
      asker, [this](auto done) { shared_.store.chat(row_.id, shared_.settings.chat_lines, std::move(done)); },
      [then = std::move(then)](const auto& lines) { then(lines ? *lines : std::vector<ChatLine>()); });
}

std::vector<wire::ChatFacts> Room::chat_facts(const std::vector<ChatLine>& lines, const Connection* reader) const {
  std::vector<wire::ChatFacts> out;
  for (const auto& line : lines)
    if (!reader || !reader->muted.contains(line.user))
      out.push_back({to_text(row_.id), line.n, to_text(line.user), line.name, line.text, line.at, line.account});
  return out;
}

}  // namespace perron::server
