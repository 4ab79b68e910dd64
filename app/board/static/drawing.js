/* The picture as SVG: the ground of a puzzle, what each chosen option adds to it and takes away, and
   what a person wrote and colored beside it. */

const CELL = 38; // a colored cell: a bit less than the cells of minuet's pictures
const WIDE = 52; // a line of so many letters of size 1 is as wide as a cell
/** The colors of cells, by their numbers; 0 is none. */
export const COLORS = [
  ["none", ""], ["gray", "#8a8f98"], ["green", "#5fb35f"], ["violet", "#a06cd5"],
  ["yellow", "#e8c53a"], ["red", "#e06666"], ["blue", "#5a9bd8"], ["orange", "#e8964a"],
];
const CORNERS = [[-13, -9], [13, -9], [-13, 15], [13, 15], [0, -9], [0, 15], [-13, 3], [13, 3], [0, 3]];

const attributesOf = (attributes) => Object.entries(attributes)
  .map(([name, value]) => ` ${name}="${value}"`).join("");

export const escaped = (text) => String(text)
  .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** What the options draw, over the ground or alone; the `given` ones in their own style. */
export function drawn(puzzle, options, { ground = true, given = new Set() } = {}) {
  const { layers, loose } = puzzle.picture;
  const parts = layers.map((layer) => new Set(ground ? [layer.ground] : [])); // each shape once
  const without = new Set(options.flatMap((option) => puzzle.options[option].without));
  if (ground) {
    loose.forEach((pieces, place) => {
      if (!without.has(place)) pieces.forEach(([layer, xml]) => parts[layer].add(xml));
    });
  }
  for (const option of options) {
    for (const [layer, xml] of puzzle.options[option].parts) {
      const own = layers[layer].given;
      parts[own !== undefined && given.has(option) ? own : layer].add(xml);
    }
  }
  return layers.map(({ attributes }, place) => {
    const inner = [...parts[place]].join("");
    return inner && `<g${attributesOf(attributes)}>${inner}</g>`;
  }).join("");
}

/** An SVG element with the defaults of minuet's pictures. */
export function svg(inner, box) {
  return `<svg class="minuet" viewBox="${box}" fill="#222" text-anchor="middle" `
    + `stroke-linejoin="round" stroke-linecap="round" aria-hidden="true">${inner}</svg>`;
}

/** A choice alone: at its spot, or in the whole picture. */
export function thumbnail(puzzle, option) {
  const { width, height } = puzzle.picture;
  const { spots } = puzzle.options[option];
  const inner = drawn(puzzle, [option], { ground: false });
  if (spots.length === 1) {
    const [x, y] = puzzle.spots[spots[0]];
    return svg(inner, `${x - 24} ${y - 24} 48 48`);
  }
  const paper = `<rect width="${width}" height="${height}" fill="#fff" stroke="#b4b4b4"/>`;
  return svg(paper + inner, `0 0 ${width} ${height}`);
}

/** The colors of cells, which lie under their marks. */
export function colors(puzzle, game) {
  return [...game.notes].filter(([, note]) => note.color).map(([spot, { color }]) => {
    const [x, y] = puzzle.spots[spot];
    return `<rect class="color-${color}" x="${x - CELL / 2}" y="${y - CELL / 2}" `
      + `width="${CELL}" height="${CELL}" rx="2" fill="${COLORS[color][1]}" fill-opacity=".45"/>`;
  }).join("");
}

/** The notes of cells in which nothing is chosen, and the crosses on what is ruled out.

    small   whether spots stand closer than cells, as on the sides of cells */
export function notes(puzzle, game, small) {
  const filled = new Set(game.shown.flatMap((option) => puzzle.options[option].spots));
  const written = [];
  for (const [spot, { corner, centre }] of game.notes) {
    if (filled.has(spot)) continue;
    const [x, y] = puzzle.spots[spot];
    const middle = centre.join(centre.some((mark) => mark.length > 1) ? " " : "");
    const size = Math.min(11, WIDE / Math.max(1, middle.length));
    if (middle) {
      written.push(`<text class="note" x="${x}" y="${y + size / 3}" font-size="${size}">${escaped(middle)}</text>`);
    }
    corner.slice(0, CORNERS.length).forEach((mark, place) => {
      const [right, down] = CORNERS[place];
      written.push(`<text class="note" x="${x + right}" y="${y + down}" font-size="10">${escaped(mark)}</text>`);
    });
  }
  for (const option of game.out) {
    for (const spot of puzzle.options[option].spots) {
      const [x, y] = puzzle.spots[spot];
      written.push(small
        ? `<path class="out" fill="none" stroke="#a8221c" stroke-width="1.6" d="M${x - 4} ${y - 4}l8 8m0 -8l-8 8"/>`
        : `<circle class="out-dot" fill="#5c616b" cx="${x}" cy="${y}" r="3.5"/>`);
    }
  }
  return written.join("");
}
