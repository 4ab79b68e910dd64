// The page of one puzzle: choices are made in its picture; a worker with the engines answers.
//
// `puzzle` is what app/export/data.py says of it. Options are numbers; those that draw something
// are the visitor's to choose, the engines find the others.
"use strict";

const MOST_SHOWN = 48; // choices that are offered at once
const NEAR = 46; // units of the picture within which a click meets a spot
const STILL = 12; // pixels of the screen that a click may move
const CYCLE = 3; // so many choices of a spot are gone through by clicking it again
const TRIED = 40; // choices that a hint tries to do without
const PATIENCE = 5000; // milliseconds that it tries

const element = (id) => document.getElementById(id);

async function unpacked(id) {
  const text = atob(element(id).textContent.trim());
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// ---- The engines, in a worker ----------------------------------------------------------------------

class Engines {
  constructor(bytes, matrix) {
    this.source = ["engines", "worker"].map((id) => element(id).textContent).join("\n");
    this.loaded = { bytes, matrix };
    this.asked = new Map();
    this.count = 0;
    this.start();
  }

  start() {
    const url = URL.createObjectURL(new Blob([this.source], { type: "text/javascript" }));
    this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.ready = this.ask("load", this.loaded);
  }

  hear({ id, news, answer, error }) {
    const asked = this.asked.get(id);
    if (asked === undefined) return;
    if (news !== undefined) {
      asked.report?.(news);
      return;
    }
    this.asked.delete(id);
    if (error === undefined) asked.resolve(answer);
    else asked.reject(new Error(error));
  }

  ask(question, rest, report) {
    return new Promise((resolve, reject) => {
      this.count += 1;
      this.asked.set(this.count, { resolve, reject, report });
      this.worker.postMessage({ id: this.count, question, ...rest });
    });
  }

  get busy() {
    return this.asked.size > 0;
  }

  // End all that is at work.
  stop() {
    this.worker.terminate();
    const stopped = new Error("stopped");
    const asked = [...this.asked.values()];
    this.asked.clear();
    asked.forEach(({ reject }) => reject(stopped));
    this.start();
  }
}

// ---- The matrix ------------------------------------------------------------------------------------

let puzzle;
let engines;
const matrix = {}; // of each option its entries; of each item its options

function readMatrix() {
  const { starts, members, colors, weights, low, high, primary } = puzzle.matrix;
  matrix.entries = [];
  matrix.options = low.map(() => []);
  matrix.weighted = new Set();
  for (let option = 0; option + 1 < starts.length; option += 1) {
    const entries = [];
    for (let at = starts[option]; at < starts[option + 1]; at += 1) {
      entries.push([members[at], colors[at]]);
      matrix.options[members[at]].push(option);
      if (weights && weights[at] !== 1) matrix.weighted.add(members[at]);
    }
    matrix.entries.push(entries);
  }
  matrix.low = low;
  matrix.high = high;
  matrix.primary = primary;
  matrix.forbidden = new Set(puzzle.forbidden);
}

// What some options use: of each item how often, and in which color.
function uses(options) {
  const used = new Map();
  for (const option of options) {
    for (const [item, color] of matrix.entries[option]) {
      const use = used.get(item) ?? { plain: [], colors: new Map() };
      if (color) use.colors.set(color, [...(use.colors.get(color) ?? []), option]);
      else use.plain.push(option);
      used.set(item, use);
    }
  }
  return used;
}

// Whether an option goes with what is used.
function fits(option, used) {
  if (matrix.forbidden.has(option)) return false;
  return matrix.entries[option].every(([item, color]) => {
    if (matrix.weighted.has(item)) return true;
    const use = used.get(item);
    if (use === undefined) return matrix.high[item] > 0;
    if (color) return use.plain.length === 0 && use.colors.has(color);
    return use.colors.size === 0 && use.plain.length < matrix.high[item];
  });
}

// The items that some options use too often, with these.
function clashes(options) {
  const found = [];
  for (const [item, use] of uses(options)) {
    if (matrix.weighted.has(item)) continue;
    const several = use.colors.size > 1 || (use.colors.size > 0 && use.plain.length > 0);
    if (use.plain.length > matrix.high[item] || several) {
      found.push({ item, options: [...use.plain, ...[...use.colors.values()].flat()] });
    }
  }
  return found;
}

// Whether two options exclude each other.
function exclude(first, second) {
  return clashes([first, second]).length > 0;
}

// What is certain without trying: of an item that has as many options left as it needs, one that the
// visitor can choose. Hidden options are taken on the way. Returns { item, option }, or { item }
// where too few are left, or null.
function certain(options) {
  const taken = new Set(options);
  for (;;) {
    const used = uses(taken);
    const hidden = [];
    for (let item = 0; item < matrix.primary; item += 1) {
      if (matrix.weighted.has(item)) continue;
      const use = used.get(item);
      const covered = use ? use.plain.length + (use.colors.size ? 1 : 0) : 0;
      const needed = matrix.low[item] - covered;
      if (needed <= 0) continue;
      const left = matrix.options[item].filter(
        (option) => !taken.has(option) && fits(option, used),
      );
      if (left.length < needed) return { item };
      if (left.length > needed) continue;
      const seen = left.find(isPlayed);
      if (seen !== undefined) return { item, option: seen };
      hidden.push(...left);
    }
    if (!hidden.length) return null;
    hidden.forEach((option) => taken.add(option));
  }
}

// ---- What is chosen --------------------------------------------------------------------------------

const state = { given: new Set(), chosen: new Set() };
const past = [];
const future = [];
let selected = []; // spots
let marked = { options: [], kind: "" }; // options that a hint or a check points at
let atSpot = []; // of each spot the options that are played there
let several = false; // whether choices lie on several spots

const isPlayed = (option) => option < puzzle.options.length && puzzle.options[option].spots.length > 0;
const everything = () => [...state.given, ...state.chosen];
const isEditing = () => element("edit").checked;
const selection = (extra = []) => ({
  given: [...new Set([...everything(), ...extra])], forbidden: puzzle.forbidden,
});
const wholePuzzle = () => ({ given: [...state.given], forbidden: puzzle.forbidden });

function change(act) {
  const before = { given: [...state.given], chosen: [...state.chosen] };
  act();
  const after = JSON.stringify([[...state.given], [...state.chosen]]);
  if (after === JSON.stringify([before.given, before.chosen])) return;
  past.push(before);
  future.length = 0;
  changed();
}

function changed() {
  restart = true;
  marked = { options: [], kind: "" };
  show();
  judge();
}

function travel(from, to) {
  if (!from.length) return;
  to.push({ given: [...state.given], chosen: [...state.chosen] });
  const { given, chosen } = from.pop();
  state.given = new Set(given);
  state.chosen = new Set(chosen);
  changed();
}

// Choose an option; what excludes it at one of its spots goes.
function choose(option) {
  change(() => {
    const own = puzzle.options[option].spots;
    const mine = isEditing() ? [state.given, state.chosen] : [state.chosen];
    for (const set of mine) {
      for (const other of [...set]) {
        const meets = puzzle.options[other].spots.some((spot) => own.includes(spot));
        if (meets && exclude(option, other)) set.delete(other);
      }
    }
    (isEditing() ? state.given : state.chosen).add(option);
    if (isEditing()) state.chosen.delete(option);
  });
}

function remove(option) {
  change(() => {
    state.chosen.delete(option);
    if (isEditing()) state.given.delete(option);
  });
}

const isFixed = (option) => state.given.has(option) && !isEditing();

// ---- The picture -----------------------------------------------------------------------------------

const attributesOf = (attributes) => Object.entries(attributes)
  .map(([name, value]) => ` ${name}="${value}"`).join("");

function drawing(options, { ground = true } = {}) {
  const { layers, loose } = puzzle.picture;
  const parts = layers.map((layer) => (ground ? [layer.ground] : []));
  const without = new Set(options.flatMap((option) => puzzle.options[option].without));
  if (ground) {
    loose.forEach((pieces, place) => {
      if (!without.has(place)) pieces.forEach(([layer, xml]) => parts[layer].push(xml));
    });
  }
  for (const option of options) {
    for (const [layer, xml] of puzzle.options[option].parts) {
      const given = layers[layer].given;
      parts[given !== undefined && state.given.has(option) ? given : layer].push(xml);
    }
  }
  return layers.map(({ attributes }, place) => {
    const inner = parts[place].join("");
    return inner && `<g${attributesOf(attributes)}>${inner}</g>`;
  }).join("");
}

function svg(inner, box, extra) {
  return `<svg class="minuet" viewBox="${box}" fill="#222" text-anchor="middle" `
    + `stroke-linejoin="round" stroke-linecap="round" ${extra}>${inner}</svg>`;
}

const played = (options) => [...options].filter(isPlayed);

function show() {
  const { width, height } = puzzle.picture;
  const options = played(everything());
  const wrong = new Set(clashes(options).flatMap((clash) => clash.options));
  const rings = [];
  const ring = (spot, kind) => {
    const [x, y] = puzzle.spots[spot];
    rings.push(`<circle class="${kind}" cx="${x}" cy="${y}" r="17"/>`);
  };
  wrong.forEach((option) => puzzle.options[option].spots.forEach((spot) => ring(spot, "wrong")));
  for (const option of marked.options) { // a hint of many spots is drawn, and needs no rings
    const { spots } = puzzle.options[option];
    if (marked.kind !== "hinted" || spots.length < 3) spots.forEach((s) => ring(s, marked.kind));
  }
  selected.forEach((spot) => ring(spot, "selected"));
  const ghosts = marked.kind === "hinted" ? marked.options.filter((o) => !options.includes(o)) : [];
  const pale = ghosts.length ? `<g class="ghost">${drawing(ghosts, { ground: false })}</g>` : "";
  const paper = `<rect width="${width}" height="${height}" fill="#fff"/>`;
  element("picture").innerHTML = svg(
    paper + drawing(options) + pale + rings.join(""), `0 0 ${width} ${height}`, 'aria-hidden="true"',
  );
  element("undo").disabled = !past.length;
  element("redo").disabled = !future.length;
  offer();
}

// ---- The choices at a spot -------------------------------------------------------------------------

function candidates() {
  if (!selected.length) return [];
  const [first, ...others] = selected.map((spot) => new Set(atSpot[spot]));
  return [...first].filter((option) => others.every((options) => options.has(option)));
}

// What is chosen, but for what is chosen at these spots and may be replaced.
function elsewhere(spots) {
  return everything().filter(
    (option) => isFixed(option) || !isPlayed(option)
      || !puzzle.options[option].spots.some((spot) => spots.includes(spot)),
  );
}

function wordsOf(option) {
  return puzzle.words[option];
}

function offer() {
  const box = element("choices");
  const all = candidates();
  const here = new Set(everything());
  const used = uses(elsewhere(selected));
  const fitting = all.filter((option) => here.has(option) || fits(option, used));
  const marks = all.map((option) => puzzle.options[option].mark);
  const written = marks.every(Boolean) && new Set(marks).size === marks.length;
  const shown = written ? all : fitting.slice(0, MOST_SHOWN);
  box.innerHTML = "";
  box.classList.toggle("pictures", !written);
  for (const option of shown) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.option = option;
    if (written) button.textContent = puzzle.options[option].mark;
    else button.innerHTML = thumbnail(option);
    button.title = wordsOf(option);
    button.setAttribute("aria-label", wordsOf(option));
    button.setAttribute("aria-pressed", here.has(option));
    button.classList.toggle("unfit", !fitting.includes(option));
    button.disabled = isFixed(option)
      || (!isEditing() && all.some((other) => isFixed(other) && exclude(other, option)));
    box.append(button);
  }
  let note = "";
  if (!selected.length) {
    note = several ? "Choose cells of the picture: one, or all that a piece is to cover."
      : "Choose a place in the picture.";
  } else if (!shown.length) note = "Nothing fits here.";
  else if (fitting.length > shown.length && !written) {
    note = `${fitting.length} choices, the first ${shown.length} are shown. `
      + "Choose more cells of the piece.";
  }
  element("note").textContent = note;
}

