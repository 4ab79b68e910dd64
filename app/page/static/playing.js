/* Play on the board: what is said of it, hints, checks and candidates from the server, undo, the timer;
   and the questions of who sets the puzzle. */

import * as clues from "./clues.js";
import { safely } from "./fragment.js";
import { figures } from "./saying.js";
import { Refusal, call, follow } from "./server.js";
import * as stage from "./stage.js";
import { Timer } from "./timer.js";

const PAUSE = 350; // milliseconds after a choice, until it is asked whether that was all
const TYPING = 200; // milliseconds after an edit of the givens, until the text is written
const SECONDS = 30; // that a question may take
const { board } = stage;
const element = (id) => document.getElementById(id);
const timer = new Timer(element("timer"));

let text = () => ({ text: "", format: null });
let givens = () => {}; // is told the givens when they were changed
let twin = () => {}; // is told each of two solutions
let twinsEnded = () => {};
let running = null; // { stop } of a question
let given = ""; // the givens that the text has
let hinted = null; // the options of the last hint
let found = []; // the solutions of the question
let judging = 0;
let sending = 0;

/** Listen to the buttons. `told()` is { text, format } of the puzzle; `changed(givens)` is called when
    the givens were edited, `solution({number, svg, options})` for each of two solutions, and `ended()`
    after them. */
export function listen({ told, changed, solution, ended }) {
  [text, givens, twin, twinsEnded] = [told, changed, solution, ended];
  stage.whenChanged(change);
  const acts = {
    undo: () => board.game.undo(),
    redo: () => board.game.redo(),
    again: startOver,
    fill: () => board.writeCandidates(),
    take: takeHint,
    enough: () => stop("Stopped."),
    hint,
    "check-play": () => ask("mistake", (done) => {
      say(done.headline, done.status === "INFEASIBLE" ? "bad" : "good");
      if (done.options.length) board.point(done.options, "wrong");
    }),
    possible: () => ask("candidates", (done) => {
      if (done.options.length) board.writeCandidates(new Set(done.options));
      say(done.headline, done.status === "INFEASIBLE" ? "bad" : "");
    }),
    twins: () => ask("twins", (done) => {
      twinsEnded();
      say(done.headline, done.unique ? "good" : "");
      if (done.options.length) compare(done.options);
      if (done.options.length) board.marked = { options: done.options, kind: "other" };
      board.show();
    }),
    more: () => ask("more", (done) => {
      say(done.headline, done.unique ? "good" : "");
      if (board.puzzle.editable) propose(done.options, true);
      else board.point(done.options, "hinted");
    }),
    spare: () => ask("spare", (done) => {
      say(done.headline);
      explain(done.html);
      board.point(done.options, "other");
    }),
  };
  for (const [name, act] of Object.entries(acts)) {
    element(name).addEventListener("click", () => stage.playable() && act());
  }
  element("edit").addEventListener("change", () => {
    const { checked } = element("edit");
    if (clues.available()) clues.turn(checked);
    else {
      board.game.editing = checked;
      board.show();
    }
  });
}

/** Arrange what is seen while clues are edited, and else. */
export function cluesTurned() {
  const on = clues.editing();
  stage.replace(on);
  element("edit").checked = on;
  element("play").hidden = on || !stage.playable();
}

/** Begin to play what stands on the board; nothing, where there is none. */
export function begin() {
  stop("");
  clearTimeout(sending);
  const on = stage.playable();
  const isClued = clues.available();
  element("play").hidden = !on || clues.editing();
  element("setter").hidden = !on && !isClued;
  element("setting").hidden = !on;
  element("edit").checked = clues.editing();
  element("edit-words").textContent = `Edit the ${isClued ? "clues" : "givens"} in the picture`;
  element("clues").hidden = !isClued;
  if (!on) return;
  timer.reset();
  for (const id of ["fill", "possible"]) element(id).hidden = board.way !== "marks";
  given = key();
  arrange();
}

/** Say that the text has the givens of the board now, or that it could not take them. */
export function settled(taken) {
  if (taken) given = key();
  else if (stage.playable()) {
    while (key() !== given && board.game.past.length) board.game.undo();
    clearTimeout(sending);
    board.game.future.length = 0;
    arrange();
  }
}

/** Undo or redo, if there is a board. */
export function travel(back) {
  if (!stage.playable()) return;
  if (back) board.game.undo();
  else board.game.redo();
}

/** Say something of the play. */
export function say(words, kind = "") {
  const box = element("status");
  box.textContent = words ? words[0].toUpperCase() + words.slice(1) : "";
  box.dataset.kind = kind;
  explain(null);
}

const key = () => JSON.stringify([...board.game.given].sort((a, b) => a - b));

function arrange() {
  element("undo").disabled = !board.game.past.length;
  element("redo").disabled = !board.game.future.length;
}

