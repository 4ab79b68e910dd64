#include "folded/propagated.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace minuet {

namespace {

constexpr std::int64_t first_turn = 512;   // nodes
constexpr std::int32_t few_open = 10;      // vertices at once: a fixed order is searched by turns
constexpr std::int64_t times_longer = 8;   // times, since it takes less time a node
constexpr std::int64_t rare_solution = 50; // nodes of one, from which on options are tried
constexpr std::int64_t each_step = 8;      // nodes

} // namespace

// What a node is looked up by: a state is too long to keep. Two that had the same one would share a
// node, which a checker finds out.
using Digest = std::array<std::uint64_t, 2>;

struct DigestHash {
  std::size_t operator()(const Digest &digest) const { return digest[0]; }
};

inline Digest digest_of(std::span<const std::uint64_t> words) {
  Digest digest{0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f};
  for (const std::uint64_t word : words) {
    digest[0] = (digest[0] ^ word) * 0xff51afd7ed558ccd;
    digest[0] ^= digest[0] >> 32;
    digest[1] = (digest[1] + word) * 0xc4ceb9fe1a85ec53;
    digest[1] ^= digest[1] >> 29;
  }
  return digest;
}

class PropagatedSearch {
public:
  PropagatedSearch(const MaskStates &states, std::vector<GraphMasks> rules, std::int32_t options,
                   bool in_order, Poll &poll)
      : states_(states), rules_(std::move(rules)), in_order_(in_order), poll_(poll) {
    for (const GraphMasks &rule : rules_)
      lines_ |= rule.of_lines();
    Mask past = rules_.empty() ? Mask() : mask_of(options);
    const std::optional<std::int32_t> end = end_of(states_.root(), past);
    if (end) {
      const FoldedEdge edge{none, leaf(*end)};
      tree.add(FoldedArrays::free, {&edge, 1});
    } else
      frames_.push_back(opened(states_.root(), std::move(past)));
  }

  // Searches until so many nodes are done. True: the tree is complete.
  bool run(std::int64_t most) {
    const std::int64_t stop = nodes_ + most;
    while (!frames_.empty() && nodes_ < stop) {
      poll_(64);
      if (frames_.back().done)
        close();
      else
        enter();
    }
    return frames_.empty();
  }

  std::int64_t nodes() const { return nodes_; }
  std::size_t bytes() const { return tree.bytes() + seen_.size() * table_entry; }

  FoldedArrays tree;

private:
  static constexpr std::int32_t none = FoldedArrays::none;
  static constexpr std::size_t table_entry = 64; // bytes, about

  // An option that is demanded or forbidden, and the item whose count or sum says so; none: a graph
  // rule does.
  struct Step {
    std::int32_t option;
    bool needed;
    std::int32_t reason;
  };
  struct Frame {
    MaskState state; // what the edges leave of it
    Mask past;
    std::int32_t kind;   // the item that it branches on, or free
    std::int32_t option; // the one that is decided, or was chosen last
    bool chosen = false, done = false;
    std::optional<Digest> digest;
    std::vector<FoldedEdge> edges;
    std::vector<std::int32_t> plan; // options to be decided on below, where it passes one over
  };

  std::int32_t leaf(std::int32_t kind) {
    const auto [place, fresh] = leaves_.try_emplace(kind);
    if (fresh)
      place->second = tree.add(kind, {});
    return place->second;
  }

  void close() {
    const Frame &frame = frames_.back();
    ++nodes_;
    const std::int32_t number = tree.add(frame.kind, frame.edges);
    if (frame.digest)
      seen_.emplace(*frame.digest, number);
    frames_.pop_back();
    if (!frames_.empty())
      add_edge(frames_.back(), number);
  }

  // Adds the edge of the choice at hand, and prepares the next.
  void add_edge(Frame &frame, std::int32_t node) {
    if (frame.kind == FoldedArrays::free) {
      frame.edges.push_back({frame.chosen ? none : frame.option, node});
      frame.done = frame.chosen;
      frame.chosen = true;
      return;
    }
    frame.edges.push_back({frame.option, node});
    drop(frame.state.live, frame.option);
    frame.done = states_.lacks(frame.state, frame.kind);
    if (!frame.done)
      frame.option = first_of(frame.state, frame.kind);
  }

