#include "memo/table.hpp"

#include "shared/wide.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace minuet {

namespace {

// A header: hash 32 bits, first 9, size 9, limbs 8, class of effort 6.
struct Header {
  std::uint32_t hash, first, size, limbs, effort;

  explicit Header(std::uint64_t word)
      : hash(static_cast<std::uint32_t>(word)), first(word >> 32 & 511), size(word >> 41 & 511),
        limbs(word >> 50 & 255), effort(static_cast<std::uint32_t>(word >> 58)) {}
  Header(const MemoKey &key, std::uint32_t limbs, std::uint32_t effort)
      : hash(key.hash), first(key.first), size(key.size), limbs(limbs), effort(effort) {}

  std::uint64_t word() const {
    return hash | std::uint64_t{first} << 32 | std::uint64_t{size} << 41 |
           std::uint64_t{limbs} << 50 | std::uint64_t{effort} << 58;
  }
  std::uint32_t words() const { return 1 + size + limbs; }
};

constexpr std::uint32_t efforts = MemoShard::efforts;
constexpr std::size_t first_slots = 64;
constexpr std::size_t largest_block = 1 << 13;            // words
constexpr std::size_t shard_bytes = std::size_t{1} << 24; // about, under the cap
constexpr std::uint32_t most_shards = 1024;

} // namespace

MemoKey::MemoKey(const std::uint64_t *state, const std::uint64_t *root, std::uint32_t count,
                 std::uint32_t hash_mask) {
  std::uint32_t last = count;
  first = 0;
  while (first < last && state[first] == 0)
    ++first;
  while (last > first && state[last - 1] == root[last - 1])
    --last;
  *this = MemoKey(first, {state + first, last - first}, hash_mask);
}

MemoKey::MemoKey(std::uint32_t first, std::span<const std::uint64_t> cut, std::uint32_t hash_mask)
    : words(cut.data()), first(first), size(static_cast<std::uint32_t>(cut.size())) {
  std::uint64_t mixed = 0x9e3779b97f4a7c15u ^ (std::uint64_t{first} << 32 | (first + size));
  for (std::uint32_t w = 0; w < size; ++w) {
    const Wide product = static_cast<Wide>(mixed ^ words[w]) * 0xd6e8feb86659fd93u;
    mixed = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64) ^
            std::rotl(words[w], 29);
  }
  mixed = (mixed ^ mixed >> 32) * 0xff51afd7ed558ccdu;
  hash = static_cast<std::uint32_t>(mixed >> 32) & hash_mask;
}

MemoShard::MemoShard(std::size_t cap_bytes) : cap_(cap_bytes) {
  const std::size_t words = std::clamp<std::size_t>(cap_bytes / 512, 64, largest_block);
  block_bits_ = static_cast<std::uint32_t>(std::bit_width(words) - 1);
}

std::size_t MemoShard::bytes() const {
  return slots_.capacity() * sizeof(Word) + blocks_.size() * (block_words() * sizeof(Word) + 64);
}

bool MemoShard::find(const MemoKey &key, BigCount &count) const {
  if (slots_.empty())
    return false;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t s = key.hash & mask; slots_[s] != 0; s = (s + 1) & mask) {
    if (slots_[s] >> 32 != key.hash)
      continue;
    const Word *const found = record((slots_[s] & 0xffffffffu) - 1);
    const Header header(found[0]);
    if (header.first != key.first || header.size != key.size ||
        !std::equal(key.words, key.words + key.size, found + 1))
      continue;
    count.assign(found + 1 + header.size, header.limbs);
    return true;
  }
  return false;
}

void MemoShard::insert(const MemoKey &key, const BigCount &count, std::uint64_t effort) {
  const std::size_t limbs = count.size();
  if (limbs > 255)
    return;
  const auto cost = static_cast<std::uint32_t>(std::bit_width(effort | 1) - 1);
  const Header header(key, static_cast<std::uint32_t>(limbs), std::min(cost, efforts - 1));
  if (entries_ * 4 >= slots_.size() * 3) {
    // While the slots grow, the old ones stand beside the new ones.
    const std::size_t more = std::max(first_slots, slots_.size() * 2) * sizeof(Word);
    if (fits(more))
      grow();
    else
      sweep();
    if (entries_ * 4 >= slots_.size() * 3)
      return;
  }
  if (!make_room(header.words()))
    return;
  const std::uint64_t position = current_ << block_bits_ | filled_[current_];
  filled_[current_] += header.words();
  Word *const here = record(position);
  here[0] = header.word();
  std::copy_n(key.words, key.size, here + 1);
  for (std::size_t i = 0; i < limbs; ++i)
    here[1 + key.size + i] = count.limb(i);
  place(std::uint64_t{key.hash} << 32 | (position + 1));
  ++entries_;
}

// Makes room for a record in the current block, or opens the next one. False: it does not fit.
bool MemoShard::make_room(std::size_t words) {
  if (words > block_words())
    return false;
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (!blocks_.empty() && filled_[current_] + words <= block_words())
      return true;
    if (current_ + 1 < blocks_.size()) {
      ++current_;
      return true;
    }
    const bool addressable = (blocks_.size() + 1) << block_bits_ < 0xffffffffu;
    if (addressable && fits(block_words() * sizeof(Word) + 64)) {
      blocks_.emplace_back(new Word[block_words()]);
      filled_.push_back(0);
      current_ = blocks_.size() - 1;
      return true;
    }
    sweep();
  }
  return false;
}

void MemoShard::grow() {
  std::vector<Word> old(std::max(first_slots, slots_.size() * 2), 0);
  old.swap(slots_);
  for (const Word slot : old)
    if (slot != 0)
      place(slot);
}

