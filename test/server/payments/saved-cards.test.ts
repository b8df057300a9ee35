/** Saved cards: the gateway keeps them, we keep its tokens, and a charge of one is a charge like any other. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { sandboxRoutes } from "#features/payments/contract.ts";
import { type Gateway, UnknownOutcome } from "#features/payments/server/gateway.ts";
import { savedCardRoutes } from "#features/payments/saved-card-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, card, freshApp, packs, type Player, type TestApp } from "#test/app.ts";
import { capturesOf } from "#test/books.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { placesOf } from "#test/places.ts";
import { noCard } from "#test/stripe-app.ts";

const faults = faultyGateway();
let app: TestApp;
/** For vaults. */
let isAway = false;
beforeAll(async () => {
  const gateway = (real: Gateway): Gateway => {
    const may = async () => {
      if (isAway) throw new UnknownOutcome("the gateway is away");
    };
    return {
      ...faults.wrap(real),
      openVault: async (id) => may().then(() => real.openVault(id)),
      removeCard: async (token) => may().then(() => real.removeCard(token)),
    };
  };
  app = await freshApp({ gateway });
});
afterAll(() => app.close());

const list = async (person: Player) => (await bodyOf(person.call(savedCardRoutes.listSavedCards))).cards;
const saving = (cardNumber: string = card.cardNumber) => ({ ...card, cardNumber, saveCard: true });
const by = (savedCard: string) => ({ ...noCard, paymentMethod: "card", savedCard });
const end = async (person: Player) => {
  const { sessions } = await bodyOf(person.call(playRoutes.listActiveSessions, { params: { id: person.id } }));
  for (const { id } of sessions) await person.call(playRoutes.completeSession, { params: { id } });
};
/** Buys a ball and ends its session, so that the next one may be bought. */
async function pay(person: Player, paymentInfo: object, key?: string) {
  const reply = await buy(person, { pack: packs.single, paymentInfo, ...(key ? { key } : {}) });
  if (reply.status === 200) await end(person);
  return reply;
}
async function withCard(cardNumber?: string): Promise<{ golfer: Player; id: string }> {
  const golfer = await app.player();
  expect((await pay(golfer, saving(cardNumber))).status).toBe(200);
  return { golfer, id: firstOf(await list(golfer)).id };
}
const keptAtGateway = async (): Promise<number> =>
  (await app.db.pool.query("SELECT count(*)::int AS n FROM sandbox.kept_cards")).rows[0].n;
const removeDue = () => app.jobs.runAll();

