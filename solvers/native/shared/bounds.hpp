// The bounds of the engines' numbers: a matrix that passes one is refused at construction, for a
// number that wraps makes an engine deny solutions that exist.
#pragma once

#include "shared/matrix.hpp"

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace minuet {

// The most that a place in an array of an engine may be.
constexpr std::int64_t most_places = std::numeric_limits<std::int32_t>::max();

// Throws std::overflow_error, in Python OverflowError, if there are more than `most` of them.
inline void require_at_most(std::int64_t number, std::int64_t most, const char *what) {
  if (number > most)
    throw std::overflow_error("matrices of " + std::to_string(number) + " " + what + ", at most " +
                              std::to_string(most));
}

// Throws std::overflow_error if any weight is other than 1: for engines that only count covers.
inline void refuse_weights(const Matrix &matrix) {
  if (!matrix.weights.empty())
    throw std::overflow_error("weights");
}

} // namespace minuet
