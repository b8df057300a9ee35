/** A history with every kind of movement of money, made through the API. The tests of the audit use it. */
import { claimRoutes } from "#features/claims/contract.ts";
import { manageCourseRoutes } from "#features/courses/manage-contract.ts";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { createSandbox } from "#features/payments/server/sandbox.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, type Json, packs, play, type Player, shoot, type TestApp } from "./app.ts";
import type { FaultyGateway } from "./faulty-gateway.ts";
import { confirm, pay, provedPlayer, won } from "./server/claims/payouts-people.ts";

const DISPUTED = { paymentInfo: { cardNumber: "4000000000000259" } };
const REFUND_FAILS = { cardNumber: "4000000000005126" };

/** Plays the whole history. `app` runs on `gateway`, which loses and delays calls as it is told. */
export async function playHistory(app: TestApp, gateway: FaultyGateway): Promise<void> {
  const admin = await app.signIn("admin@acebay.test");
  await app.db.pool.query("UPDATE courses SET range_share_bp = 700 WHERE id = 1");
  await noteTerms(app.db, app.clock.now());
  await playSessions(app);
  await playOrders(app, admin, gateway);
  await playDisputes(app, admin, gateway);
  await playClaims(app, admin);
  await playTaxed(app, admin);
  // A month later, so that settlements have openings.
  await app.clock.advance(20 * 86_400);
  await play(await app.player());
  await playBank(app);
  gateway.fail("charge", "silent_after");
  void buy(await app.player()).catch(() => undefined);
  await gateway.waiting();
}

/** Running, finished and given up sessions; a group; a free shot; a declined card. */
async function playSessions(app: TestApp): Promise<void> {
  const [golfer, buyer, friend] = [await app.player(), await app.player(), await app.player()];
  const session = await play(golfer);
  await shoot(golfer, session.id);
  await claim(golfer, session.id, "left");
  const finished = await app.player();
  const { id } = await play(finished, packs.single);
  await shoot(finished, id);
  await buy(finished, { pack: packs.jackpot, sessionData: { purchaseContext: "buy_more_balls" } });
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 6 },
    friends: [{ userId: friend.userId, name: "", bayNumber: 2, ballCount: 4 }],
  };
  const group = (await buy(buyer, { sessionData: { bayNumber: undefined, groupData } })).body.session;
  await friend.call(playRoutes.recordGroupShot, {
    body: {
      mainSessionId: group.id,
      friendIndex: 0,
      targetHole: "right",
      prizeClaim: true,
      prizeAmount: 0,
    },
  });
  await freeShot(await app.player());
  await buy(await app.player(), { paymentInfo: { cardNumber: "4000000000000002" } });
}

/** Paid ahead and started, waiting or refunded; refunds in full, in part and failed; captured for nothing. */
async function playOrders(app: TestApp, admin: Player, gateway: FaultyGateway): Promise<void> {
  const ahead = async (paymentInfo = {}) => {
    const golfer = await app.player();
    const { order } = (await buy(golfer, { start: false, paymentInfo })).body;
    return { golfer, order };
  };
  await ahead();
  await refund(admin, (await ahead()).order.id);
  await refund(admin, (await ahead(REFUND_FAILS)).order.id);
  const later = await ahead();
  await later.golfer.call(playRoutes.startSession, {
    body: {
      courseId: 1,
      packageId: packs.jackpot.packageId,
      bayNumber: 4,
      orderId: later.order.id,
    },
  });
  for (const amount of [undefined, 2, 1.5]) {
    const { order } = (await buy(await app.player())).body;
    await refund(admin, order.id, amount);
  }
  const bank = createSandbox({ db: app.db, clock: app.clock, secret: "not needed" });
  // Refunds that were made at the gateway's dashboard and cancelled there, of an order that was played and of one that
  // waits.
  for (const order of [(await buy(await app.player())).body.order, (await ahead()).order]) {
    const { rows } = await app.db.pool.query<{ id: string }>("SELECT id FROM payment_attempts WHERE order_id = $1", [
      order.id,
    ]);
    const reference = await bank.refundByHand(rows[0]?.id ?? "", 250);
    await app.jobs.runAll();
    await bank.cancelByHand(reference);
    await app.jobs.runAll();
  }
  const unlucky = await app.player();
  gateway.fail("charge", "held");
  const paying = buy(unlucky);
  await gateway.waiting();
  await freeShot(unlucky);
  gateway.release();
  await paying;
  await app.jobs.runAll();
  await app.jobs.runAll();
}

