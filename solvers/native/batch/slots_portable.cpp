// The kernels on positional slots without vector instructions.
#include "batch/slots_search.hpp"
#include "shared/simd_portable.hpp"

namespace minuet {

SlotKernel portable_slot_kernel(std::int32_t words, std::int32_t slots) {
  return slot_kernel_of<Portable>(words, slots);
}

} // namespace minuet
