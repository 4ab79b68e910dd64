/* The grid of givens: a field a cell, of which one at a time is in the order of Tab. Arrow keys move,
   a digit fills, Backspace empties; each change goes to the server, which writes it into the text, one
   after the other, so that grid and text stay in step. */

const room = document.getElementById("givens");
const board = document.getElementById("board");
const hint = document.getElementById("givens-hint");
const EMPTY = ["", "0", "."];

let shape = "";
let symbols = [];
let fields = [];
let current = [0, 0];
let change = () => {};
let back = () => {};

/** Have `edited(row, col, value)` called for a change, and `undone()` for Ctrl+Z. */
export function whenEdited(edited, undone) {
  change = edited;
  back = undone;
  board.addEventListener("keydown", pressed);
  board.addEventListener("input", typed);
  board.addEventListener("focusin", (event) => choose(...whereIs(event.target)));
  board.addEventListener("focusout", (event) => settle(event.target));
}

/** Show the grid that the text holds; null hides it. */
export function showGrid(grid) {
  room.hidden = grid === null;
  holdGrid(false);
  if (grid === null) return;
  const holes = grid.values.flat().map((one) => (one === null ? 1 : 0)).join("");
  const wanted = JSON.stringify([grid.rows, grid.cols, holes, grid.symbols, grid.boxes]);
  if (wanted !== shape) build(grid);
  shape = wanted;
  grid.values.forEach((line, row) =>
    line.forEach((value, col) => {
      const field = fields[row][col];
      if (field === null) return;
      const told = String(value ?? "");
      field.dataset.value = told;
      if (field.value !== told && !(field === document.activeElement && pending(field))) {
        field.value = told;
      }
      name(field, row, col);
      field.classList.toggle("given", grid.given?.[row]?.[col] ?? told !== "");
    }));
}

/** Say whether the grid is that of the text; of one that cannot be read nothing can be changed. */
export function holdGrid(still) {
  room.inert = still;
}

/** Show that a change was refused: the cell goes back to what it was. */
export function refuse(row, col) {
  const field = fields[row]?.[col];
  if (!field) return;
  field.value = field.dataset.value ?? "";
  name(field, row, col);
}

function build(grid) {
  symbols = grid.symbols.map(String);
  const digits = symbols.every((one) => /^\d+$/.test(one));
  const boxes = boxesOf(grid);
  board.replaceChildren();
  board.className = `board size-${sizeName(grid.cols)}`;
  board.setAttribute("aria-rowcount", grid.rows);
  board.setAttribute("aria-colcount", grid.cols);
  fields = Array.from({ length: grid.rows }, (_, row) => {
    const line = board.insertRow();
    line.setAttribute("role", "row");
    return Array.from({ length: grid.cols }, (_, col) => {
      const cell = line.insertCell();
      cell.setAttribute("role", "gridcell");
      const box = boxes[row][col];
      cell.classList.toggle("edge-right", col + 1 < grid.cols && boxes[row][col + 1] !== box);
      cell.classList.toggle("edge-below", row + 1 < grid.rows && boxes[row + 1][col] !== box);
      if (grid.values[row][col] === null) {
        cell.classList.add("hole");
        return null;
      }
      const field = fieldOf(row, col, digits);
      cell.append(field);
      return field;
    });
  });
  hint.textContent = `Arrow keys move, ${symbols[0]} to ${symbols.at(-1)} fills, Backspace empties.`;
  const first = board.querySelector("input");
  choose(...(fields[current[0]]?.[current[1]] ? current : whereIs(first)));
}

function fieldOf(row, col, digits) {
  const field = document.createElement("input");
  field.type = "text";
  field.inputMode = digits ? "numeric" : "text";
  field.autocomplete = "off";
  field.tabIndex = -1;
  field.dataset.row = row;
  field.dataset.col = col;
  return field;
}

function name(field, row, col) {
  const label = `row ${row + 1}, column ${col + 1}, ${field.value || "empty"}`;
  if (field.getAttribute("aria-label") !== label) field.setAttribute("aria-label", label);
}

function sizeName(cols) {
  if (cols <= 9) return "small";
  return cols <= 16 ? "middle" : "large";
}

/** Return which box each cell is in, as rows; cells in none are undefined. */
function boxesOf(grid) {
  const boxes = Array.from({ length: grid.rows }, () => []);
  (grid.boxes ?? []).forEach((cells, box) => cells.forEach(([row, col]) => {
    if (boxes[row]) boxes[row][col] = box;
  }));
  return boxes;
}

function whereIs(field) {
  return [Number(field.dataset.row), Number(field.dataset.col)];
}

/** Make a cell the one that Tab comes to. */
function choose(row, col) {
  const former = fields[current[0]]?.[current[1]];
  if (former) former.tabIndex = -1;
  current = [row, col];
  fields[row][col].tabIndex = 0;
}

function pressed(event) {
  const [row, col] = whereIs(event.target);
  const far = event.ctrlKey || event.metaKey;
  const lastRow = fields.length - 1;
  const lastCol = fields[0].length - 1;
  const moves = {
    ArrowUp: [far ? 0 : row - 1, col],
    ArrowDown: [far ? lastRow : row + 1, col],
    ArrowLeft: [row, far ? 0 : col - 1],
    ArrowRight: [row, far ? lastCol : col + 1],
    Home: [far ? 0 : row, 0],
    End: [far ? lastRow : row, lastCol],
  };
  if (far && event.key.toLowerCase() === "z" && !event.shiftKey) {
    event.preventDefault();
    back();
  } else if (moves[event.key] && !event.altKey && !event.shiftKey) {
    event.preventDefault();
    move(event.target, ...moves[event.key]);
  } else if (event.key === "Enter" && !far) {
    event.preventDefault();
    settle(event.target);
  } else if (event.key === "Backspace" || event.key === "Delete" || event.key === " ") {
    event.preventDefault();
    event.target.value = "";
    settle(event.target);
  }
}

function move(field, row, col) {
  settle(field);
  const next = fields[Math.min(Math.max(row, 0), fields.length - 1)];
  const wanted = next[Math.min(Math.max(col, 0), next.length - 1)] ?? field;
  wanted.focus();
  wanted.select();
}

/** What was typed replaces what stood there, unless it may be the second digit of a larger one. */
function typed(event) {
  const field = event.target;
  const last = (event.data ?? field.value).trim().slice(-1);
  const whole = spelt(field.value.trim());
  const alone = spelt(last);
  field.value = whole ?? alone ?? field.dataset.value ?? "";
  if (!pending(field)) settle(field);
}

/** Return the symbol that a text spells in either case, "" for an empty cell, null for none. */
function spelt(told) {
  if (EMPTY.includes(told) && !symbols.includes(told)) return "";
  return symbols.find((one) => one.toLowerCase() === told.toLowerCase()) ?? null;
}

/** Whether what stands in a field may still become a longer symbol. */
function pending(field) {
  return field.value !== "" && field.value !== field.dataset.value &&
    symbols.some((one) => one.length > field.value.length && one.startsWith(field.value));
}

/** Hand on what stands in a field, if that is new. */
function settle(field) {
  const value = field.value;
  if (value === (field.dataset.value ?? "")) return;
  const [row, col] = whereIs(field);
  field.dataset.value = value;
  name(field, row, col);
  if (document.activeElement === field) field.select();
  change(row, col, value);
}
