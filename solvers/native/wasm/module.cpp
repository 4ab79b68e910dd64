// The engines as a WebAssembly module, for pages that minuet writes (app/export) and for node.
//
// A session is one matrix, copied, and the search at work on it; a page makes as many as it wants.
// The functions are called one after the other, from one thread, with flat arrays in the module's
// own memory (`allocate`). A mistake, or a matrix that an engine refuses, is raised in the page
// (raise.cpp), and the module is of no use after it.
#include "links/dancing_links.hpp"
#include "masks/option_masks.hpp"
#include "propagation/build/build.hpp"
#include "propagation/learning.hpp"
#include "propagation/search.hpp"
#include "shared/driving.hpp"
#include "shared/found.hpp"
#include "shared/graph_rule.hpp"
#include "shared/problem.hpp"

#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <vector>

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace minuet {

namespace {

// The numbers of the engines; app/export/static/engines.js has the same.
enum class EngineKind : std::int32_t { links, masks, tree, learning };

// An engine of any kind, run in the portions in which the Python module runs it.
class Search {
public:
  virtual ~Search() = default;
  virtual bool count(double seconds) = 0;
  virtual bool find(double seconds, std::int32_t wanted, Found &found) = 0;
  virtual void set_budget(std::int64_t budget) = 0;
  virtual std::int64_t solutions() const = 0;
  virtual std::int64_t nodes() const = 0;
  virtual double progress() const = 0;
};

template <Searching Engine, std::int64_t least, std::int64_t most> class Running : public Search {
public:
  template <class... Arguments>
  explicit Running(Arguments &&...arguments) : engine_(std::forward<Arguments>(arguments)...) {}

  bool count(double seconds) override { return count_for<least, most>(engine_, seconds); }
  bool find(double seconds, std::int32_t wanted, Found &found) override {
    return find_for<least, most>(engine_, seconds, wanted, found);
  }
  void set_budget(std::int64_t budget) override {
    if constexpr (std::is_same_v<Engine, propagation::TreeSearch>)
      engine_.set_budget(budget);
    else
      throw std::invalid_argument("a budget for an engine without costs");
  }
  std::int64_t solutions() const override { return engine_.solutions(); }
  std::int64_t nodes() const override { return engine_.nodes(); }
  double progress() const override { return engine_.progress(); }

private:
  Engine engine_;
};

template <class T> std::vector<T> copied(const T *numbers, std::int32_t count) {
  return {numbers, numbers + count};
}

} // namespace

struct Session {
  std::int32_t primary;
  std::vector<std::int32_t> starts, members, colors, weights;
  std::vector<std::int64_t> low, high, costs;
  std::vector<RuleArrays> rules;
  std::unique_ptr<Search> search;
  std::vector<std::int64_t> found_starts, found_options;

  std::unique_ptr<Search> made(EngineKind kind, std::vector<std::int32_t> given,
                               std::vector<std::int32_t> forbidden) const {
    Poll poll;
    Problem problem({primary, starts, members, colors, low, high, weights}, std::move(given),
                    std::move(forbidden));
    if (kind == EngineKind::links)
      return std::make_unique<Running<DancingLinks, 1, 256>>(problem, poll);
    if (kind == EngineKind::masks)
      return std::make_unique<Running<OptionMasks, 1 << 20, 1 << 20>>(problem, simd_path("auto"), 1,
                                                                      poll);
    propagation::Build build(problem, poll);
    for (const RuleArrays &rule : rules)
      build.add_rule(rule);
    if (kind == EngineKind::learning)
      return std::make_unique<Running<propagation::LearningSearch, 1, 64>>(build.take(), 0);
    const propagation::Costs made = costs.empty() ? propagation::Costs() : build.add_costs(costs);
    return std::make_unique<Running<propagation::TreeSearch, 1, 64>>(build.take(), made);
  }
};

EXPORT(allocate) void *allocate(std::size_t bytes) {
  void *const memory = std::malloc(bytes);
  if (memory == nullptr && bytes > 0)
    throw std::bad_alloc();
  return memory;
}

EXPORT(release) void release_memory(void *memory) { std::free(memory); }

// As Matrix (shared/matrix.hpp); `weights` may be null.
EXPORT(make_session)
Session *make_session(std::int32_t primary, std::int32_t items, std::int32_t options,
                      const std::int32_t *starts, const std::int32_t *members,
                      const std::int32_t *colors, const std::int32_t *weights,
                      const std::int64_t *low, const std::int64_t *high) {
  const std::int32_t entries = starts[options];
  return new Session{primary,
                     copied(starts, options + 1),
                     copied(members, entries),
                     copied(colors, entries),
                     weights ? copied(weights, entries) : std::vector<std::int32_t>{},
                     copied(low, items),
                     copied(high, items),
                     {},
                     {},
                     nullptr,
                     {},
                     {}};
}

// As RuleArrays (shared/graph_rule.hpp), for the searches that propagate.
EXPORT(add_rule)
void add_rule(Session *session, const char *kind, std::int32_t vertices, std::int32_t edges,
              const std::int32_t *tails, const std::int32_t *heads, std::int32_t elements,
              const std::int32_t *options, const std::int32_t *places, std::int32_t roots,
              const std::int32_t *root) {
  session->rules.push_back({kind,
                            {vertices, copied(tails, edges), copied(heads, edges)},
                            copied(options, elements),
                            copied(places, elements),
                            copied(root, roots)});
}

// One for each option; a search through the tree may have a budget of them then.
EXPORT(set_costs) void set_costs(Session *session, const std::int64_t *costs) {
  session->costs = copied(costs, static_cast<std::int32_t>(session->starts.size()) - 1);
}

// Begins a search, which takes the place of the last one.
EXPORT(begin)
void begin(Session *session, std::int32_t engine, std::int32_t given_count,
           const std::int32_t *given, std::int32_t forbidden_count, const std::int32_t *forbidden) {
  session->search = nullptr;
  session->search = session->made(static_cast<EngineKind>(engine), copied(given, given_count),
                                  copied(forbidden, forbidden_count));
}

// Accepts, from now on, only solutions that cost at most this.
EXPORT(set_budget) void set_budget(Session *session, std::int64_t budget) {
  session->search->set_budget(budget);
}

// Counts on, for about `seconds`; 1: that was all.
EXPORT(count) std::int32_t count(Session *session, double seconds) {
  return session->search->count(seconds);
}

// Searches on for up to `wanted` solutions, for about `seconds`; 1: that was all. What was found is
// in the arrays of `found_starts` and `found_options` until the next call (shared/found.hpp).
EXPORT(find) std::int32_t find(Session *session, double seconds, std::int32_t wanted) {
  Found found;
  const bool over = session->search->find(seconds, wanted, found);
  session->found_starts = found.take_starts();
  session->found_options = found.take_options();
  return over;
}

EXPORT(found_count) std::int32_t found_count(const Session *session) {
  return static_cast<std::int32_t>(session->found_starts.size()) - 1;
}
EXPORT(found_starts) const std::int64_t *found_starts(const Session *session) {
  return session->found_starts.data();
}
EXPORT(found_options) const std::int64_t *found_options(const Session *session) {
  return session->found_options.data();
}

EXPORT(solutions) std::int64_t solutions(const Session *session) {
  return session->search->solutions();
}
EXPORT(nodes) std::int64_t nodes(const Session *session) { return session->search->nodes(); }
EXPORT(progress) double progress(const Session *session) { return session->search->progress(); }

} // namespace minuet
