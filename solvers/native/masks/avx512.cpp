// The option-mask kernels for AVX-512; compiled with its flags and entered only where it is there.
#include "masks/kernels.hpp"
#include "shared/simd_avx512.hpp"

namespace minuet {

MaskKernel avx512_kernel(std::int32_t words) { return kernel_of<Avx512>(words); }

} // namespace minuet
