/**
 * Sessions of every kind, played through the API one after another over days: alone and in groups, free and bought,
 * with undone shots, claims, friends who leave, refunds, more balls. The same in every run.
 */
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import type { Json, Player, Reply } from "./app.ts";
import { bodyOf, firstOf } from "./calls.ts";

export interface Stage {
  player(): Promise<Player>;
  advance(seconds: number): Promise<void>;
  now(): Date;
  /** Signed in for as long as the history takes, or anew at each call. */
  admin(): Promise<Pick<Player, "call">>;
}

const paid = {
  paymentMethod: "card",
  cardNumber: "4242424242424242",
  expiryDate: "12/39",
  cvv: "123",
  billingZip: "34119",
};
/** Package 4 at the demo's courses, by their factors. */
const prices: Record<number, number> = { 1: 5, 2: 6, 3: 7.5 };

/** Plays as many sessions as are asked for. @throws when a call that has to work does not */
export async function playSessions(stage: Stage, count: number, seed = 20_261_121): Promise<void> {
  let state = seed;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const known: Player[] = [];
  const golfer = async (): Promise<Player> => {
    const old = random(3) === 0 ? known[random(known.length)] : undefined;
    // A sign-in lasts, but not for ever.
    if (old && (await old.call(accountRoutes.me)).status === 200) return old;
    const made = await stage.player();
    known.push(made);
    return made;
  };
  const done = (reply: Reply): Json => {
    if (reply.status >= 300) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const shot = (person: Player, mainSessionId: string, friendIndex: number | null, change: object = {}) =>
    person.call(playRoutes.recordGroupShot, {
      body: {
        mainSessionId,
        friendIndex,
        targetHole: "missed",
        prizeClaim: false,
        prizeAmount: 0,
        ...change,
      },
    });

  for (let played = 0; played < count; played++) {
    await stage.advance(random(3 * 3600));
    const [person, courseId] = [await golfer(), 1 + random(3)];
    const teeTime = stage.now().toISOString();
    if (random(6) === 0) {
      // One a day: a second one is refused, which also belongs in the history.
      const { status, body } = await person.call(playRoutes.startFreeShot, {
        body: { courseId, bayNumber: 2, teeTime },
      });
      if (status === 201) await shot(person, body.session.id, null);
      if (status === 201) done(await person.call(playRoutes.completeSession, { params: { id: body.session.id } }));
      continue;
    }
    const friend = random(3) === 0 ? await stage.player() : undefined;
    const groupData = friend && {
      mainPlayer: { bayNumber: 1, ballCount: 4 },
      friends: [
        { userId: friend.userId, name: "", bayNumber: 2, ballCount: 3 },
        { userId: "", name: "Guest", bayNumber: 3, ballCount: 3 },
      ],
    };
    const context = random(3) === 0 ? { purchaseContext: "buy_more_balls" } : {};
    const sessionData = { courseId, packageId: 4, bayNumber: 5, ...context, ...(groupData ? { groupData } : {}) };
    const bought = { paymentInfo: paid, sessionData, amount: prices[courseId] };
    const { session, order } = done(await person.raw("POST", "/api/process-payment", bought));
    // A guest of the group has three balls.
    for (let n = random(4); n > 0; n--) {
      await stage.advance(1 + random(60));
      const { attempt } = done(await shot(person, session.id, friend && random(2) === 0 ? 1 : null));
      if (random(4) === 0) done(await person.call(playRoutes.undoShot, { params: { id: attempt.id } }));
    }
    const hole = (["left", "right", "middle"] as const)[random(3)];
    const claimed =
      random(3) === 0
        ? (await bodyOf(shot(person, session.id, null, { targetHole: hole, prizeClaim: true }))).claim
        : undefined;
    if (friend && random(2) === 0) {
      const row = firstOf(
        (await bodyOf(friend.call(playRoutes.listActiveSessions, { params: { id: friend.id } }))).groupSessions,
      );
      done(await friend.call(playRoutes.leaveGroup, { params: { id: row.id } }));
    }
    done(await person.call(playRoutes.completeSession, { params: { id: session.id } }));
    const admin = await stage.admin();
    if (claimed && random(2) === 0) {
      const params = { id: claimed.id };
      if (random(2) === 0) done(await admin.call(claimRoutes.verifyClaim, { params }));
      else done(await admin.call(claimRoutes.rejectClaim, { params, body: { reason: "Not seen" } }));
    } else if (!claimed && random(4) === 0) {
      await stage.advance(random(30 * 3600));
      const refund = { amount: 1 + random(3), reason: "Rain" };
      done(await (await stage.admin()).call(paymentRoutes.refundOrder, { params: { id: order.id }, body: refund }));
    }
  }
}
