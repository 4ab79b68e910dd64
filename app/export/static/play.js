// The page of one puzzle: one plays on its board; a worker with the engines answers questions.

import { Board } from "./board.js";
import { Timer } from "./timer.js";

const TRIED = 40; // choices that a hint tries to do without
const PATIENCE = 5000; // milliseconds that it tries
const MOMENT = 120; // milliseconds after a choice, until it is looked whether that was all

const element = (id) => document.getElementById(id);

async function unpacked(id) {
  const text = atob(element(id).textContent.trim());
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// ---- The engines, in a worker ----------------------------------------------------------------------

class Engines {
  constructor(bytes, matrix) {
    this.source = ["engines", "worker"].map((id) => element(id).textContent).join("\n");
    this.loaded = { bytes, matrix };
    this.asked = new Map();
    this.count = 0;
    this.start();
  }

  start() {
    const url = URL.createObjectURL(new Blob([this.source], { type: "text/javascript" }));
    this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.ready = this.ask("load", this.loaded);
  }

  hear({ id, news, answer, error }) {
    const asked = this.asked.get(id);
    if (asked === undefined) return;
    if (news !== undefined) {
      asked.report?.(news);
      return;
    }
    this.asked.delete(id);
    if (error === undefined) asked.resolve(answer);
    else asked.reject(new Error(error));
  }

  ask(question, rest, report) {
    return new Promise((resolve, reject) => {
      this.count += 1;
      this.asked.set(this.count, { resolve, reject, report });
      this.worker.postMessage({ id: this.count, question, ...rest });
    });
  }

  get busy() {
    return this.asked.size > 0;
  }

  // End all that is at work.
  stop() {
    this.worker.terminate();
    const stopped = new Error("stopped");
    const asked = [...this.asked.values()];
    this.asked.clear();
    asked.forEach(({ reject }) => reject(stopped));
    this.start();
  }
}

// ---- What is played --------------------------------------------------------------------------------

let puzzle;
let engines;
let board;
let timer;

const selection = (extra = []) => ({
  given: [...new Set([...board.game.everything, ...extra])], forbidden: puzzle.forbidden,
});
const wholePuzzle = () => ({ given: [...board.game.given], forbidden: puzzle.forbidden });
const wordsOf = (option) => puzzle.words[option];

function changed() {
  restart = true;
  if (board.game.chosen.size) timer.touch();
  element("undo").disabled = !board.game.past.length;
  element("redo").disabled = !board.game.future.length;
  judge();
}

// ---- Questions -------------------------------------------------------------------------------------

let restart = true; // whether the list of solutions begins anew
let listed = 0;
let working = false;

function say(text, kind = "") {
  const box = element("status");
  box.textContent = text;
  box.dataset.kind = kind;
}

const number = (count) => count.toLocaleString("en-US");
const plural = (count, noun) => `${number(count)} ${noun}${Number(count) === 1 ? "" : "s"}`;

// Put a question, with the stop button at hand; nothing is returned where it was stopped.
async function ask(question, rest, report) {
  try {
    return await engines.ask(question, rest, report);
  } catch (error) {
    if (error.message === "stopped") say("Stopped.");
    else say(`The engines refuse this: ${error.message}`, "bad");
    throw error;
  }
}

function work(task) {
  return async () => {
    if (working) return;
    working = true;
    document.body.dataset.working = "yes";
    element("stop").disabled = false;
    try {
      await task();
    } catch (error) {
      if (element("status").textContent === "") say(String(error.message), "bad");
    } finally {
      working = false;
      document.body.dataset.working = "";
      element("stop").disabled = true;
    }
  };
}

function totalOf(options) {
  const { costs } = puzzle.matrix;
  const unit = puzzle.objective?.unit;
  if (!unit || !costs) return "";
  const cost = options.reduce((sum, option) => sum + costs[option], 0) * unit[0];
  const total = unit[1] === 1 ? number(cost) : String(cost / unit[1]);
  return `, total ${total}`;
}

// Say whether the puzzle is solved: the engines look whether nothing else need be chosen.
let judged = 0;

async function judge() {
  judged += 1;
  const mine = judged;
  const [clash] = board.clashes();
  const { size } = board.game.chosen;
  if (clash) {
    say(`A clash: ${demand(clash.item)}.`, "bad");
    return;
  }
  say(size ? `${plural(size, "choice")} made.` : "");
  const whole = board.whole();
  if (!size || working || whole === null) return;
  await new Promise((resolve) => { setTimeout(resolve, MOMENT); });
  if (mine !== judged || working || engines.busy) return;
  const most = whole.every ? 1 : 2;
  const rest = { engine: puzzle.engines.first, most, given: whole.given, forbidden: whole.forbidden };
  const found = await engines.ask("few", rest).catch(() => []);
  if (mine !== judged || found.length !== 1) return;
  timer.hold();
  say(`Solved${totalOf(found[0])}.`, "good");
}

const demand = (item) => puzzle.items[item] ?? "a rule allows it once";

const progressOf = ({ count, progress }) => {
  const share = progress > 0 && progress < 1 ? `, ${(100 * progress).toFixed(1)} % of the search` : "";
  return `${number(count)} so far${share}`;
};

const adopt = (solution) => board.game.adopt(solution);

const actions = {
  undo: () => board.game.undo(),
  redo: () => board.game.redo(),
  fill: () => board.writeCandidates(),

  again: () => {
    board.selected = [];
    board.game.startOver();
    timer.reset();
  },

  solve: work(async () => {
    say("Searching...");
    if (puzzle.objective) {
      const best = await ask("best", selection(), (news) => {
        if (news.best) say(`Searching for a better one than${totalOf(news.best).slice(1)}...`);
      });
      if (best === null) { none(); return; }
      adopt(best);
      judged += 1;
      say(`Solved${totalOf(best)}: the best from here.`, "good");
      return;
    }
    const solution = await ask("first", { engine: puzzle.engines.first, ...selection() });
    if (solution === null) { none(); return; }
    adopt(solution);
    judged += 1;
    say("Solved.", "good");
  }),

  check: work(async () => {
    const [clash] = board.clashes();
    if (clash) {
      say(`A clash: ${demand(clash.item)}.`, "bad");
      return;
    }
    const chosen = [...board.game.chosen];
    say("Checking...");
    const rest = (count) => ({
      engine: puzzle.engines.first,
      given: [...board.game.given, ...chosen.slice(0, count)],
      forbidden: puzzle.forbidden,
    });
    const size = chosen.length;
    if (await ask("first", rest(size)) !== null) {
      say(size ? "Nothing is wrong so far." : "There is a solution.", "good");
      return;
    }
    if (await ask("first", rest(0)) === null) {
      say("The puzzle has no solution.", "bad");
      return;
    }
    // The first choice with which no solution is left.
    let [right, wrong] = [0, size];
    while (wrong - right > 1) {
      const middle = Math.floor((right + wrong) / 2);
      if (await ask("first", rest(middle)) === null) wrong = middle;
      else right = middle;
    }
    const option = chosen[wrong - 1];
    board.point([option], "wrong");
    say(`No solution has ${wordsOf(option)} with the choices before it.`, "bad");
  }),

  hint: work(async () => {
    const sure = board.matrix.certain(board.game.everything);
    if (sure && sure.option === undefined) {
      say(`Something is wrong: ${demand(sure.item)}, and nothing is left for it.`, "bad");
      return;
    }
    if (sure) {
      point(sure.option, `${wordsOf(sure.option)}: ${demand(sure.item)}, and nothing else is left.`);
      return;
    }
    say("Looking for a forced choice...");
    const engine = puzzle.engines.first;
    const solution = await ask("first", { engine, ...selection() });
    if (solution === null) {
      say("Something is wrong: from here there is no solution.", "bad");
      return;
    }
    const open = solution.filter(
      (option) => board.matrix.isPlayed(option) && !board.game.has(option));
    if (!open.length) {
      say("Nothing is missing.", "good");
      return;
    }
    const began = performance.now();
    for (const option of open.slice(0, TRIED)) {
      if (performance.now() - began > PATIENCE) break;
      const { given, forbidden } = selection();
      const without = { engine, given, forbidden: [...forbidden, option] };
      if (await ask("first", without) === null) {
        point(option, `${wordsOf(option)}: without it there is no solution.`);
        return;
      }
    }
    point(open[0], `Nothing tried is forced here. One that works: ${wordsOf(open[0])}.`);
  }),

  count: work(async () => {
    say("Counting...");
    const rest = { engine: puzzle.engines.count, ...wholePuzzle() };
    const count = await ask("count", rest, (news) => say(progressOf(news)));
    say(`The puzzle has ${plural(count, "solution")}.`);
  }),

  unique: work(async () => {
    say("Searching for two solutions...");
    const rest = { engine: puzzle.engines.first, most: 2, ...wholePuzzle() };
    const found = await ask("few", rest);
    const verdicts = ["The puzzle has no solution.", "The puzzle has exactly one solution.",
      "The puzzle has several solutions."];
    say(verdicts[found.length], ["bad", "good", ""][found.length]);
  }),

  next: work(async () => {
    const fresh = restart;
    say("Searching...");
    const rest = { restart: fresh, engine: puzzle.engines.all, ...wholePuzzle() };
    const solution = await ask("next", rest);
    listed = fresh ? 0 : listed;
    if (solution === null) {
      say(listed ? `That was all: ${plural(listed, "solution")}.` : "The puzzle has no solution.");
      restart = true;
      return;
    }
    listed += 1;
    adopt(solution);
    judged += 1;
    restart = false;
    say(`Solution ${number(listed)}${totalOf(solution)}.`, "good");
  }),

  stop: () => {
    engines.stop();
    restart = true;
  },
};

function none() {
  say(board.game.chosen.size ? "From here there is no solution." : "The puzzle has no solution.", "bad");
}

// Point at a choice and say why.
function point(option, text) {
  board.point([option], "hinted");
  say(text);
}

// ---- The beginning ---------------------------------------------------------------------------------

function connect() {
  for (const [name, act] of Object.entries(actions)) element(name).addEventListener("click", act);
  element("edit").addEventListener("change", () => {
    board.game.editing = element("edit").checked;
    board.show();
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    (event.shiftKey ? actions.redo : actions.undo)();
  });
}

async function begin() {
  puzzle = JSON.parse(new TextDecoder().decode(await unpacked("puzzle")));
  timer = new Timer(element("timer"));
  const [picture, choices, note, modes] = ["picture", "choices", "note", "modes"].map(element);
  board = new Board({ picture, choices, note, modes, changed });
  board.load(puzzle);
  element("fill").hidden = board.way !== "marks";
  engines = new Engines(await unpacked("module"), puzzle.matrix);
  await engines.ready;
  connect();
  document.body.dataset.ready = "yes";
}

begin().catch((error) => say(`This page cannot start: ${error.message}`, "bad"));
