#include "levels/levels.hpp"

#include <algorithm>

namespace minuet {

namespace {

using Word = Levels::Word;

Word bit_of(const Span &span) { return Word{1} << span.place % 64; }

} // namespace

Levels::Levels(const Blocks &blocks, const Layout &layout, Poll &poll)
    : words((layout.link_bits + 63) / 64), field_bits(layout.field_bits), levels(layout.levels()) {
  for (const BlockGroup &group : blocks.groups) {
    const std::vector<Span> &spans = layout.slots[groups.size()];
    groups.push_back({fields, group.blocks()});
    fields += group.blocks();
    for (const auto &closed : group.closed) {
      poll(group.slots());
      Word field = 0;
      for (std::int32_t s = 0; s < group.slots(); ++s)
        if (closed[s] && spans[s].place >= 0)
          field |= bit_of(spans[s]);
      start.push_back(field);
    }
  }
  for (const BlockOption &option : blocks.plain) {
    poll(8 * std::ssize(option.mask) + 2 * words);
    add_move(option, -1, 1, layout);
  }
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const BlockOption &option : blocks.groups[g].options) {
      poll(8 * std::ssize(option.mask) + 2 * words);
      add_move(option, static_cast<std::int32_t>(g), groups[g].blocks, layout);
    }
  for (std::size_t k = 0; k < levels.size(); ++k) {
    poll(words + std::ssize(groups));
    Level &level = levels[k];
    if (const Span &span = layout.links[layout.order[k]]; span.place >= 0) {
      level.word = span.place / 64;
      level.bit = bit_of(span);
    }
    level.keep.assign(words, ~Word{0});
    level.field_keep.assign(groups.size(), ~Word{0});
    level.field_required.assign(groups.size(), 0);
  }
  end_spans(blocks, layout);
}

void Levels::add_move(const BlockOption &option, std::int32_t group, std::int32_t copies,
                      const Layout &layout) {
  const std::int32_t k = layout.level_of(option);
  Move move{group, 0, 0, std::vector<Word>(words, 0), std::vector<Word>(words, 0)};
  for (const std::int32_t b : option.mask)
    if (const Span &span = layout.links[b]; span.place >= 0 && k > span.from)
      move.need[span.place / 64] |= bit_of(span);
  for (const std::int32_t b : option.anti)
    if (const Span &span = layout.links[b]; span.place >= 0 && k < span.to)
      move.close[span.place / 64] |= bit_of(span);
  for (const std::int32_t s : option.need)
    if (const Span &span = layout.slots[group][s]; span.place >= 0)
      move.field_need |= bit_of(span);
  for (const std::int32_t s : option.close)
    if (const Span &span = layout.slots[group][s]; span.place >= 0 && k <= span.to)
      move.field_close |= bit_of(span);
  levels[k].options += copies;
  levels[k].moves.push_back(std::move(move));
}

void Levels::end_spans(const Blocks &blocks, const Layout &layout) {
  for (const Span &span : layout.links)
    if (span.place >= 0) {
      levels[span.to].ends = true;
      levels[span.to].keep[span.place / 64] &= ~bit_of(span);
    }
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (std::int32_t s = 0; s < blocks.groups[g].slots(); ++s)
      if (const Span &span = layout.slots[g][s]; span.place >= 0) {
        levels[span.to].ends = true;
        levels[span.to].field_keep[g] &= ~bit_of(span);
        if (blocks.groups[g].required[s])
          levels[span.to].field_required[g] |= bit_of(span);
      }
}

} // namespace minuet