function thumbnail(option) {
  const { width, height } = puzzle.picture;
  const { spots } = puzzle.options[option];
  const inner = drawing([option], { ground: false });
  if (spots.length === 1) {
    const [x, y] = puzzle.spots[spots[0]];
    return svg(inner, `${x - 24} ${y - 24} 48 48`, 'aria-hidden="true"');
  }
  const paper = `<rect width="${width}" height="${height}" fill="#fff" stroke="#b4b4b4"/>`;
  return svg(paper + inner, `0 0 ${width} ${height}`, 'aria-hidden="true"');
}

// ---- Clicks and keys -------------------------------------------------------------------------------

function spotNear(event) {
  const box = element("picture").querySelector("svg").getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * puzzle.picture.width;
  const y = ((event.clientY - box.top) / box.height) * puzzle.picture.height;
  let best = null;
  let least = NEAR ** 2;
  puzzle.spots.forEach(([left, top], spot) => {
    const distance = (left - x) ** 2 + (top - y) ** 2;
    if (distance < least) [least, best] = [distance, spot];
  });
  return best;
}

// Go on to the next choice of a spot that has few: none, the first, the second ...
function cycle(spot) {
  const options = atSpot[spot];
  const now = options.findIndex((option) => everything().includes(option));
  if (now >= 0 && isFixed(options[now])) return;
  const used = uses(elsewhere([spot]));
  const next = options.slice(now + 1).find((option) => fits(option, used));
  change(() => {
    if (now >= 0) {
      state.chosen.delete(options[now]);
      if (isEditing()) state.given.delete(options[now]);
    }
    if (next !== undefined) (isEditing() ? state.given : state.chosen).add(next);
  });
}

