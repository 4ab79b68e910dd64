/* The question: which it is, its limits, how far it is, and its cancelling. */

import { Refusal, call, follow } from "./server.js";
import { QUESTION, figures } from "./saying.js";

const form = document.getElementById("question");
const button = document.getElementById("ask");
const cancelling = document.getElementById("cancel");
const about = document.getElementById("about-question");
const progress = document.getElementById("progress");
const bar = document.getElementById("bar");
const numbers = document.getElementById("numbers-of-progress");
const beside = document.getElementById("beside");
const solver = document.getElementById("solver");

let running = null; // {id, stop}
let round = 0;
let limited = ""; // the question whose limit stands in the field
const limits = { all: "100", best: "10" };

/** The question that is chosen. */
export function question() {
  return new FormData(form).get("question");
}

/** The most solutions that are asked for. */
export function limit() {
  return form.elements.limit.valueAsNumber;
}

/** Choose a question. */
export function choose(name) {
  form.elements.question.value = name;
  arrange();
}

/** Whether a question is under way. */
export function busy() {
  return running !== null;
}

/** List the solvers that may be asked. */
export function offer(solvers) {
  const names = ["auto", ...solvers.filter((name) => name !== "auto")];
  solver.replaceChildren(...names.map((name) => new Option(name, name)));
}

/** Say whether the puzzle has costs: without any there is no best solution to ask for. */
export function hasCosts(known) {
  const best = form.querySelector("[value=best]");
  document.getElementById("best-label").hidden = !known;
  if (!known && best.checked) choose("solve");
}

/** Listen to the form; `asked()` is called when the question is put, `turned()` at another one. */
export function listen(asked, turned) {
  form.addEventListener("change", () => {
    arrange();
    turned();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!busy()) asked();
  });
  cancelling.addEventListener("click", cancel);
  arrange();
}

/** Move the focus to where the question is put. */
export function focus() {
  button.focus({ preventScroll: true });
}

/** Put the question as if its button had been pressed; a limit that is none is pointed at. */
export function submit() {
  form.requestSubmit();
}

/** Ask about a text. What is heard goes to `heard`: solution, done, failed. */
export async function ask(text, format, heard) {
  const mine = (round += 1);
  running = { id: null, stop: () => {} };
  work(true);
  const told = {
    text, format, question: question(), solver: solver.value,
    limit: limit(), seconds: form.elements.seconds.valueAsNumber,
  };
  const ending = (tell) => (event) => {
    if (mine !== round) return;
    leave();
    tell(event);
  };
  try {
    const { id } = await call("/api/ask", told);
    if (mine !== round) return void withdraw(id);
    running.id = id;
    if (running.cancelled) withdraw(id);
    running.stop = follow(id, {
      queued: ({ ahead }) => mine === round && wait(ahead),
      progress: (event) => mine === round && show(event),
      solution: (event) => mine === round && heard.solution(event),
      done: ending(heard.done),
      failed: ending(heard.failed),
    });
  } catch (error) {
    ending(heard.failed)({ message: error instanceof Refusal ? error.message : String(error) });
  }
}

/** Ask the search to end; what it has found is still told. */
export function cancel() {
  if (!running || running.cancelled) return;
  running.cancelled = true;
  cancelling.setAttribute("aria-disabled", "true");
  numbers.textContent = "Cancelling ...";
  if (running.id !== null) withdraw(running.id);
}

/** End a question that nobody waits for any more, and hear no more of it. */
export function abandon() {
  if (!running) return;
  round += 1;
  running.stop();
  if (running.id !== null) withdraw(running.id);
  leave();
}

async function withdraw(id) {
  try {
    await call(`/api/ask/${encodeURIComponent(id)}/cancel`, {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    numbers.textContent = error.message;
  }
}

function leave() {
  running = null;
  work(false);
}

function work(on) {
  const hadFocus = on ? document.activeElement === button : document.activeElement === cancelling;
  form.classList.toggle("busy", on);
  button.hidden = on;
  cancelling.hidden = !on;
  cancelling.removeAttribute("aria-disabled");
  progress.hidden = !on;
  bar.removeAttribute("value");
  beside.textContent = on ? "Esc" : "Ctrl Enter";
  numbers.textContent = "Working ...";
  if (hadFocus) (on ? cancelling : button).focus();
}

function wait(ahead) {
  if (running?.cancelled) return;
  const before = ahead === 1 ? "1 question waits" : `${ahead} questions wait`;
  numbers.textContent = `Waiting for an earlier question to end${ahead > 0 ? `; ${before} before this one` : ""} ...`;
}

function show(event) {
  if (event.share === null || event.share === undefined) bar.removeAttribute("value");
  else bar.value = event.share;
  if (!running?.cancelled) numbers.textContent = figures(event) || "Working ...";
}

/** Show what belongs to the question that is chosen. */
function arrange() {
  const now = question();
  if (now in limits && now !== limited) {
    if (limited) limits[limited] = form.elements.limit.value;
    form.elements.limit.value = limits[now];
    limited = now;
  }
  button.textContent = QUESTION[now].button;
  about.textContent = QUESTION[now].about;
  const shown = { limit: ["all", "best"], solver: ["solve", "count", "all", "best"] };
  for (const [name, questions] of Object.entries(shown)) {
    document.getElementById(`${name}-label`).hidden = !questions.includes(now);
  }
}
