/* The one picture of the page: the board on which one plays, or the picture alone of a puzzle that has
   none; and in its place the solution that is looked at. */

import { Board } from "./board.js";
import { showSvg, wordsOf } from "./fragment.js";

const figure = document.getElementById("figure");
const picture = document.getElementById("board");
const image = document.getElementById("picture");
const caption = document.getElementById("caption");
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

let puzzle = null; // what was read last
let isPlayable = false;
let isReplaced = false; // by the picture in which clues are edited

/** The board; `changed` is called after each change, once it is set. */
export const board = new Board({
  picture,
  choices: document.getElementById("choices"),
  note: document.getElementById("note"),
  modes: document.getElementById("modes"),
  changed: () => heard.forEach((changed) => changed()),
});
const heard = [];

/** Have `changed` called after each change on the board. */
export function whenChanged(changed) {
  heard.push(changed);
}

/** Whether the puzzle is played on the board. */
export function playable() {
  return isPlayable;
}

/** Show a puzzle as it was read, or null for none; one without a board that is the same puzzle with
    other givens stays on its board. */
export function showPuzzle(told, isSame = false) {
  puzzle = told;
  if (!isSame) {
    isPlayable = Boolean(told?.board);
    if (isPlayable) {
      sheet.replaceSync(told.board.style);
      board.load(told.board);
    }
  }
  showSolution(null);
}

/** Leave the place of the picture to another one, or take it back. */
export function replace(on) {
  isReplaced = on;
  showSolution(null);
}

/** Show a solution {options, svg}; null: the puzzle. */
export function showSolution(solution) {
  const svg = solution?.svg ?? puzzle?.svg ?? null;
  figure.hidden = !svg && !isPlayable;
  picture.hidden = !isPlayable || isReplaced;
  image.hidden = isPlayable || isReplaced || !svg;
  if (isPlayable) {
    board.look(solution?.options ?? null);
    picture.setAttribute("aria-label", svg ? wordsOf(svg) : puzzle?.title || "Puzzle");
  } else if (svg) showSvg(image, svg);
  else image.removeAttribute("src");
  caption.textContent = "";
}

/** The SVG of what is seen. */
export function svg(solution) {
  return solution?.svg ?? (isPlayable ? board.document() : puzzle?.svg) ?? "";
}