describe("a saved card", () => {
  test("is saved by a tick alone, shown without its token, and pays again", async () => {
    const golfer = await app.player();
    await pay(golfer, card);
    expect(await list(golfer)).toEqual([]);
    await pay(golfer, saving());
    const cards = await list(golfer);
    expect(cards).toEqual([
      { id: expect.any(String), brand: "visa", last4: "4242", expMonth: 12, expYear: 2030, expired: false },
    ]);
    const reply = await pay(golfer, by(firstOf(cards).id));
    expect([reply.status, reply.body.order.status]).toEqual([200, "fulfilled"]);
    expect(await capturesOf(app, golfer.id)).toEqual([100, 100, 100]);
    const { rows } = await app.db.pool.query("SELECT token FROM sandbox.kept_cards");
    for (const { token } of rows) expect(JSON.stringify([cards, reply.body])).not.toContain(token);
    expect(await placesOf(app, "4242424242424242")).toEqual([]);
  });

  test("is one card, however often it is saved, and the one used last comes first", async () => {
    const { golfer, id } = await withCard();
    await app.clock.advance(60);
    await pay(golfer, saving("5555 5555 5555 4444"));
    await app.clock.advance(60);
    await pay(golfer, saving());
    expect((await list(golfer)).map(({ brand }) => brand)).toEqual(["visa", "mastercard"]);
    expect(firstOf(await list(golfer)).id).toBe(id);
    const before = await keptAtGateway();
    await removeDue();
    // The token that was replaced is gone at the gateway, and the new one pays.
    expect(await keptAtGateway()).toBe(before - 1);
    expect((await pay(golfer, by(id))).status).toBe(200);
  });

  test("of a wallet is never saved, and a declined card is not", async () => {
    const golfer = await app.player();
    await pay(golfer, { ...noCard, paymentMethod: "paypal", saveCard: true });
    expect((await pay(golfer, saving("4000 0000 0000 9995"))).status).toBe(402);
    expect(await list(golfer)).toEqual([]);
  });

  test("whose bank asks first is saved when the golfer has answered, and asks again when it pays", async () => {
    const golfer = await app.player();
    const answer = async (paymentInfo: object) => {
      const { status, body } = await buy(golfer, { pack: packs.single, paymentInfo });
      expect([status, body.action.kind]).toEqual([202, "sandbox_challenge"]);
      const params = { id: body.action.attemptId };
      await golfer.call(sandboxRoutes.answerChallenge, { params, body: { approved: true } });
      await app.jobs.runAll();
      await end(golfer);
      return body.orderId;
    };
    await answer(saving("4000 0000 0000 3220"));
    const orderId = await answer(by(firstOf(await list(golfer)).id));
    const { order } = await bodyOf(golfer.call(orderRoutes.getOrder, { params: { id: orderId } }));
    expect(order.status).toBe("fulfilled");
  });

  test("that its bank declines says so, charges nothing, and stays", async () => {
    const { golfer, id } = await withCard("4000 0000 0000 0341");
    const { status, body } = await pay(golfer, by(id));
    expect([status, body.message]).toEqual([402, "Your card was declined. Please use another one."]);
    expect(await capturesOf(app, golfer.id)).toEqual([100]);
    expect(await list(golfer)).toHaveLength(1);
  });

  test("that has expired is told, and pays no more", async () => {
    const golfer = await app.player();
    await pay(golfer, { ...saving(), expiryDate: "11/26" });
    const [saved] = await list(golfer);
    expect(saved).toMatchObject({ expMonth: 11, expYear: 2026, expired: false });
    await app.clock.advance(10 * 86_400);
    const later = await app.signIn(golfer.email);
    expect(await list(later)).toMatchObject([{ expired: true }]);
    expect(await pay(later, by(saved?.id ?? ""))).toMatchObject({
      status: 409,
      body: { error: { code: "payments.saved_card_expired" } },
    });
    expect(await capturesOf(app, golfer.id)).toEqual([100]);
  });

  test("of another account, or of nobody, is not found, whatever its id, and cannot be removed", async () => {
    const { golfer, id } = await withCard();
    const other = await app.player();
    for (const named of [id, randomUUID(), "none", "0"]) {
      expect(await pay(other, by(named))).toMatchObject({
        status: 404,
        body: { error: { code: "payments.saved_card_not_found" } },
      });
      expect((await other.call(savedCardRoutes.removeSavedCard, { params: { id: named } })).status).toBe(404);
    }
    expect(await capturesOf(app, other.id)).toEqual([]);
    expect(await list(golfer)).toHaveLength(1);
    expect((await app.browser().call(savedCardRoutes.listSavedCards)).status).toBe(401);
  });

  test("beside a token, card fields or a wallet is refused, and nothing is charged", async () => {
    const { golfer, id } = await withCard();
    for (const info of [{ token: "x" }, { ...card }, { paymentMethod: "paypal" }])
      expect(await pay(golfer, { ...by(id), ...info })).toMatchObject({
        status: 400,
        body: { error: { code: "payments.fields_missing" } },
      });
    expect(await capturesOf(app, golfer.id)).toEqual([100]);
  });
});

