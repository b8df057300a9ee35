/** Winners and their payouts, as the tests of payouts need them. */
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, type Json, type Player, play, type Reply, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

/** A player whose address is proved, as after any sign-in by code. */
export async function provedPlayer(app: TestApp, name: string): Promise<Player> {
  const { email } = await app.player(name);
  return app.signIn(email);
}

/** A verified claim of a player on a session of their own. */
export async function won(admin: Player, golfer: Player, hole = "middle"): Promise<{ id: string; amount: number }> {
  const session = await play(golfer);
  const { body } = await claim(golfer, session.id, hole);
  await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
  return verified(admin, body.claim);
}

/** A verified claim on a guest's session that the player bought. */
export async function wonByGuest(admin: Player, buyer: Player, name: string): Promise<{ id: string; amount: number }> {
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 5 },
    friends: [{ userId: "", name, bayNumber: 2, ballCount: 5 }],
  };
  const { session } = (await buy(buyer, { sessionData: { bayNumber: undefined, groupData } })).body;
  const body = await bodyOf(
    buyer.call(playRoutes.recordGroupShot, {
      body: {
        mainSessionId: session.id,
        friendIndex: 0,
        targetHole: "middle",
        prizeClaim: true,
        prizeAmount: 0,
      },
    }),
  );
  await buyer.call(playRoutes.completeSession, { params: { id: session.id } });
  return verified(admin, body.claim);
}

async function verified(admin: Player, { id, prizeAmount }: Json): Promise<{ id: string; amount: number }> {
  const { status } = await admin.call(claimRoutes.verifyClaim, { params: { id } });
  if (status !== 200) throw new Error(`verify answered ${status}`);
  return { id, amount: prizeAmount };
}

export function confirm(by: Player, id: string, confirmed: string, more: object = {}): Promise<Reply> {
  return by.raw("POST", `/api/admin/prize-claims/${id}/confirm`, { confirmed, ...more });
}

export function pay(by: Player, id: string, how?: object): Promise<Reply> {
  return by.raw("POST", `/api/admin/prize-claims/${id}/pay`, how);
}

export function setThreshold(admin: Player, year: number, amount: unknown): Promise<Reply> {
  return admin.call(payoutRoutes.setPayoutThreshold, { body: { year, amount } });
}

/** The payouts of a filter, over all pages. */
export async function payouts(admin: Player, query = ""): Promise<Json[]> {
  const found: Json[] = [];
  let cursor = "";
  do {
    const { body } = await admin.raw("GET", `/api/admin/payouts?${query}${cursor && `&cursor=${cursor}`}`);
    found.push(...body.payouts);
    cursor = body.nextCursor ?? "";
  } while (cursor);
  return found;
}

export async function waitsOf(admin: Player, id: string): Promise<string[]> {
  return (await payouts(admin)).find(({ claimId }) => claimId === id)?.waitsFor;
}
