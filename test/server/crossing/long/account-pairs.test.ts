/**
 * As money-pairs.test.ts, for what happens beside the deletion of an account: claims after a game, starts of groups, and
 * what staff and the bank do then.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, type Player } from "#test/app.ts";
import { expectCleanBooks } from "#test/books.ts";
import { bodyOf } from "#test/calls.ts";
import {
  books,
  type Deed as DeedOf,
  game,
  isWhole,
  order,
  type Pairing,
  pairing,
  type State,
  unlessRefused,
} from "#test/pairs.ts";
import { provedPlayer } from "#test/server/claims/payouts-people.ts";

let pair: Pairing;
let on: Pairing["on"];
beforeAll(async () => {
  pair = await pairing();
  ({ on } = pair);
});
afterAll(() => pair.close());

interface Sale {
  golfer: Player;
  friend: Player;
  orderId: string;
  sessionId: string;
  attemptId: string;
}
type Deed = DeedOf<Sale>;

const admin = () => on.admin();
const attemptOf = async (orderId: string): Promise<string> =>
  (await on.app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [orderId])).rows[0].id;

const remove =
  (who: "golfer" | "friend"): Deed =>
  async (sale, at) =>
    at.as(sale[who]).call(profileRoutes.deleteUser, { params: { id: sale[who].id } });
const claims =
  (hole: "left" | "middle"): Deed =>
  async ({ golfer, sessionId }, at) =>
    claim(at.as(golfer), sessionId, hole);
const claimsForFriend =
  (who: "golfer" | "friend"): Deed =>
  async ({ sessionId, ...people }, at) =>
    at.as(people[who]).call(playRoutes.recordGroupShot, {
      body: { mainSessionId: sessionId, friendIndex: 0, targetHole: "right", prizeClaim: true, prizeAmount: 0 },
    });
const refund: Deed = async ({ orderId: id }, at) =>
  at.as(await admin()).call(paymentRoutes.refundOrder, { params: { id }, body: { reason: "Rain" } });
const lose: Deed = async ({ attemptId }, at) => {
  const reference = await unlessRefused(pair.bank.openDispute(on.app.db, attemptId, "fraudulent"));
  if (reference) await pair.bank.closeDispute(reference, "lost");
  await pair.tell(at);
};
const start: Deed = async ({ golfer, orderId }, at) =>
  at.as(golfer).call(playRoutes.startSession, { body: { courseId: 1, packageId: 4, bayNumber: 7, orderId } });
const groupOf = (friend: Player) => ({
  mainPlayer: { bayNumber: 1, ballCount: 5 },
  friends: [{ userId: friend.userId, name: "", bayNumber: 2, ballCount: 5 }],
});
const buyForBoth: Deed = async ({ golfer, friend }, at) =>
  buy(at.as(golfer), { sessionData: { bayNumber: undefined, groupData: groupOf(friend) } });

async function bought(isGroup: boolean, isAhead: boolean): Promise<Sale> {
  const [golfer, friend] = [await provedPlayer(on.app, "Pat Player"), await provedPlayer(on.app, "Fay Friend")];
  const sessionData = isGroup ? { bayNumber: undefined, groupData: groupOf(friend) } : {};
  const { body } = await buy(golfer, { sessionData, ...(isAhead ? { start: false } : {}) });
  const orderId = body.order.id;
  return { golfer, friend, orderId, sessionId: body.session?.id ?? "", attemptId: await attemptOf(orderId) };
}
async function played(isGroup: boolean): Promise<Sale> {
  const made = await bought(isGroup, false);
  await bodyOf(made.golfer.call(playRoutes.completeSession, { params: { id: made.sessionId } }));
  return made;
}

const states: Record<string, State<Sale>> = {
  "a game that is over": [
    () => played(false),
    {
      "is claimed": claims("left"),
      "loses its golfer": remove("golfer"),
      "is claimed for the jackpot": claims("middle"),
      "is refunded": refund,
      "is disputed and lost": lose,
    },
  ],
  "a group's game that is over": [
    () => played(true),
    {
      "is claimed by its friend": claimsForFriend("friend"),
      "loses its friend": remove("friend"),
      "is claimed for its friend": claimsForFriend("golfer"),
      "loses its golfer": remove("golfer"),
      "is claimed": claims("middle"),
      "is bought once more": buyForBoth,
      "is refunded": refund,
    },
  ],
  "a group that is paid ahead": [
    () => bought(true, true),
    {
      "is started": start,
      "loses its friend": remove("friend"),
      "is refunded": refund,
      "is bought once more": buyForBoth,
      "is disputed and lost": lose,
    },
  ],
};

test.each(Object.entries(states))("%s", { timeout: isWhole ? 900_000 : 120_000 }, async (_what, state) => {
  expect(await pair.play(state, isWhole ? [books, order, game] : [order, game])).toEqual([]);
  await expectCleanBooks(on.app);
});
