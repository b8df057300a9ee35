/** Every route and stream that the rooms' contracts define, found by their files. */
import { globSync } from "node:fs";
import { resolve } from "node:path";
import type { RouteDef, StreamDef } from "#platform/shared/route.ts";

type Contract = RouteDef | StreamDef;

const isContract = (value: unknown): value is Contract =>
  typeof value === "object" && value !== null && "path" in value && "permission" in value;

const files = globSync("src/features/*/*contract.ts").toSorted();
const exported: unknown[] = (await Promise.all(files.map((file) => import(resolve(file))))).flatMap(
  (module: object) => Object.values(module) as unknown[],
);

/** Exported alone, or in a table. */
export const definedContracts: readonly Contract[] = exported.flatMap((value) =>
  isContract(value)
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).filter(isContract)
      : [],
);

export const nameOf = (contract: Contract): string =>
  `${"method" in contract ? contract.method : "GET"} ${contract.path}`;
