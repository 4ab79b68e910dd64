/* Shows HTML that the server made (an explanation, a report) without trusting it: it is parsed apart
   from the page, and only elements of an allow-list come over, with no attribute but their class.
   A picture is an image of its own, in which nothing runs and nothing is fetched. */

const ALLOWED = new Set(
  ("P B STRONG EM I CODE PRE UL OL LI DIV SPAN BR SMALL SUB SUP H3 H4 FIGURE FIGCAPTION " +
    "TABLE THEAD TBODY TR TH TD").split(" "));
const PASSED_OVER = new Set("SCRIPT STYLE TEMPLATE IFRAME OBJECT EMBED LINK META NOSCRIPT".split(" "));
const PICTURE = /^data:image\/svg\+xml;base64,([A-Za-z0-9+/=]+)$/;
const LARGEST = 1.5; // times the size that a picture has of itself

/** Return a DocumentFragment with what of some HTML is allowed. */
export function safely(html) {
  const result = document.createDocumentFragment();
  copyInto(result, new DOMParser().parseFromString(html, "text/html").body);
  return result;
}

function copyInto(target, source) {
  for (const node of source.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) target.append(node.data);
    else if (node.nodeType === Node.ELEMENT_NODE) copyElement(target, node);
  }
}

function copyElement(target, node) {
  const name = node.tagName.toUpperCase();
  if (name === "IMG") {
    const spelt = PICTURE.exec(node.getAttribute("src") ?? "")?.[1];
    if (spelt) target.append(pictureOf(spelt));
  } else if (ALLOWED.has(name)) {
    const made = document.createElement(name);
    if (node.hasAttribute("class")) made.className = node.getAttribute("class");
    copyInto(made, node);
    target.append(name === "TABLE" ? scrolled(made) : made);
  } else if (!PASSED_OVER.has(name)) {
    copyInto(target, node);
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

function pictureOf(spelt) {
  const image = document.createElement("img");
  const bytes = Uint8Array.from(atob(spelt), (one) => one.charCodeAt(0));
  showSvg(image, new TextDecoder().decode(bytes));
  return image;
}

/** The title and the description of an SVG document. */
export function wordsOf(svg) {
  const told = [/<title\b[^>]*>([^<]*)</, /<desc\b[^>]*>([^<]*)</].map((part) => part.exec(svg)?.[1]);
  return unescaped(told.filter(Boolean).join(": ")) || "Picture";
}

/** Show an SVG document in an <img>, named by its own title and description. */
export function showSvg(image, svg) {
  // It is not parsed here: a browser complains of a picture's own style as if it were the page's.
  const width = Number(/^\s*<svg\b[^>]*?\swidth="([\d.]+)"/.exec(svg)?.[1]);
  image.alt = wordsOf(svg);
  image.style.maxWidth = width ? `min(100%, ${LARGEST * width}px)` : "100%";
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

function unescaped(xml) {
  const known = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return xml.replace(/&(?:#(x?)([0-9a-f]+)|(\w+));/gi, (whole, hex, digits, name) =>
    digits ? String.fromCodePoint(parseInt(digits, hex ? 16 : 10)) : (known[name] ?? whole));
}
