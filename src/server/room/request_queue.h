// Serves the requests at one table one at a time: a request's writes are on disk, and its reads have been answered, before the next is
// served. An exception ends a step, not the queue, so waiting requests are not lost with that step. Knows nothing of what requests do,
// except which of them need not wait for the disk.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/rollback.h"
#include "server/people/request_refusal.h"
#include "server/people/requester.h"
#include "server/people/table_registrations.h"
#include "server/room/shared_state.h"
#include "store/store.h"
#include "wire/messages.h"
#include "wire/request.h"

namespace perron::server {

class RequestQueue {
 public:
  // Whose requests they are. The store may answer when it is gone.
  class Owner : public std::enable_shared_from_this<Owner> {
   public:
    virtual ~Owner() = default;
    virtual void serve(const Requester& requester, const wire::Request& request) = 0;
    virtual void merge(UserId guest, const Identity& account) = 0;  // again, over what has just been written
    virtual void not_stored() = 0;                                  // a write has failed
    virtual void resume() = 0;                                      // a step ended early, so others may have missed its news
    virtual void break_down() noexcept = 0;                         // all followers must reconnect
  };
  using Then = std::function<void(const Requester*)>;  // with the author of the request; null: the server itself
  // With the requester, who may have an account by now.
  template <class T>
  using ReadThen = std::function<void(const Requester&, const Read<T>&)>;

  // All of them must live longer.
  RequestQueue(Owner& owner, SharedState& shared, const TableRow& row, TableRegistrations& registrations)
      : owner_(owner), shared_(shared), row_(row), registrations_(registrations) {}

  std::weak_ptr<Owner> alive() const { return owner_.weak_from_this(); }
  bool writing() const { return writing_; }
  bool busy() const { return writing_ || reading_; }
  // What is on disk is not in memory: the store has the truth. While it writes, that is not complete yet.
  bool broken() const { return broken_; }
  bool interrupted() const { return interrupted_; }  // a step ended early: wake it

  // Every way in is a step.
  template <class Work>
  void step(Work&& work) {
    Rollback early([this] { interrupt(); });
    work();
    early.release();
  }
  void break_down() noexcept;

  // ---- Requests.
  void take(Requester requester, wire::Request request);
  void merged(UserId guest, const Identity& account);  // what the guest asked for before is the account's
  // An alarm rings: calls `work` if nothing is under way, and again later if something is.
  void wake(const std::function<void()>& work);

  // ---- Answers.
  void answer(const Requester& requester, std::string_view text) { shared_.people.send(requester.client, text); }
  void ok(const Requester& requester) { answer(requester, wire::ok_text(requester.id)); }
  void refuse(const Requester& requester, const RequestRefusal& why);
  void refuse_repeated(const Requester& requester);

  // ---- What a request needs. Nothing may be under way.
  void write(std::vector<Change> changes, const Requester* author, Then then);
  void read_chat(const Requester& requester, int last, ReadThen<std::vector<ChatLine>> then);
  void read_entry(const Requester& requester, GameId game, std::uint32_t n, ReadThen<std::optional<Entry>> then);
  // Calls `start` with what must be called with the result: later, never from within `start`.
  template <class T>
  void read(const Requester& requester, const std::function<void(Store::ReadDone<T>)>& start, ReadThen<T> then) {
    CHECK(!busy());
    reading_.emplace(requester, registrations_.of(requester.who.user));
    Rollback not_begun([this] { reading_.reset(); });
    start([this, owner = alive(), then = std::move(then)](const Read<T>& result) {
      if (const auto self = owner.lock()) on_read([&](const Requester& reader) { then(reader, result); });
    });
    not_begun.release();
  }

 private:
  struct Reader {
    Reader(const Requester& one, TableRegistration of) : requester(one), registration(std::move(of)) {}
    Requester requester;
    TableRegistration registration;
  };
  struct Waiting {
    Requester requester;
    wire::Request request;
    TableRegistration registration;
  };

  void interrupt() noexcept;
  void serve(const Requester& requester, const wire::Request& request);
  void serve_waiting();
  void written(const std::optional<StoreError>& error, const std::optional<Requester>& author, const Then& then);
  void not_written(const StoreError& error, const std::optional<Requester>& author);
  void on_read(const std::function<void(const Requester&)>& then);

  Owner& owner_;
  SharedState& shared_;
  const TableRow& row_;
  TableRegistrations& registrations_;
  std::vector<Waiting> waiting_;
  std::optional<Reader> reading_;
  std::vector<std::pair<UserId, Identity>> merged_meanwhile_;  // guest and account, since the write under way began
  bool writing_ = false;
  bool broken_ = false, interrupted_ = false;
};

}  // namespace perron::server