void MemoShard::place(Word slot) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t s = (slot >> 32) & mask;
  while (slots_[s] != 0)
    s = (s + 1) & mask;
  slots_[s] = slot;
}

// Calls `visit` with the place and the words of each record from a place on.
template <class Visit> void MemoShard::visit(Place from, Visit visit) const {
  for (Place place = from; place.block < blocks_.size(); ++place.block, place.at = 0)
    while (place.at < filled_[place.block]) {
      const Word *const record = &blocks_[place.block][place.at];
      const std::uint32_t words = Header(record[0]).words();
      visit(std::span(record, words));
      place.at += words;
    }
}

void MemoShard::add_sizes(bool fresh, Sizes &sizes) const {
  visit(fresh ? listed_ : Place{},
        [&](std::span<const Word> record) { sizes[Header(record[0]).effort] += record.size(); });
}

void MemoShard::take(bool fresh, std::uint32_t least, std::vector<Word> &to) {
  visit(fresh ? listed_ : Place{}, [&](std::span<const Word> record) {
    if (Header(record[0]).effort >= least)
      to.insert(to.end(), record.begin(), record.end());
  });
  listed_ = end();
}

// The class of effort from which records survive a sweep, and how many of that class do not.
std::uint32_t MemoShard::least_effort_to_keep(std::uint64_t &to_drop) const {
  std::array<std::uint64_t, efforts> tally{};
  visit({}, [&](std::span<const Word> record) { ++tally[Header(record[0]).effort]; });
  std::uint64_t room = entries_ / 2;
  std::uint32_t effort = efforts - 1;
  while (effort > 0 && tally[effort] <= room)
    room -= tally[effort--];
  to_drop = tally[effort] - std::min(room, tally[effort]);
  return effort;
}

// Forgets the cheaper half and moves the rest together. Writing never overtakes reading: both go
// through the same blocks in the same order, and what is written is a part of what was read.
void MemoShard::sweep() {
  ++sweeps_;
  std::uint64_t to_drop = 0;
  const std::uint32_t effort = least_effort_to_keep(to_drop);
  std::fill(slots_.begin(), slots_.end(), 0);
  const std::vector<std::uint32_t> before = filled_;
  std::fill(filled_.begin(), filled_.end(), 0);
  current_ = entries_ = 0;
  const Place listed = listed_;
  bool taken = true; // whether what is read was
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (std::uint32_t at = 0; at < before[b];) {
      if (taken && (b > listed.block || (b == listed.block && at >= listed.at))) {
        taken = false;
        listed_ = end();
      }
      const Word *const from = &blocks_[b][at];
      const Header header(*from);
      at += header.words();
      if (header.effort < effort || (header.effort == effort && to_drop > 0)) {
        to_drop -= header.effort == effort;
        continue;
      }
      current_ += filled_[current_] + header.words() > block_words();
      const std::uint64_t position = current_ << block_bits_ | filled_[current_];
      std::copy(from, from + header.words(), record(position));
      filled_[current_] += header.words();
      place(std::uint64_t{header.hash} << 32 | (position + 1));
      ++entries_;
    }
  if (taken)
    listed_ = end();
}

MemoTable::MemoTable(std::size_t cap_bytes) {
  const auto wanted =
      static_cast<std::uint32_t>(std::clamp<std::size_t>(cap_bytes / shard_bytes, 1, most_shards));
  const std::uint32_t shards = std::bit_floor(wanted);
  shift_ = 32 - std::countr_zero(shards);
  shards_.reserve(shards);
  for (std::uint32_t k = 0; k < shards; ++k)
    shards_.emplace_back(cap_bytes / shards);
}

void MemoTable::set_cap(std::size_t cap_bytes) {
  for (MemoShard &shard : shards_)
    shard.set_cap(cap_bytes / shards_.size());
}

std::size_t MemoTable::bytes() const {
  std::size_t total = 0;
  for (const MemoShard &shard : shards_)
    total += shard.bytes();
  return total;
}

std::uint64_t MemoTable::sweeps() const {
  std::uint64_t total = 0;
  for (const MemoShard &shard : shards_)
    total += shard.sweeps();
  return total;
}

MemoTable::Sizes MemoTable::sizes(bool fresh) const {
  Sizes sizes{};
  for (const MemoShard &shard : shards_)
    shard.add_sizes(fresh, sizes);
  return sizes;
}

std::vector<std::uint64_t> MemoTable::take(bool fresh, std::uint32_t least) {
  const Sizes all = sizes(fresh);
  std::size_t words = 0;
  for (std::size_t effort = least; effort < all.size(); ++effort)
    words += all[effort];
  std::vector<std::uint64_t> taken;
  taken.reserve(words);
  for (MemoShard &shard : shards_)
    shard.take(fresh, least, taken);
  return taken;
}

bool MemoTable::load(std::span<const std::uint64_t> records, std::uint32_t words,
                     std::uint32_t hash_mask, Poll &poll) {
  constexpr std::int64_t steps = 64; // of a record: it is looked for and inserted
  BigCount count;
  while (!records.empty()) {
    poll(steps);
    const Header header(records[0]);
    if (header.words() > records.size() || header.first + header.size > words)
      return false;
    const MemoKey key(header.first, records.subspan(1, header.size), hash_mask);
    if (key.hash != header.hash)
      return false;
    if (!find(key, count)) {
      count.assign(&records[1] + header.size, header.limbs);
      insert(key, count, std::uint64_t{1} << header.effort);
    }
    records = records.subspan(header.words());
  }
  for (MemoShard &shard : shards_)
    shard.mark_taken();
  return true;
}

} // namespace minuet
