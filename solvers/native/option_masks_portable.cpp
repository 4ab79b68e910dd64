// The option-mask kernels without vector instructions.
#include "option_masks_kernels.hpp"
#include "simd_portable.hpp"

namespace minuet {

MaskKernel portable_kernel(std::int32_t words) { return kernel_of<Portable>(words); }

} // namespace minuet
