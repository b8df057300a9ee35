/**
 * The sandbox gateway: a real implementation with its own books in the database (schema `sandbox`), which are written
 * outside our transactions like a provider's. It has the public test cards, declines, challenges, delays, lost replies,
 * disputes and signed webhooks.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { LEAST_PRICE_CENTS } from "#features/courses/rules.ts";
import type { Database, Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { together } from "#platform/server/db/together.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { type CardFields, type PaymentMethod, refuse } from "../contract.ts";
import { checkCard } from "../rules.ts";
import { type Charge, type ChargeOutcome, type FinalOutcome, type Gateway, UnknownOutcome } from "./gateway.ts";
import {
  expiredToken,
  failureOf,
  notConfirmed,
  type CardOutcome,
  testCards,
  tooSmall,
  unlisted,
  voided,
  walletDeclined,
} from "./sandbox-cards.ts";
import { balanceBooks, chargeEntry, enterCharge, type SandboxBalance } from "./sandbox-balance.ts";
import { disputeBooks, type SandboxDisputes } from "./sandbox-disputes.ts";
import { keptCardOf, keptEntry, redeemKept, type VaultCard, vaultBooks, vaultCardOf } from "./sandbox-vault.ts";
import { refundBooks, type SandboxRefunds } from "./sandbox-refunds.ts";
import { type Deliver, newEvent, openEvent, putEvent, sendEvents } from "./sandbox-events.ts";

const TOKEN_MINUTES = 30;
/** An event comes after the reply to the call; if it came before, the webhook would do the call's work as well. */
const EVENT_SECONDS = 1;
/** If the reply is lost, its event comes late as well. */
const LATE_EVENT_SECONDS = 120;

export interface Sandbox extends Gateway, SandboxDisputes, SandboxRefunds, SandboxBalance {
  /** Swaps test card details for a token; only the outcome and the last four digits are kept. */
  makeToken(card: CardFields): Promise<string>;
  /** What a card will do, for a charge in the same call, which needs no token. */
  readCard(card: CardFields): TypedCard;
  /** The token that a wallet's sheet gives when its owner approves, or when the wallet declines. */
  makeWalletToken(approved: boolean): Promise<string>;
  /** Answers the bank's challenge as its customer. @throws payments.challenge_over */
  answerChallenge(attemptId: string, approved: boolean): Promise<void>;
  /** Sends the events that are due to our own webhook. */
  sendEvents(deliver: Deliver, ending?: AbortSignal): Promise<void>;
}

/** Of typed fields: what the card will do, and what its golfer knows it by. */
export interface TypedCard {
  outcome: CardOutcome;
  card: VaultCard;
}

type Row = {
  status: "waiting" | "captured" | "failed" | "void";
  failure_code: string | null;
  created_at: string;
  /** Of the card that was kept with it. */
  token: string | null;
  card: VaultCard | null;
};

