#include "support/kit.h"

namespace perron::kit {

const std::string& tests_dir() {
  static const std::string dir = PERRON_TESTS_DIR;
  return dir;
}

}  // namespace perron::kit
