// A game that has ended, told again step by step to one viewer: each notice, and what it changed of the view. Replays of
// the page are made of it, so that the page need not know a rule.
#pragma once

#include <string>

#include "model/notice.h"
#include "server/game/play.h"
#include "server/work/text_sink.h"

namespace perron::server {

// `{"seat":0,"steps":[{"notice":{...},"view":{...}},...]}`; the first step has the whole view. Returns where the next piece begins.
TextPlace write_replay(const Play& play, Viewer viewer, TextPlace from, TextSink& out);

}  // namespace perron::server
