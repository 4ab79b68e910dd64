// 128 bits without a sign: the compiler's own where it has them (GCC, Clang), else two words with
// the few operations that counts and hashes take. MINUET_NO_INT128 asks for the latter, for tests.
#pragma once

#include <cstdint>

namespace minuet {

#if defined(__SIZEOF_INT128__) && !defined(MINUET_NO_INT128)

__extension__ using Wide = unsigned __int128;

#else

class Wide {
public:
  constexpr Wide() = default;
  constexpr Wide(std::uint64_t value) : low_(value) {}

  constexpr explicit operator std::uint64_t() const { return low_; }
  constexpr bool operator==(const Wide &) const = default;
  constexpr bool operator<(const Wide &other) const {
    return high_ != other.high_ ? high_ < other.high_ : low_ < other.low_;
  }

  constexpr Wide &operator+=(const Wide &other) {
    low_ += other.low_;
    high_ += other.high_ + (low_ < other.low_);
    return *this;
  }
  constexpr Wide &operator++() { return *this += 1; }
  constexpr Wide &operator|=(const Wide &other) {
    low_ |= other.low_;
    high_ |= other.high_;
    return *this;
  }
  // By whole words alone: 0 or 64 bits.
  constexpr Wide &operator>>=(unsigned bits) {
    if (bits != 0) {
      low_ = high_;
      high_ = 0;
    }
    return *this;
  }
  constexpr Wide &operator<<=(unsigned bits) {
    if (bits != 0) {
      high_ = low_;
      low_ = 0;
    }
    return *this;
  }

  friend constexpr Wide operator+(Wide a, const Wide &b) { return a += b; }
  friend constexpr Wide operator>>(Wide a, unsigned bits) { return a >>= bits; }
  friend constexpr Wide operator<<(Wide a, unsigned bits) { return a <<= bits; }

  // The product of two words: what stands in their high halves is left out.
  friend constexpr Wide operator*(const Wide &a, const Wide &b) {
    const std::uint64_t half = 0xffffffffu;
    const std::uint64_t a0 = a.low_ & half, a1 = a.low_ >> 32;
    const std::uint64_t b0 = b.low_ & half, b1 = b.low_ >> 32;
    const std::uint64_t cross = (a0 * b0 >> 32) + (a1 * b0 & half) + (a0 * b1 & half);
    Wide product;
    product.low_ = a.low_ * b.low_;
    product.high_ = a1 * b1 + (a1 * b0 >> 32) + (a0 * b1 >> 32) + (cross >> 32);
    return product;
  }

private:
  std::uint64_t low_ = 0, high_ = 0;
};

#endif

} // namespace minuet
