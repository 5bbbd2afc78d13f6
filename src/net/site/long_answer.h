// An answer that may be long, sent in pieces: the next is written when the client has taken the one before, so what a client does
// not read costs one piece. Between two pieces only the place where the next one begins is kept.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "net/site/perron_site.h"
#include "net/http/piece_sink.h"

namespace perron::net {

// Writes the piece that begins at a place; called on the loop's thread, as often as there are pieces.
using WritePiece = std::function<void(server::TextCursor from, std::shared_ptr<server::TextSink> to, server::Hub::Written done)>;

// Answers the call, compressed where the client takes that. `type` is a literal.
void answer_in_pieces(const CallPtr& call, std::string_view type, WritePiece write);

}  // namespace perron::net