  // Follows the choice at hand.
  void enter() {
    Frame &frame = frames_.back();
    const bool passes = frame.kind == FoldedArrays::free && frame.chosen;
    MaskState state = passes ? states_.without(frame.state, frame.option)
                             : states_.chosen(frame.state, frame.option);
    Mask past = frame.past;
    if (!passes && !past.empty())
      add(past, frame.option);
    if (const std::optional<std::int32_t> end = end_of(state, past)) {
      solutions_ += *end == FoldedArrays::leaf;
      add_edge(frame, leaf(*end));
      return;
    }
    const std::optional<Digest> digest = digest_at(state, past);
    if (digest)
      if (const auto known = seen_.find(*digest); known != seen_.end()) {
        add_edge(frame, known->second);
        return;
      }
    std::vector<std::int32_t> plan;
    if (passes)
      std::swap(plan, frame.plan);
    std::erase_if(plan, [&](std::int32_t option) { return !has(state.live, option); });
    frames_.push_back(plan.empty() ? opened(std::move(state), std::move(past))
                                   : follow(std::move(state), std::move(past), std::move(plan)));
    frames_.back().digest = digest;
  }

  // What the solutions below a node depend on; none: on its whole past.
  std::optional<Digest> digest_at(const MaskState &state, const Mask &past) {
    if (!in_order_ && !rules_.empty())
      return {};
    key_.assign(state.live.begin(), state.live.end());
    key_.insert(key_.end(), state.unmet.begin(), state.unmet.end());
    for (const auto &[item, need, room] : state.sums)
      for (const std::int64_t number : {std::int64_t{item}, need, room})
        key_.push_back(static_cast<std::uint64_t>(number));
    for (GraphMasks &rule : rules_) {
      rule.look(past, state.live);
      if (!rule.future(key_))
        return {};
    }
    return digest_of(key_);
  }

  // The kind of leaf that a state is; none: it is to be searched.
  std::optional<std::int32_t> end_of(const MaskState &state, const Mask &past) {
    const std::int32_t item = states_.lacking(state);
    if (item != MaskStates::none)
      return item;
    for (GraphMasks &rule : rules_) {
      rule.look(past, state.live);
      if (rule.broken())
        return FoldedArrays::broken;
    }
    if (state.is_over())
      return FoldedArrays::leaf;
    return {};
  }

  std::int32_t first_of(const MaskState &state, std::int32_t item) const {
    std::int32_t first = none;
    any_of(state.live, states_.users(item), [&](std::int32_t option) {
      first = option;
      return true;
    });
    return first;
  }

  Frame branch(MaskState &&state, Mask &&past, std::int32_t item) const {
    const std::int32_t option = first_of(state, item);
    return {std::move(state), std::move(past), item, option, false, false, {}, {}, {}};
  }
  static Frame decide(MaskState &&state, Mask &&past, std::int32_t option) {
    return {
        std::move(state), std::move(past), FoldedArrays::free, option, false, false, {}, {}, {}};
  }

  Frame opened(MaskState state, Mask past) {
    std::int32_t forced = MaskStates::none;
    any_of(state.unmet, [&](std::int32_t item) {
      if (common(state.live, states_.users(item)) == 1)
        forced = item;
      return forced >= 0;
    });
    if (forced >= 0)
      return branch(std::move(state), std::move(past), forced);
    std::int32_t first = none;
    any_of(state.live, [&](std::int32_t option) {
      first = option;
      return true;
    });
    if (in_order_) {
      const std::int32_t item = first_in_need(state);
      if (item >= 0)
        return branch(std::move(state), std::move(past), item);
      return decide(std::move(state), std::move(past), first);
    }
    find_forced(state, past);
    if (!steps_.empty())
      return propagated(std::move(state), std::move(past));
    const std::vector<std::int32_t> ends = line_ends(state, past);
    if (const std::int32_t option = tried(state, past, ends); option >= 0)
      return decide(std::move(state), std::move(past), option);
    const auto [size, item] = smallest_in_need(state);
    if (item >= 0 && (size <= 2 || ends.empty()))
      return branch(std::move(state), std::move(past), item);
    return decide(std::move(state), std::move(past), ends.empty() ? first : ends[0]);
  }

  // A node of a state in which the steps are forced. What is demanded is decided on, and an item
  // branched on that has one option which nothing forbids: the others are dead ends there. If what
  // is forbidden leads, step after step, to such an item or to a dead end, the options that led
  // there are decided on; else it is left to the branches below.
  Frame propagated(MaskState &&state, Mask &&past) {
    for (const auto &[option, needed, _] : steps_)
      if (needed)
        return decide(std::move(state), std::move(past), option);
    std::vector<Step> gone; // in their order
    MaskState rest = state;
    while (!steps_.empty()) {
      const std::size_t before = gone.size();
      for (const Step &step : steps_)
        if (has(rest.live, step.option)) {
          gone.push_back(step);
          drop(rest.live, step.option);
        }
      if (gone.size() == before)
        break;
      const auto [size, item] = smallest_in_need(rest);
      if (item >= 0 && size <= 1) {
        if (before == 0)
          return branch(std::move(state), std::move(past), item);
        return planned(std::move(state), std::move(past), gone, before, item);
      }
      rest = states_.without(rest, gone.back().option);
      if (const std::optional<std::int32_t> end = end_of(rest, past))
        return planned(std::move(state), std::move(past), gone, gone.size(), *end);
      find_forced(rest, past);
      for (const auto &[option, needed, reason] : steps_)
        if (needed)
          return planned(std::move(state), std::move(past), gone, gone.size(), reason);
    }
    const auto [size, item] = smallest_in_need(rest);
    return item < 0 || lines_ ? decide(std::move(state), std::move(past), gone[0].option)
                              : branch(std::move(state), std::move(past), item);
  }

