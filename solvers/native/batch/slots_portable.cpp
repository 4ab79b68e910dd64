// The kernels on positional slots without vector instructions.
//
// The state has more words than there are registers: loops that stay loops are half as large, and
// faster (docs/development.md).
#define MINUET_UNROLL
#include "batch/slots_search.hpp"
#include "shared/simd_portable.hpp"

namespace minuet {

SlotKernel portable_slot_kernel(std::int32_t words, std::int32_t slots) {
  switch (words) {
  case 2:
    return slot_kernel_of<Portable, 2>(slots);
  case 4:
    return slot_kernel_of<Portable, 4>(slots);
  case 6:
    return slot_kernel_of<Portable, 6>(slots);
  default:
    return slot_kernel_of<Portable, 8>(slots);
  }
}

} // namespace minuet
