/* Files: opened by the button, dropped anywhere on the page, or pasted while no field has the focus. */

const input = document.getElementById("file");
const drop = document.getElementById("drop");
const LARGEST = 1_000_000; // bytes: the server takes no more

/** Have `take(text, name)` called with a text that was brought, or `refuse(why)`. */
export function listen(take, refuse) {
  document.getElementById("open").addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    if (input.files.length) read(input.files[0], take, refuse);
    input.value = "";
  });
  document.addEventListener("paste", (event) => {
    const told = event.clipboardData?.getData("text/plain");
    if (!told || event.target.closest?.("input, textarea, select, dialog")) return;
    event.preventDefault();
    take(told, "what was pasted");
  });
  listenToDrops(take, refuse);
}

function listenToDrops(take, refuse) {
  const brings = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!brings(event)) return;
    event.preventDefault();
    drop.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) drop.hidden = true;
  });
  document.addEventListener("drop", (event) => {
    drop.hidden = true;
    if (!brings(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) read(file, take, refuse);
  });
}

async function read(file, take, refuse) {
  if (file.size > LARGEST) {
    refuse(`${file.name} has ${Math.ceil(file.size / 1000).toLocaleString("en")} kB; this page reads up to 1,000. The command line reads up to 128 MB.`);
    return;
  }
  try {
    const bytes = await file.arrayBuffer();
    take(new TextDecoder("utf-8", { fatal: true }).decode(bytes), file.name);
  } catch (error) {
    const why = error instanceof TypeError ? "is not a text in UTF-8" : "cannot be read";
    refuse(`${file.name} ${why}.`);
  }
}
