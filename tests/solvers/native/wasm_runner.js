// Asks the WebAssembly module what stdin says, a question a line, and prints an answer a line.
"use strict";

const fs = require("node:fs");

const [, , engines, file] = process.argv;
const { Session } = require(engines);
const compiled = new WebAssembly.Module(fs.readFileSync(file));

function answer({ matrix, engine, given, forbidden, budget }) {
  try {
    const counted = new Session(compiled, matrix);
    counted.begin(engine, given, forbidden);
    if (budget !== undefined) counted.setBudget(budget);
    while (!counted.count(0.05));
    const listed = new Session(compiled, matrix);
    listed.begin(engine, given, forbidden);
    if (budget !== undefined) listed.setBudget(budget);
    const solutions = [];
    for (let all = false; !all;) {
      const batch = listed.find(0.05, 7);
      solutions.push(...batch.solutions);
      all = batch.all;
    }
    return { solutions, count: Number(counted.solutions), nodes: Number(listed.nodes) };
  } catch (error) {
    return { error: error.message };
  }
}

for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
