#include "server/table/host_watch.h"

#include <algorithm>

namespace perron::server {

void HostWatch::restore(std::optional<Deserted> noted, Milliseconds now) {
  gone_since_ = noted ? noted->since : now;
  unlisted_ = !noted || noted->unlisted;
  deserted_ = noted;
}

void HostWatch::begin_game() {
  gone_since_ = 0;
  deserted_.reset();
  unlisted_ = false;
}

Milliseconds HostWatch::plan(const Presence& here, Milliseconds now) {
  if (here.host) gone_since_ = 0;
  else if (gone_since_ == 0) gone_since_ = now;
  if (here.anybody) unlisted_ = false;
  const auto due = gone_since_ > 0 && !unlisted_ ? gone_since_ + settings_.host_gone_after : 0;
  if (here.follower) {
    deserted_.reset();
    return due;
  }
  deserted_ = Deserted{deserted_ ? deserted_->since : now, unlisted_};
  const auto ends = deserted_->since + settings_.table_lifetime;
  return due == 0 ? ends : std::min(due, ends);
}

HostWatch::Deed HostWatch::due_deed(const Presence& here, bool has_heir, Milliseconds now) {
  if (deserted_ && now >= deserted_->since + settings_.table_lifetime) return Deed::remove;
  if (gone_since_ == 0 || now < gone_since_ + settings_.host_gone_after) return Deed::wait;
  if (has_heir) return Deed::hand_over;
  if (!here.anybody) unlisted_ = true;
  return Deed::wait;
}

}  // namespace perron::server
