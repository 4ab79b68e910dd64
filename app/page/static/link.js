/* The project in the link: `#p=` and the text, its format and the question, as JSON that is
   deflated and spelt in base64url; or `#gallery=NAME`. What comes in may be broken or hostile: it
   is bounded while it unfolds, and each field must have its type, before anything is shown. */

export class LinkError extends Error {}

export const QUESTIONS = ["solve", "count", "all", "best", "check", "explain"];
const LONGEST_FRAGMENT = 400_000; // characters
const LARGEST_PROJECT = 2_000_000; // bytes, unfolded
const LONGEST_TEXT = 1_000_000; // characters

/** Return the fragment, from # on, that holds a project. Throws LinkError if it would be huge. */
export async function fragmentOf({ text, format, question }) {
  const told = new TextEncoder().encode(JSON.stringify({ v: 1, text, format, question }));
  const packed = await through(new CompressionStream("deflate-raw"), told, LARGEST_PROJECT);
  const fragment = `#p=${base64url(packed)}`;
  if (fragment.length > LONGEST_FRAGMENT) {
    throw new LinkError("The puzzle is too large for a link; save its text in a file instead.");
  }
  return fragment;
}

/** Return {text, format, question} or {gallery}; null for no project. Throws LinkError. */
export async function projectOf(fragment) {
  const [, key, value] = /^#(p|gallery)=(.*)$/s.exec(fragment) ?? [];
  if (key === undefined) return null;
  if (key === "gallery") {
    if (!/^[a-z0-9-]{1,80}$/.test(value)) throw broken("it names no puzzle of the gallery");
    return { gallery: value };
  }
  if (value.length > LONGEST_FRAGMENT) throw broken("it is too long");
  if (!/^[A-Za-z0-9_-]+$/.test(value)) throw broken("it holds characters that no link has");
  return checked(await unpacked(value));
}

async function unpacked(value) {
  let bytes;
  try {
    bytes = Uint8Array.from(
      atob(value.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    bytes = await through(new DecompressionStream("deflate-raw"), bytes, LARGEST_PROJECT);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw error instanceof LinkError ? error : broken("a part of it is missing or was changed");
  }
}

function checked(told) {
  if (typeof told !== "object" || told === null || Array.isArray(told)) {
    throw broken("it holds no project");
  }
  const { v, text, format = null, question = "solve" } = told;
  if (v !== 1) throw broken("it is of another version of minuet");
  if (typeof text !== "string" || text.length > LONGEST_TEXT) throw broken("it holds no text");
  if (format !== null && !(typeof format === "string" && /^[\w:.-]{1,60}$/.test(format))) {
    throw broken("it names no format");
  }
  if (!QUESTIONS.includes(question)) throw broken("it asks no question that minuet knows");
  return { text, format, question };
}

function broken(why) {
  return new LinkError(`The link cannot be read: ${why}.`);
}

function base64url(bytes) {
  let spelt = "";
  for (let k = 0; k < bytes.length; k += 8192) {
    spelt += String.fromCharCode(...bytes.subarray(k, k + 8192));
  }
  return btoa(spelt).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Return what a stream makes of some bytes; it stops where that grows past `most`. */
async function through(stream, bytes, most) {
  const writer = stream.writable.getWriter();
  // What fails in writing fails in reading too, and is told there.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw broken("it unfolds into more than a project may hold");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