// Whether clicking a spot goes through its choices: where they are few, on that spot alone.
const isCycled = (spot) => atSpot[spot].length <= CYCLE
  && atSpot[spot].every((option) => puzzle.options[option].spots.length === 1);

function select(spot, { more = false, whole = false } = {}) {
  if (!several || whole) selected = [spot];
  else if (selected.includes(spot)) {
    if (!more) selected = selected.filter((other) => other !== spot);
  } else {
    // On a piece that lies there, the piece; beside what fits none, anew.
    selected = [...selected, spot];
    if (!candidates().length) selected = [spot];
    const lying = played(everything()).find((option) => puzzle.options[option].spots.includes(spot));
    if (lying !== undefined && !more) selected = [spot];
  }
  show();
}

// Choose what alone fits the selected cells, all of which it covers.
function settle() {
  if (!several || selected.length < 2) return;
  const used = uses(elsewhere([]));
  const exact = candidates().filter((option) => fits(option, used)
    && puzzle.options[option].spots.length === selected.length);
  const fitting = candidates().filter((option) => fits(option, used));
  if (exact.length === 1 && fitting.length === 1) {
    selected = [];
    choose(exact[0]);
  }
}

let pressed = null; // where a press began; a finger that scrolls cancels it
let dragging = false;

function press(event) {
  const spot = spotNear(event);
  pressed = null;
  if (spot === null || event.button > 0) return;
  element("picture").focus({ preventScroll: true });
  if (!several || isCycled(spot)) {
    pressed = { spot, x: event.clientX, y: event.clientY };
    return;
  }
  event.preventDefault();
  select(spot);
  dragging = true;
  element("picture").setPointerCapture(event.pointerId);
}

