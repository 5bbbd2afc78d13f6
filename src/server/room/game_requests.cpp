#include "server/room/game_requests.h"

namespace perron::server {

void GameRequests::handle(const Asker& asker, const wire::Start&) {
  if (const auto why = parts_.table.refuse_change(asker.who.user)) return queue_.refuse(asker, *why);
  games_.start(asker, parts_.table.row());
}

// ---- Moves.

void GameRequests::handle(const Asker& asker, const wire::Act& request) {
  if (!parts_.match) return queue_.refuse(asker, {RefusalCode::not_playing});
  const auto& match = *parts_.match;
  auto step = match.prepare(games_.asked(&asker), request);
  if (step) return games_.submit(std::move(*step), &asker);
  // Only an action that can't be played needs a look at those before. The store refuses an id that is used again.
  if (!match.may_be_done(request, step.error())) return queue_.refuse(asker, step.error());
  answer_done(asker, Match::item_of(request), match.play().log().size() + 1,
              [this, why = step.error()](const Asker& reader) { queue_.refuse(reader, why); });
}

void GameRequests::handle(const Asker& asker, const wire::Undo& request) {
  if (!parts_.match || !parts_.match->is(request.game)) return queue_.refuse(asker, {RefusalCode::not_playing});
  answer_done(asker, Match::item_of(request), parts_.match->play().log().size() + 1,
              [this, request](const Asker& reader) { submit(parts_.match->prepare(games_.asked(&reader), request), reader); });
}

void GameRequests::submit(Match::Prepared step, const Asker& asker) {
  if (!step) queue_.refuse(asker, step.error());
  else if (!*step) queue_.ok(asker);
  else games_.submit(std::move(*step), &asker);
}

void GameRequests::answer_done(const Asker& asker, const LogItem& wanted, std::size_t n, Otherwise otherwise) {
  const auto found = parts_.match->done_before(n, request_hash(asker.who.user, asker.id));
  if (found == 0) return otherwise(asker);
  queue_.read_entry(asker, parts_.match->id(), found, [=, this](const Asker& reader, const auto& entry) {
    const bool same = entry && *entry && (*entry)->request == reader.id && (*entry)->user == reader.who.user;
    if (!same) return answer_done(reader, wanted, found, otherwise);
    const auto version = parts_.match->version_of(found, wanted);
    if (version) queue_.answer(reader, wire::begin_ok(reader.id).field("version", *version).end('}').take());
    else queue_.refuse_repeated(reader);
  });
}

// ---- Seats that change hands, and the end.

void GameRequests::handle(const Asker& asker, const wire::TakeBackSeat& request) {
  if (!parts_.match) return queue_.refuse(asker, {RefusalCode::not_playing});
  submit(parts_.match->prepare(games_.asked(&asker), request), asker);
}

void GameRequests::handle(const Asker& asker, const wire::Abandon& request) {
  if (!parts_.match) return queue_.refuse(asker, {RefusalCode::not_playing});
  auto step = parts_.match->vote(games_.asked(&asker), request);
  const bool votes_only = step && !*step;
  submit(std::move(step), asker);
  if (votes_only) parts_.tell_table();
}

void GameRequests::handle(const Asker& asker, const wire::Explain& request) {
  if (!parts_.match) return queue_.refuse(asker, {RefusalCode::no_such_game});
  const auto text = parts_.match->explain(games_.asked(&asker), request);
  if (text) queue_.answer(asker, *text);
  else queue_.refuse(asker, text.error());
}

}  // namespace perron::server