export function createSandbox(deps: { db: Database; clock: Clock; secret: string }): Sandbox {
  const { db, clock, secret } = deps;
  const now = () => clock.now().toISOString();

  async function read(tx: Db, attemptId: string): Promise<ChargeOutcome | undefined> {
    const { rows } = await tx.sql.execute<Row>(
      sql`SELECT p.status, p.failure_code, p.created_at, k.token, k.card
        FROM sandbox.payments p LEFT JOIN sandbox.kept_cards k ON k.attempt_id = p.attempt_id WHERE p.attempt_id = ${attemptId}`,
    );
    return rows[0] && outcomeOf(attemptId, rows[0]);
  }

  /** Writes charges, each with its event, its transaction and the card that is kept. @returns those that are new */
  async function enter(tx: Db, charges: readonly NewCharge[]): Promise<Map<string, ChargeOutcome>> {
    // The attempt's id is the idempotency key: the first result stays.
    const { rows } = await tx.sql.execute<Row & { attempt_id: string }>(sql`
      WITH asked AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(charges)}::jsonb) AS one (attempt_id text, status text,
          amount_cents integer, method text, last4 text, failure_code text, afterwards text, created_at timestamptz, vault text,
          card jsonb, event_id text, event_body text, event_from timestamptz)
      ), made AS (
        INSERT INTO sandbox.payments (attempt_id, status, amount_cents, method, last4, failure_code, afterwards, created_at, vault, card)
        SELECT attempt_id, status, amount_cents, method, last4, failure_code, afterwards, created_at, vault, card FROM asked
        ON CONFLICT (attempt_id) DO NOTHING RETURNING *
      ), event AS (
        INSERT INTO sandbox.events (id, body, next_try_at)
        SELECT event_id, event_body, event_from FROM asked JOIN made USING (attempt_id) WHERE made.status <> 'waiting'
      ), entry AS (
        ${chargeEntry(sql`made WHERE status = 'captured'`)}
      ), kept AS (
        ${keptEntry(sql`made WHERE status = 'captured'`)}
      )
      SELECT attempt_id, status, failure_code, created_at, kept.token, kept.card FROM made LEFT JOIN kept USING (attempt_id)`);
    return new Map(rows.map((row) => [row.attempt_id, outcomeOf(row.attempt_id, row)]));
  }

  /** Charges that come at the same moment share a statement. */
  const enterShared = together<NewCharge, ChargeOutcome | undefined>(async (all) => {
    const made = await enter(db, all);
    return ({ attempt_id: id }) => made.get(id);
  });

  async function write(charge: Charge, status: Row["status"], entry: Entry): Promise<ChargeOutcome> {
    const { attemptId } = charge;
    const keeps = typeof charge.source.keepIn === "string" && entry.card && status !== "failed";
    const event = newEvent({ about: "attempt", attemptId });
    const created: NewCharge = {
      attempt_id: attemptId,
      status,
      amount_cents: charge.amountCents,
      method: charge.source.method,
      last4: entry.card?.last4,
      failure_code: entry.code,
      afterwards: entry.afterwards,
      created_at: clock.now(),
      ...(keeps ? { vault: charge.source.keepIn, card: entry.card } : {}),
      event_id: event.id,
      event_body: event.body,
      event_from: new Date(clock.now().getTime() + (entry.lateEvent ? LATE_EVENT_SECONDS : EVENT_SECONDS) * 1000),
    };
    const alone = async (tx: Db) => (await enter(tx, [created])).get(attemptId);
    const disputed = async (tx: Db) => {
      const made = await alone(tx);
      if (made) await disputes.openDispute(tx, attemptId, "fraudulent");
      return made;
    };
    const isDisputed = status === "captured" && entry.afterwards === "disputed";
    // A vault may be gone, which would refuse the others, too.
    const made = isDisputed ? await db.transaction(disputed) : await (keeps ? alone(db) : enterShared(created));
    const outcome = made ?? (await read(db, attemptId));
    if (!outcome) throw new Error("the sandbox lost a payment");
    return outcome;
  }

  const disputes = disputeBooks(deps);

  async function redeem(charge: Charge): Promise<{ outcome: CardOutcome; card: VaultCard | null }> {
    const { method, token, from, typed } = charge.source;
    if (typed) return typed as TypedCard; // Only `readCard` makes it.
    // A wallet may pay without its sheet: the spec's client sends no token.
    if (method !== "card" && token === undefined) return { outcome: { kind: "success" }, card: null };
    if (from !== undefined) return redeemKept(db, { token: token ?? "", vault: from, now: clock.now() });
    const { rows } = await db.sql.execute<{ outcome: CardOutcome; card: VaultCard | null }>(
      sql`DELETE FROM sandbox.tokens WHERE token = ${token ?? ""} AND created_at > ${minutesAgo(clock, TOKEN_MINUTES)} RETURNING outcome, card`,
    );
    return rows[0] ?? { outcome: { kind: "decline", ...expiredToken }, card: null };
  }

  function readCard(fields: CardFields): TypedCard {
    const { number } = checkCard(fields, clock.now());
    // The number is not kept.
    const card = vaultCardOf({ cardNumber: number, expiryDate: fields.expiryDate ?? "" });
    return { outcome: testCards[number]?.outcome ?? unlisted, card };
  }

  async function keep(outcome: CardOutcome, card: VaultCard | null): Promise<string> {
    const token = `sbx_${randomUUID()}`;
    await db.sql.execute(sql`
      INSERT INTO sandbox.tokens (token, outcome, last4, card, created_at)
      VALUES (${token}, ${JSON.stringify(outcome)}::jsonb, ${card?.last4 ?? null}, ${card && JSON.stringify(card)}::jsonb, ${now()})`);
    return token;
  }

  return {
    provider: "sandbox",
    ...disputes,

    readCard,

    makeToken: async (fields) => {
      const { outcome, card } = readCard(fields);
      return keep(outcome, card);
    },

    makeWalletToken: (approved) => keep(approved ? { kind: "success" } : walletDeclined, null),

    charge: async (charge) => {
      if (charge.amountCents < LEAST_PRICE_CENTS) return write(charge, "failed", { code: tooSmall.code });
      const { outcome, card } = await redeem(charge);
      if (outcome.kind === "lost_before_capture") throw new UnknownOutcome("the sandbox dropped the request");
      if (outcome.kind === "decline") return write(charge, "failed", { card, code: outcome.code });
      if (outcome.kind === "challenge") return write(charge, "waiting", { card });
      if (outcome.kind === "slow") await sleep(outcome.seconds * 1000);
      const afterwards = outcome.kind === "success" ? outcome.afterwards : undefined;
      const lost = outcome.kind === "lost_after_capture";
      const captured = await write(charge, "captured", { card, afterwards, lateEvent: lost });
      if (lost) throw new UnknownOutcome("the sandbox dropped the reply");
      return captured;
    },

    answerChallenge: (attemptId, approved) =>
      db.transaction(async (tx) => {
        const [status, code] = approved ? (["captured", null] as const) : (["failed", notConfirmed.code] as const);
        const { rows } = await tx.sql.execute(sql`
          UPDATE sandbox.payments SET status = ${status}, failure_code = ${code}, created_at = ${now()}
          WHERE attempt_id = ${attemptId} AND status = 'waiting' RETURNING attempt_id`);
        if (rows.length === 0) throw refuse("payments.challenge_over");
        await putEvent(tx, { about: "attempt", attemptId }, clock.now());
        if (!approved) return;
        await enterCharge(tx, attemptId);
        await tx.sql.execute(keptEntry(sql`sandbox.payments WHERE attempt_id = ${attemptId}`));
      }),

    readCharge: ({ attemptId }) => read(db, attemptId),

    settle: async ({ attemptId }) => {
      await db.sql.execute(
        sql`UPDATE sandbox.payments SET status = 'void' WHERE attempt_id = ${attemptId} AND status = 'waiting'`,
      );
      const source = { method: "card" as PaymentMethod, token: undefined };
      const last = (await read(db, attemptId)) ?? (await write({ attemptId, amountCents: 0, source }, "void", {}));
      // A charge that came between the two statements still waits. The next call voids it.
      if (last.status === "action") throw new UnknownOutcome("the payment has just begun");
      return last;
    },

    ...refundBooks(deps),
    ...balanceBooks(deps),
    ...vaultBooks(deps),

    readEvent: async (body, headers) => openEvent(secret, body, headers, clock.now()),
    sendEvents: (deliver, ending) => sendEvents(deps, deliver, ending),
  };
}