function explain(html) {
  const box = element("reasons");
  box.hidden = !html;
  box.replaceChildren(...(html ? [safely(html)] : []));
}

/** Show the two solutions side by side, with rings where they differ. */
function compare(differing) {
  const box = element("reasons");
  box.hidden = false;
  box.replaceChildren(...found.map((solution) => {
    const twinBox = document.createElement("div");
    twinBox.className = "board twin";
    twinBox.innerHTML = board.drawing(solution, differing.filter((option) => solution.includes(option)));
    return twinBox;
  }));
}

function propose(options, asGivens = false) {
  hinted = options.length ? { options, asGivens } : null;
  element("take").hidden = hinted === null;
  board.point(options, "hinted");
}

function change() {
  stop(""); // what is answered now would be about what was
  element("take").hidden = true;
  hinted = null;
  arrange();
  clearTimeout(sending); // a number of two digits is one change
  if (key() !== given) sending = setTimeout(() => givens([...board.game.given]), TYPING);
  if (board.game.chosen.size && !board.game.editing) timer.touch();
  const [clash] = board.clashes();
  const { size } = board.game.chosen;
  if (clash) say(`A clash: ${board.puzzle.items[clash.item] ?? "a rule allows it once"}.`, "bad");
  else say(size ? `${size} ${size === 1 ? "choice" : "choices"} made.` : "");
  clearTimeout(judging);
  if (size && !clash) judging = setTimeout(judge, PAUSE);
}

/** Ask whether the puzzle is solved, where it may be. */
function judge() {
  const whole = board.whole();
  if (whole === null) return;
  ask("whole", (done) => {
    if (done.status !== "OPTIMAL") return;
    timer.hold();
    say("Solved.", "good");
  }, { out: whole.forbidden, quiet: true });
}

function startOver() {
  board.selected = [];
  board.game.change(() => {
    board.game.chosen.clear();
    board.game.out.clear();
    board.game.notes.clear();
  });
  timer.reset();
}

/** Say what is certain at sight; ask the server where nothing is. */
function hint() {
  const sure = board.matrix.certain(board.game.everything);
  if (sure && sure.option === undefined) {
    say(`something is wrong: ${board.puzzle.items[sure.item]}, and nothing is left for it.`, "bad");
    return;
  }
  if (sure) {
    const others = board.matrix.options[sure.item];
    const place = others.length > 1 ? "and nothing else is left" : "and there is one choice";
    say(`${board.puzzle.words[sure.option]}: ${board.puzzle.items[sure.item]}, ${place}.`);
    propose([sure.option]);
    return;
  }
  ask("hint", (done) => {
    say(done.headline, done.status === "INFEASIBLE" ? "bad" : "");
    explain(done.html);
    propose(done.options);
  });
}

function takeHint() {
  if (hinted === null) return;
  const { options, asGivens } = hinted;
  const { editing } = board.game;
  board.game.editing = editing || asGivens;
  board.game.change(() => options.forEach((option) => board.game.choose(option)));
  board.game.editing = editing;
  board.show();
}

/** Ask a question of play about what is chosen now; `quiet`: nothing is said meanwhile. */
async function ask(question, tell, { out = [], quiet = false } = {}) {
  stop("");
  clues.turn(false);
  const mine = { stop: () => {}, id: null };
  running = mine;
  found = [];
  if (!quiet) work("Working ...");
  const end = (act) => (event) => {
    if (running !== mine) return;
    running = null;
    work("");
    act(event);
  };
  try {
    const told = { ...text(), question, seconds: SECONDS, out };
    const { id } = await call("/api/ask", { ...told, chosen: [...board.game.chosen] });
    mine.id = id;
    if (running !== mine) {
      withdraw(id);
      return;
    }
    mine.stop = follow(id, {
      queued: () => {},
      progress: (event) => running === mine && !quiet && work(figures(event) || "Working ...", event.share),
      solution: (event) => {
        if (running !== mine) return;
        found.push(event.options);
        twin(event);
      },
      done: end((event) => {
        if (event.status === "UNKNOWN") say(quiet ? "" : `not found out: ${event.headline}`);
        else if (event.options !== null) tell(event);
      }),
      failed: end((event) => !quiet && say(event.message, "bad")),
    });
  } catch (error) {
    end(() => say(error instanceof Refusal ? error.message : String(error), "bad"))();
  }
}

async function withdraw(id) {
  try {
    await call(`/api/ask/${encodeURIComponent(id)}/cancel`, {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function stop(words) {
  clearTimeout(judging);
  if (!running) return;
  const { id } = running;
  running.stop();
  running = null;
  if (id !== null) withdraw(id);
  work("");
  if (words) say(words);
}

/** Show how far a question is; "": none is under way. */
function work(words, share = null) {
  const bar = element("play-bar");
  bar.hidden = !words;
  element("enough").hidden = !words;
  if (share === null) bar.removeAttribute("value");
  else bar.value = share;
  if (words) say(words);
}
