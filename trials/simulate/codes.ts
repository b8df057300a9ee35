/** The cookies of a browser, and what mailed codes change about them. */
import { field } from "./model/match.ts";
import type { Reply, Sent } from "./process.ts";

export function cookiesOf(reply: Reply): Map<string, string> {
  const lines = reply.headers["set-cookie"] ?? [];
  return pairsOf((Array.isArray(lines) ? lines : [lines]).map((line) => line.split(";")[0] ?? ""));
}

function pairsOf(pairs: readonly string[]): Map<string, string> {
  return new Map(
    pairs.map((pair) => {
      const split = pair.indexOf("=");
      return [pair.slice(0, split), pair.slice(split + 1)] as const;
    }),
  );
}

export function cookieLine(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

/**
 * Asks for a code and returns it in the same browser, because a code is valid in no other.
 * @param before the browser's cookies; none in a new one
 * @returns its cookies afterwards
 */
export async function byCode(
  ask: (sent: Sent) => Promise<Reply>,
  { path, email, body, before = "" }: { path: string; email: string; body: object; before?: string },
): Promise<string> {
  const asked = await ask({ method: "POST", path, body, ...(before ? { cookie: before } : {}) });
  if (asked.status !== 202) throw new Error(`${path}: expected 202, got ${asked.status} ${JSON.stringify(asked.body)}`);
  const cookies = new Map([...(before ? pairsOf(before.split("; ")) : []), ...cookiesOf(asked)]);
  const { body: mails } = await ask({ method: "GET", path: "/dev/outbox.json" });
  const subjects = Array.isArray(mails) ? mails.filter((mail) => field(mail, "to") === email) : [];
  const code = subjects.map((mail) => /^(\d{6}) /.exec(String(field(mail, "subject")))?.[1]).find(Boolean);
  const done = await ask({ method: "POST", path, body: { ...body, code }, cookie: cookieLine(cookies) });
  if (done.status !== 200)
    throw new Error(`${path} by code: expected 200, got ${done.status} ${JSON.stringify(done.body)}`);
  return cookieLine(new Map([...cookies, ...cookiesOf(done)]));
}
