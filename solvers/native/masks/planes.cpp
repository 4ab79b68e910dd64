#include "masks/planes.hpp"

#include <algorithm>
#include <bit>

namespace minuet {

namespace {

// Where the rows of each primary bit stand.
void measure(const EncodedMasks &encoded, MaskPlanes &planes) {
  planes.first.assign(encoded.primary, planes.words);
  planes.last.assign(encoded.primary, 0);
  for (std::int32_t k = 0; k < encoded.options(); ++k)
    for (std::int32_t w = 0; 64 * w < encoded.primary; ++w) {
      std::uint64_t mask = encoded.masks[static_cast<std::int64_t>(k) * encoded.words + w];
      for (; mask; mask &= mask - 1) {
        const std::int32_t bit = 64 * w + std::countr_zero(mask);
        if (bit >= encoded.primary)
          break;
        planes.first[bit] = std::min(planes.first[bit], k / 64);
        planes.last[bit] = k / 64 + 1;
      }
    }
}

std::int32_t words_of(const EncodedMasks &encoded) { return (encoded.options() + 511) / 512 * 8; }

} // namespace

bool sets_pay(const EncodedMasks &encoded) {
  MaskPlanes planes;
  planes.words = words_of(encoded);
  const std::int64_t streamed = std::int64_t{encoded.options()} * encoded.words;
  if (std::int64_t{encoded.primary} * 32 > streamed)
    return false;
  measure(encoded, planes);
  std::int64_t counted = planes.words;
  for (std::int32_t b = 0; b < encoded.primary; ++b)
    counted += std::max(planes.last[b] - planes.first[b], 0);
  return counted * 32 <= streamed;
}

MaskPlanes mask_planes(const EncodedMasks &encoded, Poll &poll) {
  MaskPlanes planes;
  planes.words = words_of(encoded);
  measure(encoded, planes);
  planes.lacks.assign(static_cast<std::int64_t>(encoded.bits) * planes.words, ~std::uint64_t{0});
  for (std::int32_t k = 0; k < encoded.options(); ++k) {
    poll(8 * encoded.words);
    for (std::int32_t w = 0; 64 * w < encoded.bits; ++w) {
      std::uint64_t mask = encoded.masks[static_cast<std::int64_t>(k) * encoded.words + w];
      if (encoded.bits - 64 * w < 64)
        mask &= (std::uint64_t{1} << (encoded.bits - 64 * w)) - 1; // without the option's number
      for (; mask; mask &= mask - 1) {
        const std::int64_t bit = 64 * w + std::countr_zero(mask);
        planes.lacks[bit * planes.words + k / 64] &= ~(std::uint64_t{1} << k % 64);
      }
    }
  }
  return planes;
}

} // namespace minuet
