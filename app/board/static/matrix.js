/* What the matrix of a puzzle says of some chosen options: what they use, what still fits, where they
   clash, and what is then certain. No search: each question looks at every item once. */

export class Matrix {
  // puzzle    what app/board/data.py says of it
  constructor({ matrix, forbidden, options }) {
    const { starts, members, colors, weights, low, high, primary } = matrix;
    this.visible = options;
    this.entries = []; // of each option its items, with their colors
    this.options = low.map(() => []); // of each item
    this.weighted = new Set(); // items that are sums
    for (let option = 0; option + 1 < starts.length; option += 1) {
      const entries = [];
      for (let at = starts[option]; at < starts[option + 1]; at += 1) {
        entries.push([members[at], colors[at]]);
        this.options[members[at]].push(option);
        if (weights && weights[at] !== 1) this.weighted.add(members[at]);
      }
      this.entries.push(entries);
    }
    this.low = low;
    this.high = high;
    this.primary = primary;
    this.forbidden = new Set(forbidden);
  }

  /** Whether a person chooses this option: it draws something at a spot of the picture. */
  isPlayed(option) {
    return option < this.visible.length && this.visible[option].spots.length > 0;
  }

  /** What some options use: of each item how often, and in which color. */
  uses(options) {
    const used = new Map();
    for (const option of options) {
      for (const [item, color] of this.entries[option]) {
        const use = used.get(item) ?? { plain: [], colors: new Map() };
        if (color) use.colors.set(color, [...(use.colors.get(color) ?? []), option]);
        else use.plain.push(option);
        used.set(item, use);
      }
    }
    return used;
  }

  /** Whether an option goes with what is used. */
  fits(option, used) {
    if (this.forbidden.has(option)) return false;
    return this.entries[option].every(([item, color]) => {
      if (this.weighted.has(item)) return true;
      const use = used.get(item);
      if (use === undefined) return this.high[item] > 0;
      if (color) return use.plain.length === 0 && use.colors.has(color);
      return use.colors.size === 0 && use.plain.length < this.high[item];
    });
  }

  /** The items that some options use too often, with these. */
  clashes(options) {
    const found = [];
    for (const [item, use] of this.uses(options)) {
      if (this.weighted.has(item)) continue;
      const several = use.colors.size > 1 || (use.colors.size > 0 && use.plain.length > 0);
      if (use.plain.length > this.high[item] || several) {
        found.push({ item, options: [...use.plain, ...[...use.colors.values()].flat()] });
      }
    }
    return found;
  }

  /** Whether two options exclude each other. */
  exclude(first, second) {
    return this.clashes([first, second]).length > 0;
  }

  /** What is certain without trying: of an item that has as many options left as it needs, one that
      a person can choose. Hidden options are taken on the way. Returns { item, option }, or { item }
      where too few are left, or null. */
  certain(options) {
    const taken = new Set(options);
    for (;;) {
      const used = this.uses(taken);
      const hidden = [];
      for (let item = 0; item < this.primary; item += 1) {
        if (this.weighted.has(item)) continue;
        const use = used.get(item);
        const covered = use ? use.plain.length + (use.colors.size ? 1 : 0) : 0;
        const needed = this.low[item] - covered;
        if (needed <= 0) continue;
        const left = this.options[item].filter(
          (option) => !taken.has(option) && this.fits(option, used),
        );
        if (left.length < needed) return { item };
        if (left.length > needed) continue;
        const seen = left.find((option) => this.isPlayed(option));
        if (seen !== undefined) return { item, option: seen };
        hidden.push(...left);
      }
      if (!hidden.length) return null;
      hidden.forEach((option) => taken.add(option));
    }
  }
}
