/**
 * The idempotency keys of calls whose answer is not known. The tab keeps them, so that the same call is one deed even
 * if its dialog was closed and opened again, or the page loaded anew, before it was repeated.
 */
import * as z from "zod/mini";
import type { ReplyOf, RouteDef } from "#platform/shared/route.ts";
import { call, type CallArgs, type KeptKey, looseSend } from "./api.ts";
import { randomId } from "./random-id.ts";
import { kept } from "./storage.ts";

const stored = kept("session", "unansweredCalls", z.record(z.string(), z.string()));
let keys: Record<string, string> | undefined;

/** The key of a call, the same until `forgetCall`. @param of what makes it the same call: its path, parameters and body */
function callKey(of: string): KeptKey {
  keys ??= stored.read() ?? {};
  const key = (keys[of] ??= randomId());
  // Before anything is sent, because the page may be closed while the call is under way.
  stored.write(keys);
  return key as KeptKey;
}

/** After success. A refusal changes nothing, and the server does not keep it, so its key may be used again. */
function forgetCall(of: string): void {
  delete keys?.[of];
  stored.write(keys ?? {});
}

/** Longer texts (characters) are photos. */
const LONG = 4_000;

/** A photo by its length and its ends: the tab has room for little, and no two photos end with the same kilobytes. */
function brief(_: string, value: unknown): unknown {
  if (typeof value !== "string" || value.length <= LONG) return value;
  return [value.length, value.slice(0, LONG / 4), value.slice(-LONG / 2)];
}

/** The arguments of `call` without the key. */
type KeylessArgs<R extends RouteDef> = [send: Omit<CallArgs<R>[0] & object, "idempotencyKey">];

/**
 * Calls a route that adds something: the same parameters and fields are the same deed until its answer is known, in
 * another dialog and after a reload too. @throws ApiError as `call`
 */
export async function callOnce<R extends RouteDef & { adds: true }>(
  route: R,
  ...[send]: KeylessArgs<R>
): Promise<ReplyOf<R>> {
  const { params, body } = looseSend<R>([send] as unknown as CallArgs<R>);
  const same = JSON.stringify([route.path, params, body], brief);
  const reply = await call(route, ...([{ ...send, idempotencyKey: callKey(same) }] as unknown as CallArgs<R>));
  forgetCall(same);
  return reply;
}
