// Answers questions about a puzzle with its engines, one after the other, in a worker of the page.
"use strict";

const SLICE = 0.05; // seconds between two reports
let session = null; // of one question
let listing = null; // of a list of solutions, which goes on where it stopped
let puzzle = null;

// Search on for the next solution; null: there is none.
function nextOf(search, report) {
  for (;;) {
    const { all, solutions } = search.find(SLICE, 1);
    if (solutions.length) return solutions[0];
    if (all) return null;
    report({ nodes: Number(search.nodes) });
  }
}

const questions = {
  load({ bytes, matrix }) {
    puzzle = { module: new WebAssembly.Module(bytes), matrix };
    session = new Session(puzzle.module, matrix);
  },

  first({ engine, given, forbidden }, report) {
    session.begin(engine, given, forbidden);
    return nextOf(session, report);
  },

  // The first solutions, up to so many.
  few({ engine, given, forbidden, most }, report) {
    session.begin(engine, given, forbidden);
    const found = [];
    while (found.length < most) {
      const solution = nextOf(session, report);
      if (solution === null) break;
      found.push(solution);
    }
    return found;
  },

  // A solution of the least cost; each better one is reported.
  best({ given, forbidden }, report) {
    session.begin("tree", given, forbidden);
    let best = null;
    for (;;) {
      const solution = nextOf(session, report);
      if (solution === null) return best;
      best = solution;
      const cost = solution.reduce((sum, option) => sum + puzzle.matrix.costs[option], 0);
      report({ best });
      session.setBudget(cost - 1);
    }
  },

  count({ engine, given, forbidden }, report) {
    session.begin(engine, given, forbidden);
    while (!session.count(SLICE)) {
      report({ count: session.solutions, progress: session.progress });
    }
    return session.solutions;
  },

  // The next solution of a list, which `restart` begins.
  next({ restart, engine, given, forbidden }, report) {
    if (restart || listing === null) {
      listing = new Session(puzzle.module, puzzle.matrix);
      listing.begin(engine, given, forbidden);
    }
    return nextOf(listing, report);
  },
};

onmessage = ({ data: { id, question, ...rest } }) => {
  try {
    postMessage({ id, answer: questions[question](rest, (news) => postMessage({ id, news })) });
  } catch (error) { // what raised it is of no use any more
    if (puzzle !== null) session = new Session(puzzle.module, puzzle.matrix);
    listing = null;
    postMessage({ id, error: error.message });
  }
};
