/* The page: what stands in the editor is read while it is written, asked about, answered, and put into
   the address, so that a reload, the back button and a copied link lead to it again. */

import * as answer from "./answer.js";
import * as asking from "./asking.js";
import * as clues from "./clues.js";
import * as editor from "./editor.js";
import * as files from "./files.js";
import * as gallery from "./gallery.js";
import * as playing from "./playing.js";
import * as reading from "./reading.js";
import { fragmentOf, LinkError, projectOf } from "./link.js";
import { remark } from "./saying.js";
import { Refusal, call } from "./server.js";
import * as solutions from "./solutions.js";
import * as stage from "./stage.js";
import * as taking from "./taking.js";

const PAUSE = 300; // milliseconds without typing, after which a text is read
const format = document.getElementById("format");
const notice = document.getElementById("notice");
const facts = document.getElementById("facts");
const about = document.getElementById("about");
const rules = document.getElementById("rules");
const title = document.getElementById("puzzle-title");
const wrap = document.getElementById("wrap");
const keys = document.getElementById("keys");

let puzzle = { title: "", svg: null };
let reader = null; // what stops the reading under way
let waiting = 0;
let addressing = 0;
let edits = Promise.resolve();
let changes = 0; // of the givens that are not in the text yet
let isSame = false; // whether the text differs from what was read by the givens of the board alone

// ---- Reading -----------------------------------------------------------------------------

function readSoon(pause = PAUSE) {
  clearTimeout(waiting);
  reader?.abort();
  waiting = setTimeout(read, pause);
}

async function read() {
  const text = editor.text();
  showRules(gallery.told(text));
  reader?.abort();
  if (!text.trim()) return showEmpty();
  reader = new AbortController();
  const { signal } = reader;
  editor.wait();
  try {
    const same = isSame && stage.playable();
    const told = await call("/api/read", { text, format: format.value || null, board: !same }, signal);
    if (!signal.aborted) showReading(told, same);
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    if (!(error instanceof Refusal)) throw error;
    editor.blame(error.message);
  }
  return undefined;
}

/** Show the rules of a puzzle, folded where there is little room. */
function showRules(words) {
  if (words === about.textContent) return;
  about.textContent = words;
  rules.hidden = !words;
  rules.open = !matchMedia("(max-width: 36rem)").matches;
}

function showEmpty() {
  puzzle = { title: "", svg: null };
  document.title = "minuet";
  facts.textContent = "";
  title.hidden = true;
  wrap.hidden = true;
  reading.showReading(null);
  editor.commend("");
  answer.puzzleChanged(null);
  clues.show(null);
  playing.begin();
  answer.begin(true);
}

