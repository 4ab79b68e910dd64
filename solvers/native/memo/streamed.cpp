// Counting without memory beside counting with it: option masks as one more runner of the counter.
//
// Where states do not come up again, streaming option masks (masks/option_masks.hpp) counts several
// times faster than any search that looks its states up. A part without colors is handed to them as
// a matrix of its own. A checkpoint keeps the subtrees that are left; each has masks of its own
// then.
#include "masks/option_masks.hpp"
#include "memo/searches.hpp"
#include "shared/bounds.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace minuet {

namespace {

// The masks read so many words in the time in which a search with a memo reads one.
constexpr std::int64_t faster = 4;

std::size_t depth_of(const Subtree &subtree) {
  return subtree.first.size() + subtree.second.size();
}

// What each subtree is of all: those of one depth alike, all below as much as one of them.
std::vector<double> shares_of(const std::vector<Subtree> &subtrees) {
  std::map<std::size_t, double> weights; // by depth; first how many there are
  for (const Subtree &subtree : subtrees)
    ++weights[depth_of(subtree)];
  double left = 1, whole = 0;
  for (auto &[depth, weight] : weights) {
    const double count = weight;
    weight = left = left / (count + 1);
    whole += count * weight;
  }
  std::vector<double> shares;
  for (const Subtree &subtree : subtrees)
    shares.push_back(weights[depth_of(subtree)] / whole);
  return shares;
}

class StreamedCount final : public CountSearch {
public:
  // False: the part has colors, or more items than the masks can hold.
  bool begin(const PackedMatrix &part, Poll &poll);

  bool run(std::int64_t work) override;
  BigCount counted() const override;
  double progress() const override;
  void forget() override {}

  std::int64_t nodes() const override;
  std::uint64_t lookups() const override { return 0; }
  std::uint64_t hits() const override { return 0; }
  bool remembers() const override { return false; }
  std::size_t table_bytes() const override { return 0; }
  void set_memory(std::size_t) override {}

  Words path() const override;
  KeptStates take(const SaveLimits &) override { return {true, {}}; }
  bool restore(std::span<const std::uint64_t> path, std::span<const std::uint64_t> states,
               Poll &poll) override;

private:
  using Numbers = std::vector<std::int32_t>;

  void begin(const Subtree &subtree, Poll &poll);
  void next(Poll &poll);
  std::int64_t solutions() const;

  std::int32_t primary_ = 0;
  Numbers starts_{0}, members_, colors_; // the matrix
  std::vector<std::int64_t> low_, high_;
  std::unique_ptr<OptionMasks> masks_; // null at the end
  bool done_ = false;
  std::vector<Subtree> left_; // behind what the masks are at, the next one last
  Poll *poll_ = nullptr;
  // Of the subtrees before it: solutions, nodes, their share of all; its own, and theirs behind.
  std::int64_t counted_ = 0, nodes_ = 0;
  double before_ = 0, share_ = 1;
  std::vector<double> shares_;
};

bool StreamedCount::begin(const PackedMatrix &part, Poll &poll) {
  if (part.bits > 64 * most_words)
    return false;
  for (const PackedOption &option : part.options) {
    poll(std::ssize(option.mask));
    if (option.mask != option.anti)
      return false; // it has a color
    if (std::ssize(members_) + std::ssize(option.mask) > most_places)
      return false;
    members_.insert(members_.end(), option.mask.begin(), option.mask.end());
    starts_.push_back(static_cast<std::int32_t>(members_.size()));
  }
  primary_ = part.primary;
  colors_.assign(members_.size(), 0);
  high_.assign(part.bits, 1);
  low_.assign(part.bits, 0);
  std::fill_n(low_.begin(), part.primary, 1);
  try {
    begin(Subtree{}, poll);
    return true;
  } catch (const std::overflow_error &) {
    return false;
  }
}

void StreamedCount::begin(const Subtree &subtree, Poll &poll) {
  poll_ = &poll;
  Problem problem({primary_, starts_, members_, colors_, low_, high_}, subtree.first,
                  subtree.second);
  masks_ = std::make_unique<OptionMasks>(problem, simd_path("auto"), 1, poll);
}

bool StreamedCount::run(std::int64_t work) {
  work *= faster;
  while (!done_ && work > 0) {
    if (masks_->run(work, true) != State::exhausted)
      return false;
    work = masks_->work_left();
    counted_ += masks_->solutions();
    nodes_ += masks_->nodes();
    before_ += share_;
    next(*poll_);
  }
  return done_;
}

void StreamedCount::next(Poll &poll) {
  masks_.reset();
  done_ = left_.empty();
  if (done_)
    return;
  share_ = shares_.back();
  begin(left_.back(), poll);
  left_.pop_back();
  shares_.pop_back();
}

std::int64_t StreamedCount::solutions() const {
  return counted_ + (masks_ ? masks_->solutions() : 0);
}

BigCount StreamedCount::counted() const {
  return BigCount(static_cast<std::uint64_t>(solutions()));
}

std::int64_t StreamedCount::nodes() const { return nodes_ + (masks_ ? masks_->nodes() : 0); }

double StreamedCount::progress() const { return done_ ? 1 : before_ + share_ * masks_->progress(); }

// The solutions so far, nodes, the share that is done, the subtrees that are left.
Words StreamedCount::path() const {
  std::vector<Subtree> open = masks_ ? masks_->open() : std::vector<Subtree>();
  open.insert(open.end(), left_.rbegin(), left_.rend());
  Words path{static_cast<std::uint64_t>(solutions()), static_cast<std::uint64_t>(nodes()),
             std::bit_cast<std::uint64_t>(progress()), open.size()};
  for (const auto &[given, without] : open)
    for (const Numbers *options : {&given, &without})
      append_list(path, Words(options->begin(), options->end()));
  return path;
}

bool StreamedCount::restore(std::span<const std::uint64_t> path,
                            std::span<const std::uint64_t> states, Poll &poll) {
  SavedReader saved(path);
  counted_ = saved.number(), nodes_ = saved.number(), before_ = saved.real();
  const std::uint64_t open = saved.word();
  for (std::uint64_t k = 0; k < open && !saved.failed(); ++k) {
    Subtree subtree;
    for (Numbers *options : {&subtree.first, &subtree.second})
      for (const std::uint64_t option : saved.list()) {
        if (option + 1 >= starts_.size())
          return false;
        options->push_back(static_cast<std::int32_t>(option));
      }
    left_.push_back(std::move(subtree));
  }
  if (!saved.at_end() || !states.empty())
    return false;
  std::reverse(left_.begin(), left_.end());
  shares_ = shares_of(left_);
  for (double &share : shares_)
    share *= 1 - before_;
  next(poll);
  return true;
}

} // namespace

std::unique_ptr<CountSearch> streamed_count(const PackedMatrix &part, Poll &poll) {
  auto search = std::make_unique<StreamedCount>();
  return search->begin(part, poll) ? std::move(search) : nullptr;
}

} // namespace minuet
