// Numbers drawn from a random generator, the same with every standard library (whose distributions
// are not).
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace minuet::neighborhoods {

// From 0 to below `end`.
inline std::int32_t below(std::size_t end, std::mt19937_64 &random) {
  return static_cast<std::int32_t>((static_cast<unsigned __int128>(random()) * end) >> 64);
}

// From 0 to below 1.
inline double fraction(std::mt19937_64 &random) {
  return static_cast<double>(random() >> 11) * 0x1p-53;
}

} // namespace minuet::neighborhoods