function drag(event) {
  if (!dragging) return;
  const spot = spotNear(event);
  if (spot !== null && !selected.includes(spot)) select(spot, { more: true });
}

function release(event) {
  if (dragging) {
    dragging = false;
    settle();
  } else if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < STILL) {
    const { spot } = pressed;
    if (isCycled(spot)) {
      selected = [];
      cycle(spot);
      show();
    } else select(spot);
  }
  pressed = null;
}

function cancel() {
  dragging = false;
  pressed = null;
}

function move([across, down]) {
  if (!selected.length) {
    select(0, { whole: true });
    return;
  }
  const [x, y] = puzzle.spots[selected[selected.length - 1]];
  let best = null;
  let least = Infinity;
  puzzle.spots.forEach(([left, top], spot) => {
    const along = (left - x) * across + (top - y) * down;
    const aside = Math.abs((left - x) * down) + Math.abs((top - y) * across);
    if (along > 1 && along + 3 * aside < least) [least, best] = [along + 3 * aside, spot];
  });
  if (best !== null) select(best, { whole: true });
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let typed = "";
let typedAt = 0;

function type(letter) {
  typed = performance.now() - typedAt < 800 ? typed + letter : letter;
  typedAt = performance.now();
  for (const text of [typed, letter]) {
    const option = candidates().find(
      (one) => puzzle.options[one].mark.toLowerCase() === text.toLowerCase(),
    );
    if (option !== undefined) {
      const blocked = candidates().some((other) => isFixed(other));
      if (!blocked) choose(option);
      return true;
    }
  }
  return false;
}

function pressKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  if (ARROWS[key]) move(ARROWS[key]);
  else if (key === "Backspace" || key === "Delete") {
    candidates().filter((option) => everything().includes(option) && !isFixed(option)).forEach(remove);
  } else if (key === "Escape") {
    selected = [];
    show();
  } else if ((key === " " || key === "Enter") && selected.length === 1 && isCycled(selected[0])) {
    cycle(selected[0]);
    show();
  } else if (key === " " || key === "Enter") {
    element("choices").querySelector("button:not(:disabled)")?.focus();
  } else if (key.length === 1 && selected.length && type(key)) {
    // chosen
  } else return;
  event.preventDefault();
}

