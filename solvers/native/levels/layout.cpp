#include "levels/layout.hpp"

#include <algorithm>
#include <cmath>

namespace minuet {

namespace {

using Numbers = std::vector<std::int32_t>;

double entropy(double share) {
  return share <= 0 || share >= 1 ? 0
                                  : -share * std::log2(share) - (1 - share) * std::log2(1 - share);
}

// Gives each span a place that no other one has at the same time; returns how many places.
std::int32_t give_places(std::vector<Span> &spans) {
  std::vector<Span *> order;
  for (Span &span : spans)
    if (!span.empty())
      order.push_back(&span);
  std::stable_sort(order.begin(), order.end(), [](auto a, auto b) { return a->from < b->from; });
  std::vector<std::pair<std::int32_t, std::int32_t>> busy; // a heap: last level, place
  std::int32_t places = 0;
  for (Span *span : order) {
    span->place = places;
    if (!busy.empty() && busy.front().first < span->from) {
      std::pop_heap(busy.begin(), busy.end(), std::greater<>());
      span->place = busy.back().second;
      busy.pop_back();
    } else {
      ++places;
    }
    busy.emplace_back(span->to, span->place);
    std::push_heap(busy.begin(), busy.end(), std::greater<>());
  }
  return places;
}

Levels::Word bit_of(const Span &span) { return Levels::Word{1} << span.place % 64; }

} // namespace

Layout::Layout(const PackedMatrix &part, const Blocks &blocks, Numbers items, Poll &poll)
    : order(std::move(items)), links(part.bits), rank_(part.bits, levels()) {
  for (std::int32_t k = 0; k < levels(); ++k)
    rank_[order[k]] = k;
  widths.assign(levels() + 2, 0);
  span_links(blocks, part.primary, poll);
  link_bits = give_places(links);
  for (const BlockGroup &group : blocks.groups) {
    span_slots(group, poll);
    field_bits = std::max(field_bits, give_places(slots.back()));
  }
  add_up(blocks);
}

std::int32_t Layout::level_of(const BlockOption &option) const {
  std::int32_t least = levels();
  for (const std::int32_t b : option.mask)
    least = std::min(least, rank_[b]);
  return least;
}

void Layout::span_links(const Blocks &blocks, std::int32_t primary, Poll &poll) {
  std::vector<Numbers> passed(links.size()); // the levels of the options that use it
  const auto visit = [&](const BlockOption &option) {
    const std::int32_t k = level_of(option);
    poll(16 * std::ssize(option.mask));
    for (const std::int32_t b : option.anti)
      passed[b].push_back(k);
    for (const std::int32_t b : option.mask)
      links[b].to = std::max(links[b].to, k);
  };
  for (const BlockOption &option : blocks.plain)
    visit(option);
  for (const BlockGroup &group : blocks.groups)
    for (const BlockOption &option : group.options)
      visit(option);
  for (std::size_t b = 0; b < links.size(); ++b) {
    Span &span = links[b];
    if (static_cast<std::int32_t>(b) < primary && blocks.link[b])
      span.to = rank_[b];
    span.from =
        passed[b].empty() ? levels() : *std::min_element(passed[b].begin(), passed[b].end());
    poll(16 * std::ssize(passed[b]) + 1);
    if (span.from < span.to)
      widen(passed[b], span, 1);
    else
      span = {}; // what the last level sets nobody looks at
  }
}

void Layout::span_slots(const BlockGroup &group, Poll &poll) {
  std::vector<Span> spans(group.slots(), Span{levels(), -1});
  std::vector<Numbers> passed(group.slots());
  for (const BlockOption &option : group.options) {
    const std::int32_t k = level_of(option);
    poll(16 * std::ssize(option.close));
    for (const std::int32_t s : option.close) {
      spans[s].from = std::min(spans[s].from, k);
      passed[s].push_back(k);
    }
    for (const std::int32_t s : option.need)
      spans[s].to = std::max(spans[s].to, k);
  }
  for (std::int32_t s = 0; s < group.slots(); ++s) {
    poll(16 * std::ssize(passed[s]) + group.blocks());
    const auto is_closed = [&](const auto &closed) { return closed[s] != 0; };
    const bool closed = std::any_of(group.closed.begin(), group.closed.end(), is_closed);
    if (closed)
      spans[s].from = 0;
    // The last level of a required slot looks whether it was closed, there or before.
    if (closed || group.required[s] || spans[s].from < spans[s].to)
      widen(passed[s], spans[s], group.blocks());
    else
      spans[s] = {};
  }
  slots.push_back(std::move(spans));
}

// Notes the changes of the width, to be added up.
void Layout::widen(Numbers &passed, const Span &span, double copies) {
  std::sort(passed.begin(), passed.end());
  const auto all = static_cast<double>(passed.size());
  double last = 0;
  for (std::size_t k = 0; k < passed.size(); ++k) {
    if (passed[k] >= span.to)
      break;
    const double now = copies * entropy(static_cast<double>(k + 1) / all);
    widths[std::max(passed[k], span.from)] += now - last;
    last = now;
  }
  widths[std::max(span.to, 0)] -= last;
}

void Layout::add_up(const Blocks &blocks) {
  double same = 0, sum = 0;
  for (const BlockGroup &group : blocks.groups)
    same += std::lgamma(group.blocks() + 1) / std::log(2);
  for (double &width : widths) {
    sum += width;
    width = std::max(sum - same, sum / 4);
  }
}

double Layout::widest() const { return *std::max_element(widths.begin(), widths.end()); }

double Layout::log_work(double density) const {
  double work = 0;
  for (const double width : widths)
    work += std::exp2(density * (width - widest()));
  return density * widest() + std::log2(work);
}

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
