/* The answer: its state in a word and a sentence, pictures, what an explanation or a report says, and
   copies of it to take along. */

import { safely } from "./fragment.js";
import { showEvidence } from "./reading.js";
import { badgeOf, remark } from "./saying.js";
import * as solutions from "./solutions.js";
import * as stage from "./stage.js";

const badge = document.getElementById("badge");
const headline = document.getElementById("headline");
const failure = document.getElementById("failure");
const stale = document.getElementById("stale");
const told = document.getElementById("told");
const copying = document.getElementById("copying");
const beginning = document.getElementById("begin");
const card = document.getElementById("answer");
const asking = document.getElementById("asking");
const blank = document.getElementById("blank");
const why = document.getElementById("why");

const LEAST_SEEN = 160; // pixels
const narrow = matchMedia("(max-width: 58rem)");

let done = null; // what the last event of a question said
let asked = null;
let outdated = false; // the puzzle was changed since it was asked about

/** Listen to the buttons below an answer; `explain()` is called to ask why there is none. */
export function listen({ explain }) {
  const copies = { text: asText, json: asJson, svg: asSvg };
  for (const [name, make] of Object.entries(copies)) {
    document.getElementById(`copy-${name}`).addEventListener("click", () => copy(name, make()));
  }
  why.addEventListener("click", explain);
}

/** Show what one may begin with instead of a question and its answer, or no more. */
export function begin(on) {
  beginning.hidden = !on;
  card.hidden = on || asked === null;
  asking.hidden = on;
  document.getElementById("taking").hidden = on;
}

/** Show a puzzle that was read, or null; with the same board where only its givens changed. */
export function puzzleChanged(told, isSame = false) {
  solutions.clear();
  stage.showPuzzle(told, isSame);
  blank.hidden = true;
}

/** Forget the answer. */
export function forget() {
  asked = null;
  done = null;
  wipe();
  card.hidden = true;
  solutions.clear();
}

/** Say that there is no picture, for the puzzle cannot be read. */
export function puzzleUnread() {
  blank.hidden = !document.getElementById("figure").hidden;
}

/** Make ready for what a question will bring. */
export function expect(question) {
  asked = question;
  done = null;
  outdated = false;
  wipe();
  card.hidden = false;
  solutions.clear();
  headline.textContent = "Working ...";
  card.setAttribute("aria-busy", "true");
}

/** Say that the puzzle is no longer the one that was answered. */
export function outdate() {
  outdated = asked !== null;
  stale.hidden = !outdated || done === null;
}

/** Show how a question ended that asked for up to so many solutions. */
export function finish(question, event, limit) {
  done = event;
  card.removeAttribute("aria-busy");
  const [word, kind] = badgeOf(question, event, limit);
  setBadge(word, kind);
  headline.textContent = event.headline;
  showEvidence(event.evidence);
  if (event.html) {
    told.replaceChildren(safely(event.html));
    unrepeat(event.headline);
    told.hidden = false;
    if (question === "check" || told.querySelector("img")) solutions.clear();
  }
  solutions.finish();
  stale.hidden = !outdated;
  come();
  why.hidden = !(event.status === "INFEASIBLE" && question !== "explain");
  showCopies();
}

/** Take out of a report the line that stands over it anyway. */
function unrepeat(line) {
  const first = [...told.querySelectorAll("p")].find((one) => line.startsWith(one.textContent.trim()));
  first?.remove();
}

/** Scroll to the answer where it is not seen, as on a phone: to the picture in which it stands. */
function come() {
  const { top, bottom } = card.getBoundingClientRect();
  if (top >= 0 ? top < innerHeight - LEAST_SEEN : bottom > LEAST_SEEN) return;
  const figure = document.getElementById("figure");
  const isAbove = !figure.hidden && told.hidden && narrow.matches;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  (isAbove ? figure : card).scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
}

/** Show why there is no answer. */
export function fail(message) {
  done = null;
  card.removeAttribute("aria-busy");
  setBadge("No answer", "bad");
  headline.textContent = "";
  failure.textContent = message;
  failure.hidden = false;
  solutions.finish();
  showCopies();
  come();
}

function wipe() {
  card.removeAttribute("aria-busy");
  for (const one of [blank, badge, failure, stale, told, copying, why]) one.hidden = true;
  headline.textContent = "";
  failure.textContent = "";
  told.replaceChildren();
  showEvidence(null);
}

function setBadge(word, kind) {
  badge.hidden = false;
  badge.className = `badge ${kind}`;
  badge.textContent = word;
}

function showCopies() {
  const makes = { text: asText, json: asJson, svg: asSvg };
  let any = false;
  for (const [name, make] of Object.entries(makes)) {
    const there = Boolean(make());
    document.getElementById(`copy-${name}`).hidden = !there;
    any ||= there;
  }
  copying.hidden = !any;
}

function asText() {
  const solution = solutions.current();
  return solution?.text ?? done?.document?.text ?? done?.headline ?? "";
}

function asJson() {
  return done?.document ? JSON.stringify(done.document, null, 2) : "";
}

function asSvg() {
  return stage.svg(solutions.current());
}

async function copy(name, value) {
  try {
    await navigator.clipboard.writeText(value);
    remark(`Copied as ${name === "text" ? "text" : name.toUpperCase()}.`);
  } catch {
    remark("The browser does not let this page copy.");
  }
}
