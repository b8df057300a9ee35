/**
 * The sandbox gateway: a real implementation with its own durable books (schema `sandbox`), written outside our
 * transactions as a provider's would be, the public test cards, declines, delays and lost replies.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Db } from "#platform/server/db/database.ts";
import type { Clock } from "#platform/shared/clock.ts";
import type { CardFields } from "../contract.ts";
import { checkCard } from "../rules.ts";
import { type Charge, type ChargeOutcome, type Gateway, UnknownOutcome } from "./gateway.ts";
import { type Outcome, testCards, unlisted } from "./sandbox-cards.ts";

const TOKEN_MINUTES = 30;
const expiredToken = { code: "token_expired", message: "The card details have expired. Please enter them again." };
const voided = { code: "not_charged", message: "The payment did not go through. You were not charged." };

export interface Sandbox extends Gateway {
  /** Swaps test card details for a token; only the outcome and the last four digits are kept. */
  makeToken(card: CardFields): Promise<string>;
}

export function createSandbox({ db, clock }: { db: Db; clock: Clock }): Sandbox {
  async function read(attemptId: string): Promise<ChargeOutcome | undefined> {
    const { rows } = await db.sql.execute<{ status: string; failure_code: string | null }>(
      sql`SELECT status, failure_code FROM sandbox.payments WHERE attempt_id = ${attemptId}`,
    );
    const [row] = rows;
    if (!row) return undefined;
    if (row.status === "captured") return { status: "captured" };
    return { status: "failed", ...(row.status === "void" ? voided : declineOf(row.failure_code)) };
  }

  async function write(
    attemptId: string,
    status: "captured" | "failed" | "void",
    charge: { amountCents: number; method: string; last4: string | null; code: string | null },
  ) {
    // The attempt's id is the idempotency key: what stands first, stands.
    await db.sql.execute(sql`
      INSERT INTO sandbox.payments (attempt_id, status, amount_cents, method, last4, failure_code, created_at)
      VALUES (${attemptId}, ${status}, ${charge.amountCents}, ${charge.method}, ${charge.last4}, ${charge.code}, ${clock.now().toISOString()})
      ON CONFLICT (attempt_id) DO NOTHING`);
    const outcome = await read(attemptId);
    if (!outcome) throw new Error("the sandbox lost a payment");
    return outcome;
  }

  async function redeem(charge: Charge): Promise<{ outcome: Outcome; last4: string | null }> {
    if (charge.source.method !== "card") return { outcome: { kind: "success" }, last4: null };
    const { rows } = await db.sql.execute<{ outcome: Outcome; last4: string }>(
      sql`DELETE FROM sandbox.tokens WHERE token = ${charge.source.token ?? ""} AND created_at > ${minutesAgo(clock, TOKEN_MINUTES)} RETURNING outcome, last4`,
    );
    const [token] = rows;
    if (!token) return { outcome: { kind: "decline", ...expiredToken }, last4: null };
    return token;
  }

  return {
    provider: "sandbox",

    makeToken: async (card) => {
      const { number } = checkCard(card, clock.now());
      const token = `sbx_${randomUUID()}`;
      const outcome = testCards[number]?.outcome ?? unlisted;
      // What the card will do and its last four digits; the number itself is kept nowhere.
      await db.sql.execute(sql`
        INSERT INTO sandbox.tokens (token, outcome, last4, created_at)
        VALUES (${token}, ${JSON.stringify(outcome)}::jsonb, ${number.slice(-4)}, ${clock.now().toISOString()})`);
      return token;
    },

    charge: async (charge) => {
      const { outcome, last4 } = await redeem(charge);
      const entry = { amountCents: charge.amountCents, method: charge.source.method, last4 };
      if (outcome.kind === "lost_before_capture") throw new UnknownOutcome("the sandbox dropped the request");
      if (outcome.kind === "decline") return write(charge.attemptId, "failed", { ...entry, code: outcome.code });
      if (outcome.kind === "slow") await sleep(outcome.seconds * 1000);
      const captured = await write(charge.attemptId, "captured", { ...entry, code: null });
      if (outcome.kind === "lost_after_capture") throw new UnknownOutcome("the sandbox dropped the reply");
      return captured;
    },

    settle: async (attemptId) =>
      (await read(attemptId)) ?? write(attemptId, "void", { amountCents: 0, method: "card", last4: null, code: null }),

    refund: async ({ refundId, attemptId, amountCents }) => {
      const { rows } = await db.sql.execute(sql`
        INSERT INTO sandbox.refunds (refund_id, attempt_id, amount_cents, created_at)
        SELECT ${refundId}, attempt_id, ${amountCents}, ${clock.now().toISOString()} FROM sandbox.payments
        WHERE attempt_id = ${attemptId} AND status = 'captured' AND amount_cents >= ${amountCents} +
          (SELECT coalesce(sum(r.amount_cents), 0) FROM sandbox.refunds r WHERE r.attempt_id = ${attemptId} AND r.refund_id <> ${refundId})
        ON CONFLICT (refund_id) DO UPDATE SET refund_id = excluded.refund_id RETURNING refund_id`);
      if (rows.length === 0) throw new Error(`The sandbox holds no ${amountCents} cents of ${attemptId} to pay back`);
    },
  };
}

function declineOf(code: string | null): { code: string; message: string } {
  if (code === expiredToken.code) return expiredToken;
  const known = Object.values(testCards).find(
    ({ outcome }) => outcome.kind === "decline" && outcome.code === code,
  )?.outcome;
  const outcome = known ?? unlisted;
  return outcome.kind === "decline" ? { code: outcome.code, message: outcome.message } : voided;
}

function minutesAgo(clock: Clock, minutes: number): string {
  return new Date(clock.now().getTime() - minutes * 60_000).toISOString();
}
