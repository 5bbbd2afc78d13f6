// Sends a response that may be long in pieces. The next piece is written when the client has taken the one before, so a client that does
// not read costs one piece. Between two pieces only the position of the next one is kept.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "net/http/piece_sink.h"
#include "net/site/perron_site.h"

namespace perron::net {

// Writes the piece that begins at `from`. Called on the loop's thread, once per piece.
using WritePiece = std::function<void(server::TextCursor from, std::shared_ptr<server::TextSink> to, server::Hub::Written done)>;

// Replies to the call, compressed if the client accepts gzip. `type` is a literal.
void stream_response(const CallPtr& call, std::string_view type, WritePiece write);

}  // namespace perron::net
