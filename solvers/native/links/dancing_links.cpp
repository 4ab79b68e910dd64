// The dance: covering and uncovering items, hiding options, agreeing on colors.
#include "links/dancing_links.hpp"

namespace minuet {

// Takes the other entries of the option of `node` out of their lists. The loop reads the next
// entry before it writes, and counts in a register: here the search spends its time.
void DancingLinks::hide(std::int32_t node) {
  Node *const nodes = nodes_of_.data();
  Item *const items = items_.data();
  std::int64_t updates = 0;
  for (std::int32_t n = node + 1; n != node;) {
    const Node entry = nodes[n];
    if (entry.item <= 0) {
      n = entry.up; // a spacer: on to the first entry of the option
      continue;
    }
    ++n;
    if (entry.color < 0)
      continue;
    nodes[entry.up].down = entry.down;
    nodes[entry.down].up = entry.up;
    --items[entry.item].length;
    ++updates;
  }
  updates_ += updates;
}

void DancingLinks::unhide(std::int32_t node) {
  Node *const nodes = nodes_of_.data();
  Item *const items = items_.data();
  for (std::int32_t n = node - 1; n != node;) {
    const Node entry = nodes[n];
    if (entry.item <= 0) {
      n = entry.down; // a spacer: on to the last entry of the option
      continue;
    }
    if (entry.color >= 0) {
      nodes[entry.up].down = n;
      nodes[entry.down].up = n;
      ++items[entry.item].length;
    }
    --n;
  }
}

// Takes every entry of the option that begins at `first` out of its list.
void DancingLinks::hide_all(std::int32_t first) {
  hide(first);
  const Node &entry = nodes_of_[first];
  if (entry.color < 0)
    return;
  nodes_of_[entry.up].down = entry.down;
  nodes_of_[entry.down].up = entry.up;
  --items_[entry.item].length;
}

void DancingLinks::unlink(std::int32_t item) {
  const Item &i = items_[item];
  items_[i.previous].next = i.next;
  items_[i.next].previous = i.previous;
}

void DancingLinks::relink(std::int32_t item) {
  const Item &i = items_[item];
  items_[i.previous].next = items_[i.next].previous = item;
}

void DancingLinks::cover(std::int32_t item) {
  if (!closing_ || items_[item].slack == 0) // else it is out of the list of active items already
    unlink(item);
  ++updates_;
  for (std::int32_t n = nodes_of_[item].down; n != item; n = nodes_of_[n].down)
    hide(n);
}

void DancingLinks::uncover(std::int32_t item) {
  for (std::int32_t n = nodes_of_[item].up; n != item; n = nodes_of_[n].up)
    unhide(n);
  if (!closing_ || items_[item].slack == 0)
    relink(item);
}

// Leaves in the list of the node's secondary item only the options that give it the same color.
void DancingLinks::purify(std::int32_t node) {
  const std::int32_t item = nodes_of_[node].item, color = nodes_of_[node].color;
  for (std::int32_t n = nodes_of_[item].down; n != item; n = nodes_of_[n].down) {
    if (nodes_of_[n].color != color)
      hide(n);
    else if (n != node)
      nodes_of_[n].color = -1;
  }
}

void DancingLinks::unpurify(std::int32_t node) {
  const std::int32_t item = nodes_of_[node].item, color = nodes_of_[node].color;
  for (std::int32_t n = nodes_of_[item].up; n != item; n = nodes_of_[n].up) {
    if (nodes_of_[n].color < 0)
      nodes_of_[n].color = color;
    else if (n != node)
      unhide(n);
  }
}

void DancingLinks::commit(std::int32_t node) {
  const Node &entry = nodes_of_[node];
  if (entry.color > 0) {
    purify(node);
  } else if (entry.color == 0) {
    Item &item = items_[entry.item];
    if (--item.bound == 0)
      cover(entry.item);
    else if (costs_ && item.bound == item.slack)
      meet(entry.item);
  }
}

void DancingLinks::uncommit(std::int32_t node) {
  const Node &entry = nodes_of_[node];
  if (entry.color > 0) {
    unpurify(node);
  } else if (entry.color == 0) {
    Item &item = items_[entry.item];
    if (item.bound == 0)
      uncover(entry.item);
    else if (costs_ && item.bound == item.slack)
      unmeet(entry.item);
    ++item.bound;
  }
}

void DancingLinks::commit_others(std::int32_t node) {
  for (std::int32_t n = node + 1; n != node;) {
    if (nodes_of_[n].item <= 0)
      n = nodes_of_[n].up;
    else
      commit(n++);
  }
}

void DancingLinks::uncommit_others(std::int32_t node) {
  for (std::int32_t n = node - 1; n != node;) {
    if (nodes_of_[n].item <= 0)
      n = nodes_of_[n].down;
    else
      uncommit(n--);
  }
}

// The item has just been covered as often as it must be.
void DancingLinks::meet(std::int32_t item) {
  if (!charge_.empty())
    charge(item, charge_[item]);
  if (closing_)
    unlink(item);
}

void DancingLinks::unmeet(std::int32_t item) {
  if (closing_)
    relink(item);
  if (!charge_.empty())
    charge(item, -charge_[item]);
}

// Makes the options that are left in the item's list dearer.
void DancingLinks::charge(std::int32_t item, std::int64_t amount) {
  if (amount == 0)
    return;
  for (std::int32_t n = nodes_of_[item].down; n != item; n = nodes_of_[n].down)
    extra_[row_[n]] += amount;
}

// Takes the first node out of the list of an item that may be covered several times, so that the
// tries after it do not choose it again (Algorithm M).
void DancingLinks::tweak(std::int32_t node, std::int32_t item, bool hiding) {
  if (hiding)
    hide(node);
  const std::int32_t below = nodes_of_[node].down;
  nodes_of_[item].down = below;
  nodes_of_[below].up = item;
  --items_[item].length;
  ++updates_;
}

void DancingLinks::untweak(const Level &level, bool hiding) {
  const std::int32_t item = level.item;
  const std::int32_t stop = nodes_of_[item].down;
  std::int32_t above = item;
  nodes_of_[item].down = level.first_tweak;
  for (std::int32_t n = level.first_tweak; n != stop; n = nodes_of_[n].down) {
    nodes_of_[n].up = above;
    ++items_[item].length;
    if (hiding)
      unhide(n);
    above = n;
  }
  nodes_of_[stop].up = above;
}

} // namespace minuet
