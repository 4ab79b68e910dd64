// The kernels on positional slots for AVX-512.
#include "batch/slots_search.hpp"
#include "shared/simd_avx512.hpp"

namespace minuet {

SlotKernel avx512_slot_kernel(std::int32_t words, std::int32_t slots) {
  return slot_kernel_of<Avx512>(words, slots);
}

} // namespace minuet
