// The option-mask kernels without vector instructions; in WebAssembly with its own, if it has any.
#include "masks/kernels.hpp"
#ifdef __wasm_simd128__
#include "shared/simd_wasm.hpp"
#else
#include "shared/simd_portable.hpp"
#endif

namespace minuet {

#ifdef __wasm_simd128__
MaskKernel portable_kernel(std::int32_t words) { return kernel_of<Wasm>(words); }
#else
MaskKernel portable_kernel(std::int32_t words) { return kernel_of<Portable>(words); }
#endif

} // namespace minuet
