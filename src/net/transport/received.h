// What has gone over a TCP socket, as the system counts it.
#pragma once

#include <cstdint>

namespace perron::net {

struct TcpCounts {
  std::uint64_t received = 0, acknowledged = 0;  // bytes; the second: of ours, by the peer
  bool waiting = false;                          // the system still holds bytes that the peer has not acknowledged
};
TcpCounts tcp_counts(int socket);  // zeros: not known

}  // namespace perron::net
