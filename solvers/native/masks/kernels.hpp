// The kernels of one path, by width. Each file option_masks_<path>.cpp instantiates this table.
#pragma once

#include "masks/rows.hpp"
#include "masks/sets.hpp"
#include "masks/stream.hpp"

namespace minuet {
namespace {

template <class P> MaskKernel kernel_of(std::int32_t words) {
  switch (words) {
  case set_width:
    return Sets<P>::search;
  case 1:
    return search<Stream<P, 1>>;
  case 2:
    return search<Stream<P, 2>>;
  case 3:
    return search<Stream<P, 3>>;
  case 4:
    return search<Stream<P, 4>>;
  case 5:
    return search<Stream<P, 5>>;
  case 6:
    return search<Stream<P, 6>>;
  case 7:
    return search<Stream<P, 7>>;
  case 8:
    return search<Stream<P, 8>>;
  case 16:
    return search<Rows<16>>;
  case 32:
    return search<Rows<32>>;
  default:
    return search<Rows<64>>;
  }
}

} // namespace
} // namespace minuet
