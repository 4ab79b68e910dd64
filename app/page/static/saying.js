/* Words for numbers and states, and short remarks at the foot of the page. */

const toast = document.getElementById("toast");
let clearing = 0;

export const QUESTION = {
  solve: { button: "Solve", about: "One solution, and whether it is the only one; the best, where there are costs." },
  count: { button: "Count", about: "How many solutions there are, exactly." },
  all: { button: "List all", about: "Every solution, one after the other, up to a number of them." },
  best: { button: "Find the best", about: "The best solutions by their cost, the best first." },
  check: { button: "Cross-check", about: "Solvers of different kinds answer, and are compared." },
  explain: { button: "Explain", about: "Why there is no solution: what clashes, in the puzzle’s words. If there is one: whether it is the only one, and which givens could be spared." },
};

/** Say something in passing. */
export function remark(told) {
  toast.textContent = told;
  toast.classList.add("shown");
  clearTimeout(clearing);
  clearing = setTimeout(() => {
    toast.classList.remove("shown");
    toast.textContent = "";
  }, 4000);
}

/** Return a number as people write it; one of many digits comes as a text. */
export function numeral(number) {
  if (typeof number === "string") return number.replace(/\B(?=(\d{3})+$)/g, ",");
  return number.toLocaleString("en", { maximumFractionDigits: 2 });
}

/** Return seconds in words. */
export function duration(seconds) {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

/** Return the figures of a search under way, in one line. */
export function figures({ share, done, total, unit, found, best, bound, seconds, seconds_left: left }) {
  const told = [];
  const known = (value) => value !== null && value !== undefined;
  if (known(done)) told.push(`${numeral(done)}${known(total) ? ` of ${numeral(total)}` : ""} ${unit}`);
  else if (known(share)) told.push(`${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`);
  if (known(found)) told.push(`${numeral(found)} found`);
  if (known(best)) told.push(`best ${numeral(best)}`);
  if (known(bound)) told.push(`bound ${numeral(bound)}`);
  if (known(seconds)) told.push(duration(seconds));
  if (known(left)) told.push(`some ${duration(left)} left`);
  return told.join(" · ");
}

/** Return the badge of an end: its words, and whether it is good, bad, or neither. */
export function badgeOf(question, event, limit) {
  const [word, kind] = badgeOfAll(question, event, limit);
  if (!event.reading?.warnings.length || kind === "bad") return [word, kind];
  return [`${word}, partly read`, "open"];
}

/** Return the badge of an end whose text was read as a whole. */
function badgeOfAll(question, { status, document: told }, limit) {
  if (status === "INTERRUPTED") return ["Cancelled", "open"];
  if (question === "check") {
    const words = status.toLowerCase().replaceAll("_", " ");
    return [words[0].toUpperCase() + words.slice(1), { AGREED: "good", DISAGREED: "bad" }[status] ?? "open"];
  }
  if (status === "INFEASIBLE") return ["No solution", "none"];
  if (status === "UNKNOWN") return ["Limit reached", "open"];
  if (question === "explain") return ["Explained", "plain"];
  const full = Number(told?.count) >= limit && !told.complete;
  if (question === "all" && full) return [`First ${numeral(limit)}`, "plain"];
  if (question === "best" && full) return [`Best ${numeral(limit)}`, "good"];
  if (status === "FEASIBLE") return ["Limit reached", "open"];
  return [{ count: "Counted", all: "All found", best: "Best found" }[question] ?? "Solved", "good"];
}
