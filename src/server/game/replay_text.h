// A finished game, step by step, for one viewer: each notice, and how it changed the view. The page makes replays from it, so it needs no
// rules.
#pragma once

#include <string>

#include "model/notice.h"
#include "server/game/play.h"
#include "server/runtime/text_sink.h"

namespace perron::server {

// `{"seat":0,"steps":[{"notice":{...},"view":{...}},...]}`; the first step has the whole view. Returns where the next piece begins.
TextCursor write_replay(const Play& play, Viewer viewer, TextCursor from, TextSink& out);

}  // namespace perron::server
