// The kernels on positional slots for AVX2.
#include "batch/slots_search.hpp"
#include "shared/simd_avx2.hpp"

namespace minuet {

SlotKernel avx2_slot_kernel(std::int32_t words, std::int32_t slots) {
  return words == 4 ? slot_kernel_of<Avx2, 4>(slots) : slot_kernel_of<Avx2, 8>(slots);
}

} // namespace minuet
