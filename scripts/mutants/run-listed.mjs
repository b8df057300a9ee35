/** Runs the listed mutants, each in a copy of the project that shares its packages. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { node24, root, run } from "../prepare.mjs";
import { controls, listed } from "./listed.mjs";

const PARTS = ["migrations", "src", "test", "trials", "e2e", "package.json", "vitest.config.ts"];
// Outside node_modules, because Node does not strip types there.
const sandbox = mkdtempSync(join(tmpdir(), "acebay-mutants-"));
process.once("exit", () => rmSync(sandbox, { recursive: true }));

/** @returns how many mutants died, how many there are, and the names of those for which there was no time */
export async function runListed(deadline) {
  for (const part of PARTS) cpSync(join(root, part), join(sandbox, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(sandbox, "node_modules"));

  const tests = [...listed, controls.dies].flatMap((mutant) => mutant.tests);
  if (await dies({ ...controls.survives, tests: [...new Set(tests)] }))
    throw new Error("The tests fail on a change that changes nothing");
  if (!(await dies(controls.dies))) throw new Error("The tests hold on a change that breaks what they show");
  let died = 0;
  const left = [];
  for (const mutant of listed) {
    if (deadline.aborted) {
      left.push(mutant.name);
      continue;
    }
    const isDead = await dies(mutant);
    console.log(`${isDead ? "died    " : "SURVIVED"}  ${mutant.name}`);
    if (isDead) died += 1;
  }
  return { died, all: listed.length, left };
}

/** Whether a mutant's tests fail. Its text must be in its file exactly once; otherwise the list is out of date. */
async function dies({ name, file, from, to, tests }) {
  const path = join(sandbox, file);
  const text = readFileSync(path, "utf8");
  if (text.split(from).length !== 2) throw new Error(`${name}: ${file} does not hold exactly once: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const args = [
    "run",
    "--project",
    "postgres",
    "--project",
    "long",
    "--maxWorkers=1",
    "--bail=1",
    "--reporter=dot",
    ...tests,
  ];
  const code = await run(node24, [vitest, ...args], { cwd: sandbox, stdio: "ignore" });
  writeFileSync(path, text);
  // Interrupted.
  if (code > 1) process.exit(code);
  return code === 1;
}
