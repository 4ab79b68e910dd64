/* What one takes along: the puzzle in another format or as a page of its own, its picture as SVG or PNG. */

import { remark } from "./saying.js";
import { Refusal, call } from "./server.js";

const FIRST = ["sudokupad", "f-puzzles", "puzz-link", "penpa", "sudoku", "pencil", "toml"];
const SCALE = 2; // pixels of a PNG to a unit of the picture
const to = document.getElementById("to");

let extensions = new Map();

/** Offer the formats that can be written. */
export function offer(writable) {
  extensions = new Map(writable.map(({ name, extension }) => [name, extension]));
  const rank = ({ name }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const sorted = [...writable].sort((a, b) => rank(a) - rank(b));
  to.replaceChildren(...sorted.map(({ name, title }) => {
    const option = new Option(name, name);
    option.title = title;
    return option;
  }));
}

/** Choose the format in which the puzzle was read. */
export function choose(name) {
  if (extensions.has(name)) to.value = name;
}

/** Listen to the buttons. `told()` is { text, format, title }, `picture()` the SVG that is seen;
    `refuse(why)` shows a refusal. */
export function listen({ told, picture, refuse }) {
  const nameOf = () => told().title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "puzzle";
  const written = async (wanted, use) => {
    try {
      const { text, format } = told();
      await use((await call("/api/write", { text, format, to: wanted })).text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(error.message);
    }
  };
  const acts = {
    "copy-as": () => written(to.value, copy),
    "save-as": () => written(to.value, (text) => save(text, `${nameOf()}${extensions.get(to.value)}`)),
    "save-html": () => written("html", (text) => save(text, `${nameOf()}.html`, "text/html")),
    "save-svg": () => save(picture(), `${nameOf()}.svg`, "image/svg+xml"),
    "save-png": async () => save(await pngOf(picture()), `${nameOf()}.png`, "image/png"),
  };
  for (const [id, act] of Object.entries(acts)) document.getElementById(id).addEventListener("click", act);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text.trim());
    remark(`Copied as ${to.value}.`);
  } catch {
    remark("The browser does not let this page copy.");
  }
}

function save(content, name, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Draw an SVG document on light paper, and return it as PNG. */
async function pngOf(svg) {
  const image = new Image();
  const sized = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const [, , width, height] = sized.getAttribute("viewBox").split(/[\s,]+/).map(Number);
  sized.querySelectorAll("style").forEach((style) => style.remove());
  sized.setAttribute("width", width);
  sized.setAttribute("height", height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(sized))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * width;
  canvas.height = SCALE * height;
  const paper = canvas.getContext("2d");
  paper.fillStyle = "#fff";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}
