/** The administrator who works while golfers play: verdicts on claims, forfeits, refunds. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { claimRoutes } from "#features/claims/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { toCents, toDollars } from "#platform/shared/money.ts";
import { type Caller, makeCaller } from "./caller.ts";
import type { Chance } from "./chance.ts";
import { proving, signIn } from "./golfer.ts";
import type { Intent } from "./log.ts";
import { count, type World } from "./world.ts";

/** Signs the demo's administrator in. @returns the work of one of their open pages, until the run is over */
export async function administrator(world: World): Promise<(page: number) => Promise<void>> {
  const email = "admin@acebay.test";
  const caller = proving(makeCaller(world.url, world.chance("administrator"), world.tally), email);
  if ((await signIn(caller, email)) === undefined) throw new Error("The administrator could not sign in");
  return async (page) => {
    const chance = world.chance(`administrator ${page}`);
    while (await world.gate.pass()) {
      await sleep(chance.between(10, 120));
      if (chance.yes(0.6)) await refundOne(world, caller, chance);
      else await decideOne(world, caller, chance);
    }
  };
}

async function decideOne(world: World, caller: Caller, chance: Chance): Promise<void> {
  const { reply } = await caller.persist(claimRoutes.listClaims, () => ({ query: { status: "pending" as const } }));
  if (!reply.ok || reply.body.length === 0) return;
  const { id } = chance.pick(reply.body);
  // Some claims stay pending, so that the money of a rejected jackpot can go to a later claim.
  if (chance.yes(0.2)) return;
  if (chance.yes(0.5)) {
    await act(world, { kind: "reject", claimId: id }, () =>
      caller.persist(claimRoutes.rejectClaim, () => ({ params: { id }, body: { reason: "Not seen" } })),
    );
    return;
  }
  await act(world, { kind: "verify", claimId: id }, () =>
    caller.persist(claimRoutes.verifyClaim, () => ({ params: { id } })),
  );
  if (!chance.yes(0.5)) return;
  const key = randomUUID();
  await act(world, { kind: "forfeit", claimId: id }, () =>
    caller.persist(claimRoutes.forfeitClaim, () => ({ params: { id }, body: { reason: "Under 18" }, key })),
  );
}

async function refundOne(world: World, caller: Caller, chance: Chance): Promise<void> {
  // Mostly a late order, because an order with a claim that stands is not refunded.
  const late = chance.yes(0.7) ? Math.max(0, world.paidOrders.length - 10) : 0;
  const at = Math.floor(chance.between(late, world.paidOrders.length));
  const paid = world.paidOrders[at];
  if (!paid) return;
  // Mostly small parts, because the capture's limit would stop a doubled large one.
  const cents = chance.yes(0.15) ? null : Math.ceil(paid.cents * chance.between(0.02, chance.yes(0.1) ? 1 : 0.1));
  if (cents === null || chance.yes(0.1)) world.paidOrders.splice(at, 1);
  const key = randomUUID();
  const reason = `Crash test ${key}`;
  const body = { reason, ...(cents === null ? {} : { amount: toDollars(cents) }) };
  await act(world, { kind: "refund", orderId: paid.orderId, cents, reason }, async () => {
    const { reply, tries } = await caller.persist(paymentRoutes.refundOrder, () => ({
      params: { id: paid.orderId },
      body,
      key,
    }));
    const mine = reply.ok ? reply.body.order.refunds.find((refund) => refund.reason === reason) : undefined;
    return { reply, tries, ...(mine ? { cents: toCents(mine.amount) } : {}) };
  });
}

/** Records an intent, does it, and records its outcome. */
async function act(
  world: World,
  intent: Intent,
  send: () => Promise<{
    reply: { ok: true } | { ok: false; code: string; status: number };
    tries: number;
    cents?: number;
  }>,
): Promise<void> {
  const answer = await world.log.intend(intent);
  const { reply, tries, cents } = await send();
  if (reply.ok) {
    await answer({ result: "acknowledged", tries, ...(cents === undefined ? {} : { cents }) });
    return;
  }
  count(world.tally.refusals, `${intent.kind}: ${reply.code}`);
  // A verdict has no key: after a lost reply, "already decided" may be our own.
  await answer({ result: tries > 1 ? "unknown" : "refused", tries, code: reply.code });
}
