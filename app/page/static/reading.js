/* What was read of a text, and what was not; and what an answer rests on. Both are words of others, so
   they become text and never elements. */

const banner = document.getElementById("banner");
const parts = document.getElementById("parts");
const unread = document.getElementById("unread");
const unreadParts = document.getElementById("unread-parts");
const evidence = document.getElementById("evidence");
const level = document.getElementById("level");
const claims = document.getElementById("claims");
const levels = document.getElementById("levels");

const LEVELS = {
  verified: "looked at: the solution keeps every rule, which was checked apart from all solvers",
  proved: "a checker that is proved correct accepted a certificate of it",
  certified: "a checker, a short program of its own, accepted a certificate of it",
  agreed: "solvers of two different kinds say the same",
  claimed: "one solver says so, and nothing else confirms it; Check asks others",
  nothing: "nothing is claimed",
};

/** Show what was read of the puzzle that stands in the editor; null: nothing. */
export function showReading(reading) {
  banner.hidden = !reading?.summary;
  if (banner.hidden) return;
  const { summary, warnings } = reading;
  parts.textContent = summary;
  unreadParts.replaceChildren(...warnings.map((part) => item("li", part)));
  unread.hidden = warnings.length === 0;
  banner.classList.toggle("partly", warnings.length > 0);
}

/** Show what an answer rests on, claim by claim; null: nothing is known of that. */
export function showEvidence(known) {
  evidence.hidden = !known?.claims.length;
  if (evidence.hidden) return;
  evidence.open = false;
  level.textContent = known.level;
  level.className = `level ${known.level}`;
  level.title = LEVELS[known.level] ?? "";
  claims.textContent = known.claims.map(words).join("; ");
  const occurring = Object.keys(LEVELS).filter((name) => known.claims.some((one) => one.level === name));
  levels.replaceChildren(...occurring.flatMap((name) => [item("dt", name), item("dd", LEVELS[name])]));
}

/** Return a claim as the command line says it: `no other: claimed by dlx`. */
function words({ claim, level: rank, by, why }) {
  const who = by.length ? ` by ${by.join(" and ")}` : "";
  return `${claim}: ${rank}${who}${why ? ` (${why})` : ""}`;
}

function item(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}
