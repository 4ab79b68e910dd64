/* The picture and the text of the solution that is looked at, and the steps from one to the next. */

import { showSolution } from "./stage.js";

const stepper = document.getElementById("stepper");
const where = document.getElementById("where");
const asText = document.getElementById("as-text");
const words = document.getElementById("answer-text");
const ends = ["first", "previous", "next", "last"].map((id) => document.getElementById(id));

let all = [];
let at = 0;
let running = false;

/** Listen to the buttons of the stepper and to its keys; once. */
export function listen() {
  const [first, previous, next, last] = ends;
  first.addEventListener("click", () => go(0));
  previous.addEventListener("click", () => step(-1));
  next.addEventListener("click", () => step(1));
  last.addEventListener("click", () => go(all.length - 1));
  stepper.addEventListener("keydown", (event) => {
    const aims = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 };
    const aim = aims[event.key];
    if (aim === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(aim);
  });
}

/** Forget every solution, and show the puzzle. */
export function clear() {
  all = [];
  at = 0;
  running = true;
  stepper.hidden = true;
  asText.hidden = true;
  showSolution(null);
}

/** Take one more solution: {number, svg, text, options}. The first is shown at once. */
export function add(solution) {
  if (solution.number <= all.length) return; // told again after a broken connection
  all.push(solution);
  if (all.length === 1) go(0);
  else count();
}

/** Say that there will be no more. */
export function finish() {
  running = false;
  count();
}

/** The solution that is looked at; undefined where there is none. */
export function current() {
  return all[at];
}

/** Show the solution that lies so many steps further. */
export function step(by) {
  go(at + by);
}

function go(wanted) {
  if (all.length === 0) return;
  at = Math.min(Math.max(wanted, 0), all.length - 1);
  showSolution(all[at]);
  words.textContent = all[at].text ?? "";
  asText.hidden = !all[at].text;
  if (!all[at].svg) asText.open = true;
  count();
}

function count() {
  stepper.hidden = all.length < 2;
  where.textContent = `${(at + 1).toLocaleString("en")} of ${all.length.toLocaleString("en")}${running ? " so far" : ""}`;
  const [first, previous, next, last] = ends;
  // A button that is disabled would drop the focus; these only say that they lead nowhere.
  for (const one of [first, previous]) one.setAttribute("aria-disabled", String(at === 0));
  for (const one of [next, last]) one.setAttribute("aria-disabled", String(at >= all.length - 1));
}
