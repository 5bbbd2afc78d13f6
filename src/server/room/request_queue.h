// The requests at one table, one after the other: what one of them changes is on disk, and what it reads has been read, before the
// next is served. An exception ends a step, not the queue, so nothing that waits is lost with that step. Of what a request asks for
// it knows only which ones need not wait for the disk.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/rollback.h"
#include "server/people/asker.h"
#include "server/people/concerns.h"
#include "server/people/request_refusal.h"
#include "server/room/shared.h"
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
    virtual void serve(const Asker& asker, const wire::Request& request) = 0;
    virtual void merge(UserId guest, const Identity& account) = 0;  // again, over what has just been written
    virtual void not_stored() = 0;                                  // a write has failed
    virtual void resume() = 0;                                      // a step ended early, so others may have missed its news
    virtual void break_down() noexcept = 0;                         // everyone who is here must come back
  };
  using Then = std::function<void(const Asker*)>;  // with the author of the request; null: the server itself
  // With the asker, who may have become an account meanwhile.
  template <class T>
  using ReadThen = std::function<void(const Asker&, const Read<T>&)>;

  // All of them must live longer.
  RequestQueue(Owner& owner, Shared& shared, const TableRow& row, Concerns& concerns)
      : owner_(owner), shared_(shared), row_(row), concerns_(concerns) {}

  std::weak_ptr<Owner> alive() const { return owner_.weak_from_this(); }
  bool writing() const { return writing_; }
  bool busy() const { return writing_ || reading_; }
  // What is on disk is not in memory: the store has the truth. While it writes, that is not complete yet.
  bool broken() const { return broken_; }
  bool stumbled() const { return stumbled_; }  // a step ended early: wake it

  // Every way in is a step.
  template <class Work>
  void step(Work&& work) {
    Rollback early([this] { stumble(); });
    work();
    early.release();
  }
  void break_down() noexcept;

  // ---- Requests.
  void take(Asker asker, wire::Request request);
  void merged(UserId guest, const Identity& account);  // what the guest asked for before is the account's
  // An alarm rings: calls `work` if nothing is under way, and again later if something is.
  void wake(const std::function<void()>& work);

  // ---- Answers.
  void answer(const Asker& asker, std::string_view text) { shared_.people.send(asker.client, text); }
  void ok(const Asker& asker) { answer(asker, wire::ok_text(asker.id)); }
  void refuse(const Asker& asker, const RequestRefusal& why);
  void refuse_repeated(const Asker& asker);

  // ---- What a request needs. Nothing may be under way.
  void write(std::vector<Change> changes, const Asker* author, Then then);
  void read_chat(const Asker& asker, int last, ReadThen<std::vector<ChatLine>> then);
  void read_entry(const Asker& asker, GameId game, std::uint32_t n, ReadThen<std::optional<Entry>> then);
  // Calls `start` with what must be called with the result: later, never from within `start`.
  template <class T>
  void read(const Asker& asker, const std::function<void(Store::ReadDone<T>)>& start, ReadThen<T> then) {
    CHECK(!busy());
    reading_.emplace(asker, concerns_.of(asker.who.user));
    Rollback not_begun([this] { reading_.reset(); });
    start([this, owner = alive(), then = std::move(then)](const Read<T>& result) {
      if (const auto self = owner.lock()) have_read([&](const Asker& reader) { then(reader, result); });
    });
    not_begun.release();
  }

 private:
  struct Reader {
    Reader(const Asker& one, Concern of) : asker(one), concern(std::move(of)) {}
    Asker asker;
    Concern concern;
  };
  struct Waiting {
    Asker asker;
    wire::Request request;
    Concern concern;
  };

  void stumble() noexcept;
  void serve(const Asker& asker, const wire::Request& request);
  void take_waiting();
  void written(const std::optional<StoreError>& error, const std::optional<Asker>& author, const Then& then);
  void not_written(const StoreError& error, const std::optional<Asker>& author);
  void have_read(const std::function<void(const Asker&)>& then);

  Owner& owner_;
  Shared& shared_;
  const TableRow& row_;
  Concerns& concerns_;
  std::vector<Waiting> waiting_;
  std::optional<Reader> reading_;
  std::vector<std::pair<UserId, Identity>> merged_meanwhile_;  // guest and account, since the write under way began
  bool writing_ = false;
  bool broken_ = false, stumbled_ = false;
};

}  // namespace perron::server
