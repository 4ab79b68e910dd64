// Options that no solution holds, because beside them some item has too few options.
#pragma once

#include "shared/problem.hpp"

#include <vector>

namespace minuet {

// The options that may be chosen and yet are in no solution, ascending: once they and all others
// of them are gone, each option that is left leaves every item as many options as it needs. What
// is given is not applied. Throws std::overflow_error for weights, and where the sets of options
// would be too large.
std::vector<std::int32_t> excluded_options(Problem &problem, Poll &poll);

} // namespace minuet
