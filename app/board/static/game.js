/* The state of play: what is given, chosen and ruled out, the notes in the cells, and the way back.

   Options are numbers of the puzzle's matrix; spots are the places of the picture at which one
   clicks. A note of a spot is { corner, centre, color }: two lists of marks and the number of a
   color, 0 for none. */

const NO_NOTE = { corner: [], centre: [], color: 0 };
const PARTS = ["given", "chosen", "out"];

export class Game {
  #changing = false;

  // puzzle    what app/board/data.py says of it
  // matrix    its Matrix
  // changed   is called after each change
  constructor(puzzle, matrix, changed) {
    this.puzzle = puzzle;
    this.matrix = matrix;
    this.changed = changed;
    this.editing = false; // whether choices are givens
    this.past = [];
    this.future = [];
    this.#restore({ given: puzzle.given, chosen: [], out: [], notes: [] });
  }

  /** All options that are chosen, the givens among them. */
  get everything() {
    return [...this.given, ...this.chosen];
  }

  /** Those of them that the picture shows. */
  get shown() {
    return this.everything.filter((option) => this.matrix.isPlayed(option));
  }

  has(option) {
    return this.given.has(option) || this.chosen.has(option);
  }

  isFixed(option) {
    return this.given.has(option) && !this.editing;
  }

  note(spot) {
    return this.notes.get(spot) ?? NO_NOTE;
  }

  /** Do something that can be undone as one step; a change within a change is a part of it. */
  change(act) {
    if (this.#changing) {
      act();
      return;
    }
    const before = this.#saved();
    this.#changing = true;
    try {
      act();
    } finally {
      this.#changing = false;
    }
    if (JSON.stringify(this.#saved()) === JSON.stringify(before)) return;
    this.past.push(before);
    this.future = [];
    this.changed();
  }

  /** Make the steps after the first so many one step. */
  joinSteps(count) {
    this.past.splice(count + 1);
  }

  undo() {
    this.#travel(this.past, this.future);
  }

  redo() {
    this.#travel(this.future, this.past);
  }

  /** Choose an option; what excludes it at one of its spots goes. */
  choose(option) {
    this.change(() => {
      const own = this.puzzle.options[option].spots;
      for (const set of this.editing ? [this.given, this.chosen] : [this.chosen]) {
        for (const other of [...set]) {
          const { spots } = this.puzzle.options[other] ?? { spots: [] };
          const meets = spots.some((spot) => own.includes(spot));
          if (meets && this.matrix.exclude(option, other)) set.delete(other);
        }
      }
      (this.editing ? this.given : this.chosen).add(option);
      if (this.editing) this.chosen.delete(option);
      this.out.delete(option);
    });
  }

  remove(option) {
    this.change(() => {
      this.chosen.delete(option);
      if (this.editing) this.given.delete(option);
    });
  }

  /** Say that an option is not in the solution, or no longer. */
  ruleOut(option, on) {
    this.change(() => {
      if (on) {
        this.remove(option);
        this.out.add(option);
      } else this.out.delete(option);
    });
  }

  /** Write a mark into the notes of spots, or take it out where all of them have it. */
  toggleNote(spots, kind, mark) {
    this.change(() => {
      const all = spots.every((spot) => this.note(spot)[kind].includes(mark));
      for (const spot of spots) {
        const others = this.note(spot)[kind].filter((other) => other !== mark);
        this.setNote(spot, { [kind]: all ? others : [...others, mark].sort() });
      }
    });
  }

  /** Color spots, or no longer where all of them have that color. */
  paint(spots, color) {
    this.change(() => {
      const all = spots.every((spot) => this.note(spot).color === color);
      for (const spot of spots) this.setNote(spot, { color: all ? 0 : color });
    });
  }

  setNote(spot, parts) {
    this.change(() => this.notes.set(spot, { ...this.note(spot), ...parts }));
  }

  /** Begin anew, with the givens of the puzzle. */
  startOver() {
    this.change(() => {
      this.given = new Set(this.puzzle.given);
      this.chosen.clear();
      this.out.clear();
      this.notes.clear();
    });
  }

  /** Have a whole solution chosen. */
  adopt(solution) {
    this.change(() => {
      this.chosen = new Set(solution.filter(
        (option) => this.matrix.isPlayed(option) && !this.given.has(option),
      ));
      this.out.clear();
    });
  }

  #saved() {
    const notes = [...this.notes].map(([spot, note]) => [spot, structuredClone(note)]);
    return { ...Object.fromEntries(PARTS.map((part) => [part, [...this[part]]])), notes };
  }

  #restore(saved) {
    for (const part of PARTS) this[part] = new Set(saved[part]);
    this.notes = new Map(saved.notes);
  }

  #travel(from, to) {
    if (!from.length) return;
    to.push(this.#saved());
    this.#restore(from.pop());
    this.changed();
  }
}