// ---- Questions -------------------------------------------------------------------------------------

let restart = true; // whether the list of solutions begins anew
let listed = 0;
let working = false;

function say(text, kind = "") {
  const box = element("status");
  box.textContent = text;
  box.dataset.kind = kind;
}

const number = (count) => count.toLocaleString("en-US");
const plural = (count, noun) => `${number(count)} ${noun}${Number(count) === 1 ? "" : "s"}`;

// Put a question, with the stop button at hand; nothing is returned where it was stopped.
async function ask(question, rest, report) {
  try {
    return await engines.ask(question, rest, report);
  } catch (error) {
    if (error.message === "stopped") say("Stopped.");
    else say(`The engines refuse this: ${error.message}`, "bad");
    throw error;
  }
}

function work(task) {
  return async () => {
    if (working) return;
    working = true;
    document.body.dataset.working = "yes";
    element("stop").disabled = false;
    try {
      await task();
    } catch (error) {
      if (element("status").textContent === "") say(String(error.message), "bad");
    } finally {
      working = false;
      document.body.dataset.working = "";
      element("stop").disabled = true;
    }
  };
}

function totalOf(options) {
  const { costs } = puzzle.matrix;
  const unit = puzzle.objective?.unit;
  if (!unit || !costs) return "";
  const cost = options.reduce((sum, option) => sum + costs[option], 0) * unit[0];
  const total = unit[1] === 1 ? number(cost) : String(cost / unit[1]);
  return `, total ${total}`;
}

