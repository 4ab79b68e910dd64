// A lock where there are threads. A WebAssembly module has one thread, and its library no mutex.
#pragma once

#if defined(__wasm__)

namespace minuet {

class Mutex {};

struct Lock {
  explicit Lock(Mutex &) {}
};

} // namespace minuet

#else

#include <mutex>

namespace minuet {

using Mutex = std::mutex;
using Lock = std::scoped_lock<std::mutex>;

} // namespace minuet

#endif
