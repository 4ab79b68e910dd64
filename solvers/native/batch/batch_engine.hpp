// What an engine for batches does: one matrix, prepared once, many selections asked one by one.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace minuet {

class BatchEngine {
public:
  virtual ~BatchEngine() = default;

  // Another engine on the same preparation, for another thread.
  virtual std::unique_ptr<BatchEngine> another() const = 0;

  // Begins a new question: look for up to `limit` solutions that hold the given options.
  virtual void ask(std::span<const std::int32_t> given, std::int64_t limit) = 0;

  // Searches on; true if the question is answered, false after about `node_limit` more nodes.
  virtual bool run(std::int64_t node_limit) = 0;

  virtual std::int64_t found() const = 0;
  virtual std::int64_t nodes() const = 0;
  // The options of the first solution of the question, if one was found.
  virtual std::span<const std::int32_t> first() const = 0;
};

} // namespace minuet
