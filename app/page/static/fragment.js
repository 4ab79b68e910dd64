/* Shows HTML that the server made (an explanation, a report) without trusting it: it is parsed apart
   from the page, and only elements of an allow-list come over, with no attribute but their class.
   A picture in it becomes an image of its own, in which nothing runs and nothing is fetched. */

const ALLOWED = new Set(
  ("P B STRONG EM I CODE PRE UL OL LI DL DT DD DIV SPAN BR SMALL H3 H4 H5 FIGURE FIGCAPTION " +
    "TABLE THEAD TBODY TFOOT TR TH TD CAPTION").split(" "));
const PASSED_OVER = new Set("SCRIPT STYLE TEMPLATE IFRAME OBJECT EMBED LINK META NOSCRIPT".split(" "));

const PICTURE = /<svg\b.*?<\/svg>/gs;
const TAG = /<[a-z][^>]*>/gi;
const STYLE = /\sstyle=("[^"]*"|'[^']*')/gi;
const LARGEST = 1.5; // times the size that a picture has of itself

/** Return a DocumentFragment with what of some HTML is allowed. */
export function safely(html) {
  const pictures = [];
  // A browser that parses a style complains of it at once, even where it is not shown.
  const plain = html
    .replace(PICTURE, (svg) => `<img alt="${pictures.push(svg) - 1}">`)
    .replace(TAG, (tag) => tag.replace(STYLE, ""));
  const parsed = new DOMParser().parseFromString(plain, "text/html");
  const result = document.createDocumentFragment();
  copyInto(result, parsed.body, pictures);
  return result;
}

function copyInto(target, source, pictures) {
  for (const node of source.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) target.append(node.data);
    else if (node.nodeType === Node.ELEMENT_NODE) copyElement(target, node, pictures);
  }
}

function copyElement(target, node, pictures) {
  const name = node.tagName.toUpperCase();
  if (name === "IMG") {
    const svg = pictures[Number(node.alt)];
    if (svg !== undefined) target.append(pictureOf(svg));
  } else if (ALLOWED.has(name)) {
    const made = document.createElement(name);
    if (node.hasAttribute("class")) made.className = node.getAttribute("class");
    copyInto(made, node, pictures);
    target.append(name === "TABLE" ? scrolled(made) : made);
  } else if (!PASSED_OVER.has(name)) {
    copyInto(target, node, pictures);
  }
}

/** A table wider than a phone scrolls in itself, by keyboard too. */
function scrolled(table) {
  const holder = document.createElement("div");
  holder.className = "scrolled";
  holder.tabIndex = 0;
  holder.setAttribute("role", "region");
  holder.setAttribute("aria-label", "Table");
  holder.append(table);
  return holder;
}

function pictureOf(svg) {
  const image = document.createElement("img");
  showSvg(image, svg);
  return image;
}

/** Show an SVG document in an <img>, named by its own title and description. */
export function showSvg(image, svg) {
  const told = [/<title\b[^>]*>([^<]*)</, /<desc\b[^>]*>([^<]*)</].map((part) => part.exec(svg)?.[1]);
  const width = Number(/^<svg\b[^>]*?\swidth="([\d.]+)"/.exec(svg)?.[1]);
  image.alt = unescaped(told.filter(Boolean).join(": ")) || "Picture";
  image.style.maxWidth = width ? `min(100%, ${LARGEST * width}px)` : "100%";
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

function unescaped(xml) {
  const known = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return xml.replace(/&(\w+);/g, (whole, name) => known[name] ?? whole)
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, digits) => String.fromCodePoint(parseInt(digits, hex ? 16 : 10)));
}
