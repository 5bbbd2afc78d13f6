#include "server/room/request_queue.h"

#include <utility>

#include "base/attempt.h"

namespace perron::server {

namespace {

constexpr Milliseconds kSoon = 100;  // not at once: what failed may fail again

// These change nothing that is stored, so they do not wait for a write. They do wait for a read, which serves an earlier request.
bool may_overtake_writes(const wire::Request& request) {
  return std::holds_alternative<wire::Close>(request) || std::holds_alternative<wire::Explain>(request);
}

}  // namespace

// ---- Steps that an exception ended early.

// If there is no memory for the alarm either, the hub's next sweep finds the room.
void RequestQueue::interrupt() noexcept {
  interrupted_ = true;
  attempt([this] { shared_.alarms.set(row_.id, shared_.loop.now() + kSoon); });
}

// All followers reconnect, and get what the store has.
void RequestQueue::break_down() noexcept {
  broken_ = true;
  owner_.break_down();
  for (const auto& waiting : waiting_) shared_.people.fail(waiting.requester.client);
  if (reading_) shared_.people.fail(reading_->requester.client);
  waiting_.clear();
  reading_.reset();
  interrupt();
}

void RequestQueue::wake(const std::function<void()>& work) {
  if (broken_ && !writing_) return;  // the hub reads it again
  step([&] {
    if (!busy() && interrupted_) {
      interrupted_ = false;
      serve_waiting();
      owner_.resume();
    }
    if (busy()) shared_.alarms.set(row_.id, shared_.loop.now() + kSoon);
    else work();
  });
}

// ---- Answers.

void RequestQueue::refuse(const Requester& requester, const RequestRefusal& why) {
  ++shared_.stats.refusals;
  answer(requester, wire::refused_text(requester.id, why.code, why.sentence, why.rule));
}

void RequestQueue::refuse_repeated(const Requester& requester) { refuse(requester, {RefusalCode::repeated_id}); }

// ---- Requests.

void RequestQueue::take(Requester requester, wire::Request request) {
  const bool idle = !busy() && waiting_.empty();
  if (idle || (!reading_ && may_overtake_writes(request))) return step([&] { serve(requester, request); });
  // Reads are short, and a crowd may open one table at once: only writes let the queue fill up.
  if (!reading_ && waiting_.size() >= shared_.settings.queue_per_table)
    return refuse(requester, {RefusalCode::busy, "Too many requests wait for this table. Try again."});
  auto waits = registrations_.of(requester.who.user);
  waiting_.push_back({std::move(requester), std::move(request), std::move(waits)});
  if (!busy()) step([this] { serve_waiting(); });  // an exception kept them waiting
}

// A requester who gets no answer must not wait for one.
void RequestQueue::serve(const Requester& requester, const wire::Request& request) {
  Rollback lost([&] { shared_.people.fail(requester.client); });
  owner_.serve(requester, request);
  lost.release();
}

void RequestQueue::serve_waiting() {
  for (const auto& [guest, account] : std::exchange(merged_meanwhile_, {})) owner_.merge(guest, account);
  while (!waiting_.empty() && !busy()) {
    const auto next = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    serve(next.requester, next.request);
  }
}

void RequestQueue::merged(UserId guest, const Identity& account) {
  if (writing_) merged_meanwhile_.emplace_back(guest, account);  // what is being written names the guest still
  const auto rename = [&](Requester& requester, TableRegistration& registration) {
    if (requester.who.user != guest) return;
    requester.who = account;
    registration = registrations_.of(account.user);
  };
  for (auto& waiting : waiting_) rename(waiting.requester, waiting.registration);
  if (reading_) rename(reading_->requester, reading_->registration);
}

// ---- Writing.

void RequestQueue::write(std::vector<Change> changes, const Requester* author, Then then) {
  CHECK(!busy());
  if (author) registrations_.begin_write(author->who.user, row_);
  writing_ = true;
  ++shared_.stats.writes_pending;
  Rollback not_begun([this] {
    writing_ = false;
    registrations_.end_write();
    --shared_.stats.writes_pending;
  });
  auto done = [this, owner = alive(), author = author ? std::optional(*author) : std::nullopt, then = std::move(then)](const auto& error) {
    if (const auto self = owner.lock()) step([&] { written(error, author, then); });
  };
  shared_.store.write(std::move(changes), std::move(done));
  not_begun.release();
}

void RequestQueue::written(const std::optional<StoreError>& error, const std::optional<Requester>& author, const Then& then) {
  writing_ = false;
  registrations_.end_write();
  --shared_.stats.writes_pending;
  const auto fail_author = [&] {
    if (author) shared_.people.fail(author->client);
  };
  if (broken_) return fail_author();
  Rollback lost([&] {
    fail_author();
    if (!error) break_down();
  });
  if (error) not_written(*error, author);
  else then(author ? &*author : nullptr);
  lost.release();
  serve_waiting();
}

void RequestQueue::not_written(const StoreError& error, const std::optional<Requester>& author) {
  if (error.fault == StoreFault::repeated && author) return refuse_repeated(*author);
  ++shared_.stats.store_errors;
  owner_.not_stored();
  if (author) refuse(*author, {RefusalCode::not_stored, "The server cannot write to its disk now. Nothing has changed; try again."});
}

// ---- Reading.

void RequestQueue::read_chat(const Requester& requester, int last, ReadThen<std::vector<ChatLine>> then) {
  read<std::vector<ChatLine>>(
      requester, [&](auto done) { shared_.store.chat(row_.id, last, std::move(done)); }, std::move(then));
}

void RequestQueue::read_entry(const Requester& requester, GameId game, std::uint32_t n, ReadThen<std::optional<Entry>> then) {
  read<std::optional<Entry>>(
      requester, [&](auto done) { shared_.store.entry(game, n, std::move(done)); }, std::move(then));
}

void RequestQueue::on_read(const std::function<void(const Requester&)>& then) {
  if (!reading_) return;  // it has broken down meanwhile
  step([&] {
    const auto reader = std::move(*reading_);
    reading_.reset();
    Rollback lost([&] { shared_.people.fail(reader.requester.client); });
    then(reader.requester);
    lost.release();
    serve_waiting();
  });
}

}  // namespace perron::server
