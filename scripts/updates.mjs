/** Which libraries of ours that ship are behind their newest minor release, by the registry's own dates. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { judgeUpdates } from "./advisories-rules.mjs";
import { shipped } from "./ships.mjs";

/** Prints which of our libraries are behind. @returns the code to end with */
export function tellUpdates() {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(fileURLToPath(new URL("../package.json", import.meta.url)), "utf8"),
  );
  // Those that we name ourselves: the others follow them.
  const ours = shipped().filter(
    ({ name, path }) => name in { ...dependencies, ...devDependencies } && path === `node_modules/${name}`,
  );
  const libraries = [];
  for (const { name, version } of ours) {
    const asked = spawnSync("npm", ["view", name, "time", "--json"], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
    if (asked.status !== 0) {
      console.error(`The registry gave no answer about ${name}`);
      return 2;
    }
    libraries.push({ name, version, times: JSON.parse(asked.stdout) });
  }
  const { lines, isWell } = judgeUpdates(libraries, new Date());
  console.log([...lines, `${libraries.length} libraries of ours ship, ${lines.length} are behind.`].join("\n"));
  return isWell ? 0 : 1;
}
