/* The board: a picture in which one chooses by pointer and keys, and the choices at the selected spots.

   A puzzle is played in one of three ways. *Marks*: each spot holds one of several marks, as in a
   sudoku; several spots are selected at once, and a mark goes into all of them. *Pieces*: a choice
   lies on several spots, which are selected to find it. *Turns*: each spot has few states (a line, a
   shaded cell, ruled out), which a click or a stroke over several spots goes through. */

import { COLORS, colors, drawn, notes, svg, thumbnail } from "./drawing.js";
import { Game } from "./game.js";
import { Matrix } from "./matrix.js";

const MOST_SHOWN = 48; // choices that are offered at once
const NEAR = 46; // units of the picture within which a click meets a spot
const STILL = 12; // pixels of the screen that a click may move
const LARGEST = 2.2; // pixels of the screen to a unit of the picture
const STEP = 5; // units between two points of a stroke
const FEW = 3; // so many choices of a spot are gone through by clicking it again
const PAUSE = 800; // milliseconds between two keys of one mark
const MODES = { digit: "Digit", corner: "Corner", centre: "Centre", color: "Color" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MODE_KEYS = { z: "digit", x: "corner", c: "centre", v: "color" };

export class Board {
  // picture, choices, note, modes   the elements that it fills
  // changed   is called after each change of the game
  constructor({ picture, choices, note, modes, changed }) {
    Object.assign(this, { picture, choices, note, modes, onChange: changed });
    this.puzzle = null;
    this.#listen();
  }

  /** Show a puzzle, as app/board/data.py describes it. */
  load(puzzle) {
    this.puzzle = puzzle;
    this.matrix = new Matrix(puzzle);
    this.game = new Game(puzzle, this.matrix, () => this.#changed());
    this.selected = []; // spots
    this.marked = { options: [], kind: "" }; // options that are pointed at
    this.shownInstead = null; // options of a solution that is looked at
    this.mode = "digit";
    this.#readSpots();
    this.picture.classList.toggle("pieces", this.way === "pieces");
    this.show();
  }

  /** The table of which an option is a row. */
  tableOf(option) {
    return this.puzzle.tables.findLastIndex((start) => start <= option);
  }

  #readSpots() {
    const { spots, options, tables } = this.puzzle;
    this.atSpot = spots.map(() => []);
    let several = false;
    options.forEach((option, number) => {
      if (this.matrix.forbidden.has(number)) return;
      option.spots.forEach((spot) => this.atSpot[spot].push(number));
      several = several || option.spots.length > 1;
    });
    const most = Math.max(0, ...this.atSpot.map((own) => own.length));
    const marks = this.atSpot.map((own) => own.map((option) => options[option].mark));
    const written = marks.every((own) => own.every(Boolean) && new Set(own).size === own.length);
    this.way = several ? "pieces" : written && most > FEW ? "marks" : "turns";
    // Tables of which a spot never has two choices: whether a cell is shaded, a side drawn.
    const single = new Set(tables.keys());
    for (const own of this.atSpot) {
      const seen = own.map((option) => this.tableOf(option));
      seen.filter((table, at) => seen.indexOf(table) < at).forEach((table) => single.delete(table));
    }
    this.states = this.atSpot.map((own) => {
      if (this.way !== "turns") return [];
      const sole = own.filter((option) => single.has(this.tableOf(option)));
      if (sole.length === 1) return [{ option: sole[0] }, { out: sole[0] }];
      const few = sole.length ? sole : own;
      return few.length <= FEW ? few.map((option) => ({ option })) : [];
    });
    let least = NEAR;
    spots.forEach(([x, y], at) => spots.slice(0, at).forEach(([left, top]) => {
      least = Math.min(least, Math.hypot(left - x, top - y));
    }));
    this.spacing = least;
  }

  // ---- What is seen ----------------------------------------------------------------------------------

  #changed() {
    this.marked = { options: [], kind: "" };
    this.shownInstead = null;
    this.show();
    this.onChange();
  }

  /** Look at a solution, given by all its options, until something is changed; null: no longer. */
  look(options) {
    this.shownInstead = options && options.filter((option) => this.matrix.isPlayed(option));
    this.show();
  }

  /** Point at some options: `kind` is hinted, wrong or other. */
  point(options, kind) {
    this.marked = { options, kind };
    this.selected = [];
    this.show();
  }

  /** What clashes among what is chosen. */
  clashes() {
    return this.matrix.clashes(this.game.shown);
  }

  /** What to ask to know whether the answer is whole: a selection in which the tables that are begun
      have no other choice, and whether these are all. Null where it is not, as one sees at once. */
  whole() {
    const { game, matrix, puzzle } = this;
    const shown = new Set(game.shown);
    if (!shown.size || this.clashes().length) return null;
    const begun = new Set([...shown].map((option) => this.tableOf(option)));
    const played = [...puzzle.options.keys()].filter((option) => matrix.isPlayed(option));
    const settled = (option) => matrix.isPlayed(option) && begun.has(this.tableOf(option));
    const used = matrix.uses(shown);
    for (let item = 0; item < matrix.primary; item += 1) {
      if (matrix.low[item] <= 0 || matrix.weighted.has(item)) continue;
      const use = used.get(item);
      const covered = use ? use.plain.length + (use.colors.size ? 1 : 0) : 0;
      if (covered < matrix.low[item] && matrix.options[item].every(settled)) return null;
    }
    const others = played.filter((option) => settled(option) && !shown.has(option));
    return {
      given: game.everything,
      forbidden: [...new Set([...puzzle.forbidden, ...others])],
      every: played.every(settled),
    };
  }

  /** Write into the middle of each cell what it can still hold; `possible` has the options that can
      be chosen, or is null for all that fit beside what is chosen. */
  writeCandidates(possible = null) {
    const { game, puzzle } = this;
    const used = this.matrix.uses(game.everything);
    game.change(() => puzzle.spots.forEach((_, spot) => {
      if (this.atSpot[spot].some((option) => game.has(option))) return;
      const left = this.atSpot[spot].filter(
        (option) => (possible ? possible.has(option) : this.matrix.fits(option, used)));
      game.setNote(spot, { centre: left.map((option) => puzzle.options[option].mark) });
    }));
  }

  show() {
    const { puzzle, game } = this;
    const { width, height } = puzzle.picture;
    const options = this.shownInstead ?? game.shown;
    const rings = new Set();
    const radius = Math.min(17, 0.42 * this.spacing);
    const ring = (kind) => (spot) => {
      const [x, y] = puzzle.spots[spot];
      rings.add(`<circle class="${kind}" cx="${x}" cy="${y}" r="${radius}"/>`);
    };
    const spotsOf = (option) => puzzle.options[option].spots;
    const wrong = this.shownInstead ? [] : this.clashes().flatMap((clash) => clash.options);
    wrong.filter((option) => this.matrix.isPlayed(option)).flatMap(spotsOf).forEach(ring("wrong"));
    for (const option of this.marked.options.filter((other) => this.matrix.isPlayed(other))) {
      const { kind } = this.marked; // a hint of many spots is drawn, and needs no rings
      if (kind !== "hinted" || spotsOf(option).length < 3) spotsOf(option).forEach(ring(kind));
    }
    if (!this.shownInstead) this.selected.forEach(ring("selected"));
    const ghosts = this.marked.kind === "hinted"
      ? this.marked.options.filter((option) => !options.includes(option)) : [];
    const pale = ghosts.length ? `<g class="ghost">${drawn(puzzle, ghosts, { ground: false })}</g>` : "";
    const paper = `<rect width="${width}" height="${height}" fill="#fff"/>`;
    const own = this.shownInstead ? "" : notes(puzzle, game, this.spacing < 38);
    this.picture.innerHTML = svg(
      paper + drawn(puzzle, options, { given: game.given }) + colors(puzzle, game) + own + pale
        + [...rings].join(""),
      `0 0 ${width} ${height}`,
    );
    this.picture.firstElementChild.style.maxWidth = `${LARGEST * width}px`;
    this.#offer();
  }

  /** The picture of a whole solution as SVG, with rings around some of its options. */
  drawing(solution, ringed) {
    const { puzzle, game } = this;
    const { width, height } = puzzle.picture;
    const options = solution.filter((option) => this.matrix.isPlayed(option));
    const spots = ringed.filter((option) => this.matrix.isPlayed(option))
      .flatMap((option) => puzzle.options[option].spots);
    const rings = [...new Set(spots)].map((spot) => {
      const [x, y] = puzzle.spots[spot];
      return `<circle class="other" cx="${x}" cy="${y}" r="${Math.min(17, 0.42 * this.spacing)}"/>`;
    });
    const paper = `<rect width="${width}" height="${height}" fill="#fff"/>`;
    return svg(paper + drawn(puzzle, options, { given: game.given }) + rings.join(""), `0 0 ${width} ${height}`);
  }

  /** The picture as an SVG document. */
  document() {
    const { width, height } = this.puzzle.picture;
    const text = this.picture.querySelector("svg").cloneNode(true);
    text.querySelectorAll(".selected, .wrong, .hinted, .ghost, .other").forEach((mark) => mark.remove());
    text.removeAttribute("style");
    text.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    text.setAttribute("width", width);
    text.setAttribute("height", height);
    text.setAttribute("font-family", "sans-serif");
    return text.outerHTML;
  }

  // ---- The choices at the selected spots -------------------------------------------------------------

  /** The options that lie on all selected spots. */
  candidates() {
    if (!this.selected.length) return [];
    const [first, ...others] = this.selected.map((spot) => new Set(this.atSpot[spot]));
    return [...first].filter((option) => others.every((options) => options.has(option)));
  }

  #marks() {
    const own = this.selected.length
      ? this.selected.flatMap((spot) => this.atSpot[spot]) : this.atSpot.flat();
    const marks = [...new Set(own.map((option) => this.puzzle.options[option].mark))];
    const number = (mark) => (/^\d+$/.test(mark) ? Number(mark) : Infinity);
    return marks.sort((a, b) => number(a) - number(b) || (a < b ? -1 : Number(a > b)));
  }

  // What is chosen, but for what is chosen at these spots and may be replaced.
  #elsewhere(spots) {
    const { game, puzzle } = this;
    return game.everything.filter(
      (option) => game.isFixed(option) || !this.matrix.isPlayed(option)
        || !puzzle.options[option].spots.some((spot) => spots.includes(spot)),
    );
  }

  #offer() {
    this.modes.hidden = this.way !== "marks";
    for (const button of this.modes.children) {
      button.setAttribute("aria-pressed", button.dataset.mode === this.mode);
    }
    this.choices.replaceChildren();
    this.choices.classList.toggle("pictures", this.way !== "marks");
    if (this.way === "marks") this.#offerMarks();
    else this.#offerOptions();
  }

  #button(label, title) {
    const button = document.createElement("button");
    button.type = "button";
    button.title = title;
    button.setAttribute("aria-label", title);
    button.textContent = label;
    this.choices.append(button);
    return button;
  }

  #offerMarks() {
    this.note.textContent = this.selected.length ? "" : "Choose cells of the picture.";
    if (this.mode === "color") {
      COLORS.forEach(([name, shade], color) => {
        if (!color) return;
        const button = this.#button("", name);
        button.style.background = shade;
        button.addEventListener("click", () => this.#enter(String(color)));
      });
      return;
    }
    const { selected, game } = this;
    const spotted = selected.length === 1;
    const used = spotted ? this.matrix.uses(this.#elsewhere(selected)) : null;
    for (const mark of this.#marks()) {
      const option = spotted ? this.#optionOf(selected[0], mark) : undefined;
      const title = option === undefined ? mark : this.puzzle.words[option];
      const button = this.#button(mark, title);
      if (option !== undefined) {
        button.dataset.option = option;
        button.setAttribute("aria-pressed", this.mode === "digit" ? game.has(option)
          : game.note(selected[0])[this.mode].includes(mark));
        button.classList.toggle("unfit", !game.has(option) && !this.matrix.fits(option, used));
      }
      button.disabled = selected.length > 0 && selected.every((spot) => this.#isBlocked(spot));
      button.addEventListener("click", () => this.#enter(mark));
    }
  }

  #offerOptions() {
    const { game, puzzle, selected } = this;
    const all = this.candidates();
    const used = this.matrix.uses(this.#elsewhere(selected));
    const fitting = all.filter((option) => game.has(option) || this.matrix.fits(option, used));
    const shown = fitting.slice(0, MOST_SHOWN);
    for (const option of shown) {
      const button = this.#button("", puzzle.words[option]);
      button.innerHTML = thumbnail(puzzle, option);
      button.dataset.option = option;
      button.setAttribute("aria-pressed", game.has(option));
      button.disabled = game.isFixed(option)
        || (!game.editing && all.some((other) => game.isFixed(other) && this.matrix.exclude(other, option)));
      button.addEventListener("click", () => {
        if (this.way === "pieces") this.selected = [];
        if (game.has(option)) game.remove(option);
        else game.choose(option);
        this.picture.focus({ preventScroll: true });
      });
    }
    this.note.textContent = this.#advice(shown.length, fitting.length);
  }

  #advice(shown, fitting) {
    if (!this.selected.length) {
      return {
        pieces: "Draw over the cells of a piece, or choose some of them and then a picture.",
        turns: this.states.some((states) => states.length)
          ? "Click or draw in the picture; click again to rule out." : "Choose a place in the picture.",
      }[this.way];
    }
    if (!shown) return "Nothing fits here.";
    if (fitting > shown) {
      return `${fitting} choices, the first ${shown} are shown. Choose more cells of the piece.`;
    }
    return "";
  }

  #optionOf(spot, mark) {
    return this.atSpot[spot].find(
      (option) => this.puzzle.options[option].mark.toLowerCase() === mark.toLowerCase());
  }

  #isBlocked(spot) {
    return this.atSpot[spot].some((option) => this.game.isFixed(option));
  }

  /** Enter a mark, or the number of a color, into the selected spots as the mode says. */
  #enter(mark, mode = this.mode) {
    const { game } = this;
    if (mode === "color") {
      if (Number(mark) < COLORS.length) game.paint(this.selected, Number(mark));
    } else {
      const open = this.selected.filter((spot) => !this.#isBlocked(spot)
        && this.#optionOf(spot, mark) !== undefined);
      if (!open.length) return;
      const options = open.map((spot) => this.#optionOf(spot, mark));
      if (mode !== "digit") {
        const { mark: spelt } = this.puzzle.options[options[0]];
        game.toggleNote(open, mode, spelt);
      } else {
        game.change(() => {
          const all = options.every((option) => game.has(option));
          options.forEach((option) => (all ? game.remove(option) : game.choose(option)));
        });
      }
    }
    this.picture.focus({ preventScroll: true });
  }

  /** Take back what is at the selected spots: the choices, or else the notes. */
  clear() {
    const { game } = this;
    game.change(() => {
      const mine = this.selected.flatMap((spot) => this.atSpot[spot])
        .filter((option) => (game.has(option) && !game.isFixed(option)) || game.out.has(option));
      mine.forEach((option) => {
        game.remove(option);
        game.ruleOut(option, false);
      });
      if (!mine.length) {
        this.selected.forEach((spot) => game.setNote(spot, { corner: [], centre: [], color: 0 }));
      }
    });
  }

  // ---- Pointer ---------------------------------------------------------------------------------------

  #pointOf(event) {
    const box = this.picture.querySelector("svg").getBoundingClientRect();
    const { width, height } = this.puzzle.picture;
    const scale = Math.min(box.width / width, box.height / height);
    return [
      (event.clientX - box.left - (box.width - scale * width) / 2) / scale,
      (event.clientY - box.top - (box.height - scale * height) / 2) / scale,
    ];
  }

  #spotNear([x, y], reach = NEAR) {
    let best = null;
    let least = reach ** 2;
    this.puzzle.spots.forEach(([left, top], spot) => {
      const distance = (left - x) ** 2 + (top - y) ** 2;
      if (distance < least) [least, best] = [distance, spot];
    });
    return best;
  }

  #press(event) {
    if (this.puzzle === null || event.button > 2) return;
    const point = this.#pointOf(event);
    const spot = this.#spotNear(point);
    this.stroke = null;
    if (spot === null) {
      this.selected = [];
      this.show();
      return;
    }
    event.preventDefault();
    this.picture.focus({ preventScroll: true });
    this.picture.setPointerCapture(event.pointerId);
    const aside = event.button === 2;
    this.stroke = { spot, last: point, from: [event.clientX, event.clientY], moved: false, aside };
    if (this.way === "marks") {
      const more = event.ctrlKey || event.metaKey || event.shiftKey;
      const others = this.selected.filter((other) => other !== spot);
      if (more) this.selected = this.selected.includes(spot) ? others : [...others, spot];
      else this.selected = [spot];
      this.show();
    } else if (this.way === "pieces") this.#selectOfPiece(spot, false);
  }

  #drag(event) {
    const { stroke } = this;
    if (!stroke) return;
    const [x, y] = stroke.from;
    if (!stroke.moved && Math.hypot(event.clientX - x, event.clientY - y) < STILL) return;
    if (!stroke.moved) this.#beginStroke(stroke);
    stroke.moved = true;
    const point = this.#pointOf(event);
    const length = Math.hypot(point[0] - stroke.last[0], point[1] - stroke.last[1]);
    for (let at = 0; at <= length; at += STEP) {
      const share = length ? at / length : 0;
      this.#drawOver(stroke, [0, 1].map(
        (axis) => stroke.last[axis] + share * (point[axis] - stroke.last[axis])));
    }
    stroke.last = point;
  }

  #beginStroke(stroke) {
    if (this.way === "turns") {
      stroke.seen = new Set();
      stroke.history = this.game.past.length;
    }
  }

  #drawOver(stroke, point) {
    const spot = this.#spotNear(point, this.spacing / 2);
    if (spot === null) return;
    if (this.way !== "turns") {
      if (!this.selected.includes(spot)) {
        if (this.way === "pieces") this.#selectOfPiece(spot, true);
        else {
          this.selected = [...this.selected, spot];
          this.show();
        }
      }
    } else if (!stroke.seen.has(spot)) {
      stroke.seen.add(spot);
      stroke.state ??= this.#following(spot, stroke.aside);
      this.#turnTo(spot, stroke.state);
    }
  }

  #release() {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke) return;
    if (this.way === "pieces") this.#settle();
    else if (this.way === "turns" && !stroke.moved) this.#turn(stroke.spot, stroke.aside);
    else if (this.way === "turns") this.game.joinSteps(stroke.history);
  }

  // Where one choice alone fits the cells that were drawn over, it is meant.
  #settle() {
    if (this.selected.length < 2) return;
    const all = this.candidates().filter(
      (option) => this.puzzle.options[option].spots.length === this.selected.length);
    if (all.length !== 1) return;
    this.selected = [];
    if (!this.game.has(all[0])) this.game.choose(all[0]);
    else this.show();
  }

  #selectOfPiece(spot, more) {
    const { game, puzzle } = this;
    if (this.selected.includes(spot)) {
      if (!more) this.selected = this.selected.filter((other) => other !== spot);
    } else {
      // On a piece that lies there, the piece; beside what fits none, anew.
      this.selected = [...this.selected, spot];
      if (!this.candidates().length) this.selected = [spot];
      const lying = game.shown.find((option) => puzzle.options[option].spots.includes(spot));
      if (lying !== undefined && !more) this.selected = [spot];
    }
    this.show();
  }

  // ---- Turns -----------------------------------------------------------------------------------------

  // The number of a spot's state; -1: none.
  #stateAt(spot) {
    return this.states[spot].findIndex(
      ({ option, out }) => (out === undefined ? this.game.has(option) : this.game.out.has(out)));
  }

  // The state that a click leads to; with the other button, ruled out or none.
  #following(spot, aside) {
    const states = this.states[spot];
    const now = this.#stateAt(spot);
    const out = states.findIndex((state) => state.out !== undefined);
    if (aside && out >= 0) return now === out ? -1 : out;
    return now + 1 < states.length ? now + 1 : -1;
  }

  #turnTo(spot, wanted) {
    const { game } = this;
    const states = this.states[spot];
    if (!states.length || wanted >= states.length || this.#isBlocked(spot)) return;
    game.change(() => {
      for (const { option, out } of states) {
        if (out === undefined) game.remove(option);
        else game.ruleOut(out, false);
      }
      const { option, out } = states[wanted] ?? {};
      if (option !== undefined) (game.editing ? game.given : game.chosen).add(option);
      if (out !== undefined && !game.editing) game.ruleOut(out, true);
    });
  }

  #turn(spot, aside = false) {
    if (this.states[spot].length) {
      this.selected = [];
      this.#turnTo(spot, this.#following(spot, aside));
    } else this.selected = [spot];
    this.show();
  }

  // ---- Keys ------------------------------------------------------------------------------------------

  #move([across, down], more) {
    const { spots } = this.puzzle;
    if (!this.selected.length) {
      this.selected = [0];
      this.show();
      return;
    }
    const [x, y] = spots[this.selected.at(-1)];
    let best = null;
    let least = Infinity;
    spots.forEach(([left, top], spot) => {
      const along = (left - x) * across + (top - y) * down;
      const aside = Math.abs((left - x) * down) + Math.abs((top - y) * across);
      if (along > 1 && along + 3 * aside < least) [least, best] = [along + 3 * aside, spot];
    });
    if (best === null) return;
    this.selected = more ? [...this.selected.filter((spot) => spot !== best), best] : [best];
    this.show();
  }

  #type(letter, mode) {
    const now = performance.now();
    this.typed = now - (this.typedAt ?? -PAUSE) < PAUSE ? this.typed + letter : letter;
    this.typedAt = now;
    if (this.way === "marks") {
      if (mode === "color") {
        if (/^[0-7]$/.test(letter)) this.#enter(letter, mode);
        return /^[0-7]$/.test(letter);
      }
      const known = (text) => this.selected.some((spot) => this.#optionOf(spot, text) !== undefined);
      const text = [this.typed, letter].find(known);
      if (text !== undefined) this.#enter(text, mode);
      return text !== undefined;
    }
    const option = this.candidates().find(
      (other) => [this.typed, letter].includes(this.puzzle.options[other].mark.toLowerCase()));
    if (option !== undefined && !this.selected.some((spot) => this.#isBlocked(spot))) {
      this.game.choose(option);
    }
    return option !== undefined;
  }

  #key(event) {
    const { key, code } = event;
    const strong = event.ctrlKey || event.metaKey;
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
    const lone = this.selected.length === 1 ? this.selected[0] : null;
    if (ARROWS[key] && !strong && !event.altKey) this.#move(ARROWS[key], event.shiftKey);
    else if (strong && key.toLowerCase() === "a" && this.way === "marks") {
      this.selected = [...this.puzzle.spots.keys()];
      this.show();
    } else if (this.way === "marks" && digit && (strong || event.altKey || event.shiftKey)) {
      this.#type(digit, strong ? "centre" : event.altKey ? "color" : "corner");
    } else if (strong || event.altKey) return;
    else if (key === "Backspace" || key === "Delete") this.clear();
    else if (key === "Escape" && this.selected.length) {
      this.selected = [];
      this.show();
    } else if ((key === " " || key === "Enter") && lone !== null && this.states[lone].length) {
      this.#turnTo(lone, this.#following(lone, false));
    } else if (key === " " && this.way === "marks") {
      const names = Object.keys(MODES);
      this.setMode(names[(names.indexOf(this.mode) + 1) % names.length]);
    } else if (key === " " || key === "Enter") {
      this.choices.querySelector("button:not(:disabled)")?.focus();
    } else if (key.length === 1 && this.selected.length && this.#type(key.toLowerCase(), this.mode)) {
      // entered
    } else if (key === "0") this.clear();
    else if (this.way === "marks" && MODE_KEYS[key.toLowerCase()]) {
      this.setMode(MODE_KEYS[key.toLowerCase()]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  setMode(mode) {
    this.mode = mode;
    this.show();
  }

  #listen() {
    const { picture, modes } = this;
    const listen = (name, act) => picture.addEventListener(name, act);
    listen("pointerdown", (event) => this.#press(event));
    listen("pointermove", (event) => this.#drag(event));
    listen("pointerup", () => this.#release());
    listen("pointercancel", () => { this.stroke = null; });
    listen("contextmenu", (event) => event.preventDefault());
    listen("keydown", (event) => this.puzzle !== null && this.#key(event));
    modes.replaceChildren(...Object.entries(MODES).map(([mode, words]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = words;
      button.dataset.mode = mode;
      button.addEventListener("click", () => {
        this.setMode(mode);
        picture.focus({ preventScroll: true });
      });
      return button;
    }));
  }
}
