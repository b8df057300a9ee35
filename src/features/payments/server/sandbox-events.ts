/** The sandbox's webhooks: events that it keeps until they are taken, signed like a real gateway's. */
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { type EventHeaders, ForgedEvent, type GatewayEvent } from "./gateway.ts";

export const SIGNATURE_HEADER = "sandbox-signature";
/** A signature older than this is a replay. */
const TOLERANCE_SECONDS = 300;
const FIRST_RETRY_SECONDS = 2;
const BATCH = 50;
/** Events under way at the same time: a gateway does not wait for one before it sends the next. */
const AT_ONCE = 10;

const eventBody = z.object({
  id: z.string(),
  event: z.discriminatedUnion("about", [
    z.object({ about: z.literal("attempt"), attemptId: z.string() }),
    z.object({ about: z.literal("refund"), attemptId: z.optional(z.string()), refundId: z.optional(z.string()) }),
    z.object({ about: z.literal("dispute"), reference: z.string() }),
  ]),
});

/** Sends one event to the webhook. @returns whether it was taken */
export type Deliver = (body: string, headers: Readonly<Record<string, string>>) => Promise<boolean>;

/** Adds an event that is sent from a moment on, in the transaction of the change that it reports. */
export async function putEvent(tx: Db, event: GatewayEvent & { refundId?: string }, from: Date): Promise<void> {
  const { id, body } = newEvent(event);
  await tx.sql.execute(
    sql`INSERT INTO sandbox.events (id, body, next_try_at) VALUES (${id}, ${body}, ${from.toISOString()})`,
  );
}

/** An event under a new id. */
export function newEvent(event: GatewayEvent & { refundId?: string }): { id: string; body: string } {
  const id = `evt_${randomUUID()}`;
  return { id, body: JSON.stringify({ id, event }) };
}

/** The signature over an event's bytes and the moment (seconds since 1970). */
export function signEvent(secret: string, body: string | Buffer, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${digest(secret, seconds, body)}`;
}

function digest(secret: string, seconds: number, body: string | Buffer): string {
  return createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex");
}

/** Reads an event that the sandbox signed. @throws ForgedEvent for any other */
export function openEvent(secret: string, body: Buffer, headers: EventHeaders, now: Date): GatewayEvent {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers[SIGNATURE_HEADER] ?? ""));
  const seconds = Number(match?.[1]);
  const given = Buffer.from(match?.[2] ?? "", "hex");
  const wanted = Buffer.from(digest(secret, seconds, body), "hex");
  if (!match || !timingSafeEqual(given, wanted)) throw new ForgedEvent("the signature is not ours");
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS) throw new ForgedEvent("the signature is too old");
  return eventBody.parse(JSON.parse(body.toString())).event;
}

/** Asks whether any event is due, for the job's look. */
export const anyEventDue = (now: Date) =>
  sql`coalesce((SELECT min(next_try_at) FROM sandbox.events) <= ${now.toISOString()}, false)`;

/** Sends every event that is due. An event that is not taken is sent again, with growing pauses. */
export async function sendEvents(
  deps: { db: Db; clock: Clock; secret: string },
  deliver: Deliver,
  ending?: AbortSignal,
): Promise<void> {
  for (;;) {
    const now = deps.clock.now();
    // As an array, because PostgreSQL may run a subquery of IN once for each row, and each time it locks others.
    const { rows } = await deps.db.sql.execute<{ id: string; body: string }>(sql`
      UPDATE sandbox.events SET tries = tries + 1,
        next_try_at = ${now.toISOString()}::timestamptz + make_interval(secs => ${FIRST_RETRY_SECONDS} * power(2, least(tries, 10)))
      WHERE id = ANY(ARRAY(SELECT id FROM sandbox.events WHERE next_try_at <= ${now.toISOString()} ORDER BY next_try_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
      RETURNING id, body`);
    if (rows.length === 0) return;
    // Forgotten together: those that are taken when the process dies are sent once more, as a gateway may do.
    const taken: string[] = [];
    try {
      for (let sent = 0; sent < rows.length; sent += AT_ONCE) {
        if (ending?.aborted) return;
        await Promise.all(
          rows.slice(sent, sent + AT_ONCE).map(async ({ id, body }) => {
            const headers = {
              [SIGNATURE_HEADER]: signEvent(deps.secret, body, now),
              "content-type": "application/json",
            };
            if (await deliver(body, headers)) taken.push(id);
          }),
        );
      }
    } finally {
      if (taken.length > 0)
        await deps.db.sql.execute(sql`DELETE FROM sandbox.events WHERE id = ANY(${sql.param(taken)}::text[])`);
    }
  }
}
