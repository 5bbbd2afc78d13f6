// A separate file because <linux/tcp.h> conflicts with <netinet/tcp.h>, which Asio includes.
#include "net/transport/tcp_counters.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace perron::net {

TcpCounters tcp_counters(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return {};
  return {info.tcpi_bytes_received, info.tcpi_bytes_acked, info.tcpi_unacked != 0 || info.tcpi_notsent_bytes != 0};
}

}  // namespace perron::net
