// The kernel's counters of a TCP socket.
#pragma once

#include <cstdint>

namespace perron::net {

struct TcpCounters {
  std::uint64_t received = 0, acknowledged = 0;  // bytes: from the peer; of ours, by the peer
  bool unacknowledged = false;                   // the kernel still holds bytes that the peer has not acknowledged
};
TcpCounters tcp_counters(int socket);  // zeros if unknown

}  // namespace perron::net
