// The kernels on positional slots for AVX-512; four words are one of the vectors of AVX2.
#include "batch/slots_search.hpp"
#include "shared/simd_avx2.hpp"
#include "shared/simd_avx512.hpp"

namespace minuet {

SlotKernel avx512_slot_kernel(std::int32_t words, std::int32_t slots) {
  return words == 4 ? slot_kernel_of<Avx2, 4>(slots) : slot_kernel_of<Avx512, 8>(slots);
}

} // namespace minuet