  // Decides on those of the first `decided` options that led to what is seen of an item: those of
  // its own, and those of the items that forbid its options, and so on. Behind a graph rule, which
  // is no item, stand all.
  Frame planned(MaskState &&state, Mask &&past, const std::vector<Step> &gone, std::size_t decided,
                std::int32_t item) {
    std::vector<std::int32_t> plan;
    const auto of = [&](std::int32_t reason, std::int32_t option) {
      const auto own = [&](const MaskPart &part) {
        return part.word == option / 64 && part.bits >> option % 64 & 1;
      };
      return reason < 0 || std::ranges::any_of(states_.users(reason), own);
    };
    std::vector<std::int32_t> reasons{item};
    for (std::size_t k = gone.size(); k-- > 0;) {
      const auto led = [&](std::int32_t reason) { return of(reason, gone[k].option); };
      if (std::ranges::none_of(reasons, led))
        continue;
      if (k < decided)
        plan.push_back(gone[k].option);
      if (std::ranges::find(reasons, gone[k].reason) == reasons.end())
        reasons.push_back(gone[k].reason);
    }
    if (plan.empty())
      plan.push_back(gone[0].option);
    return follow(std::move(state), std::move(past), std::move(plan));
  }

  // Decides on the last option of a plan; the others follow where it is passed over.
  static Frame follow(MaskState &&state, Mask &&past, std::vector<std::int32_t> &&plan) {
    const std::int32_t option = plan.back();
    plan.pop_back();
    Frame frame = decide(std::move(state), std::move(past), option);
    frame.plan = std::move(plan);
    return frame;
  }

  std::int32_t first_in_need(const MaskState &state) const {
    std::int32_t first = none;
    any_of(state.unmet, [&](std::int32_t item) {
      first = item;
      return true;
    });
    if (first >= 0)
      return first;
    const auto in_need = [&](const MaskState::Sum &sum) { return states_.in_need(sum); };
    const auto sum = std::ranges::find_if(state.sums, in_need);
    return sum == state.sums.end() ? none : sum->item;
  }

  // How many live options an item in need has, and the item: one with the fewest, of those one
  // beside a sum of few.
  std::pair<std::int32_t, std::int32_t> smallest_in_need(const MaskState &state) {
    constexpr std::int32_t many = std::numeric_limits<std::int32_t>::max();
    summands_.resize(states_.items(), many);
    for (const auto &sum : state.sums)
      summands_[sum.item] = common(state.live, states_.users(sum.item));
    std::tuple<std::int32_t, std::int32_t, std::int32_t> best{many, many, none};
    const auto look = [&](std::int32_t item) {
      const std::int32_t size = common(state.live, states_.users(item));
      if (size > std::get<0>(best))
        return false;
      std::int32_t least = many;
      for (const std::int32_t sum : states_.sums_beside(item))
        least = std::min(least, summands_[sum]);
      best = std::min(best, {size, least, item});
      return false;
    };
    any_of(state.unmet, look);
    for (const auto &sum : state.sums)
      if (states_.in_need(sum))
        look(sum.item);
    for (const auto &sum : state.sums)
      summands_[sum.item] = many;
    return {std::get<0>(best), std::get<2>(best)};
  }

  // Lists as steps the options that an item or a graph rule demands or forbids.
  void find_forced(const MaskState &state, const Mask &past) {
    steps_.clear();
    any_of(state.unmet, [&](std::int32_t item) {
      if (common(state.live, states_.users(item)) == 1)
        steps_.push_back({first_of(state, item), true, item});
      return false;
    });
    for (const auto &[item, need, room] : state.sums)
      add_forced_by_sum(state, item, need, room);
    for (GraphMasks &rule : rules_) {
      needed_.clear();
      barred_.clear();
      rule.look(past, state.live);
      rule.force(needed_, barred_);
      for (const std::int32_t option : needed_)
        steps_.push_back({option, true, none});
      for (const std::int32_t option : barred_)
        steps_.push_back({option, false, none});
    }
  }

  void add_forced_by_sum(const MaskState &state, std::int32_t item, std::int64_t need,
                         std::int64_t room) {
    const auto [least, most] = states_.range(state.live, item);
    const std::int64_t above = room - least, below = most - need;
    if (!states_.weighted(item) && above >= 1 && below >= 1)
      return;
    any_of(state.live, states_.users(item), [&](std::int32_t option) {
      const std::int64_t weight = states_.weight(item, option);
      if (std::abs(weight) > above)
        steps_.push_back({option, weight < 0, item});
      else if (std::abs(weight) > below)
        steps_.push_back({option, weight > 0, item});
      return false;
    });
  }

