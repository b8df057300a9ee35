/** Stripe's wire: form-encoded requests, expansion, lists, errors (https://docs.stripe.com/api). */

/** A request's parameters: nested as the brackets in their names say. */
export interface Params {
  [name: string]: string | Params | undefined;
}

/** `metadata[attempt_id]=1&expand[0]=latest_charge` as nested objects; a list is an object with its indexes. */
export function parseForm(text: string): Params {
  const params: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== "");
    let within = params;
    for (const part of path.slice(0, -1)) {
      const inner = within[part];
      const next: Params = typeof inner === "object" ? inner : {};
      within[part] = next;
      within = next;
    }
    const last = path.at(-1);
    if (last !== undefined) within[last] = value;
  }
  return params;
}

export function textOf(value: string | Params | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A map of texts, such as metadata. */
export function textsOf(value: string | Params | undefined): Record<string, string> {
  if (typeof value !== "object") return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, text]) => (typeof text === "string" ? [[key, text]] : [])),
  );
}

/** An error as https://docs.stripe.com/api/errors describes it. */
export class StripeFault extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;
  /** A request that fails its validation is not kept under its idempotency key. */
  readonly isKept: boolean;

  constructor(status: number, error: { type: string; message: string } & Record<string, unknown>, isKept = true) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.isKept = isKept;
  }
}

export function invalid(message: string, more: { code?: string; param?: string } & Record<string, unknown> = {}) {
  return new StripeFault(400, { type: "invalid_request_error", message, ...more }, false);
}

export function missing(what: string, id: string, param = "id"): StripeFault {
  return new StripeFault(
    404,
    { type: "invalid_request_error", code: "resource_missing", message: `No such ${what}: '${id}'`, param },
    false,
  );
}

export interface StripeObject {
  id: string;
  object: string;
  created: number;
}

/** A page of a list, newest first (https://docs.stripe.com/api/pagination). */
export function page<T extends StripeObject>(url: string, all: readonly T[], params: Params) {
  const limit = Number(textOf(params["limit"]) ?? 10);
  if (!(limit >= 1 && limit <= 100)) throw invalid("A limit is 1 to 100", { param: "limit" });
  const created = textsOf(params["created"]);
  const newest = all.toReversed().filter((one) => one.created >= Number(created["gte"] ?? 0));
  const after = textOf(params["starting_after"]);
  const from = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  const data = newest.slice(from, from + limit);
  return { object: "list", url, has_more: from + limit < newest.length, data };
}

/** Puts objects in the place of their ids (https://docs.stripe.com/api/expanding_objects). */
export function expand(answer: unknown, params: Params, lookUp: (id: string) => unknown): unknown {
  const copy: unknown = structuredClone(answer);
  for (const path of Object.values(textsOf(params["expand"]))) place(copy, path.split("."), lookUp);
  return copy;
}

function place(target: unknown, [name, ...rest]: string[], lookUp: (id: string) => unknown): void {
  if (Array.isArray(target)) {
    for (const one of target) place(one, [name ?? "", ...rest], lookUp);
    return;
  }
  if (typeof target !== "object" || target === null || name === undefined) return;
  const fields = target as Record<string, unknown>; // Any object of the API.
  const value = fields[name];
  if (rest.length > 0) place(value, rest, lookUp);
  else if (typeof value === "string") fields[name] = structuredClone(lookUp(value)) ?? value;
}
