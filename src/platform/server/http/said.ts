/**
 * Fields in which null and blank are no way of leaving them out. Where absence means all of it, a default or nobody, a
 * client that computed NaN (null in JSON) would otherwise refund a whole order.
 */
import type * as z from "zod/mini";
import type { RouteDef } from "#platform/shared/route.ts";

/** Which values below a value must be said or left out; undefined where none must. */
export interface Said {
  /** The value itself. */
  readonly here?: true;
  /** Of an object, by name. */
  readonly fields?: Readonly<Record<string, Said>>;
  /** Of a list; its entries are never left out. */
  readonly entries?: Said;
}

/** At the desk, all optional fields of a body that are no texts, and entries of lists; elsewhere, and texts, those that the route names. */
export function saidOf({ method, permission, body, said = [] }: RouteDef): Said | undefined {
  if (method === "GET" || !body) return undefined;
  const isOfDesk = permission === "staff" || permission === "admin";
  return walk(body, { isOfDesk, named: new Set(said) }, "", false);
}

interface Rules {
  readonly isOfDesk: boolean;
  readonly named: ReadonlySet<string>;
}

/** @param path names of fields, joined by dots */
function walk(schema: z.core.$ZodType, rules: Rules, path: string, isOptional: boolean): Said | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "optional" || def.type === "default") return walk(def.innerType, rules, path, true);
  if (def.type === "nullable") return walk(def.innerType, rules, path, isOptional);
  if (def.type === "pipe") return walk(def.out, rules, path, isOptional);
  const isText = def.type === "string";
  const isHere = isOptional && (rules.named.has(path) || (rules.isOfDesk && !isText));
  const here = isHere ? { here: true as const } : {};
  if (def.type === "array") {
    const entries = walk(def.element, rules, path, rules.isOfDesk);
    return isHere || entries ? { ...here, ...(entries && { entries }) } : undefined;
  }
  if (def.type !== "object") return isHere ? here : undefined;
  const fields = Object.entries(def.shape).flatMap(([name, inner]) => {
    const below = walk(inner, rules, path ? `${path}.${name}` : name, false);
    return below ? [[name, below] as const] : [];
  });
  return isHere || fields.length > 0 ? { ...here, fields: Object.fromEntries(fields) } : undefined;
}
