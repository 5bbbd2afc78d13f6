#include "server/room/table_requests.h"

namespace perron::server {

// ---- Who follows.

void TableRequests::handle(const Asker& asker, const wire::Open& request) {
  const auto user = asker.who.user;
  if (!parts_.table.may_watch(user)) return queue_.refuse(asker, {RefusalCode::not_watchable});
  if (!parts_.match || parts_.table.state() == TableState::waiting) return open(asker, nullptr, {});
  if (request.last && parts_.match->is(request.game)) {
    const auto game = opened(user, request);
    if (game.opening.resumes()) return open(asker, &game, {});  // with what it has missed, without the chat
  }
  // Opened after the read: meanwhile clocks run, and the seats of a guest may become this person's.
  queue_.read_chat(asker, parts_.shared.settings.chat_lines, [this, request](const Asker& reader, const auto& lines) {
    const auto game = opened(reader.who.user, request);
    open(reader, &game, lines ? *lines : std::vector<ChatLine>());
  });
}

OpenedGame TableRequests::opened(UserId user, const wire::Open& request) const {
  auto now = games_.moment();
  const auto last = request.game == now.game ? request.last : std::nullopt;
  return {std::move(now), viewers_of(parts_.table.seats(), user), last, request.history, parts_.shared.settings};
}

// Checks here whether the connection may follow one more table: others may have been opened during the read.
void TableRequests::open(const Asker& asker, const OpenedGame* game, std::span<const ChatLine> chat) {
  const auto user = asker.who.user;
  if (!attendance_.may_follow(asker)) return;
  const bool came = is_seated(parts_.table.seats(), user) && !parts_.audience.has(user);
  attendance_.follow(asker);
  queue_.ok(asker);
  if (came) parts_.tell_table(), parts_.list();
  else parts_.tell_table_to(asker.client, user);
  if (game) parts_.audience.open_game(asker.client, game->opening, chat, games_.ended_text());
  tables_.settle();
  games_.settle();
}

void TableRequests::handle(const Asker& asker, const wire::Close&) {
  queue_.ok(asker);
  attendance_.unfollow(asker.client);
}

// ---- Seats and options.

void TableRequests::save(Table::Next next, const Asker& asker) {
  if (next) tables_.save(std::move(*next), asker);
  else queue_.refuse(asker, next.error());
}

void TableRequests::handle(const Asker& asker, const wire::Join& request) {
  auto joined = parts_.table.join(asker.who, request);
  if (!joined) return queue_.refuse(asker, joined.error());
  if (!attendance_.may_follow(asker)) return;
  tables_.save(std::move(joined->next), asker, [this, seat = joined->seat](const Asker& who) {
    attendance_.follow(who);
    queue_.answer(who, wire::begin_ok(who.id).field("seat", seat).end('}').take());
  });
}

void TableRequests::handle(const Asker& asker, const wire::Leave& request) {
  const auto user = asker.who.user;
  const auto seats = parts_.table.seats_to_leave(user, request);
  if (!seats) return queue_.refuse(asker, seats.error());
  if (parts_.is_playing()) {
    auto step = parts_.match->prepare_leaving(games_.asked(&asker), *seats);
    return step ? games_.submit(std::move(step), &asker) : queue_.ok(asker);
  }
  if (auto next = parts_.table.leave(user, *seats)) tables_.save(std::move(*next), asker);
  else tables_.remove(&asker);
}

void TableRequests::handle(const Asker& asker, const wire::FreeSeat& request) {
  save(parts_.table.free_seat(asker.who.user, request), asker);
}

void TableRequests::handle(const Asker& asker, const wire::AddComputer& request) {
  save(parts_.table.add_computer(asker.who.user, request), asker);
}

void TableRequests::handle(const Asker& asker, const wire::ChangeOptions& request) {
  save(parts_.table.change_options(asker.who.user, request, parts_.shared.boards.find(parts_.table.board())), asker);
}

// ---- Another game.

void TableRequests::handle(const Asker& asker, const wire::Rematch&) {
  auto vote = parts_.table.vote_rematch(asker.who.user, parts_.audience.followers());
  if (!vote) return queue_.refuse(asker, vote.error());
  if (!*vote) {
    queue_.ok(asker);
    return parts_.tell_table();
  }
  auto& [next, begins] = **vote;
  auto& quota = parts_.shared.quota;
  if (quota.is_full(next.owner) || quota.is_full(asker.address, parts_.shared.loop.now())) {
    parts_.table.withdraw_rematch(asker.who.user);
    return queue_.refuse(
        asker, {RefusalCode::too_many_tables, "The host or your network address has too many tables already: one of them must end first."});
  }
  if (begins) return games_.start(asker, std::move(next));
  tables_.save(std::move(next), asker, [this](const Asker& who) {
    parts_.table.forget_rematch();
    parts_.match.reset();
    queue_.ok(who);
  });
}

// ---- Chat.

void TableRequests::handle(const Asker& asker, const wire::Say& request) {
  const auto user = asker.who.user;
  if (!is_seated(parts_.table.seats(), user))
    return queue_.refuse(asker, {RefusalCode::not_your_seat, "Only who has a seat may write here."});
  if (!parts_.chat.may_write(user, parts_.shared.loop.now()))
    return queue_.refuse(asker, {RefusalCode::too_fast, "Too many lines in a short time. Wait a little."});
  if (parts_.chat.lines()) return say(asker, request.text);
  queue_.read_chat(asker, 1, [this, text = request.text](const Asker& reader, const auto& lines) {
    if (!lines) return queue_.refuse(reader, {RefusalCode::not_stored, "The server cannot read from its disk now."});
    parts_.chat.set_lines(lines->empty() ? 0 : lines->back().n);
    say(reader, text);
  });
}

void TableRequests::say(const Asker& asker, const std::string& text) {
  const auto& who = asker.who;
  const auto n = *parts_.chat.lines() + 1;
  ChatLine line{parts_.table.row().id, n, who.user, who.name, text, parts_.shared.loop.now(), who.account};
  std::vector<Change> changes;
  changes.push_back(AddChat{line});
  queue_.write(std::move(changes), &asker, [this, line = std::move(line)](const Asker* author) {
    parts_.chat.add_line();
    ++parts_.shared.stats.chat_lines;
    queue_.ok(*author);
    parts_.audience.tell_line(line);
  });
}

}  // namespace perron::server
