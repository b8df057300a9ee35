/** `npm run sbom`: what ships, as CycloneDX, from npm's own list of everything: `npm run --silent sbom > sbom.json`. */
import { execFileSync } from "node:child_process";
import { shipped } from "./ships.mjs";

const list = execFileSync("npm", ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"], {
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
const all = JSON.parse(list);
const product = all.metadata.component["bom-ref"];
const refs = new Set([product, ...shipped().map(({ name, version }) => `${name}@${version}`)]);
const isShipped = (ref) => refs.has(ref);
all.components = all.components
  .filter((component) => isShipped(component["bom-ref"]))
  // What the build puts into a browser's files is no development's any more.
  .map(({ properties = [], ...component }) => ({
    ...component,
    properties: properties.filter(({ name }) => name !== "cdx:npm:package:development"),
  }));
all.dependencies = all.dependencies
  .filter(({ ref }) => isShipped(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
console.log(JSON.stringify(all, null, 2));