  // Options of edges where a line ends, those with the fewest ways on first.
  std::vector<std::int32_t> line_ends(const MaskState &state, const Mask &past) {
    std::vector<std::pair<std::int32_t, std::int32_t>> ways;
    for (GraphMasks &rule : rules_)
      if (rule.of_lines()) {
        rule.look(past, state.live);
        rule.ends(ways);
      }
    std::ranges::sort(ways);
    std::vector<std::int32_t> options;
    for (const auto &[_, option] : ways)
      if (std::ranges::find(options, option) == options.end())
        options.push_back(option);
    return options;
  }

  // An option that propagation alone settles; or none. Where there are many solutions that costs
  // more than it spares.
  std::int32_t tried(const MaskState &state, const Mask &past,
                     const std::vector<std::int32_t> &ends) {
    if (solutions_ * rare_solution > nodes_)
      return none;
    const auto settled = [&](std::int32_t option) {
      poll_(256);
      Mask more = past;
      if (!more.empty())
        add(more, option);
      return fails(states_.chosen(state, option), std::move(more)) ||
             fails(states_.without(state, option), past);
    };
    std::int32_t found = none;
    if (!ends.empty()) {
      const auto first = std::ranges::find_if(ends, settled);
      return first == ends.end() ? none : *first;
    }
    if (lines_)
      any_of(state.live, [&](std::int32_t option) {
        if (settled(option))
          found = option;
        return found >= 0;
      });
    return found;
  }

  // Whether propagation alone shows that a state has no solution.
  bool fails(MaskState state, Mask past) {
    while (true) {
      if (const std::optional<std::int32_t> end = end_of(state, past))
        return *end != FoldedArrays::leaf;
      find_forced(state, past);
      bool changes = false;
      for (const auto &[option, needed, _] : steps_) {
        if (!has(state.live, option))
          continue;
        changes = true;
        state = needed ? states_.chosen(state, option) : states_.without(state, option);
        if (needed && !past.empty())
          add(past, option);
      }
      if (!changes)
        return false;
    }
  }

  const MaskStates &states_;
  std::vector<GraphMasks> rules_;
  bool in_order_, lines_ = false;
  Poll &poll_;
  std::int64_t nodes_ = 0, solutions_ = 0;
  std::unordered_map<std::int32_t, std::int32_t> leaves_;
  std::unordered_map<Digest, std::int32_t, DigestHash> seen_;
  std::vector<Frame> frames_;
  std::vector<std::uint64_t> key_;
  std::vector<Step> steps_;
  std::vector<std::int32_t> needed_, barred_;
  std::vector<std::int32_t> summands_; // of each sum of a state, while it is looked at
};

PropagatedFolding::PropagatedFolding(Problem &problem, std::span<const RuleArrays> rules,
                                     std::size_t memory, Poll poll)
    : memory_(memory), poll_(std::move(poll)), states_(problem, poll_) {
  std::vector<GraphMasks> graphs;
  std::int32_t width = 0;
  for (const RuleArrays &rule : rules) {
    graphs.emplace_back(rule, problem.options());
    width = std::max(width, graphs.back().width());
  }
  const auto add = [&](bool in_order, std::int64_t nodes) {
    turns_.push_back(
        {std::make_unique<PropagatedSearch>(states_, graphs, problem.options(), in_order, poll_),
         nodes});
  };
  add(false, first_turn);
  if (!graphs.empty() && width <= few_open)
    add(true, times_longer * first_turn);
  left_ = turns_[0].nodes;
}

PropagatedFolding::~PropagatedFolding() = default;

bool PropagatedFolding::step() {
  Turn &turn = turns_[turn_];
  const std::int64_t nodes = std::min(left_, each_step);
  if (turn.search->run(nodes))
    return true;
  full_ = bytes() > memory_;
  left_ -= nodes;
  if (left_ <= 0) {
    turn.nodes *= 2;
    turn_ = (turn_ + 1) % turns_.size();
    left_ = turns_[turn_].nodes;
  }
  return full_;
}

FoldedArrays PropagatedFolding::take() { return std::move(turns_[turn_].search->tree); }

std::int64_t PropagatedFolding::nodes() const {
  std::int64_t nodes = 0;
  for (const Turn &turn : turns_)
    nodes += turn.search->nodes();
  return nodes;
}

std::size_t PropagatedFolding::bytes() const {
  std::size_t bytes = 0;
  for (const Turn &turn : turns_)
    bytes += turn.search->bytes();
  return bytes;
}

} // namespace minuet
