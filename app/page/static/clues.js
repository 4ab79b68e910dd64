/* The clues of a pencil puzzle, edited in the picture: one points at a cell, a side or a place beside
   the grid, and writes the mark that stands there. The text is rewritten, and read anew. */

import { showSvg } from "./fragment.js";
import { escaped } from "./drawing.js";

const NEAR = 40; // units of the picture within which a click meets a place
const REACH = 15; // the same, of a stroke over several places
const STILL = 12; // pixels of the screen that a click may move
const MARGIN = 24; // units around places that lie outside of the picture
const RING = 17;
const LARGEST = 2.2; // pixels of the screen to a unit of the picture
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const element = (id) => document.getElementById(id);
const picture = element("clue-board");
const fields = element("clue-fields");

let told = null; // what was read: { clues, svg, title }
let isOn = false;
let selected = []; // numbers of places
let stroke = null;
let past = []; // texts before changes
let future = [];
let change = () => {}; // is told changes of words
let travel = () => {}; // is told a text that stood there before or after
let turned = () => {};

/** Listen to the picture and the fields. `changed(changes)` is called with changes of words, as the
    server takes them, `went(text)` with a text to go back to, which returns the one that stood there,
    and `toggled()` where editing begins or ends. */
export function listen({ changed, went, toggled }) {
  [change, travel, turned] = [changed, went, toggled];
  picture.addEventListener("pointerdown", press);
  picture.addEventListener("pointermove", drag);
  picture.addEventListener("pointerup", release);
  picture.addEventListener("pointercancel", () => { stroke = null; });
  picture.addEventListener("keydown", keyInPicture);
  element("clue-undo").addEventListener("click", () => undo(true));
  element("clue-redo").addEventListener("click", () => undo(false));
  element("clue-done").addEventListener("click", () => turn(false));
}

/** Whether the puzzle has clues that can be edited here. */
export function available() {
  return Boolean(told);
}

/** Whether they are edited. */
export function editing() {
  return isOn;
}

/** Take what was read last; null, or what has no clues, ends the editing. */
export function show(reading) {
  const before = outline();
  told = reading?.clues ? reading : null;
  if (!told) turn(false);
  else if (isOn) {
    if (outline() !== before) select([]);
    draw();
    refill();
  }
}

// Which words stand where; puzzles that have it in common may keep the selection.
function outline() {
  return told && JSON.stringify([
    told.clues.parts.map(({ name }) => name),
    told.clues.words.map(({ part, place }) => [part, place]),
    told.clues.head?.expected,
  ]);
}

/** Begin or end to edit. */
export function turn(on) {
  if (isOn === (on && available())) return;
  isOn = on && available();
  if (!isOn) [past, future] = [[], []];
  picture.hidden = !isOn;
  element("clue-editor").hidden = !isOn;
  turned();
  if (!isOn) return;
  picture.setAttribute("aria-label", `Clues of ${told.title}`);
  select([]);
  picture.scrollIntoView({ block: "nearest" });
}

/** Keep the text that stood before a change that was made. */
export function remember(text) {
  past.push(text);
  future = [];
  arrange();
}

/** Go back, or forth again. */
export function undo(back) {
  const [from, to] = back ? [past, future] : [future, past];
  if (from.length) to.push(travel(from.pop()));
  arrange();
}

function arrange() {
  element("clue-undo").disabled = !past.length;
  element("clue-redo").disabled = !future.length;
}

// ---- The picture ---------------------------------------------------------------------------------

// Where the picture and all places lie: left, top, width, height.
function box() {
  const { size: [width, height], places } = told.clues;
  const axis = (at) => places.map((place) => place[at]);
  const [left, top] = [0, 1].map((at) => Math.min(0, ...axis(at).map((value) => value - MARGIN)));
  const [right, bottom] = [width, height].map(
    (most, at) => Math.max(most, ...axis(at).map((value) => value + MARGIN)));
  return [left, top, right - left, bottom - top];
}

