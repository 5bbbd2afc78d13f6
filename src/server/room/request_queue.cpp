#include "server/room/request_queue.h"

#include <utility>

#include "base/attempt.h"

namespace perron::server {

namespace {

constexpr Milliseconds kSoon = 100;  // not at once: what failed may fail again

// They change nothing that is stored, so they do not wait for a write. They do wait for a read: it is for somebody who asked before.
bool may_overtake_writes(const wire::Request& request) {
  return std::holds_alternative<wire::Close>(request) || std::holds_alternative<wire::Explain>(request);
}

}  // namespace

// ---- Steps that an exception ended early.

// If there is no memory for the alarm either, the hub's next sweep finds the room.
void RequestQueue::stumble() noexcept {
  stumbled_ = true;
  attempt([this] { shared_.alarms.set(row_.id, shared_.loop.now() + kSoon); });
}

// Whoever is here comes back to what the store has.
void RequestQueue::break_down() noexcept {
  broken_ = true;
  owner_.break_down();
  for (const auto& waiting : waiting_) shared_.people.fail(waiting.asker.client);
  if (reading_) shared_.people.fail(reading_->asker.client);
  waiting_.clear();
  reading_.reset();
  stumble();
}

void RequestQueue::wake(const std::function<void()>& work) {
  if (broken_ && !writing_) return;  // the hub reads it again
  step([&] {
    if (!busy() && stumbled_) {
      stumbled_ = false;
      take_waiting();
      owner_.resume();
    }
    if (busy()) shared_.alarms.set(row_.id, shared_.loop.now() + kSoon);
    else work();
  });
}

// ---- Answers.

void RequestQueue::refuse(const Asker& asker, const RequestRefusal& why) {
  ++shared_.stats.refusals;
  answer(asker, wire::refused_text(asker.id, why.code, why.sentence, why.rule));
}

void RequestQueue::refuse_repeated(const Asker& asker) { refuse(asker, {RefusalCode::repeated_id}); }

// ---- Requests.

void RequestQueue::take(Asker asker, wire::Request request) {
  const bool idle = !busy() && waiting_.empty();
  if (idle || (!reading_ && may_overtake_writes(request))) return step([&] { serve(asker, request); });
  // Reads are short, and a crowd may open one table at once: only writes let the queue fill up.
  if (!reading_ && waiting_.size() >= shared_.settings.queue_per_table)
    return refuse(asker, {RefusalCode::busy, "Too many requests wait for this table. Try again."});
  auto waits = concerns_.of(asker.who.user);
  waiting_.push_back({std::move(asker), std::move(request), std::move(waits)});
  if (!busy()) step([this] { take_waiting(); });  // an exception kept them waiting
}

// An asker who gets no answer must not wait for one.
void RequestQueue::serve(const Asker& asker, const wire::Request& request) {
  Rollback lost([&] { shared_.people.fail(asker.client); });
  owner_.serve(asker, request);
  lost.release();
}

void RequestQueue::take_waiting() {
  for (const auto& [guest, account] : std::exchange(merged_meanwhile_, {})) owner_.merge(guest, account);
  while (!waiting_.empty() && !busy()) {
    const auto next = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    serve(next.asker, next.request);
  }
}

void RequestQueue::merged(UserId guest, const Identity& account) {
  if (writing_) merged_meanwhile_.emplace_back(guest, account);  // what is being written names the guest still
  const auto rename = [&](Asker& asker, Concern& concern) {
    if (asker.who.user != guest) return;
    asker.who = account;
    concern = concerns_.of(account.user);
  };
  for (auto& waiting : waiting_) rename(waiting.asker, waiting.concern);
  if (reading_) rename(reading_->asker, reading_->concern);
}

// ---- Writing.

void RequestQueue::write(std::vector<Change> changes, const Asker* author, Then then) {
  CHECK(!busy());
  if (author) concerns_.begin_write(author->who.user, row_);
  writing_ = true;
  ++shared_.stats.writes_pending;
  Rollback not_begun([this] {
    writing_ = false;
    concerns_.end_write();
    --shared_.stats.writes_pending;
  });
  auto done = [this, owner = alive(), author = author ? std::optional(*author) : std::nullopt, then = std::move(then)](const auto& error) {
    if (const auto self = owner.lock()) step([&] { written(error, author, then); });
  };
  shared_.store.write(std::move(changes), std::move(done));
  not_begun.release();
}

void RequestQueue::written(const std::optional<StoreError>& error, const std::optional<Asker>& author, const Then& then) {
  writing_ = false;
  concerns_.end_write();
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
  take_waiting();
}

void RequestQueue::not_written(const StoreError& error, const std::optional<Asker>& author) {
  if (error.fault == StoreFault::repeated && author) return refuse_repeated(*author);
  ++shared_.stats.store_errors;
  owner_.not_stored();
  if (author) refuse(*author, {RefusalCode::not_stored, "The server cannot write to its disk now. Nothing has changed; try again."});
}

// ---- Reading.

void RequestQueue::read_chat(const Asker& asker, int last, ReadThen<std::vector<ChatLine>> then) {
  read<std::vector<ChatLine>>(
      asker, [&](auto done) { shared_.store.chat(row_.id, last, std::move(done)); }, std::move(then));
}

void RequestQueue::read_entry(const Asker& asker, GameId game, std::uint32_t n, ReadThen<std::optional<Entry>> then) {
  read<std::optional<Entry>>(
      asker, [&](auto done) { shared_.store.entry(game, n, std::move(done)); }, std::move(then));
}

void RequestQueue::have_read(const std::function<void(const Asker&)>& then) {
  if (!reading_) return;  // it has broken down meanwhile
  step([&] {
    const auto reader = std::move(*reading_);
    reading_.reset();
    Rollback lost([&] { shared_.people.fail(reader.asker.client); });
    then(reader.asker);
    lost.release();
    take_waiting();
  });
}

}  // namespace perron::server