// Say whether the puzzle is solved: the engines look whether nothing else need be chosen.
let judged = 0;

async function judge() {
  judged += 1;
  const mine = judged;
  const options = everything();
  const found = clashes(options);
  if (found.length) {
    say(`A clash: ${demand(found[0].item)}.`, "bad");
    return;
  }
  say(state.chosen.size ? `${plural(state.chosen.size, "choice")} made.` : "");
  if (!state.chosen.size || working) return;
  await new Promise((resolve) => { setTimeout(resolve, 120); });
  if (mine !== judged || working || engines.busy) return;
  const chosen = new Set(options);
  const others = puzzle.options.map((_, option) => option)
    .filter((option) => isPlayed(option) && !chosen.has(option));
  const rest = { given: options, forbidden: [...new Set([...puzzle.forbidden, ...others])] };
  const solution = await engines.ask("first", { engine: puzzle.engines.first, ...rest })
    .catch(() => null);
  if (mine === judged && solution !== null) say(`Solved${totalOf(solution)}.`, "good");
}

const demand = (item) => puzzle.items[item] ?? "a rule allows it once";

const progressOf = ({ count, progress }) => {
  const share = progress > 0 && progress < 1 ? `, ${(100 * progress).toFixed(1)} % of the search` : "";
  return `${number(count)} so far${share}`;
};

const adopt = (solution) => change(() => {
  state.chosen = new Set(solution.filter((option) => isPlayed(option) && !state.given.has(option)));
});

const actions = {
  undo: () => travel(past, future),
  redo: () => travel(future, past),

  again: () => change(() => {
    state.given = new Set(puzzle.given);
    state.chosen.clear();
    selected = [];
  }),

  solve: work(async () => {
    say("Searching...");
    if (puzzle.objective) {
      const best = await ask("best", selection(), (news) => {
        if (news.best) say(`Searching for a better one than${totalOf(news.best).slice(1)}...`);
      });
      if (best === null) { none(); return; }
      adopt(best);
      judged += 1;
      say(`Solved${totalOf(best)}: the best from here.`, "good");
      return;
    }
    const solution = await ask("first", { engine: puzzle.engines.first, ...selection() });
    if (solution === null) { none(); return; }
    adopt(solution);
    judged += 1;
    say("Solved.", "good");
  }),

  check: work(async () => {
    const found = clashes(everything());
    if (found.length) {
      say(`A clash: ${demand(found[0].item)}.`, "bad");
      return;
    }
    say("Checking...");
    const rest = (count) => ({
      engine: puzzle.engines.first,
      given: [...state.given, ...[...state.chosen].slice(0, count)],
      forbidden: puzzle.forbidden,
    });
    const { size } = state.chosen;
    if (await ask("first", rest(size)) !== null) {
      say(size ? "Nothing is wrong so far." : "There is a solution.", "good");
      return;
    }
    if (await ask("first", rest(0)) === null) {
      say("The puzzle has no solution.", "bad");
      return;
    }
    // The first choice with which no solution is left.
    let [right, wrong] = [0, size];
    while (wrong - right > 1) {
      const middle = Math.floor((right + wrong) / 2);
      if (await ask("first", rest(middle)) === null) wrong = middle;
      else right = middle;
    }
    const option = [...state.chosen][wrong - 1];
    marked = { options: [option], kind: "wrong" };
    show();
    say(`No solution has ${wordsOf(option)} with the choices before it.`, "bad");
  }),

  hint: work(async () => {
    const sure = certain(everything());
    if (sure && sure.option === undefined) {
      say(`Something is wrong: ${demand(sure.item)}, and nothing is left for it.`, "bad");
      return;
    }
    if (sure) {
      point(sure.option, `${wordsOf(sure.option)}: ${demand(sure.item)}, and nothing else is left.`);
      return;
    }
    say("Looking for a forced choice...");
    const engine = puzzle.engines.first;
    const solution = await ask("first", { engine, ...selection() });
    if (solution === null) {
      say("Something is wrong: from here there is no solution.", "bad");
      return;
    }
    const open = solution.filter((option) => isPlayed(option) && !everything().includes(option));
    if (!open.length) {
      say("Nothing is missing.", "good");
      return;
    }
    const began = performance.now();
    for (const option of open.slice(0, TRIED)) {
      if (performance.now() - began > PATIENCE) break;
      const { given, forbidden } = selection();
      const without = { engine, given, forbidden: [...forbidden, option] };
      if (await ask("first", without) === null) {
        point(option, `${wordsOf(option)}: without it there is no solution.`);
        return;
      }
    }
    point(open[0], `Nothing tried is forced here. One that works: ${wordsOf(open[0])}.`);
  }),

  count: work(async () => {
    say("Counting...");
    const rest = { engine: puzzle.engines.count, ...wholePuzzle() };
    const count = await ask("count", rest, (news) => say(progressOf(news)));
    say(`The puzzle has ${plural(count, "solution")}.`);
  }),

  unique: work(async () => {
    say("Searching for two solutions...");
    const rest = { engine: puzzle.engines.first, most: 2, ...wholePuzzle() };
    const found = await ask("few", rest);
    const verdicts = ["The puzzle has no solution.", "The puzzle has exactly one solution.",
      "The puzzle has several solutions."];
    say(verdicts[found.length], ["bad", "good", ""][found.length]);
  }),

  next: work(async () => {
    const fresh = restart;
    say("Searching...");
    const rest = { restart: fresh, engine: puzzle.engines.all, ...wholePuzzle() };
    const solution = await ask("next", rest);
    listed = fresh ? 0 : listed;
    if (solution === null) {
      say(listed ? `That was all: ${plural(listed, "solution")}.` : "The puzzle has no solution.");
      restart = true;
      return;
    }
    listed += 1;
    adopt(solution);
    judged += 1;
    restart = false;
    say(`Solution ${number(listed)}${totalOf(solution)}.`, "good");
  }),

  stop: () => {
    engines.stop();
    restart = true;
  },
};