describe("a charge of a saved card", () => {
  test("is made once for a key, also when the call comes again with another card", async () => {
    const { golfer, id } = await withCard();
    const key = randomUUID();
    const first = await pay(golfer, by(id), key);
    expect((await pay(golfer, by(id), key)).body).toEqual(first.body);
    expect((await pay(golfer, card, key)).body).toEqual(first.body);
    expect(await capturesOf(app, golfer.id)).toEqual([100, 100]);
  });

  test("by two taps at once is made once", async () => {
    const { golfer, id } = await withCard();
    const replies = await Promise.all([1, 2].map(() => buy(golfer, { pack: packs.single, paymentInfo: by(id) })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await capturesOf(app, golfer.id)).toEqual([100, 100]);
  });

  test.each(["lost_before", "lost_after", "broken_after"] as const)(
    "whose reply is %s is settled by the gateway's word, and made once at most",
    async (fault) => {
      const { golfer, id } = await withCard();
      faults.fail("charge", fault);
      const { status, body } = await buy(golfer, { pack: packs.single, paymentInfo: by(id) });
      expect([status, body.pending]).toEqual([202, true]);
      await app.clock.advance(40);
      await app.jobs.runAll();
      const { order } = await bodyOf(golfer.call(orderRoutes.getOrder, { params: { id: body.orderId } }));
      const captured = fault !== "lost_before";
      expect(order.status).toBe(captured ? "fulfilled" : "declined");
      expect(await capturesOf(app, golfer.id)).toEqual(captured ? [100, 100] : [100]);
    },
  );

  test("that saves a card saves it once, also when its reply is lost", async () => {
    const golfer = await app.player();
    faults.fail("charge", "lost_after");
    expect((await buy(golfer, { pack: packs.single, paymentInfo: saving() })).status).toBe(202);
    expect(await list(golfer)).toEqual([]);
    await app.clock.advance(40);
    await Promise.all([app.jobs.runAll(), app.jobs.runAll()]);
    expect(await list(golfer)).toHaveLength(1);
    expect((await pay(golfer, card)).status).toBe(409);
    await end(golfer);
    expect((await pay(golfer, by(firstOf(await list(golfer)).id))).status).toBe(200);
  });
});

describe("removing", () => {
  test("takes the card away at once here and soon at the gateway, and again is not found", async () => {
    const { golfer, id } = await withCard();
    const before = await keptAtGateway();
    const params = { id };
    expect((await golfer.call(savedCardRoutes.removeSavedCard, { params })).status).toBe(204);
    expect(await list(golfer)).toEqual([]);
    expect((await golfer.call(savedCardRoutes.removeSavedCard, { params })).status).toBe(404);
    expect((await pay(golfer, by(id))).status).toBe(404);
    await removeDue();
    expect(await keptAtGateway()).toBe(before - 1);
  });

  test("while the gateway is away is asked again; and nobody is kept from paying because a card cannot be saved", async () => {
    const { golfer, id } = await withCard();
    const before = await keptAtGateway();
    isAway = true;
    await golfer.call(savedCardRoutes.removeSavedCard, { params: { id } });
    await removeDue();
    expect(await keptAtGateway()).toBe(before);
    const other = await app.player();
    expect((await pay(other, saving())).status).toBe(200);
    expect(await list(other)).toEqual([]);
    isAway = false;
    await removeDue();
    expect(await keptAtGateway()).toBe(before - 1);
    await pay(other, saving());
    expect(await list(other)).toHaveLength(1);
  });

  test("a card that the gateway has lost is declined once and then gone here, too", async () => {
    const { golfer, id } = await withCard();
    await app.db.pool.query(
      "DELETE FROM sandbox.kept_cards WHERE token = (SELECT token FROM saved_cards WHERE id = $1)",
      [id],
    );
    const { status, body } = await pay(golfer, by(id));
    expect([status, body.message]).toEqual([402, "This card is not saved any more. Please use another card."]);
    expect(await list(golfer)).toEqual([]);
    expect(await capturesOf(app, golfer.id)).toEqual([100]);
  });

  test("the account takes its cards along, here and at the gateway; before, they are in its data", async () => {
    const { golfer } = await withCard();
    const file = await bodyOf(golfer.call(profileRoutes.exportUser, { params: { id: golfer.id } }));
    expect(file.records["savedCards"]).toMatchObject([
      { brand: "visa", last4: "4242", expMonth: 12, expYear: 2030, keptBy: "sandbox" },
    ]);
    expect(JSON.stringify(file)).not.toContain("sbx_");
    const { rows } = await app.db.pool.query("SELECT reference FROM card_vaults WHERE user_id = $1", [golfer.id]);
    const before = await keptAtGateway();
    expect((await golfer.call(profileRoutes.deleteUser, { params: { id: golfer.id } })).status).toBe(204);
    await removeDue();
    expect(await keptAtGateway()).toBe(before - 1);
    expect(await placesOf(app, rows[0].reference)).toEqual([]);
    expect(await placesOf(app, rows[0].reference.replace("sbx_vault_", ""))).toEqual([]);
  });
});
