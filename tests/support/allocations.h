// How often memory has been asked for, in a program of tests.
#pragma once

namespace perron::kit {

long allocations();

}  // namespace perron::kit
