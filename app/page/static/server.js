/* What the page asks of its server: JSON there and back, and events of a question while it runs.
   Every refusal becomes a `Refusal` with one line that can be shown. */

export class Refusal extends Error {}

// Pages take turns at the server; this is what it calls ours.
const CLIENT = crypto.randomUUID();
const GONE = "minuet does not answer; is `minuet serve` still running?";
const MOST_FAILURES = 4; // of a connection that tells nothing in between

/** Return the JSON that the server answers; with a body, ask by POST. Throws Refusal. */
export async function call(path, body, signal) {
  // What is asked while the page goes away is to arrive all the same; large bodies cannot.
  const told = { signal, credentials: "omit", keepalive: path.endsWith("/cancel") };
  if (body !== undefined) {
    told.method = "POST";
    told.headers = { "Content-Type": "application/json" };
    told.body = JSON.stringify({ ...body, client: CLIENT });
  }
  let response;
  try {
    response = await fetch(path, told);
  } catch (error) {
    throw error.name === "AbortError" ? error : new Refusal(GONE);
  }
  let answer = null;
  try {
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
  }
  if (!response.ok || answer === null) {
    throw new Refusal(answer?.error ?? `minuet refused this (${response.status})`);
  }
  return answer;
}

/** Hand the events of a question to `heard[name]` until it is done. Returns what ends that. */
export function follow(id, heard) {
  const source = new EventSource(`/api/ask/${encodeURIComponent(id)}/events`);
  let failures = 0;
  const listen = (name, last) =>
    source.addEventListener(name, (event) => {
      failures = 0;
      if (last) source.close();
      heard[name](JSON.parse(event.data));
    });
  listen("queued", false);
  listen("progress", false);
  listen("solution", false);
  listen("done", true);
  listen("failed", true);
  source.addEventListener("error", () => {
    failures += 1;
    if (source.readyState !== EventSource.CLOSED && failures < MOST_FAILURES) return;
    source.close();
    heard.failed({ message: GONE, line: null, column: null });
  });
  return () => source.close();
}
