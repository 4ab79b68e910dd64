#include "shared/simd_path.hpp"

#include <initializer_list>
#include <stdexcept>

#if defined(_MSC_VER) && defined(MINUET_X86)
#include <immintrin.h>
#include <intrin.h>
#endif

namespace minuet {

namespace {

#if !defined(MINUET_X86)
bool processor_has(SimdPath) { return false; }
#elif defined(_MSC_VER)
bool processor_has(SimdPath path) {
  int leaf1[4], leaf7[4];
  __cpuid(leaf1, 1);
  if (!(leaf1[2] & 1 << 27)) // the system does not save the wide registers
    return false;
  const auto saved = _xgetbv(0);
  __cpuidex(leaf7, 7, 0);
  const int bmi_avx2 = 1 << 3 | 1 << 5 | 1 << 8;
  const int f_dq_bw_vl = 1 << 16 | 1 << 17 | 1 << 30 | static_cast<int>(1u << 31);
  if ((saved & 6) != 6 || (leaf7[1] & bmi_avx2) != bmi_avx2)
    return false;
  return path == SimdPath::avx2 ||
         ((saved & 0xe6) == 0xe6 && (leaf7[1] & f_dq_bw_vl) == f_dq_bw_vl);
}
#else
bool processor_has(SimdPath path) {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
      !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt"))
    return false;
  return path == SimdPath::avx2 ||
         (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
          __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"));
}
#endif

} // namespace

bool simd_available(SimdPath path) { return path == SimdPath::portable || processor_has(path); }

SimdPath simd_path(const std::string &name) {
  for (const SimdPath path : {SimdPath::avx512, SimdPath::avx2, SimdPath::portable}) {
    if (name == simd_name(path)) {
      if (simd_available(path))
        return path;
      throw std::invalid_argument("path " + name + " is not available on this processor");
    }
    if ((name.empty() || name == "auto") && simd_available(path))
      return path;
  }
  throw std::invalid_argument("unknown path '" + name +
                              "', expected auto, avx512, avx2 or portable");
}

const char *simd_name(SimdPath path) {
  switch (path) {
  case SimdPath::avx512:
    return "avx512";
  case SimdPath::avx2:
    return "avx2";
  default:
    return "portable";
  }
}

} // namespace minuet
