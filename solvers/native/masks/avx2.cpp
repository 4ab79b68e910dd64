// The option-mask kernels for AVX2; compiled with its flags and entered only where it is there.
#include "masks/kernels.hpp"
#include "shared/simd_avx2.hpp"

namespace minuet {

MaskKernel avx2_kernel(std::int32_t words) { return kernel_of<Avx2>(words); }

} // namespace minuet
