// Python's tuples of option numbers, made fast: solutions are many, and to build their tuples took
// longer than to find them.
//
// The numbers themselves are kept, so that each is made once, not once a solution. And a tuple of
// numbers cannot be part of a cycle, so Python's collector need not look at it: it would find that
// out for itself, but only after it went through all its numbers.
#pragma once

#include "shared/bindings.hpp"

#include <span>

namespace minuet {

// All called with the GIL. The result is a new reference, or null with Python's error set.
PyObject *number_of(std::int32_t number);
PyObject *tuple_of(std::span<const std::int32_t> numbers);

} // namespace minuet
