// Why a room rejects a request: what the answer to it contains.
#pragma once

#include <string>
#include <string_view>

#include "wire/refusal_code.h"

namespace perron::server {

using wire::RefusalCode;

struct RequestRefusal {
  RefusalCode code;
  std::string sentence{sentence_of(code)};
  std::string_view rule = {};  // the code of the rule that forbids it, if one does
};

inline RequestRefusal not_seated() { return {RefusalCode::not_your_seat, "You have no seat at this table."}; }

}  // namespace perron::server
