// A file of its own: the system's header for this does not go together with those that the network library uses.
#include "net/transport/received.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace perron::net {

TcpCounts tcp_counts(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return {};
  return {info.tcpi_bytes_received, info.tcpi_bytes_acked, info.tcpi_unacked != 0 || info.tcpi_notsent_bytes != 0};
}

}  // namespace perron::net
