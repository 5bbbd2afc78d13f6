#include "server/table/chat.h"

#include <algorithm>

namespace perron::server {

bool Chat::may_write(UserId user, Milliseconds now) {
  std::erase_if(full_at_, [now](const auto& one) { return one.second <= now; });
  const auto it = std::ranges::find(full_at_, user, &std::pair<UserId, Milliseconds>::first);
  const auto next = (it == full_at_.end() ? now : it->second) + settings_.chat_span / settings_.chat_burst;
  if (next > now + settings_.chat_span) return false;
  if (it == full_at_.end()) full_at_.emplace_back(user, next);
  else it->second = next;
  return true;
}

}  // namespace perron::server
