// Graph rules as Python passes them.
#pragma once

#include "shared/bindings.hpp"
#include "shared/graph_rule.hpp"

#include <nanobind/stl/tuple.h>

#include <tuple>

namespace minuet {

// kind, vertices, tails, heads, options, places, roots
using RuleTuple = std::tuple<std::string, std::int32_t, Array<std::int32_t>, Array<std::int32_t>,
                             Array<std::int32_t>, Array<std::int32_t>, Array<std::int32_t>>;

inline RuleArrays arrays_of(const RuleTuple &rule) {
  const auto numbers = [](const Array<std::int32_t> &array) {
    return std::vector<std::int32_t>(view(array).begin(), view(array).end());
  };
  const auto &[kind, vertices, tails, heads, options, places, roots] = rule;
  return {kind,
          {vertices, numbers(tails), numbers(heads)},
          numbers(options),
          numbers(places),
          numbers(roots)};
}

} // namespace minuet
