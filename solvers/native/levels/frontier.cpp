#include "levels/frontier.hpp"

#include "levels/level_table.hpp"
#include "levels/plan.hpp"
#include "shared/wide.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace minuet {

namespace {

// The walk over the levels, for fields of a type and keys of W words, known to the compiler; W = 0:
// any number.
template <class Field, int W> class FrontierWalk final : public Frontier {
public:
  using Word = LevelTable::Word;

  FrontierWalk(Levels levels, std::vector<double> widths, std::int32_t words, std::size_t memory,
               std::uint32_t hash_mask)
      : levels_(std::move(levels)), widths_(std::move(widths)), words_(words), memory_(memory),
        hash_mask_(Word{hash_mask} << 32 | hash_mask), child_(words, 0),
        fields_(per_word() * std::max(words, 1), 0), next_fields_(fields_), sum_(1),
        waiting_keys_(batch * words), here_(words, 1, 1, hash_mask_), next_(here_) {
    std::copy(levels_.start.begin(), levels_.start.end(), fields_.begin());
    for (const Levels::Group &group : levels_.groups)
      sort(fields_.data(), group);
    std::copy_n(fields_.data(), fields_.size(), next_fields_.data());
    store_fields();
    *here_.template find<W>(child_.data(), here_.template prepare<W>(child_.data())) = 1;
    begin();
  }

  bool run(std::int64_t work) override {
    const std::int64_t stop = work_ + work;
    while (level_ < levels_.levels.size()) {
      while (const Word *state = here_.next(at_)) {
        expand(state);
        if (gave_up_ || work_ >= stop)
          return false;
      }
      add_waiting();
      end();
    }
    return true;
  }

  BigCount counted() const override { return level_ < levels_.levels.size() ? BigCount() : sum_; }
  // Supposes that on the levels to come the states are, by their information, what they are here.
  double progress() const override;
  void forget() override {}

  std::int64_t nodes() const override { return nodes_; }
  std::uint64_t lookups() const override { return lookups_; }
  std::uint64_t hits() const override { return lookups_ - states_ - next_.states(); }
  bool remembers() const override { return true; }
  std::size_t table_bytes() const override { return here_.bytes() + next_.bytes(); }
  void set_memory(std::size_t bytes) override { memory_ = bytes; }
  bool has_blocks() const override { return !levels_.groups.empty(); }
  bool gave_up() const override { return gave_up_; }
  Words path() const override { return {}; }
  KeptStates take(const SaveLimits &limits) override;
  bool restore(std::span<const Word> path, std::span<const Word> states, Poll &poll) override;

private:
  static constexpr std::int64_t work_of_child = 24;
  static constexpr std::size_t batch = 16; // children that wait until their slots are fetched

  struct Waiting {
    const Word *count;
    Word factor, hash;
  };

  static std::size_t per_word() { return sizeof(Word) / sizeof(Field); }
  std::int32_t words() const { return W > 0 ? W : words_; }
  std::size_t field_bytes() const { return (words() - levels_.words) * sizeof(Word); }
  // Without fields there is no memory to copy from, and memcpy would not have that.
  void copy_fields(void *to, const void *from) const {
    if (const std::size_t bytes = field_bytes())
      std::memcpy(to, from, bytes);
  }
  void store_fields() { copy_fields(child_.data() + levels_.words, next_fields_.data()); }
  static void sort(Field *fields, const Levels::Group &group) {
    Field *const a = fields + group.first;
    for (std::int32_t i = 1; i < group.blocks; ++i) {
      const Field x = a[i];
      std::int32_t j = i;
      for (; j > 0 && a[j - 1] > x; --j)
        a[j] = a[j - 1];
      a[j] = x;
    }
  }

  void begin();
  void end();
  void append_states(const LevelTable &table, LevelTable::Place from, Words &to) const;
  bool load_states(LevelTable &table, std::span<const Word> states, Poll &poll) const;
  void expand(const Word *state);
  void choose(const Levels::Level &level, const Levels::Move &move, const Word *state);
  void reach(const Levels::Level &level, const Word *count, Word factor);
  void add_waiting();

  Levels levels_;
  std::vector<double> widths_;
  std::int32_t words_;
  std::size_t memory_;
  Word hash_mask_;
  std::vector<Word> child_;
  std::vector<Field> fields_, next_fields_; // of the state and of a child
  BigCount sum_;                            // of the counts of a level
  std::vector<Word> next_sum_;
  std::vector<Word> waiting_keys_;
  std::array<Waiting, batch> waiting_for_;
  std::size_t waiting_ = 0;
  LevelTable here_, next_;
  LevelTable::Place at_;
  std::size_t level_ = 0;
  bool gave_up_ = false;
  std::int64_t nodes_ = 0, work_ = 0;
  std::uint64_t lookups_ = 0, states_ = 0;
  std::uint64_t here_states_ = 1;  // of the whole level
  std::uint64_t kept_lookups_ = 0; // when it was last kept
  bool is_kept_ = false;
};

// No state has more children than the level has options, so the next sum is at most that many
// times the last one.
template <class Field, int W> void FrontierWalk<Field, W>::begin() {
  const std::int64_t most = std::max<std::int64_t>(levels_.levels[level_].options, 1);
  const std::size_t bits = 64 * sum_.size() - std::countl_zero(sum_.limb(sum_.size() - 1)) +
                           std::bit_width(static_cast<Word>(most));
  next_sum_.assign((bits + 63) / 64, 0);
  next_ =
      LevelTable(words(), static_cast<std::int32_t>(next_sum_.size()), here_.states(), hash_mask_);
  at_ = {};
}

template <class Field, int W> void FrontierWalk<Field, W>::end() {
  sum_.assign(next_sum_.data(), next_sum_.size());
  here_ = std::move(next_);
  next_ = LevelTable(words(), 1, 1, hash_mask_);
  here_states_ = here_.states();
  states_ += here_states_;
  level_ = sum_.is_zero() ? levels_.levels.size() : level_ + 1;
  if (level_ < levels_.levels.size())
    begin();
}

template <class Field, int W> void FrontierWalk<Field, W>::expand(const Word *state) {
  ++nodes_;
  const Levels::Level &level = levels_.levels[level_];
  copy_fields(fields_.data(), state + levels_.words);
  if (level.word >= 0 && (state[level.word] & level.bit) != 0) {
    std::copy_n(state, words(), child_.data());
    copy_fields(next_fields_.data(), fields_.data());
    reach(level, state + words(), 1);
    return;
  }
  for (const Levels::Move &move : level.moves) {
    Word clash = 0;
    for (std::int32_t w = 0; w < levels_.words; ++w)
      clash |= state[w] & move.need[w];
    work_ += 1 + levels_.words;
    if (clash == 0)
      choose(level, move, state);
  }
}

// Makes the move in one of each run of equal blocks.
template <class Field, int W>
void FrontierWalk<Field, W>::choose(const Levels::Level &level, const Levels::Move &move,
                                    const Word *state) {
  const auto close = [&] {
    for (std::int32_t w = 0; w < levels_.words; ++w)
      child_[w] = state[w] | move.close[w];
    copy_fields(next_fields_.data(), fields_.data());
  };
  const Word *const count = state + words();
  if (move.group < 0) {
    close();
    reach(level, count, 1);
    return;
  }
  const Levels::Group &group = levels_.groups[move.group];
  const auto need = static_cast<Field>(move.field_need);
  const std::int32_t last = group.first + group.blocks;
  for (std::int32_t i = group.first, next = i; i < last; i = next) {
    while (next < last && fields_[next] == fields_[i])
      ++next;
    if ((fields_[i] & need) != 0)
      continue;
    close();
    const auto closed = static_cast<Field>(fields_[i] | move.field_close);
    std::int32_t to = next - 1;
    for (; to + 1 < last && next_fields_[to + 1] < closed; ++to)
      next_fields_[to] = next_fields_[to + 1];
    next_fields_[to] = closed;
    reach(level, count, static_cast<Word>(next - i));
  }
}

// Adds `factor` times the count to the child, unless it leaves open what was to be closed by now.
template <class Field, int W>
void FrontierWalk<Field, W>::reach(const Levels::Level &level, const Word *count, Word factor) {
  work_ += work_of_child;
  if (level.ends) {
    for (std::size_t g = 0; g < levels_.groups.size(); ++g) {
      const Levels::Group &group = levels_.groups[g];
      Field *const fields = next_fields_.data();
      auto closed = static_cast<Field>(~Field{0});
      for (std::int32_t i = group.first; i < group.first + group.blocks; ++i)
        closed &= fields[i];
      if ((level.field_required[g] & static_cast<Word>(static_cast<Field>(~closed))) != 0)
        return;
      const auto keep = static_cast<Field>(level.field_keep[g]);
      if (keep == static_cast<Field>(~Field{0}))
        continue;
      for (std::int32_t i = group.first; i < group.first + group.blocks; ++i)
        fields[i] &= keep;
      sort(fields, group);
    }
    for (std::int32_t w = 0; w < levels_.words; ++w)
      child_[w] &= level.keep[w];
  }
  store_fields();
  Word *const key = waiting_keys_.data() + waiting_ * words();
  std::copy_n(child_.data(), words(), key);
  waiting_for_[waiting_] = {count, factor, next_.template prepare<W>(key)};
  if (++waiting_ == batch)
    add_waiting();
}

template <class Field, int W> void FrontierWalk<Field, W>::add_waiting() {
  for (std::size_t k = 0; k < waiting_; ++k) {
    const auto &[count, factor, hash] = waiting_for_[k];
    Word *const limbs = next_.template find<W>(waiting_keys_.data() + k * words(), hash);
    Word carried = 0;
    Wide rest = 0, sum_rest = 0;
    for (std::int32_t l = 0; l < next_.limbs(); ++l) {
      const Wide product = (l < here_.limbs() ? static_cast<Wide>(count[l]) * factor : 0) + carried;
      carried = static_cast<Word>(product >> 64);
      rest += static_cast<Wide>(limbs[l]) + static_cast<Word>(product);
      limbs[l] = static_cast<Word>(rest);
      rest >>= 64;
      sum_rest += static_cast<Wide>(next_sum_[l]) + static_cast<Word>(product);
      next_sum_[l] = static_cast<Word>(sum_rest);
      sum_rest >>= 64;
    }
  }
  lookups_ += waiting_;
  waiting_ = 0;
  gave_up_ |= table_bytes() > memory_;
}

template <class Field, int W>
void FrontierWalk<Field, W>::append_states(const LevelTable &table, LevelTable::Place from,
                                           Words &to) const {
  while (const Word *state = table.next(from))
    to.insert(to.end(), state, state + words() + table.limbs());
}

// Level; limbs of its counts; states of all levels, of this one, look-ups, nodes; the sums of the
// level and, so far, of the next; its states that are left; the states of the next.
template <class Field, int W> KeptStates FrontierWalk<Field, W>::take(const SaveLimits &limits) {
  add_waiting();
  const bool begins = !is_kept_;
  is_kept_ = true;
  std::uint64_t left = 0;
  for (LevelTable::Place at = at_; here_.next(at);)
    ++left;
  const std::size_t here = left * (words() + here_.limbs()),
                    next = next_.states() * (words() + next_.limbs());
  if ((!begins && lookups_ == kept_lookups_) || here + next > limits.level)
    return {begins, {}};
  kept_lookups_ = lookups_;
  Words kept;
  kept.reserve(here + next + 64);
  kept = {level_,   static_cast<Word>(here_.limbs()), states_, here_states_,
          lookups_, static_cast<Word>(nodes_)};
  append_count(kept, sum_);
  append_list(kept, next_sum_);
  kept.push_back(here);
  append_states(here_, at_, kept);
  append_states(next_, {}, kept);
  return {true, std::move(kept)};
}

template <class Field, int W>
bool FrontierWalk<Field, W>::load_states(LevelTable &table, std::span<const Word> states,
                                         Poll &poll) const {
  const std::size_t limbs = table.limbs(), stride = words() + limbs;
  if (states.size() % stride != 0)
    return false;
  for (std::size_t k = 0; k < states.size(); k += stride) {
    poll(static_cast<std::int64_t>(stride));
    const Word *const key = &states[k], *const count = key + words();
    if (std::all_of(count, count + limbs, [](Word limb) { return limb == 0; }))
      return false;
    std::copy_n(count, limbs, table.template find<W>(key, table.template prepare<W>(key)));
  }
  return true;
}

template <class Field, int W>
bool FrontierWalk<Field, W>::restore(std::span<const Word> path, std::span<const Word> states,
                                     Poll &poll) {
  if (!path.empty() || states.empty())
    return path.empty(); // a level too large to be written
  SavedReader saved(states);
  constexpr std::uint64_t most_limbs = 1 << 16;
  const std::uint64_t level = saved.word(), limbs = saved.word();
  states_ = saved.word(), here_states_ = saved.word(), lookups_ = saved.word();
  nodes_ = saved.number();
  const BigCount sum = saved.count();
  const auto next_sum = saved.list(), here = saved.list();
  if (saved.failed() || level >= levels_.levels.size() || limbs == 0 || limbs > most_limbs ||
      sum.is_zero())
    return false;
  level_ = level, sum_ = sum;
  here_ = LevelTable(words(), static_cast<std::int32_t>(limbs), here_states_, hash_mask_);
  waiting_ = 0;
  if (!load_states(here_, here, poll))
    return false;
  begin();
  if (next_sum.size() != next_sum_.size())
    return false;
  std::copy(next_sum.begin(), next_sum.end(), next_sum_.begin());
  is_kept_ = true, kept_lookups_ = lookups_;
  return load_states(next_, saved.rest(), poll);
}

template <class Field, int W> double FrontierWalk<Field, W>::progress() const {
  if (level_ == levels_.levels.size())
    return 1;
  const double width = level_ > 0 ? widths_[level_ - 1] : 0;
  const auto here = static_cast<double>(here_states_);
  const double density = width > 1 ? std::log2(here) / width : 1;
  double left = 0;
  for (std::size_t k = level_; k < levels_.levels.size(); ++k)
    left += std::exp2(density * (k > 0 ? widths_[k - 1] : 0));
  const auto done = static_cast<double>(nodes_);
  return done / (done + left);
}

template <class Field>
std::unique_ptr<Frontier> make_walk(Levels levels, const std::vector<double> &widths,
                                    std::size_t memory, std::uint32_t hash_mask) {
  constexpr auto per_word = static_cast<std::int32_t>(sizeof(LevelTable::Word) / sizeof(Field));
  const std::int32_t words = levels.words + (levels.fields + per_word - 1) / per_word;
  return by_words<3>(words, [&]<int W>() -> std::unique_ptr<Frontier> {
    return std::make_unique<FrontierWalk<Field, W>>(std::move(levels), widths, words, memory,
                                                    hash_mask);
  });
}

} // namespace

std::unique_ptr<Frontier> Frontier::make(const PackedMatrix &part, std::size_t memory,
                                         double widest, std::uint32_t hash_mask, Poll &poll) {
  if (part.options.empty())
    return nullptr;
  const std::unique_ptr<Plan> plan = Plan::best(part, widest, poll);
  if (!plan)
    return nullptr;
  const Levels levels(plan->blocks, plan->layout, poll);
  const auto made = [&]<class Field>() {
    return make_walk<Field>(levels, plan->layout.widths, memory, hash_mask);
  };
  if (levels.field_bits <= 8)
    return made.operator()<std::uint8_t>();
  if (levels.field_bits <= 16)
    return made.operator()<std::uint16_t>();
  if (levels.field_bits <= 32)
    return made.operator()<std::uint32_t>();
  return made.operator()<std::uint64_t>();
}

} // namespace minuet
