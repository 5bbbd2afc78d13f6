#include "server/table/host_monitor.h"

#include <algorithm>

namespace perron::server {

void HostMonitor::restore(std::optional<UnattendedTable> noted, Milliseconds now) {
  gone_since_ = noted ? noted->since : now;
  unlisted_ = !noted || noted->unlisted;
  unattended_ = noted;
}

void HostMonitor::begin_game() {
  gone_since_ = 0;
  unattended_.reset();
  unlisted_ = false;
}

Milliseconds HostMonitor::plan(const Presence& here, Milliseconds now) {
  if (here.host) gone_since_ = 0;
  else if (gone_since_ == 0) gone_since_ = now;
  if (here.anybody) unlisted_ = false;
  const auto due = gone_since_ > 0 && !unlisted_ ? gone_since_ + settings_.host_gone_after : 0;
  if (here.follower) {
    unattended_.reset();
    return due;
  }
  unattended_ = UnattendedTable{unattended_ ? unattended_->since : now, unlisted_};
  const auto ends = unattended_->since + settings_.table_lifetime;
  return due == 0 ? ends : std::min(due, ends);
}

HostMonitor::Task HostMonitor::due_task(const Presence& here, bool has_heir, Milliseconds now) {
  if (unattended_ && now >= unattended_->since + settings_.table_lifetime) return Task::remove;
  if (gone_since_ == 0 || now < gone_since_ + settings_.host_gone_after) return Task::wait;
  if (has_heir) return Task::hand_over;
  if (!here.anybody) unlisted_ = true;
  return Task::wait;
}

}  // namespace perron::server
