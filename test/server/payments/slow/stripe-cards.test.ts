/** Saved cards on the Stripe gateway: Customers without a name, cards that are attached, charged again and detached. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { savedCardRoutes } from "#features/payments/saved-card-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, type Player } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { noCard, stripeApp } from "#test/stripe-app.ts";

const stripe = stripeApp();

const saving = (method: "pm_card_visa" | "pm_card_threeDSecure2Required" = "pm_card_visa") => ({
  ...noCard,
  paymentMethod: "card",
  token: stripe.server().confirmationToken(method, "on_session"),
  saveCard: true,
});
const by = (savedCard: string) => ({ ...noCard, paymentMethod: "card", savedCard });
const list = async (person: Player) => (await bodyOf(person.call(savedCardRoutes.listSavedCards))).cards;
async function pay(person: Player, paymentInfo: object) {
  const reply = await buy(person, { paymentInfo });
  if (reply.status === 200) await person.call(playRoutes.completeSession, { params: { id: reply.body.session.id } });
  return reply;
}
/** A golfer with a saved card, the card's id here, and its names at Stripe. */
async function withCard() {
  const golfer = await stripe.app().player("Stella Customer");
  expect((await pay(golfer, saving())).status).toBe(200);
  const { id } = firstOf(await list(golfer));
  const { rows } = await stripe
    .app()
    .db.pool.query(
      "SELECT v.reference AS customer, c.token FROM saved_cards c JOIN card_vaults v ON v.id = c.vault_id WHERE c.id = $1",
      [id],
    );
  return { golfer, id, ...(rows[0] as { customer: string; token: string }) };
}
const captured = async (person: Player) =>
  (
    await stripe
      .app()
      .db.pool.query(
        "SELECT count(*)::int AS n FROM payment_attempts p JOIN orders o ON o.id = p.order_id WHERE o.user_id = $1 AND p.status = 'succeeded'",
        [person.id],
      )
  ).rows[0].n;

test("a card is attached to a Customer without a name, and charged again with its golfer present", async () => {
  const { golfer, id, customer, token } = await withCard();
  expect(await list(golfer)).toEqual([
    { id, brand: "visa", last4: "4242", expMonth: 12, expYear: 2030, expired: false },
  ]);
  expect(stripe.server().state.customers.get(customer)).toMatchObject({ name: null, email: null });
  const { status, body } = await pay(golfer, by(id));
  expect(status).toBe(200);
  const intent = stripe.server().intentOf((await stripe.attemptOf(body.order.id)).id);
  expect(intent).toMatchObject({ customer, payment_method: token, setup_future_usage: null, status: "succeeded" });
  expect(JSON.stringify([body, await list(golfer)])).not.toMatch(/pm_|cus_/);
  // A second card goes into the same vault.
  await pay(golfer, saving());
  expect(stripe.server().keptFor(customer)).toHaveLength(2);
  await stripe.app().jobs.runAll();
  expect(stripe.server().keptFor(customer)).toHaveLength(1);
});

test("a card whose bank asks first is saved after the answer, by the event alone", async () => {
  const golfer = await stripe.app().player();
  const { status, body } = await buy(golfer, { paymentInfo: saving("pm_card_threeDSecure2Required") });
  expect([status, await list(golfer)]).toEqual([202, []]);
  stripe.server().handleNextAction(body.action.clientSecret, true);
  await stripe.server().deliver(stripe.webhook(), { twice: true });
  expect(await list(golfer)).toHaveLength(1);
});

test.each([/customers$/, /payment_intents\/pi_\w+$/, /confirm$/])(
  "lost replies of %s cost nobody twice, and a card that Stripe keeps is listed",
  async (which) => {
    const golfer = await stripe.app().player();
    stripe.server().fail(which, "drop_after", "drop_after", "drop_after");
    const { status, body } = await buy(golfer, { paymentInfo: saving() });
    stripe.server().heal();
    if (status === 202) {
      await stripe.app().clock.advance(40);
      await stripe.app().jobs.runAll();
    }
    const { id } = await stripe.attemptOf(body.orderId ?? body.order.id);
    const [held] = [stripe.server().held(id)];
    expect(held).toBe(500 * (await captured(golfer)));
    const attached = [...stripe.server().state.intents.values()].filter(
      ({ metadata, status: is, customer }) => metadata["attempt_id"] === id && is === "succeeded" && customer !== null,
    );
    expect(await list(golfer)).toHaveLength(attached.length);
  },
);

test("a declined card stays saved; one that Stripe does not have any more goes, and nothing is charged", async () => {
  const { golfer, id, customer, token } = await withCard();
  stripe.server().setKept(token, "pm_card_chargeDeclinedInsufficientFunds");
  const declined = await pay(golfer, by(id));
  expect([declined.status, declined.body.message]).toEqual([402, "Your card has insufficient funds."]);
  expect(await list(golfer)).toHaveLength(1);
  stripe.server().state.customers.delete(customer);
  const gone = await pay(golfer, by(id));
  expect([gone.status, gone.body.message]).toEqual([402, "This card is not saved any more. Please use another card."]);
  expect(await list(golfer)).toEqual([]);
  expect(await captured(golfer)).toBe(1);
});

test("removing detaches the card, deleting the account deletes the Customer; both are asked again until Stripe has done it", async () => {
  const first = await withCard();
  const params = { id: first.id };
  stripe.server().fail(/detach$/, "drop_after", "drop_after", "drop_after");
  expect((await first.golfer.call(savedCardRoutes.removeSavedCard, { params })).status).toBe(204);
  for (let run = 0; run < 2; run++) await stripe.app().jobs.runAll();
  expect(stripe.server().keptFor(first.customer)).toEqual([]);
  const { rows } = await stripe.app().db.pool.query("SELECT * FROM card_removals WHERE reference = $1", [first.token]);
  expect(rows).toEqual([]);

  const second = await withCard();
  stripe.server().fail(/DELETE .*customers/, "drop_before", "drop_before", "drop_before");
  const removed = await second.golfer.call(profileRoutes.deleteUser, { params: { id: second.golfer.id } });
  expect(removed.status).toBe(204);
  for (let run = 0; run < 2; run++) await stripe.app().jobs.runAll();
  expect(stripe.server().state.customers.has(second.customer)).toBe(false);
  expect(stripe.server().keptFor(second.customer)).toEqual([]);
});

test("a saved card's number is nobody's key: other ids are not found", async () => {
  const { token, customer } = await withCard();
  const other = await stripe.app().player();
  for (const named of [token, customer, randomUUID()]) expect((await pay(other, by(named))).status).toBe(404);
});
