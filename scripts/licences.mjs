/** `npm run licences`: the licences of all that ships, grouped. Ends with 1 if somebody must look at one. */
import { isPermissive, looked, lookedAt, shipped } from "./ships.mjs";

const packages = shipped();
const groups = Map.groupBy(packages, (one) => one.licence);
for (const [licence, group] of [...groups].toSorted(([a], [b]) => a.localeCompare(b, "en")))
  console.log(`${licence} (${group.length})\n  ${group.map(({ name, version }) => `${name}@${version}`).join(", ")}`);
const others = packages.filter(({ licence }) => !isPermissive(licence));
console.log(`\n${packages.length} packages ship. Not permissive, and looked at:`);
for (const name of new Set(others.map((one) => lookedAt(one.name)).filter(Boolean)))
  console.log(`  ${name}: ${looked.get(name)}`);
const unknown = others.filter(({ name }) => !lookedAt(name));
for (const { name, version, licence } of unknown) console.error(`Look at ${name}@${version}: ${licence}`);
process.exitCode = unknown.length > 0 ? 1 : 0;
