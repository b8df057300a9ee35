/** `npm run sbom`: what ships, as CycloneDX, from npm's own list of everything: `npm run --silent sbom > sbom.json`. */
import { execFileSync } from "node:child_process";
import { shipped } from "./ships.mjs";

const list = execFileSync("npm", ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"], {
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
const all = JSON.parse(list);
const { component } = all.metadata;
const product = component["bom-ref"];
// npm names the folder, and takes everything for a library.
Object.assign(component, { type: "application", name: component.purl.replace(/^pkg:npm\/|@.*$/g, "") });
const refs = new Set([product, ...shipped().map(({ name, version }) => `${name}@${version}`)]);
const isShipped = (ref) => refs.has(ref);
all.components = all.components
  .filter((one) => isShipped(one["bom-ref"]))
  // A package that the build puts into a browser's files no longer counts as a development package.
  .map(({ properties = [], ...one }) => ({
    ...one,
    properties: properties.filter(({ name }) => name !== "cdx:npm:package:development"),
  }));
all.dependencies = all.dependencies
  .filter(({ ref }) => isShipped(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
console.log(JSON.stringify(all, null, 2));