/** Disputes open, won and lost, and one that came before a refund. */
async function playDisputes(app: TestApp, admin: Player, gateway: FaultyGateway): Promise<void> {
  const bank = createSandbox({ db: app.db, clock: app.clock, secret: "not needed" });
  for (const [verdict, start] of [
    ["open", true],
    ["won", true],
    ["lost", true],
    // Paid ahead, so the order is over when the dispute is lost.
    ["lost", false],
  ] as const) {
    const { order } = (await buy(await app.player(), { ...DISPUTED, start })).body;
    const { rows } = await app.db.pool.query<{ reference: string }>(
      "SELECT d.reference FROM sandbox.disputes d JOIN payment_attempts p ON p.id::text = d.attempt_id WHERE p.order_id = $1",
      [order.id],
    );
    if (verdict !== "open") await bank.closeDispute(rows[0]?.reference ?? "", verdict);
    await app.jobs.runAll();
  }
  const { order } = (await buy(await app.player())).body;
  const { rows } = await app.db.pool.query<{ id: string }>("SELECT id FROM payment_attempts WHERE order_id = $1", [
    order.id,
  ]);
  // The refund is promised, but the bank takes the money first.
  gateway.fail("refund", "lost_before", "lost_before");
  await refund(admin, order.id);
  await bank.openDispute(app.db, rows[0]?.id ?? "", "fraudulent");
  await app.jobs.runAll();
  await app.jobs.runAll();
  await app.jobs.runAll();
}

/** Jackpots pending, verified, rejected, paid and forfeited; a sponsored prize handed over. */
async function playClaims(app: TestApp, admin: Player): Promise<void> {
  const proved = () => provedPlayer(app, "Winnie Winner");
  await won(admin, await proved());
  for (const end of ["pay", "forfeit"] as const) {
    const { id } = await won(admin, await proved());
    await app.clock.advance(60);
    await confirm(admin, id, "age_18");
    await confirm(admin, id, "tax_form");
    if (end === "pay") await pay(admin, id);
    else await admin.call(claimRoutes.forfeitClaim, { params: { id }, body: { reason: "Under 18" } });
  }
  await pay(admin, (await won(admin, await proved(), "left")).id);
  const rejected = await claimed(await app.player());
  await claimed(await app.player());
  await admin.call(claimRoutes.rejectClaim, { params: { id: rejected.id }, body: { reason: "Seen on camera" } });
}

/** A course that collects tax: an order started at once, one refunded in part, one refunded in part before its start. */
async function playTaxed(app: TestApp, admin: Player): Promise<void> {
  await app.clock.advance(120);
  await admin.call(manageCourseRoutes.changeCourse, {
    params: { id: 2 },
    body: { taxRate: 7, taxLabel: "Florida sales tax", rangeShare: 10 },
  });
  await app.clock.advance(120);
  const [golfer, course] = [await app.player(), { courseId: 2 }];
  const at = { amount: 6, sessionData: course };
  await buy(await app.player(), at);
  await refund(admin, (await buy(await app.player(), at)).body.order.id, 1.5);
  const { order } = (await buy(golfer, { ...at, start: false })).body;
  await refund(admin, order.id, 1);
  await golfer.call(playRoutes.startSession, { body: { ...course, packageId: packs.jackpot.packageId, bayNumber: 4 } });
  await app.jobs.runAll();
}

/** Payouts to the bank, of which one comes back; a fee of the account, and money that nobody explains. */
async function playBank(app: TestApp): Promise<void> {
  const bank = createSandbox({ db: app.db, clock: app.clock, secret: "not needed" });
  const enter = (reference: string, kind: string, cents: number) =>
    app.db.pool.query(
      "INSERT INTO sandbox.transactions (reference, kind, amount_cents, fee_cents, created_at) VALUES ($1, $2, $3, 0, $4)",
      [reference, kind, cents, app.clock.now()],
    );
  await app.jobs.runAll();
  await app.jobs.runAll();
  await enter("txn_account", "account_fee", -200);
  await enter("txn_top_up", "other", 5_000);
  const { rows } = await app.db.pool.query<{ reference: string }>("SELECT reference FROM gateway_payouts LIMIT 1");
  await bank.returnPayout(rows[0]?.reference ?? "", "failed");
  for (let day = 0; day < 2; day++) {
    await app.clock.advance(86_400);
    await app.jobs.runAll();
    await app.jobs.runAll();
  }
}

async function claimed(golfer: Player): Promise<Json> {
  const session = await play(golfer);
  return (await claim(golfer, session.id, "middle")).body.claim;
}

function freeShot(golfer: Player) {
  return golfer.call(playRoutes.startFreeShot, { body: { courseId: 1, bayNumber: 3, teeTime: "15:00" } });
}

async function refund(admin: Player, orderId: string, amount?: number): Promise<void> {
  const { status, body } = await admin.call(paymentRoutes.refundOrder, {
    params: { id: orderId },
    body: { amount, reason: "Rain" },
  });
  if (status !== 200) throw new Error(`the refund answered ${status}: ${JSON.stringify(body)}`);
}