/** A charge as a row of a statement, with its event. */
interface NewCharge {
  attempt_id: string;
  status: Row["status"];
  amount_cents: number;
  method: PaymentMethod;
  last4: string | undefined;
  failure_code: string | undefined;
  afterwards: Entry["afterwards"];
  created_at: Date;
  vault?: string | null | undefined;
  card?: VaultCard | null | undefined;
  event_id: string;
  event_body: string;
  event_from: Date;
}

interface Entry {
  card?: VaultCard | null;
  code?: string;
  afterwards?: "disputed" | "refund_fails" | undefined;
  lateEvent?: boolean;
}

function outcomeOf(attemptId: string, row: Row): ChargeOutcome {
  switch (row.status) {
    case "captured":
      return {
        status: "captured",
        at: new Date(row.created_at),
        reference: null,
        ...(row.token && row.card ? { card: keptCardOf(row.token, row.card) } : {}),
      };
    case "waiting":
      return { status: "action", action: { kind: "sandbox_challenge", attemptId }, reference: null };
    case "failed":
    case "void":
      return failed(row);
  }
}

function failed(row: Row): FinalOutcome {
  return { status: "failed", ...(row.status === "void" ? voided : failureOf(row.failure_code)) };
}

function minutesAgo(clock: Clock, minutes: number): string {
  return new Date(clock.now().getTime() - minutes * 60_000).toISOString();
}