function draw() {
  const { size: [width, height], places, parts, words } = told.clues;
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(told.svg)}`;
  const regions = words.filter(({ part }) => parts[part].noun === "region").map(({ place, mark }) => {
    const [x, y] = places[place];
    return `<text class="region" x="${x + 12}" y="${y + 16}">${escaped(mark)}</text>`;
  });
  const rings = selected.map((place) => {
    const [x, y] = places[place];
    return `<circle class="selected" cx="${x}" cy="${y}" r="${RING}"/>`;
  });
  const [left, top, across, down] = box();
  const image = `<image href="${source}" width="${width}" height="${height}"/>`;
  const paper = picture.firstElementChild; // which stays, under the pointer
  paper.setAttribute("viewBox", `${left} ${top} ${across} ${down}`);
  paper.style.maxWidth = `${LARGEST * across}px`;
  paper.innerHTML = [image, ...regions, ...rings].join("");
}

function pointOf(event) {
  const seen = picture.firstElementChild.getBoundingClientRect();
  const [left, top, across, down] = box();
  const scale = Math.min(seen.width / across, seen.height / down);
  return [
    left + (event.clientX - seen.left - (seen.width - scale * across) / 2) / scale,
    top + (event.clientY - seen.top - (seen.height - scale * down) / 2) / scale,
  ];
}

function placeNear([x, y], reach) {
  let best = null;
  let least = reach;
  told.clues.places.forEach(([left, top], place) => {
    const distance = Math.hypot(left - x, top - y);
    if (distance < least) [least, best] = [distance, place];
  });
  return best;
}

function press(event) {
  if (event.button > 0) return;
  event.preventDefault();
  const place = placeNear(pointOf(event), NEAR);
  picture.setPointerCapture(event.pointerId);
  const more = event.ctrlKey || event.metaKey || event.shiftKey;
  const others = selected.filter((other) => other !== place);
  commit();
  if (place === null) select([]);
  else select(!more ? [place] : selected.includes(place) ? others : [...others, place]);
  stroke = { from: [event.clientX, event.clientY], moved: false };
}

function drag(event) {
  if (!stroke) return;
  const [x, y] = stroke.from;
  stroke.moved ||= Math.hypot(event.clientX - x, event.clientY - y) > STILL;
  if (!stroke.moved) return;
  const place = placeNear(pointOf(event), REACH);
  if (place !== null && !selected.includes(place) && partsAt([...selected, place]).length) {
    select([...selected, place]);
  }
}

function release() {
  if (!stroke) return;
  stroke = null;
  focus();
}

function select(places) {
  selected = places;
  draw();
  fill();
}

function move([across, down], more) {
  const { places } = told.clues;
  if (!selected.length) {
    select([0]);
    return;
  }
  const [x, y] = places[selected.at(-1)];
  let best = null;
  let least = Infinity;
  places.forEach(([left, top], place) => {
    const along = (left - x) * across + (top - y) * down;
    const aside = Math.abs((left - x) * down) + Math.abs((top - y) * across);
    if (along > 1 && along + 3 * aside < least) [least, best] = [along + 3 * aside, place];
  });
  if (best === null) return;
  const wanted = more ? [...selected.filter((place) => place !== best), best] : [best];
  if (partsAt(wanted).length) select(wanted);
}

// ---- The fields ----------------------------------------------------------------------------------

// The parts of which all of some places have a word.
function partsAt(places) {
  const { parts } = told.clues;
  return [...parts.keys()].filter(
    (part) => places.length && places.every((place) => wordAt(part, place) !== undefined));
}

function wordAt(part, place) {
  return told.clues.words.find((word) => word.part === part && word.place === place);
}

const wordsOf = (part) => selected.map((place) => wordAt(part, place));

function fill() {
  const { parts, head } = told.clues;
  const lines = partsAt(selected).map((part) => {
    const { noun, expected, looks } = parts[part];
    const words = wordsOf(part);
    const where = words.length > 1 ? `in ${words.length} places` : words[0].where;
    return line(`${noun} ${where}`, expected, part, looks);
  });
  if (head) lines.push(line("behind the size", head.expected, "head", []));
  fields.replaceChildren(...lines);
  element("clue-note").textContent = selected.length
    ? "" : "Choose a place of the picture; draw over several to write the same into all.";
  refill();
  arrange();
}

/** A field with its name, what it may hold, and buttons for the marks that have a look of their own. */
function line(name, expected, part, looks) {
  const made = document.createElement("div");
  const label = document.createElement("label");
  const input = document.createElement("input");
  label.textContent = name[0].toUpperCase() + name.slice(1);
  input.dataset.part = part;
  input.title = `Expected: ${expected}`;
  for (const quality of ["autocomplete", "autocapitalize", "autocorrect"]) input.setAttribute(quality, "off");
  input.spellcheck = false;
  input.addEventListener("change", commit);
  input.addEventListener("keydown", keyInField);
  label.append(input);
  const hint = document.createElement("small");
  hint.textContent = `${expected}; empty for none`;
  const marks = document.createElement("div");
  marks.className = "looks";
  for (const [mark, svg] of looks) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "small";
    button.setAttribute("aria-label", mark);
    if (svg) {
      const image = document.createElement("img");
      showSvg(image, svg);
      image.alt = "";
      button.append(image);
    } else button.textContent = mark;
    button.addEventListener("click", () => {
      input.value = input.value === mark ? "" : mark;
      commit();
      focus();
    });
    marks.append(button);
  }
  made.append(label, marks, hint);
  return made;
}

function heldBy(input) {
  if (input.dataset.part === "head") return told.clues.head.mark;
  const marks = new Set(wordsOf(Number(input.dataset.part)).map(({ mark }) => mark));
  return marks.size === 1 ? [...marks][0] : "";
}

/** Show what stands in the grid, but for what is just being written. */
function refill() {
  for (const input of fields.querySelectorAll("input")) {
    const held = heldBy(input);
    if (input !== document.activeElement || input.value === input.dataset.held) input.value = held;
    input.dataset.held = held;
  }
}

/** Have what was written into the fields put into the grid. */
function commit() {
  const { parts, head } = told.clues;
  const changes = [];
  for (const input of fields.querySelectorAll("input")) {
    const mark = input.value.trim();
    if (mark === input.dataset.held) continue;
    input.dataset.held = mark;
    if (input.dataset.part === "head") {
      head.mark = mark;
      changes.push({ part: "head", line: 0, word: null, mark });
      continue;
    }
    const part = Number(input.dataset.part);
    for (const word of wordsOf(part).filter((other) => other.mark !== mark)) {
      word.mark = mark;
      changes.push({ part: parts[part].name, line: word.line, word: word.word, mark });
    }
  }
  if (changes.length) change(changes);
}

function focus() {
  const input = fields.querySelector("input");
  if (!selected.length || !input) picture.focus({ preventScroll: true });
  else {
    input.focus({ preventScroll: true });
    input.select();
  }
}

// ---- Keys ----------------------------------------------------------------------------------------

function isUndo(event) {
  if (!(event.ctrlKey || event.metaKey) || event.code !== "KeyZ") return false;
  event.preventDefault();
  event.stopPropagation();
  undo(!event.shiftKey);
  return true;
}

function keyInField(event) {
  const { target: input, key } = event;
  if (input.value === input.dataset.held && isUndo(event)) return;
  const whole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
  const ends = { ArrowLeft: whole || input.selectionEnd === 0,
    ArrowRight: whole || input.selectionStart === input.value.length };
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (ARROWS[key] && isPlain && selected.length && (ends[key] ?? true)) {
    commit();
    move(ARROWS[key], event.shiftKey);
    focus();
  } else if (key === "Enter") {
    commit();
    input.select();
  } else if (key === "Escape") {
    input.value = input.dataset.held;
    select([]);
    picture.focus({ preventScroll: true });
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

function keyInPicture(event) {
  const { key } = event;
  if (isUndo(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (ARROWS[key]) {
    move(ARROWS[key], event.shiftKey);
    focus();
  } else if (key === "Escape" && selected.length) select([]);
  else if (key.length === 1 && selected.length) {
    focus(); // so that the field takes what is typed
    return;
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
