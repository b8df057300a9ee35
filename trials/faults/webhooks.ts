/** Events that come to the webhook and are wrong, replayed or forged; and what a real gateway sends later. */
import { readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { webhookRoute } from "#features/payments/contract.ts";
import type { GatewayEvent } from "#features/payments/server/gateway.ts";
import { SIGNATURE_HEADER, signEvent } from "#features/payments/server/sandbox-events.ts";
import { sandboxSecret } from "#main/server/choose-gateway.ts";
import type { Site } from "./site.ts";

const PAUSE_MS = 20;
/** Older than a signature may be. */
const OLD_MS = 3_600_000;

/** @returns sends an event with a signature of now, of an hour ago, or by somebody else, and gives the answer's status */
function sender({ dataDir, installation }: Site) {
  const secret = sandboxSecret({ sessionSecrets: [readFileSync(join(dataDir, "session-secret"), "utf8").trim()] });
  return async (event: GatewayEvent | object, by: "gateway" | "replay" | "forger" = "gateway"): Promise<number> => {
    const body = JSON.stringify({ id: `evt_${randomUUID()}`, event });
    const at = new Date(Date.now() - (by === "replay" ? OLD_MS : 0));
    const signature = signEvent(by === "forger" ? "somebody else's" : secret, body, at);
    const reply = await fetch(`${installation.url}${webhookRoute.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signature },
      body,
    });
    await reply.arrayBuffer();
    return reply.status;
  };
}

/** The gateway tells of attempts once more, now that it says the truth. */
export async function tellTruth(site: Site, attempts: readonly string[]): Promise<void> {
  const send = sender(site);
  for (const attemptId of attempts) {
    const status = await send({ about: "attempt", attemptId });
    if (status !== 200) throw new Error(`The webhook answered ${status}`);
  }
}

/** Sends bad events until it is ended. @returns how it ends; it throws when one was taken that must not be */
export function badEvents(site: Site): () => Promise<void> {
  const send = sender(site);
  let ending = false;
  const seen = { refused: 0, taken: 0 };
  const work = (async () => {
    const client = new pg.Client(site.installation.connection);
    await client.connect();
    while (!ending) {
      const { rows } = await client.query<{ id: string }>("SELECT id FROM payment_attempts ORDER BY random() LIMIT 1");
      const attemptId = rows[0]?.id ?? randomUUID();
      for (const by of ["forger", "replay"] as const) {
        const status = await send({ about: "attempt", attemptId }, by);
        if (status !== 400) throw new Error(`An event of a ${by} was answered by ${status}`);
        seen.refused += 1;
      }
      // Signed and wrong: about states that are not true, about unknown payments, and about things that do not exist.
      for (const event of [
        { about: "attempt", attemptId },
        { about: "attempt", attemptId: randomUUID() },
        { about: "attempt", attemptId: "no id" },
        { about: "refund", attemptId },
        { about: "refund", attemptId: randomUUID() },
        { about: "dispute", reference: `dp_${randomUUID()}` },
      ]) {
        const status = await send(event);
        if (status !== 200) throw new Error(`The event ${JSON.stringify(event)} was answered by ${status}`);
        seen.taken += 1;
      }
      await sleep(PAUSE_MS);
    }
    await client.end();
  })();
  work.catch(() => undefined);
  return async () => {
    ending = true;
    await work;
    if (seen.refused === 0) throw new Error("No event was sent");
  };
}
