#include "shared/solutions.hpp"

#include <array>

namespace minuet {

namespace nb = nanobind;

namespace {

constexpr std::int32_t most_kept = 1 << 14;

// Never given back, as Python's own small numbers are not.
std::array<PyObject *, most_kept> kept{};

// A new reference, or null with Python's error set.
PyObject *number_of(std::int32_t number) {
  if (number < 0 || number >= most_kept)
    return PyLong_FromLong(number);
  PyObject *&mine = kept[number];
  if (mine == nullptr)
    mine = PyLong_FromLong(number);
  Py_XINCREF(mine);
  return mine;
}

} // namespace

nb::object tuple_of(std::span<const std::int32_t> numbers) {
  nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(numbers.size())));
  if (!tuple.is_valid())
    nb::raise_python_error();
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    PyObject *const number = number_of(numbers[k]);
    if (number == nullptr)
      nb::raise_python_error();
    NB_TUPLE_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(k), number);
  }
  if (!numbers.empty()) // the empty tuple is one for all
    PyObject_GC_UnTrack(tuple.ptr());
  return tuple;
}

} // namespace minuet
