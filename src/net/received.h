// How many bytes have come by a TCP socket, as the system counts them.
#pragma once

#include <cstdint>

namespace perron::net {

std::uint64_t bytes_received(int socket);  // 0: not known

}  // namespace perron::net
