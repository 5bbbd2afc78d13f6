// A file of its own: the system's header for this does not go together with those that the network library uses.
#include "net/received.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace perron::net {

std::uint64_t bytes_received(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  return getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 ? info.tcpi_bytes_received : 0;
}

}  // namespace perron::net
