// How far a search came when it handed back, and how another thread asks it to.
#pragma once

#include <atomic>

namespace minuet {

enum class State { exhausted, solution, paused };

// An engine that can be asked, from any thread, to hand back soon and not to search on.
class Stoppable {
public:
  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

private:
  std::atomic<bool> stopped_ = false;
};

} // namespace minuet
