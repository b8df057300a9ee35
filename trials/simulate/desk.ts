/** Staff and administrators. They sign in again after a session has ended, and renew a proof before it is too old. */
import { byCode } from "./codes.ts";
import type { Desk, Reply, Sent } from "./process.ts";

/** A session of the desk ends after 12 hours without a call and after 7 days; a proof is good for ten minutes. */
const IDLE_MS = 12 * 3_600_000;
const LONGEST_MS = 7 * 24 * 3_600_000;
const PROOF_MS = 600_000;

interface Signed {
  cookie: string;
  signedInAt: number;
  calledAt: number;
  provedAt: number;
}

/** @returns a function that gives the cookie of a person at the desk, valid for any of their calls now */
export function createDesk(ask: (sent: Sent) => Promise<Reply>): (desk: Desk, now: number) => Promise<string> {
  const signed = new Map<Desk, Signed>();
  return async (desk, now) => {
    const email = `${desk}@acebay.test`;
    let known = signed.get(desk);
    if (!known || now - known.calledAt >= IDLE_MS || now - known.signedInAt >= LONGEST_MS) {
      const cookie = await byCode(ask, { path: "/api/login", email, body: { email } });
      known = { cookie, signedInAt: now, calledAt: now, provedAt: now };
    } else if (desk !== "staff" && now - known.provedAt > PROOF_MS) {
      const cookie = await byCode(ask, { path: "/api/step-up", email, body: {}, before: known.cookie });
      known = { ...known, cookie, provedAt: now };
    }
    signed.set(desk, { ...known, calledAt: now });
    return known.cookie;
  };
}
