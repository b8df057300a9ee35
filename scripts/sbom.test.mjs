/**
 * The output of `npm run sbom` fits CycloneDX's own JSON schema, is complete, and has no package that does not ship.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { shipped } from "./ships.mjs";

const run = () => JSON.parse(execFileSync("npm", ["run", "--silent", "sbom"], { encoding: "utf8" }));
const bom = run();

/** The schema that the list itself names, from CycloneDX's own library, with the schemas to which it refers. */
function validator() {
  const folder = new URL("res/schema/", import.meta.resolve("@cyclonedx/cyclonedx-library/package.json"));
  const read = (name) => JSON.parse(readFileSync(new URL(`${name}.SNAPSHOT.schema.json`, folder), "utf8"));
  const [, name] = /\/(bom-\d\.\d)\.schema\.json$/.exec(bom.$schema);
  const lines = {
    uri: true,
    "date-time": true,
    "idn-email": true,
    "iri-reference": /^\S+$/,
    iri: /^[a-z][a-z0-9+.-]*:\S+$/i,
  };
  const ajv = new Ajv({ strict: false, allErrors: true, formats: lines });
  // By the names of their files, as the schema refers to them.
  for (const other of ["spdx", "jsf-0.82"])
    ajv.addSchema(read(other), `http://cyclonedx.org/schema/${other}.SNAPSHOT.schema.json`);
  return ajv.compile(read(name));
}
const validate = validator();
const faultsOf = (list) =>
  validate(list) ? [] : validate.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);

test("it keeps CycloneDX's schema, which refuses a wrong list", () => {
  expect(bom.bomFormat).toBe("CycloneDX");
  expect(faultsOf(bom)).toEqual([]);
  const [first, ...rest] = bom.components;
  const wrong = [
    { ...bom, bomFormat: "SPDX" },
    { ...bom, components: [{ ...first, type: "thing" }, ...rest] },
    { ...bom, components: [{ ...first, name: undefined }, ...rest].map((one) => JSON.parse(JSON.stringify(one))) },
    { ...bom, components: [first, first] },
    { ...bom, components: [{ ...first, licenses: [{ license: { id: "No-Such-Licence" } }] }, ...rest] },
    { ...bom, components: [{ ...first, hashes: [{ alg: "SHA-512", content: "short" }] }, ...rest] },
  ];
  for (const list of wrong) expect(faultsOf(list)).not.toEqual([]);
});

test("it names the product, what ships and nothing else, each with its address and its hash", () => {
  expect(bom.metadata.component).toMatchObject({ type: "application", name: "acebay", "bom-ref": "acebay@0.1.0" });
  const refs = bom.components.map((one) => one["bom-ref"]);
  expect(refs.toSorted()).toEqual([...new Set(shipped().map(({ name, version }) => `${name}@${version}`))].toSorted());
  const bare = bom.components.filter(({ purl, hashes }) => !purl?.startsWith("pkg:npm/") || !hashes?.length);
  expect(bare.map((one) => one["bom-ref"])).toEqual([]);
});

test("what depends on what names components alone", () => {
  const known = new Set([bom.metadata.component["bom-ref"], ...bom.components.map((one) => one["bom-ref"])]);
  const named = bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
  expect(named.filter((ref) => !known.has(ref))).toEqual([]);
  expect(named.length).toBeGreaterThan(known.size);
});
