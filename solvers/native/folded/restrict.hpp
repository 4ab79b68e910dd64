// A folded tree restricted: to the solutions without some options, or with one.
#pragma once

#include "folded/counts.hpp"

namespace minuet {

// Leaves out the edges that choose one of the options, and what is then without solutions. The
// result has no nodes where none is left.
FoldedArrays without_options(const FoldedView &tree, std::span<const std::uint8_t> forbidden,
                             Poll &poll);

// Keeps the ways on which the option is chosen.
FoldedArrays with_option(const FoldedView &tree, std::int32_t option, Poll &poll);

} // namespace minuet
