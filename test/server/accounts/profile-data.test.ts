/** Devices, the export of one's data, the deletion of an account, and the winners who agreed to be named. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { buy, claim, freshApp, type Json, packs, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { placesOf } from "#test/places.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const devicesOf = async (person: Player): Promise<Json[]> =>
  (await bodyOf(person.call(profileRoutes.listDevices))).devices;
const remove = (person: Player) => person.call(profileRoutes.deleteUser, { params: { id: person.id } });
const end = (person: Player, sessionId: string) =>
  person.call(playRoutes.completeSession, { params: { id: sessionId } });
const verify = (claimId: string) => admin.call(claimRoutes.verifyClaim, { params: { id: claimId } });

test("the list of devices names each and which one asks; a forgotten one is signed out and needs a code again", async () => {
  const phone = await app.player("Dana Devices");
  const laptop = app.browser();
  const login = (body: object) => laptop.raw("POST", "/api/login", body, { "user-agent": firefoxOnWindows });
  await login({ email: phone.email });
  await login({ email: phone.email, code: await app.mailedCode(phone.email) });
  // The first proof of the address has ended what was signed in before it.
  expect((await phone.call(profileRoutes.listDevices)).status).toBe(401);

  const tablet = await app.signIn(phone.email);
  const listed = await devicesOf(tablet);
  expect(listed).toHaveLength(2);
  expect(listed.find(({ isCurrent }) => isCurrent)).toMatchObject({ isSignedIn: true });
  const other = listed.find(({ isCurrent }) => !isCurrent);
  expect(other).toMatchObject({ label: "Firefox on Windows", isSignedIn: true });

  const stranger = await app.player();
  expect((await stranger.call(profileRoutes.forgetOneDevice, { params: { id: other.id } })).status).toBe(404);
  expect((await tablet.call(profileRoutes.forgetOneDevice, { params: { id: other.id } })).status).toBe(204);
  expect((await tablet.call(profileRoutes.forgetOneDevice, { params: { id: other.id } })).status).toBe(404);
  expect((await laptop.call(accountRoutes.me)).status).toBe(401);
  expect((await login({ email: phone.email })).status).toBe(202);
  expect((await tablet.call(accountRoutes.me)).status).toBe(200);

  const [own] = await devicesOf(tablet);
  const forgotten = await tablet.call(profileRoutes.forgetOneDevice, { params: { id: own.id } });
  expect(forgotten.status).toBe(204);
  expect((await tablet.call(accountRoutes.me)).status).toBe(401);
});

const firefoxOnWindows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

test("the export holds what every room keeps about the player, and nothing of anybody else's", async () => {
  const golfer = await app.player("Erin Export");
  const other = await app.player("Sam Stranger");
  const session = await play(golfer);
  await shoot(golfer, session.id);
  await claim(golfer, session.id, "left");
  const theirs = await play(other);
  await shoot(other, theirs.id);
  await app.jobs.runAll();

  const reply = await golfer.call(profileRoutes.exportUser, { params: { id: golfer.userId } });
  expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename="Acebay-\w{10}-2026-11-21\.json"$/);
  const { account, records } = await bodyOf(reply, 200);
  expect(account).toMatchObject({ id: golfer.id, name: "Erin Export", email: golfer.email, formerEmails: [] });
  expect(records).toMatchObject({
    devices: [{ forgottenAt: null }],
    signIns: [{}],
    sessions: [{ id: session.id, playerName: "Erin Export" }],
    // The claim was the miss before it.
    attempts: [{ targetHole: "left", prizeClaim: true }],
    claims: [{ targetHole: "left", status: "pending" }],
    claimSteps: [{ step: "submitted" }],
    orders: [{ amount: 5, intoTheJackpot: 1 }],
    payments: [{ status: "succeeded", amount: 5 }],
    receipts: [{ amount: 5 }],
  });
  expect(records["mails"]?.map(({ to }) => to)).toContain(golfer.email);
  const text = JSON.stringify(reply.body);
  for (const foreign of [other.id, other.email, "Sam Stranger", theirs.id]) expect(text).not.toContain(foreign);
  expect((await other.call(profileRoutes.exportUser, { params: { id: golfer.id } })).status).toBe(404);
  expect((await app.browser().call(profileRoutes.exportUser, { params: { id: golfer.id } })).status).toBe(401);
});

test("letters belong to a person, not to an address: whoever takes over an address neither reads nor removes the former owner's", async () => {
  const owner = await app.player("Vera Left");
  const { email: left } = owner;
  await owner.call(accountRoutes.logout);
  const proved = await app.signIn(left);
  expect(proved.id).toBe(owner.id);
  const change = (person: Player, body: object) =>
    person.call(accountRoutes.updateUser, { params: { id: person.id }, body });
  const next = `next-${left}`;
  await change(proved, { name: "Vera Left", phone: "5550100100", email: next });
  await change(proved, { name: "Vera Left", phone: "5550100100", email: next, code: await app.mailedCode(next) });
  const kept = async () =>
    (await app.db.pool.query("SELECT id FROM mails WHERE user_id = $1 ORDER BY id", [owner.id])).rows;
  const before = await kept();
  expect(before.length).toBeGreaterThan(2);

  const stranger = await app.player("Al", left);
  const own = `own-${left}`;
  await change(stranger, { name: "Al", phone: "5550100100", email: own });
  await change(stranger, { name: "Al", phone: "5550100100", email: own, code: await app.mailedCode(own) });
  const { account, records } = await bodyOf(
    stranger.call(profileRoutes.exportUser, { params: { id: stranger.userId } }),
  );
  expect(account.formerEmails).toEqual([]);
  expect(records["mails"]?.length).toBeGreaterThan(0);
  expect(JSON.stringify(records["mails"])).not.toContain("Vera");
  expect((await remove(stranger)).status).toBe(204);
  expect(await kept()).toEqual(before);
});

test("a deletion locks no orders of other players", async () => {
  const [golfer, buyer] = [await app.player(), await app.player()];
  const groupData = {
    mainPlayer: { bayNumber: 3, ballCount: 6 },
    friends: [{ name: "Guest", bayNumber: 4, ballCount: 4 }],
  };
  const declined = await buy(buyer, { sessionData: { groupData }, paymentInfo: { cardNumber: "4000 0000 0000 0002" } });
  expect(declined.status).toBe(402);
  const gate = await app.db.pool.connect();
  await gate.query("BEGIN");
  const { rowCount } = await gate.query("SELECT FROM orders WHERE user_id = $1 FOR UPDATE", [buyer.id]);
  expect(rowCount).toBe(1);
  expect((await remove(golfer)).status).toBe(204);
  await gate.query("ROLLBACK");
  gate.release();
});

test("a deletion waits for the session, the payment, the verdict and the payout", async () => {
  const golfer = await app.player("Wendy Waits");
  const refused = async (code: string) =>
    expect(await remove(golfer)).toMatchObject({ status: 409, body: { error: { code } } });

  const waiting = (await buy(golfer, { pack: packs.single, start: false })).body;
  await refused("accounts.payment_open");
  const started = await bodyOf(
    golfer.call(playRoutes.startSession, {
      body: {
        courseId: 1,
        packageId: packs.single.packageId,
        bayNumber: 7,
        orderId: waiting.orderId,
      },
    }),
    201,
  );

  await refused("accounts.playing");
  const { body } = await claim(golfer, started.session.id, "left");
  await end(golfer, started.session.id);
  await refused("accounts.claim_pending");
  await verify(body.claim.id);
  await refused("accounts.payout_due");
  await admin.call(claimRoutes.forfeitClaim, { params: { id: body.claim.id }, body: { reason: "Never picked up" } });
  expect((await remove(golfer)).status).toBe(204);

  expect(await remove(admin)).toMatchObject({ status: 409, body: { error: { code: "accounts.works_here" } } });
  const stranger = await app.player();
  expect((await stranger.call(profileRoutes.deleteUser, { params: { id: admin.id } })).status).toBe(404);
});

test("a deleted account leaves no trace of its person; the money stays in the books, and the email can register again", async () => {
  const golfer = await app.player("Zelda Quixote");
  const host = await app.player("Hugo Host");
  const email = golfer.email;
  const renamed = `zelda.quixote.${golfer.id}@example.com`;
  await golfer.call(accountRoutes.updateUser, { params: { id: golfer.id }, body: { email: renamed } });
  const code = await app.mailedCode(renamed);
  expect(
    (await golfer.call(accountRoutes.updateUser, { params: { id: golfer.id }, body: { email: renamed, code } })).status,
  ).toBe(200);

  // Alone, with a claim that was rejected.
  const session = await play(golfer);
  const won = (await claim(golfer, session.id, "middle")).body.claim;
  await end(golfer, session.id);
  await admin.call(claimRoutes.rejectClaim, { params: { id: won.id }, body: { reason: "Beside the hole" } });
  // In somebody else's group.
  const group = {
    mainPlayer: { bayNumber: 3, ballCount: 5 },
    friends: [{ userId: golfer.userId, bayNumber: 4, ballCount: 5 }],
  };
  const shared = (await buy(host, { sessionData: { bayNumber: 3, groupData: group } })).body.session;
  expect(await remove(golfer)).toMatchObject({ status: 409, body: { error: { code: "accounts.playing" } } });
  await end(host, shared.id);
  const key = "a-key-of-zelda";
  const again = await buy(golfer, { pack: packs.single, key });
  await end(golfer, again.body.session.id);

  const orderId = firstOf((await bodyOf(golfer.call(orderRoutes.listOrders))).orders.toReversed()).id;
  expect((await bodyOf(admin.call(receiptRoutes.getReceipt, { params: { id: orderId } }))).receipt.playerName).toBe(
    "Zelda Quixote",
  );
  expect(await placesOf(app, "quixote")).not.toEqual([]);

  const gone = await remove(golfer);
  expect(gone.status).toBe(204);
  expect(golfer.cookies.has("acebay_session")).toBe(false);
  expect((await golfer.call(accountRoutes.me)).status).toBe(401);
  for (const trace of ["quixote", "zelda", email, renamed, golfer.userId])
    expect([trace, await placesOf(app, trace)]).toEqual([trace, []]);
  const left = await app.db.pool.query(
    `SELECT (SELECT count(*) FROM devices WHERE user_id = $1) + (SELECT count(*) FROM sign_ins WHERE user_id = $1)
       + (SELECT count(*) FROM mailed_codes WHERE user_id = $1) + (SELECT count(*) FROM idempotency_keys WHERE user_id = $1) AS n,
       (SELECT count(*) FROM orders WHERE user_id = $1) AS orders, (SELECT count(*) FROM claims WHERE user_id = $1) AS claims`,
    [golfer.id],
  );
  expect(left.rows).toEqual([{ n: 0, orders: 2, claims: 1 }]);

  const receipt = (await bodyOf(admin.call(receiptRoutes.getReceipt, { params: { id: orderId } }))).receipt;
  expect(receipt).toMatchObject({ playerName: "Deleted player", amount: 5 });
  const seen = await bodyOf(host.call(playRoutes.getSession, { params: { id: shared.id } }));
  expect(seen.session.groupData?.friends).toEqual([{ name: "Deleted player", bayNumber: 4, ballCount: 5 }]);
  expect((await host.call(profileRoutes.lookUpPlayer, { params: { userId: golfer.userId } })).status).toBe(404);
  // What is still given back to the card mails nobody.
  const refund = await admin.call(paymentRoutes.refundOrder, {
    params: { id: orderId },
    body: { amount: 1, reason: "Goodwill" },
  });
  expect(refund.status).toBeLessThan(300);
  expect(await placesOf(app, "deleted.invalid")).toEqual(["public.users.email"]);

  const ghost = `deleted-${golfer.id}@deleted.invalid`;
  expect((await app.browser().call(accountRoutes.login, { body: { email: ghost } })).status).toBe(404);
  expect((await app.browser().call(accountRoutes.login, { body: { email: renamed } })).status).toBe(404);
  const body = { name: "Zelda Quixote", email: renamed, phone: "555 010 0100" };
  const anew = await bodyOf(app.browser().call(accountRoutes.register, { body }), 201);
  expect(anew.user.name).toBe("Zelda Quixote");
  expect(anew.user.id).not.toBe(golfer.id);
});

test("a winner is named only with consent, by first name and initial, and only while it lasts", async () => {
  const winners = async (courseId = 1) =>
    (await bodyOf(app.browser().call(claimRoutes.listWinners, { params: { id: courseId } }))).winners;
  const golfer = await app.player("Ada Lovelace");
  const session = await play(golfer);
  const won = (await claim(golfer, session.id, "middle")).body.claim;
  await end(golfer, session.id);
  const agree = (namedAsWinner: boolean) =>
    golfer.call(accountRoutes.updateUser, { params: { id: golfer.id }, body: { namedAsWinner } });

  expect((await bodyOf(golfer.call(accountRoutes.me))).user.namedAsWinner).toBe(false);
  expect((await bodyOf(agree(true))).user.namedAsWinner).toBe(true);
  expect(await winners()).toEqual([]);
  await verify(won.id);
  expect(await winners()).toEqual([
    {
      name: "Ada L.",
      targetHole: "middle",
      prizeType: "monetary",
      prizeAmount: won.prizeAmount,
      prizeDescription: won.prizeDescription,
      day: "2026-11-21",
    },
  ]);
  expect(await winners(2)).toEqual([]);
  await agree(false);
  expect(await winners()).toEqual([]);
  await agree(true);
  await admin.call(claimRoutes.forfeitClaim, { params: { id: won.id }, body: { reason: "Under 18" } });
  expect(await winners()).toEqual([]);
  expect((await app.browser().call(claimRoutes.listWinners, { params: { id: 99 } })).status).toBe(404);
});
