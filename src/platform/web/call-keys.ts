/**
 * The idempotency keys of calls whose answer is not known. The tab keeps them, so that the same call is one deed even
 * if its dialog was closed and opened again, or the page loaded anew, before it was repeated.
 */
import * as z from "zod/mini";
import { randomId } from "./random-id.ts";
import { kept } from "./storage.ts";

const stored = kept("session", "unansweredCalls", z.record(z.string(), z.string()));
let keys: Record<string, string> | undefined;

/** The key of a call, the same until `forgetCall`. @param of what makes it the same call: its path, parameters and body */
export function callKey(of: string): string {
  keys ??= stored.read() ?? {};
  const key = (keys[of] ??= randomId());
  // Before anything is sent, because the page may be closed while the call is under way.
  stored.write(keys);
  return key;
}

/** After success. A refusal changes nothing, and the server does not keep it, so its key may be used again. */
export function forgetCall(of: string): void {
  delete keys?.[of];
  stored.write(keys ?? {});
}
