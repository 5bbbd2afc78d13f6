#include "server/room/table_requests.h"

namespace perron::server {

// ---- Who follows.

void TableRequests::handle(const Requester& requester, const wire::Open& request) {
  const auto user = requester.who.user;
  if (!parts_.table.may_watch(user)) return queue_.refuse(requester, {RefusalCode::not_watchable});
  if (!parts_.match || parts_.table.state() == TableState::waiting) return open(requester, nullptr, {});
  if (request.last && parts_.match->is(request.game)) {
    const auto game = sync_for(user, request);
    if (game.sync.resumes()) return open(requester, &game, {});  // with what it has missed, without the chat
  }
  // Opened after the read: meanwhile clocks run, and the seats of a guest may become this person's.
  queue_.read_chat(requester, parts_.shared.settings.chat_lines, [this, request](const Requester& reader, const auto& lines) {
    const auto game = sync_for(reader.who.user, request);
    open(reader, &game, lines ? *lines : std::vector<ChatLine>());
  });
}

OwningGameSync TableRequests::sync_for(UserId user, const wire::Open& request) const {
  auto now = games_.moment();
  const auto last = request.game == now.game ? request.last : std::nullopt;
  return {std::move(now), viewers_of(parts_.table.seats(), user), last, request.history, parts_.shared.settings};
}

// Checks here whether the connection may follow one more table: others may have been opened during the read.
void TableRequests::open(const Requester& requester, const OwningGameSync* game, std::span<const ChatLine> chat) {
  const auto user = requester.who.user;
  if (!follow_handler_.may_follow(requester)) return;
  const bool came = is_seated(parts_.table.seats(), user) && !parts_.audience.has(user);
  follow_handler_.follow(requester);
  queue_.ok(requester);
  if (came) parts_.send_table(), parts_.list();
  else parts_.send_table_to(requester.client, user);
  if (game) parts_.audience.open_game(requester.client, game->sync, chat, games_.ended_text());
  tables_.schedule();
  games_.schedule();
}

void TableRequests::handle(const Requester& requester, const wire::Close&) {
  queue_.ok(requester);
  follow_handler_.unfollow(requester.client);
}

// ---- Seats and options.

void TableRequests::save(Table::Next next, const Requester& requester) {
  if (next) tables_.save(std::move(*next), requester);
  else queue_.refuse(requester, next.error());
}

void TableRequests::handle(const Requester& requester, const wire::Join& request) {
  auto joined = parts_.table.join(requester.who, request);
  if (!joined) return queue_.refuse(requester, joined.error());
  if (!follow_handler_.may_follow(requester)) return;
  tables_.save(std::move(joined->next), requester, [this, seat = joined->seat](const Requester& who) {
    follow_handler_.follow(who);
    queue_.answer(who, wire::begin_ok(who.id).field("seat", index(seat)).end('}').take());
  });
}

void TableRequests::handle(const Requester& requester, const wire::Leave& request) {
  const auto user = requester.who.user;
  const auto seats = parts_.table.seats_to_leave(user, request);
  if (!seats) return queue_.refuse(requester, seats.error());
  if (parts_.is_playing()) {
    auto step = parts_.match->prepare_leaving(games_.context(&requester), *seats);
    return step ? games_.submit(std::move(step), &requester) : queue_.ok(requester);
  }
  if (auto next = parts_.table.leave(user, *seats)) tables_.save(std::move(*next), requester);
  else tables_.remove(&requester);
}

void TableRequests::handle(const Requester& requester, const wire::FreeSeat& request) {
  save(parts_.table.free_seat(requester.who.user, request), requester);
}

void TableRequests::handle(const Requester& requester, const wire::AddComputer& request) {
  save(parts_.table.add_computer(requester.who.user, request), requester);
}

void TableRequests::handle(const Requester& requester, const wire::ChangeOptions& request) {
  save(parts_.table.change_options(requester.who.user, request, parts_.shared.boards.find(parts_.table.board())), requester);
}

// ---- Another game.

void TableRequests::handle(const Requester& requester, const wire::Rematch&) {
  auto vote = parts_.table.vote_rematch(requester.who.user, parts_.audience.followers());
  if (!vote) return queue_.refuse(requester, vote.error());
  if (!*vote) {
    queue_.ok(requester);
    return parts_.send_table();
  }
  auto& [next, begins] = **vote;
  auto& quota = parts_.shared.quota;
  if (quota.is_full(next.owner) || quota.is_full(requester.address, parts_.shared.loop.now())) {
    parts_.table.withdraw_rematch(requester.who.user);
    return queue_.refuse(requester, {RefusalCode::too_many_tables,
                                     "The host or your network address has too many tables already: one of them must end first."});
  }
  if (begins) return games_.start(requester, std::move(next));
  tables_.save(std::move(next), requester, [this](const Requester& who) {
    parts_.table.forget_rematch();
    parts_.match.reset();
    queue_.ok(who);
  });
}

// ---- Chat.

void TableRequests::handle(const Requester& requester, const wire::PostChat& request) {
  const auto user = requester.who.user;
  if (!is_seated(parts_.table.seats(), user))
    return queue_.refuse(requester, {RefusalCode::not_your_seat, "Only who has a seat may write here."});
  if (!parts_.chat.may_write(user, parts_.shared.loop.now()))
    return queue_.refuse(requester, {RefusalCode::too_fast, "Too many lines in a short time. Wait a little."});
  if (parts_.chat.lines()) return post_chat(requester, request.text);
  queue_.read_chat(requester, 1, [this, text = request.text](const Requester& reader, const auto& lines) {
    if (!lines) return queue_.refuse(reader, {RefusalCode::not_stored, "The server cannot read from its disk now."});
    parts_.chat.set_lines(lines->empty() ? 0 : lines->back().n);
    post_chat(reader, text);
  });
}

void TableRequests::post_chat(const Requester& requester, const std::string& text) {
  const auto& who = requester.who;
  const auto n = *parts_.chat.lines() + 1;
  ChatLine line{parts_.table.row().id, n, who.user, who.name, text, parts_.shared.loop.now(), who.account};
  std::vector<Change> changes;
  changes.push_back(AddChat{line});
  queue_.write(std::move(changes), &requester, [this, line = std::move(line)](const Requester* author) {
    parts_.chat.add_line();
    ++parts_.shared.stats.chat_lines;
    queue_.ok(*author);
    parts_.audience.send_chat_line(line);
  });
}

}  // namespace perron::server
