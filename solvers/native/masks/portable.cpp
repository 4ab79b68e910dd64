// The option-mask kernels without vector instructions.
#include "masks/kernels.hpp"
#include "shared/simd_portable.hpp"

namespace minuet {

MaskKernel portable_kernel(std::int32_t words) { return kernel_of<Portable>(words); }

} // namespace minuet
