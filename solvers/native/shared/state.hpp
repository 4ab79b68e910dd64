// How far a search came when it handed back.
#pragma once

namespace minuet {

enum class State { exhausted, solution, paused };

} // namespace minuet
