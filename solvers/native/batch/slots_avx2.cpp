// The kernels on positional slots for AVX2.
#include "batch/slots_search.hpp"
#include "shared/simd_avx2.hpp"

namespace minuet {

SlotKernel avx2_slot_kernel(std::int32_t words, std::int32_t slots) {
  return slot_kernel_of<Avx2>(words, slots);
}

} // namespace minuet
