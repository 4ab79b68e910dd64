/* The text of the puzzle: a textarea with the numbers of its lines beside it. Where minuet finds a
   mistake, its line is tinted and its column underlined, and the message belongs to the textarea for
   who listens instead of looking. */

const area = document.getElementById("text");
const numbers = document.getElementById("numbers");
const marked = document.getElementById("marked");
const before = document.getElementById("before");
const at = document.getElementById("at");
const reading = document.getElementById("reading");
const place = document.getElementById("place");
const message = document.getElementById("message");
const go = document.getElementById("go");
const LEAST_LINES = 7;
const MOST_LINES = 24;
const FEWER_LINES = 13; // on a phone
const narrow = matchMedia("(max-width: 36rem)");
const details = document.getElementById("text-details");

let counted = 0;
let mistake = null;

/** The text that stands in the editor. */
export function text() {
  return area.value;
}

/** Put a text in the editor as if it had not been typed: nobody is told. */
export function put(value) {
  if (area.value !== value) area.value = value;
  arrange();
}

/** The text with a row a line, where it is a square grid on one line; null for another text. */
export function wrapped() {
  const line = area.value.trim();
  const side = Math.sqrt(line.length);
  if (!/^[\dA-Za-z.*_-]+$/.test(line) || !Number.isInteger(side) || side < 4) return null;
  return Array.from({ length: side }, (_, row) => line.slice(row * side, (row + 1) * side)).join("\n");
}

/** Have `changed` called whenever somebody types. */
export function whenTyped(changed) {
  area.addEventListener("input", () => {
    arrange();
    forget();
    changed();
  });
  area.addEventListener("scroll", follow, { passive: true });
  new ResizeObserver(follow).observe(area);
  go.addEventListener("click", goThere);
}

/** Say that the text is being read. */
export function wait() {
  if (mistake === null) reading.textContent = "Reading ...";
}

/** Show that the text is in order, and as what it was read. */
export function commend(told) {
  forget();
  arrange();
  reading.textContent = told;
}

/** Show a mistake: what is wrong, and its line and column from 1, where they are known. */
export function blame(what, line = null, column = null) {
  mistake = { line, column };
  area.setAttribute("aria-invalid", "true");
  area.closest(".editor").classList.add("wrong");
  reading.textContent = "";
  place.textContent = line === null ? "" : `Line ${line}${column ? `, column ${column}` : ""}: `;
  message.textContent = what;
  go.hidden = line === null;
  details.classList.add("wrong");
  mark();
}

function forget() {
  mistake = null;
  area.removeAttribute("aria-invalid");
  area.closest(".editor").classList.remove("wrong");
  for (const one of [reading, place, message]) one.textContent = "";
  go.hidden = true;
  details.classList.remove("wrong");
  mark();
}

function mark() {
  marked.hidden = mistake === null || mistake.line === null;
  if (marked.hidden) return;
  const characters = Array.from(area.value.split("\n")[mistake.line - 1] ?? "");
  const column = mistake.column ?? 1;
  before.textContent = characters.slice(0, column - 1).join("");
  at.textContent = mistake.column ? (characters[column - 1] ?? " ") : "";
  follow();
}

/** Show as many rows as there are lines, within bounds, and number them. */
function arrange() {
  const lines = area.value.split("\n").length;
  const most = narrow.matches ? FEWER_LINES : MOST_LINES;
  area.rows = Math.min(Math.max(lines, LEAST_LINES), most);
  if (lines === counted) return;
  counted = lines;
  let listed = "";
  for (let k = 1; k <= lines; k += 1) listed += `${k}\n`;
  numbers.textContent = listed;
  follow();
}

function follow() {
  numbers.scrollTop = area.scrollTop;
  if (mistake === null || mistake.line === null) return;
  const height = parseFloat(getComputedStyle(area).lineHeight);
  const top = (mistake.line - 1) * height - area.scrollTop;
  marked.style.transform = `translateY(${top}px)`;
  before.style.marginLeft = `${-area.scrollLeft}px`;
}

/** Put the cursor on the mistake. */
function goThere() {
  if (mistake === null || mistake.line === null) return;
  const lines = area.value.split("\n").slice(0, mistake.line);
  const last = lines.pop() ?? "";
  const start = lines.reduce((sum, one) => sum + one.length + 1, 0);
  const ahead = Array.from(last).slice(0, (mistake.column ?? 1) - 1).join("").length;
  details.open = true;
  area.focus();
  area.setSelectionRange(start + ahead, start + ahead + (at.textContent.trim() ? at.textContent.length : 0));
}
