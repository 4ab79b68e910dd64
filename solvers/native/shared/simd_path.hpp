// Which vector instructions the streaming kernels use: chosen at run time, or forced by name.
//
// Each path is compiled in a file of its own with flags of its own; nothing outside those files
// assumes more than the target's baseline.
#pragma once

#include <string>

namespace minuet {

enum class SimdPath { portable, avx2, avx512 };

// Whether this build has the path and this processor can run it.
bool simd_available(SimdPath path);

// "auto" (or ""), "avx512", "avx2", "portable"; throws std::invalid_argument for another name and
// for a path that is not available here.
SimdPath simd_path(const std::string &name);

const char *simd_name(SimdPath path);

} // namespace minuet