function showReading(told, same) {
  answer.begin(false);
  if (!told.ok) {
    puzzle = { title: "", svg: null };
    isSame = false;
    editor.blame(told.message, told.line, told.column);
    facts.textContent = "";
    reading.showReading(null);
    answer.puzzleUnread();
    return;
  }
  puzzle = told;
  document.title = told.title ? `${told.title} · minuet` : "minuet";
  const of = (number, what) => number === null ? "" : `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
  const size = [of(told.items, "item"), of(told.options, "option")];
  facts.textContent = size.filter(Boolean).join(", ");
  title.hidden = false;
  title.textContent = told.title || "Puzzle";
  wrap.hidden = editor.wrapped() === null;
  editor.commend(told.puzzles > 1
    ? `Read as ${told.format}: ${told.puzzles.toLocaleString("en")} puzzles, of which this is the first.`
    : `Read as ${told.format}.`);
  reading.showReading(told);
  taking.choose(told.format);
  showRules(gallery.told(editor.text()) || told.rules);
  asking.hasCosts(told.best);
  answer.puzzleChanged(told, same);
  clues.show(told);
  if (!same) playing.begin();
}

// ---- Changing ----------------------------------------------------------------------------

function typed() {
  isSame = false;
  changed();
  readSoon();
}

function changed() {
  say("");
  answer.outdate();
  clearTimeout(addressing);
  addressing = setTimeout(writeAddress, PAUSE);
}

/** Show another puzzle, of which the back button leads to the one that stood here. */
async function bring(text, { form = "", question = null, address = null } = {}) {
  await writeAddress();
  history.pushState(null, "", address ?? location.pathname);
  place(text, form, question);
  if (address === null) await writeAddress();
}

function place(text, form, question) {
  asking.abandon();
  clues.turn(false);
  clearTimeout(addressing);
  isSame = false;
  say("");
  format.value = [...format.options].some((one) => one.value === form) ? form : "";
  editor.put(text);
  if (text.trim()) answer.begin(false);
  if (question !== null) asking.choose(question);
  answer.forget();
  reading.showReading(null);
  readSoon(0);
}

/** Write the givens into the text. */
function edit(given) {
  inTurn(async () => {
    const text = editor.text();
    try {
      const result = await call("/api/edit", { text, format: format.value || null, given });
      if (editor.text() !== text) throw new Refusal("The text was changed meanwhile; the givens were not.");
      editor.put(result.text);
      isSame = true;
      playing.settled(true);
      changed();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      playing.settled(false);
      say(error.message, true);
    }
  });
}

/** Write clues into the text. */
function editClues(changes) {
  inTurn(async () => {
    const text = editor.text();
    try {
      const result = await call("/api/edit", { text, format: format.value || null, clues: changes });
      if (editor.text() !== text) throw new Refusal("The text was changed meanwhile; the clues were not.");
      clues.remember(text);
      put(result.text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(error.message, true);
    }
  });
}

/** Put a text of other clues in the editor; the one that stood there. */
function put(text) {
  const before = editor.text();
  isSame = false;
  editor.put(text);
  changed();
  return before;
}

/** Let one change of the givens wait for the one before it; what they make is read after the last. */
function inTurn(change) {
  changes += 1;
  clearTimeout(waiting);
  reader?.abort();
  edits = edits.then(change, change).finally(() => {
    changes -= 1;
    if (changes === 0) readSoon(0);
  });
}

function say(what, bad = false) {
  notice.hidden = what === "";
  notice.classList.toggle("bad", bad);
  notice.setAttribute("role", bad ? "alert" : "status");
  notice.textContent = what;
}

// ---- The address -------------------------------------------------------------------------

function project() {
  return { text: editor.text(), format: format.value || null, question: asking.question() };
}

/** Put the project into the address; one too large for that stays out of it. */
async function writeAddress() {
  clearTimeout(addressing);
  const now = project();
  const same = gallery.named(/^#gallery=(.*)$/.exec(location.hash)?.[1])?.text === now.text;
  if (same && now.question === "solve" && now.format === null) return;
  if (!now.text.trim()) {
    if (location.hash) history.replaceState(null, "", location.pathname);
    return;
  }
  try {
    const fragment = await fragmentOf(now);
    if (editor.text() === now.text) history.replaceState(null, "", fragment);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
  }
}

async function openAddress() {
  try {
    const told = await projectOf(location.hash);
    if (told === null) return location.hash.length > 1 ? undefined : place("", "", null);
    if (told.gallery === undefined) return place(told.text, told.format ?? "", told.question);
    const found = gallery.named(told.gallery);
    if (found) return place(await gallery.textOf(found), "", "solve");
    throw new LinkError(`The link cannot be read: the gallery has no puzzle ${told.gallery}.`);
  } catch (error) {
    if (!(error instanceof LinkError || error instanceof Refusal)) throw error;
    place("", "", null);
    say(error.message, true);
  }
  return undefined;
}

async function copyLink() {
  try {
    const link = location.origin + location.pathname + (await fragmentOf(project()));
    await navigator.clipboard.writeText(link);
    remark("Link copied. It holds the whole puzzle.");
  } catch (error) {
    if (error instanceof LinkError) say(error.message, true);
    else say("The browser does not let this page copy; the link stands in the address.", true);
    await writeAddress();
  }
}

// ---- Asking ------------------------------------------------------------------------------

function ask() {
  if (!editor.text().trim()) {
    say("There is no puzzle yet: choose one, or write one.", true);
    return;
  }
  const asked = asking.question();
  const limit = asking.limit();
  clues.turn(false);
  answer.expect(asked);
  asking.ask(editor.text(), format.value || null, {
    solution: solutions.add,
    done: (event) => answer.finish(asked, event, limit),
    failed: (event) => {
      if (event.line) editor.blame(event.message, event.line, event.column);
      answer.fail(event.message);
    },
  });
}

function explain() {
  asking.choose("explain");
  asking.submit();
}

// ---- Keys --------------------------------------------------------------------------------

function pressed(event) {
  if (document.querySelector("dialog[open]")) return;
  const strong = event.ctrlKey || event.metaKey;
  const named = strong ? `Ctrl ${event.code}` : event.altKey ? `Alt ${event.code}` : event.code;
  const acts = {
    "Ctrl Enter": () => asking.busy() || asking.submit(),
    "Ctrl NumpadEnter": () => asking.busy() || asking.submit(),
    "Ctrl KeyK": gallery.show,
    "Ctrl Slash": () => keys.showModal(),
    "Alt Comma": () => solutions.step(-1),
    "Alt Period": () => solutions.step(1),
    "Ctrl KeyZ": () => travel(true),
  };
  if (named === "Ctrl KeyZ" && event.target.closest?.("textarea, input")) return;
  if (named === "Ctrl KeyZ" && event.shiftKey) {
    event.preventDefault();
    travel(false);
    return;
  }
  if (event.code === "Escape" && asking.busy()) asking.cancel();
  else if (acts[named] && !event.shiftKey) {
    event.preventDefault();
    acts[named]();
  }
}

function travel(back) {
  if (clues.editing()) clues.undo(back);
  else playing.travel(back);
}

function listen() {
  editor.whenTyped(typed);
  clues.listen({
    changed: editClues,
    went: (text) => {
      const before = put(text);
      readSoon(0);
      return before;
    },
    toggled: playing.cluesTurned,
  });
  playing.listen({
    told: () => ({ text: editor.text(), format: format.value || null }),
    changed: edit,
    solution: solutions.add,
    ended: solutions.finish,
  });
  taking.listen({
    told: () => ({ text: editor.text(), format: format.value || null, title: puzzle.title }),
    picture: () => stage.svg(solutions.current()),
    refuse: (why) => say(why, true),
  });
  wrap.addEventListener("click", () => {
    editor.put(editor.wrapped());
    typed();
  });
  format.addEventListener("change", typed);
  asking.listen(ask, () => writeAddress());
  answer.listen({ explain });
  solutions.listen();
  gallery.listen();
  files.listen((text, name) => bring(text).then(() => remark(`Took ${name}.`)), (why) => say(why, true));
  document.getElementById("choose").addEventListener("click", gallery.show);
  document.getElementById("copy-link").addEventListener("click", copyLink);
  document.getElementById("show-keys").addEventListener("click", () => keys.showModal());
  document.getElementById("close-keys").addEventListener("click", () => keys.close());
  for (const one of document.querySelectorAll(".skip")) one.addEventListener("click", skip);
  document.addEventListener("keydown", pressed);
  window.addEventListener("popstate", openAddress);
  window.addEventListener("pagehide", asking.abandon);
}

/** Bring a puzzle of the gallery; the next thing to do with it is to ask. */
async function take(entry) {
  try {
    await bring(await gallery.textOf(entry), { address: `#gallery=${entry.name}` });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return say(error.message, true);
  }
  asking.focus();
  return undefined;
}

/** A skip link moves the focus; as a link it would replace the project in the address. */
function skip(event) {
  event.preventDefault();
  const wanted = document.querySelector(event.target.hash);
  if (wanted.id === "text") document.getElementById("text-details").open = true;
  (wanted.hidden ? document.getElementById("begin") : wanted).focus();
}

async function start() {
  listen();
  try {
    const [known, shown] = await Promise.all([call("/api/formats"), call("/api/gallery")]);
    format.append(...known.formats.map((one) => {
      const option = new Option(one.name, one.name);
      option.title = one.title;
      return option;
    }));
    asking.offer(known.solvers);
    taking.offer(known.writable);
    gallery.fill(shown.puzzles, take);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(error.message, true);
  }
  await openAddress();
}

start();
