#include "server/room/game_requests.h"

namespace perron::server {

void GameRequests::handle(const Requester& requester, const wire::Start&) {
  if (const auto why = parts_.table.refuse_change(requester.who.user)) return queue_.refuse(requester, *why);
  games_.start(requester, parts_.table.row());
}

// ---- Moves.

void GameRequests::handle(const Requester& requester, const wire::Act& request) {
  if (!parts_.match) return queue_.refuse(requester, {RefusalCode::not_playing});
  const auto& match = *parts_.match;
  auto step = match.prepare(games_.context(&requester), request);
  if (step) return games_.submit(std::move(*step), &requester);
  // Only an action that can't be played needs a look at those before. The store refuses an id that is used again.
  if (!match.may_be_done(request, step.error())) return queue_.refuse(requester, step.error());
  answer_done(requester, Match::item_of(request), match.play().log().size() + 1,
              [this, why = step.error()](const Requester& reader) { queue_.refuse(reader, why); });
}

void GameRequests::handle(const Requester& requester, const wire::Undo& request) {
  if (!parts_.match || !parts_.match->is(request.game)) return queue_.refuse(requester, {RefusalCode::not_playing});
  answer_done(requester, Match::item_of(request), parts_.match->play().log().size() + 1,
              [this, request](const Requester& reader) { submit(parts_.match->prepare(games_.context(&reader), request), reader); });
}

void GameRequests::submit(Match::Prepared step, const Requester& requester) {
  if (!step) queue_.refuse(requester, step.error());
  else if (!*step) queue_.ok(requester);
  else games_.submit(std::move(*step), &requester);
}

void GameRequests::answer_done(const Requester& requester, const LogItem& wanted, std::size_t n, Otherwise otherwise) {
  const auto found = parts_.match->done_before(n, request_hash(requester.who.user, requester.id));
  if (found == 0) return otherwise(requester);
  queue_.read_entry(requester, parts_.match->id(), found, [=, this](const Requester& reader, const auto& entry) {
    const bool same = entry && *entry && (*entry)->request == reader.id && (*entry)->user == reader.who.user;
    if (!same) return answer_done(reader, wanted, found, otherwise);
    const auto version = parts_.match->version_of(found, wanted);
    if (version) queue_.answer(reader, wire::begin_ok(reader.id).field("version", *version).end('}').take());
    else queue_.refuse_repeated(reader);
  });
}

// ---- Seats that change hands, and the end.

void GameRequests::handle(const Requester& requester, const wire::TakeBackSeat& request) {
  if (!parts_.match) return queue_.refuse(requester, {RefusalCode::not_playing});
  submit(parts_.match->prepare(games_.context(&requester), request), requester);
}

void GameRequests::handle(const Requester& requester, const wire::Abandon& request) {
  if (!parts_.match) return queue_.refuse(requester, {RefusalCode::not_playing});
  auto step = parts_.match->vote(games_.context(&requester), request);
  const bool votes_only = step && !*step;
  submit(std::move(step), requester);
  if (votes_only) parts_.send_table();
}

void GameRequests::handle(const Requester& requester, const wire::Explain& request) {
  if (!parts_.match) return queue_.refuse(requester, {RefusalCode::no_such_game});
  const auto text = parts_.match->explain(games_.context(&requester), request);
  if (text) queue_.answer(requester, *text);
  else queue_.refuse(requester, text.error());
}

}  // namespace perron::server
