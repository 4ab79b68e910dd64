/* The gallery: a window with the list of puzzles, which a word narrows. Arrow keys go through it. */

import { numeral } from "./saying.js";
import { call } from "./server.js";

const dialog = document.getElementById("gallery");
const search = document.getElementById("search");
const list = document.getElementById("entries");
const found = document.getElementById("found");
const picks = document.getElementById("picks");
const FIRST = [
  "sudoku-9", "queens-8", "pentominoes-6x10", "killer-sudoku", "star-battle-8", "soma",
  "send-more-money", "petersen-coloring",
];

let entries = [];
let chosen = () => {};

/** Take the puzzles and have `choose(puzzle)` called with one of them. */
export function fill(puzzles, choose) {
  chosen = choose;
  entries = puzzles.map((puzzle) => ({
    puzzle,
    words: `${puzzle.name} ${puzzle.title} ${puzzle.about}`.toLowerCase(),
    item: itemOf(puzzle),
  }));
  list.replaceChildren(...entries.map((one) => one.item));
  const named = new Map(puzzles.map((one) => [one.name, one]));
  const first = FIRST.filter((name) => named.has(name)).slice(0, 6);
  picks.replaceChildren(...first.map((name) => itemOf(named.get(name))));
  narrow();
}

/** Return the puzzle of that name; undefined where there is none. */
export function named(name) {
  return entries.find((one) => one.puzzle.name === name)?.puzzle;
}

/** Return the text of a puzzle; that of one that is computed is asked for, once. */
export async function textOf(puzzle) {
  puzzle.text ??= (await call(`/api/gallery/${puzzle.name}`)).text;
  return puzzle.text;
}

/** Return what the gallery tells of a text: its puzzle's rules, and what is known of it. */
export function told(text) {
  const found = entries.find((one) => one.puzzle.text === text)?.puzzle;
  if (!found) return "";
  const { about, solutions, optimum, source } = found;
  const known = [];
  if (solutions) known.push(`${numeral(solutions)} ${solutions === 1 ? "solution" : "solutions"}`);
  if (optimum !== null && optimum !== undefined) known.push(`the best ${numeral(optimum)}`);
  const facts = known.length ? ` Known: ${known.join(", ")} (${source}).` : "";
  return about + facts;
}

/** Open the window. */
export function show() {
  if (dialog.open) return;
  search.value = "";
  narrow();
  dialog.showModal();
  search.focus();
}

/** Listen to what is done in the window; once. */
export function listen() {
  search.addEventListener("input", narrow);
  dialog.addEventListener("keydown", pressed);
  document.getElementById("close-gallery").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

function itemOf(puzzle) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "entry";
  const title = document.createElement("strong");
  title.textContent = puzzle.title;
  const about = document.createElement("span");
  about.textContent = puzzle.about;
  button.append(title, about);
  button.addEventListener("click", () => {
    dialog.close();
    chosen(puzzle);
  });
  item.append(button);
  return item;
}

function narrow() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const entry of entries) {
    const fits = words.every((word) => entry.words.includes(word));
    entry.item.hidden = !fits;
    shown += fits;
  }
  found.textContent = shown === 0
    ? "No puzzle has these words."
    : `${shown} ${shown === 1 ? "puzzle" : "puzzles"}`;
}

function pressed(event) {
  const buttons = [...list.querySelectorAll("li:not([hidden]) > button")];
  if (event.key === "Enter" && event.target === search) {
    event.preventDefault();
    if (search.value.trim()) buttons[0]?.click();
    return;
  }
  if (event.key === "Escape") {
    event.preventDefault(); // a search field would only be emptied by it
    event.stopPropagation(); // and it is no wish to cancel a question
    dialog.close();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || buttons.length === 0) return;
  event.preventDefault();
  const here = buttons.indexOf(document.activeElement);
  const next = here + step;
  if (next < 0) search.focus();
  else buttons[Math.min(next, buttons.length - 1)].focus();
}
