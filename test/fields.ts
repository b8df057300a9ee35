/**
 * Which fields each call may write and read, from the contracts: as dotted names; a list is named by its items' fields.
 */
import * as z from "zod/mini";
import type { Permission, RouteDef, StreamDef } from "#platform/shared/route.ts";
import { definedContracts, nameOf } from "./contracts.ts";

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

export interface FieldsOf {
  name: string;
  permission: Permission;
  /** The fields in the call's address. */
  asks: string[];
  writes: string[];
  reads: string[];
}

function fieldsOf(given: z.ZodMiniType | null | undefined, io: "input" | "output"): string[] {
  if (!given) return [];
  const whole = z.toJSONSchema(given, { io, unrepresentable: "any" }) as Schema; // Zod's type has every version's words.
  const found = new Set<string>();
  const walk = (schema: Schema, path: string, within: readonly string[]): void => {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split("/").at(-1) ?? "";
      const target = schema.$ref === "#" ? whole : whole.$defs?.[name];
      // A field that contains its own kind is named only once.
      if (target && !within.includes(schema.$ref)) walk(target, path, [...within, schema.$ref]);
      return;
    }
    const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    for (const part of parts) if (part) walk(part, path, within);
    if (typeof schema.additionalProperties === "object") walk(schema.additionalProperties, `${path}.*`, within);
    for (const [name, of] of Object.entries(schema.properties ?? {})) {
      const at = path === "" ? name : `${path}.${name}`;
      const before = found.size;
      walk(of, at, within);
      // A field that contains others is not listed itself; its fields are.
      if (found.size === before) found.add(at);
    }
  };
  walk(whole, "", []);
  return [...found].toSorted();
}

const readsOf = (contract: RouteDef | StreamDef): string[] => {
  if ("events" in contract) return Object.values(contract.events).flatMap((event) => fieldsOf(event, "output"));
  if (contract.file) return [`a file (${contract.file})`];
  return Object.values(contract.replies).flatMap((reply) => fieldsOf(reply, "output"));
};

export const allFields: readonly FieldsOf[] = definedContracts
  .map((contract) => ({
    name: nameOf(contract),
    permission: contract.permission,
    asks: [...fieldsOf(contract.params, "input"), ...fieldsOf(contract.query, "input")],
    writes: "body" in contract ? fieldsOf(contract.body, "input") : [],
    reads: [...new Set(readsOf(contract))].toSorted(),
  }))
  .toSorted((one, other) => (one.name < other.name ? -1 : 1));

const WHO: readonly (readonly [Permission, string])[] = [
  ["public", "Anybody"],
  ["signedIn", "Whoever is signed in, of what is theirs"],
  ["staff", "Staff, of their courses, and administrators"],
  ["admin", "Administrators"],
];

/** The page, in Markdown. */
export function fieldsPage(): string {
  const cell = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(" ");
  const parts = WHO.map(([permission, who]) => {
    const calls = allFields.filter((one) => one.permission === permission);
    const rows = calls.map(({ name, writes, reads }) => `| \`${name}\` | ${cell(writes)} | ${cell(reads)} |`);
    return `## ${who}\n\n| call | may write | may read |\n|---|---|---|\n${rows.join("\n")}\n`;
  });
  return `# Fields, and who may read and write them

A test makes this page from the contracts and compares it: \`npx vitest run --project house test/fields.test.ts -u\` writes it anew. A field that is not named is neither taken nor answered. What depends on more than the call is in [security](security.md#rights-on-fields).

${parts.join("\n")}`;
}
