// A count of any size: 128 bits in place, further limbs only once they are needed.
//
// Nearly all counts of a search fit 128 bits, and adding two of those must cost two instructions;
// but the tilings of a long strip do not fit, and a wrapped count would be wrong without a sign.
#pragma once

#include "shared/wide.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace minuet {

class BigCount {
public:
  BigCount() = default;
  explicit BigCount(std::uint64_t value) : low_(value) {}

  void increment() {
    if (++low_ == 0)
      carry();
  }

  void add(const BigCount &other) {
    low_ += other.low_;
    const bool carried = low_ < other.low_;
    if (!other.high_.empty())
      add_high(other.high_);
    if (carried)
      carry();
  }

  void multiply(const BigCount &other) {
    const std::vector<std::uint64_t> a = limbs(), b = other.limbs();
    std::vector<std::uint64_t> product(a.size() + b.size(), 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
      Wide rest = 0;
      for (std::size_t j = 0; j < b.size(); ++j) {
        rest += static_cast<Wide>(a[i]) * b[j] + product[i + j];
        product[i + j] = static_cast<std::uint64_t>(rest);
        rest >>= 64;
      }
      product[i + b.size()] = static_cast<std::uint64_t>(rest);
    }
    assign(product.data(), product.size());
  }

  void assign(const std::uint64_t *limbs, std::size_t size) {
    low_ = size > 0 ? limbs[0] : 0;
    if (size > 1)
      low_ |= static_cast<Wide>(limbs[1]) << 64;
    high_.clear();
    if (size > 2)
      high_.assign(limbs + 2, limbs + size);
    trim();
  }

  void clear() {
    low_ = 0;
    high_.clear();
  }

  bool is_zero() const { return low_ == 0 && high_.empty(); }

  std::size_t size() const {
    return high_.empty() ? (low_ != 0) + ((low_ >> 64) != 0) : 2 + high_.size();
  }

  // Limb `index`, the least significant first; `index` < size().
  std::uint64_t limb(std::size_t index) const {
    return index < 2 ? static_cast<std::uint64_t>(low_ >> (64 * index)) : high_[index - 2];
  }

  std::vector<std::uint64_t> limbs() const {
    std::vector<std::uint64_t> result(size());
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = limb(i);
    return result;
  }

  bool operator<(const BigCount &other) const {
    if (size() != other.size())
      return size() < other.size();
    for (std::size_t i = size(); i-- > 0;)
      if (limb(i) != other.limb(i))
        return limb(i) < other.limb(i);
    return false;
  }

private:
  void carry() {
    for (std::uint64_t &limb : high_)
      if (++limb != 0)
        return;
    high_.push_back(1);
  }

  void add_high(const std::vector<std::uint64_t> &other) {
    if (high_.size() < other.size())
      high_.resize(other.size(), 0);
    Wide rest = 0;
    for (std::size_t i = 0; i < high_.size(); ++i) {
      rest += static_cast<Wide>(high_[i]) + (i < other.size() ? other[i] : 0);
      high_[i] = static_cast<std::uint64_t>(rest);
      rest >>= 64;
    }
    if (rest != 0)
      high_.push_back(static_cast<std::uint64_t>(rest));
  }

  void trim() {
    while (!high_.empty() && high_.back() == 0)
      high_.pop_back();
  }

  Wide low_ = 0;
  std::vector<std::uint64_t> high_; // no leading zero limb
};

} // namespace minuet
