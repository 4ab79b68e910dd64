// minuet's engines as a WebAssembly module (solvers/native/wasm): a session is a matrix and the
// search at work on it. It runs in a page, in a worker and in node.
"use strict";

const ENGINES = { links: 0, masks: 1, tree: 2, learning: 3 }; // as in module.cpp
const BAD_DESCRIPTOR = 8; // of a file; the engines have none

class Session {
  // module    a WebAssembly.Module
  // matrix    primary, starts, members, colors, weights (or null), low, high; costs (or null),
  //           rules (kind, vertices, tails, heads, options, places, roots)
  constructor(module, matrix) {
    const instance = new WebAssembly.Instance(module, this.#imports());
    this.native = instance.exports;
    this.native._initialize();
    const { primary, starts, members, colors, weights, low, high, costs, rules } = matrix;
    const narrow = [starts, members, colors, weights].map((numbers) => this.#narrow(numbers));
    const wide = [low, high].map((numbers) => this.#wide(numbers));
    this.session = this.native.make_session(
      primary, low.length, starts.length - 1, ...narrow, ...wide,
    );
    if (costs) this.native.set_costs(this.session, this.#wide(costs));
    for (const rule of rules ?? []) this.#add(rule);
  }

  // Begin a search for the solutions that hold the given options and none of the forbidden ones.
  begin(engine, given = [], forbidden = []) {
    const lists = [this.#narrow(given), this.#narrow(forbidden)];
    this.native.begin(this.session, ENGINES[engine], given.length, lists[0],
      forbidden.length, lists[1]);
    lists.forEach((list) => this.native.release(list));
  }

  // Count on for about so many seconds; whether that was all.
  count(seconds) {
    return Boolean(this.native.count(this.session, seconds));
  }

  // Search on for so many solutions, for about so many seconds: whether that was all, and they.
  find(seconds, most) {
    const all = Boolean(this.native.find(this.session, seconds, most));
    const count = this.native.found_count(this.session);
    const memory = this.native.memory.buffer;
    const starts = new BigInt64Array(memory, this.native.found_starts(this.session), count + 1);
    const size = Number(starts[count]);
    const options = new BigInt64Array(memory, this.native.found_options(this.session), size);
    const solutions = [];
    for (let k = 0; k < count; k += 1) {
      const own = options.subarray(Number(starts[k]), Number(starts[k + 1]));
      solutions.push(Array.from(own, Number));
    }
    return { all, solutions };
  }

  // From now on, find only solutions that cost at most this.
  setBudget(cost) {
    this.native.set_budget(this.session, BigInt(cost));
  }

  get solutions() {
    return this.native.solutions(this.session);
  }

  get nodes() {
    return this.native.nodes(this.session);
  }

  get progress() {
    return this.native.progress(this.session);
  }

  #add({ kind, vertices, tails, heads, options, places, roots }) {
    const name = new TextEncoder().encode(`${kind}\0`);
    const at = this.native.allocate(name.length);
    new Uint8Array(this.native.memory.buffer, at, name.length).set(name);
    this.native.add_rule(
      this.session, at, vertices, tails.length, this.#narrow(tails), this.#narrow(heads),
      options.length, this.#narrow(options), this.#narrow(places),
      roots.length, this.#narrow(roots),
    );
  }

  #narrow(numbers) {
    if (!numbers) return 0;
    const at = this.native.allocate(4 * numbers.length);
    new Int32Array(this.native.memory.buffer, at, numbers.length).set(numbers);
    return at;
  }

  #wide(numbers) {
    const at = this.native.allocate(8 * numbers.length);
    const memory = new BigInt64Array(this.native.memory.buffer, at, numbers.length);
    numbers.forEach((number, place) => { memory[place] = BigInt(number); });
    return at;
  }

  // What the module asks of its host: a clock, and to raise what a C++ function threw. The library
  // names the functions of files, too, which no engine calls.
  #imports() {
    const clock = (id, precision, at) => {
      const time = BigInt(Math.round(performance.now() * 1e6));
      new DataView(this.native.memory.buffer).setBigUint64(at, time, true);
      return 0;
    };
    const system = new Proxy({ clock_time_get: clock }, {
      get: (known, name) => known[name] ?? (() => BAD_DESCRIPTOR),
    });
    const raise = (at) => {
      const bytes = new Uint8Array(this.native.memory.buffer);
      throw new Error(new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at))));
    };
    return { wasi_snapshot_preview1: system, page: { raise } };
  }
}

if (typeof module !== "undefined") module.exports = { Session };