function none() {
  say(state.chosen.size ? "From here there is no solution." : "The puzzle has no solution.", "bad");
}

// Point at a choice and say why.
function point(option, text) {
  marked = { options: [option], kind: "hinted" };
  selected = [];
  show();
  say(text);
}

// ---- The beginning ---------------------------------------------------------------------------------

function connect() {
  for (const [name, act] of Object.entries(actions)) element(name).addEventListener("click", act);
  const picture = element("picture");
  picture.addEventListener("pointerdown", press);
  picture.addEventListener("pointermove", drag);
  picture.addEventListener("pointerup", release);
  picture.addEventListener("pointercancel", cancel);
  picture.addEventListener("keydown", pressKey);
  element("choices").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const option = Number(button.dataset.option);
    if (several) selected = [];
    if (everything().includes(option)) remove(option);
    else choose(option);
    picture.focus({ preventScroll: true });
  });
  element("edit").addEventListener("change", show);
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    (event.shiftKey ? actions.redo : actions.undo)();
  });
}

async function begin() {
  puzzle = JSON.parse(new TextDecoder().decode(await unpacked("puzzle")));
  readMatrix();
  atSpot = puzzle.spots.map(() => []);
  puzzle.options.forEach(({ spots }, option) => {
    if (!matrix.forbidden.has(option)) spots.forEach((spot) => atSpot[spot].push(option));
    several = several || spots.length > 1;
  });
  element("picture").classList.toggle("several", several);
  state.given = new Set(puzzle.given);
  show();
  engines = new Engines(await unpacked("module"), puzzle.matrix);
  await engines.ready;
  connect();
  document.body.dataset.ready = "yes";
}

begin().catch((error) => say(`This page cannot start: ${error.message}`, "bad"));
