/** The tests that every gateway must pass: the suite of the interface in `payments/server/gateway.ts`. */
import { SEEDED_AT } from "#test/database.ts";
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Charge, type Gateway, RefundRefused } from "#features/payments/server/gateway.ts";

/** A gateway under test, with sources that it captures and declines, and its own books. */
export interface GatewayUnderTest {
  gateway: Gateway;
  good: () => Promise<Charge["source"]>;
  bad: () => Promise<Charge["source"]>;
  /** A good card whose golfer wants it to be kept. */
  toKeep: () => Promise<Charge["source"]>;
  /** The token that a wallet gives, for gateways that have wallets. */
  walletToken?: () => string;
  /** Cents that it captured for an attempt, less what it paid back. */
  held: (attemptId: string) => Promise<number>;
}

/** The gateway's own id of a payment, for gateways that have one. */
function isReference(given: unknown): boolean {
  return given === null || (typeof given === "string" && given.length > 0);
}

/** Runs the suite; `subject` is asked for in each test. */
export function gatewaySuite(name: string, subject: () => GatewayUnderTest): void {
  const charge = async (source: Charge["source"], attemptId: string = randomUUID()): Promise<Charge> => ({
    attemptId,
    amountCents: 500,
    source,
  });
  const wallet = (method: "paypal" | "apple") => ({ method, token: subject().walletToken?.() });
  const refOf = ({ attemptId, amountCents }: Charge) => ({ attemptId, amountCents, reference: null });
  const inFull = { status: "captured", at: expect.any(Date), reference: expect.toSatisfy(isReference) };

  describe(`${name} as a gateway`, () => {
    test("captures the amount, by card and by the wallets", async () => {
      const { gateway, good, held } = subject();
      for (const source of [await good(), wallet("paypal"), wallet("apple")]) {
        const one = await charge(source);
        expect(await gateway.charge(one)).toEqual(inFull);
        expect(await held(one.attemptId)).toBe(500);
      }
    });

    test("says why it declines, in a code and a sentence, and keeps nothing", async () => {
      const { gateway, bad, held } = subject();
      const one = await charge(await bad());
      expect(await gateway.charge(one)).toEqual({
        status: "failed",
        code: expect.stringMatching(/^[a-z_]+$/),
        message: expect.stringMatching(/^[A-Z].+\.$/),
      });
      expect(await held(one.attemptId)).toBe(0);
    });

    test("charges an attempt once: asked again, or by twenty at once, it gives the first answer", async () => {
      const { gateway, good, bad, held } = subject();
      const one = await charge(await good());
      await gateway.charge(one);
      expect(await gateway.charge(one)).toEqual(inFull);
      expect(await gateway.charge({ ...one, source: await bad() })).toEqual(inFull);
      const many = await charge(wallet("paypal"));
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => gateway.charge(many)));
      expect(outcomes).toEqual(Array.from({ length: 20 }, () => inFull));
      for (const { attemptId } of [one, many]) expect(await held(attemptId)).toBe(500);
    });

    test("declines for good what is less than it takes", async () => {
      const { gateway, good, held } = subject();
      const one = { ...(await charge(await good())), amountCents: 49 };
      for (let n = 0; n < 2; n++) {
        expect(await gateway.charge(one)).toMatchObject({ status: "failed", code: "amount_too_small" });
        expect(await gateway.settle(refOf(one))).toMatchObject({ status: "failed" });
      }
      expect(await held(one.attemptId)).toBe(0);
    });

    test("keeps a card in its vault when it was charged, and charges it again, once an attempt", async () => {
      const { gateway, toKeep, held } = subject();
      const vault = await gateway.openVault(randomUUID());
      const first = await charge({ ...(await toKeep()), keepIn: vault });
      const card = { token: expect.any(String), brand: "visa", last4: "4242", expMonth: 12, expYear: 2030 };
      const captured = await gateway.charge(first);
      expect(captured).toEqual({ ...inFull, card });
      // A later question gets the same answer.
      expect(await gateway.charge(first)).toEqual(captured);
      expect(await gateway.settle(refOf(first))).toEqual(captured);
      expect(await gateway.readCharge(refOf(first))).toEqual(captured);
      const { token } = "card" in captured && captured.card ? captured.card : { token: "" };
      const again = await charge({ method: "card", token, from: vault });
      const many = await Promise.all(Array.from({ length: 5 }, () => gateway.charge(again)));
      expect(many).toEqual(Array.from({ length: 5 }, () => inFull));
      for (const { attemptId } of [first, again]) expect(await held(attemptId)).toBe(500);
    });

    test("charges no kept card from another vault, and none that was removed", async () => {
      const { gateway, toKeep, held } = subject();
      const [vault, other] = [await gateway.openVault(randomUUID()), await gateway.openVault(randomUUID())];
      const kept = async () => {
        const captured = await gateway.charge(await charge({ ...(await toKeep()), keepIn: vault }));
        return "card" in captured && captured.card ? captured.card.token : "";
      };
      const fails = async (token: string, from: string) => {
        const one = await charge({ method: "card", token, from });
        expect(await gateway.charge(one)).toMatchObject({ status: "failed", code: "saved_card_gone" });
        expect(await gateway.settle(refOf(one))).toMatchObject({ status: "failed" });
        expect(await held(one.attemptId)).toBe(0);
      };
      const [first, second] = [await kept(), await kept()];
      await fails(first, other);
      for (let n = 0; n < 2; n++) await gateway.removeCard(first);
      await fails(first, vault);
      for (let n = 0; n < 2; n++) await gateway.removeVault(vault);
      await fails(second, vault);
      await gateway.removeCard(second);
    });

    test("keeps no card that was declined, and none of a golfer who did not wish so", async () => {
      const { gateway, good, bad } = subject();
      expect(await gateway.charge(await charge(await good()))).not.toHaveProperty("card");
      expect(await gateway.charge(await charge(await bad()))).not.toHaveProperty("card");
    });

    test("charges a card that it was to keep where no vault could be opened, and keeps nothing", async () => {
      const { gateway, toKeep } = subject();
      expect(await gateway.charge(await charge({ ...(await toKeep()), keepIn: null }))).toEqual(inFull);
    });

    test("keeps a decline, too: another card needs another attempt", async () => {
      const { gateway, good, bad } = subject();
      const one = await charge(await bad());
      const declined = await gateway.charge(one);
      expect(await gateway.charge({ ...one, source: await good() })).toEqual(declined);
    });

    test("settles with what happened: captured, or declined with the same words", async () => {
      const { gateway, good, bad } = subject();
      const [captured, failed] = [await charge(await good()), await charge(await bad())];
      await gateway.charge(captured);
      const declined = await gateway.charge(failed);
      for (let n = 0; n < 2; n++) {
        expect(await gateway.settle(refOf(captured))).toEqual(inFull);
        expect(await gateway.settle(refOf(failed))).toEqual(declined);
      }
    });

    test("voids what it never saw: told that it failed, nobody is charged for it afterwards", async () => {
      const { gateway, good, held } = subject();
      const one = await charge(await good());
      expect(await gateway.settle(refOf(one))).toMatchObject({ status: "failed" });
      expect(await gateway.charge(one)).toMatchObject({ status: "failed" });
      expect(await held(one.attemptId)).toBe(0);
    });

    test("gives one word when a charge and a settlement meet", async () => {
      const { gateway, held } = subject();
      for (let n = 0; n < 20; n++) {
        const one = await charge(wallet("paypal"));
        const [charged, settled] = await Promise.all([gateway.charge(one), gateway.settle(refOf(one))]);
        expect(settled.status).toBe(charged.status);
        expect(await held(one.attemptId)).toBe(charged.status === "captured" ? 500 : 0);
      }
    });

    test("pays back once a refund id, in parts, and never more than it captured", async () => {
      const { gateway, good, held } = subject();
      const one = await charge(await good());
      await gateway.charge(one);
      const refund = (amountCents: number, key: string = randomUUID()) => ({
        key,
        refundId: key,
        attempt: refOf(one),
        amountCents,
      });
      const first = refund(200);
      for (let n = 0; n < 3; n++) await gateway.refund(first);
      expect(await held(one.attemptId)).toBe(300);
      await expect(gateway.refund(refund(301))).rejects.toThrow(RefundRefused);
      await gateway.refund(refund(300));
      await expect(gateway.refund(refund(1))).rejects.toThrow(RefundRefused);
      expect(await held(one.attemptId)).toBe(0);
      expect(await gateway.settle(refOf(one))).toEqual(inFull);
    });

    test("lists an attempt's refunds by the keys that they were sent under, and keeps its no to a key", async () => {
      const { gateway, good, held } = subject();
      const one = await charge(await good());
      await gateway.charge(one);
      expect(await gateway.refundsOf(refOf(one))).toEqual([]);
      const refund = (amountCents: number, key: string) => ({ key, refundId: key, attempt: refOf(one), amountCents });
      const [first, refused, second] = [refund(200, randomUUID()), refund(301, randomUUID()), refund(50, randomUUID())];
      const references = [await gateway.refund(first)];
      await expect(gateway.refund(refused)).rejects.toThrow(RefundRefused);
      references.push(await gateway.refund(second));
      const made = (await gateway.refundsOf(refOf(one))).filter(({ status }) => status === "made");
      const common = { attemptId: one.attemptId, status: "made", failure: null, at: SEEDED_AT };
      expect(made).toEqual(
        expect.arrayContaining([
          { ...common, reference: references[0], key: first.key, amountCents: 200 },
          { ...common, reference: references[1], key: second.key, amountCents: 50 },
        ]),
      );
      expect(made).toHaveLength(2);
      await expect(gateway.refund(refused)).rejects.toThrow(RefundRefused);
      expect(await held(one.attemptId)).toBe(250);
    });

    test("pays nothing back for what it did not capture", async () => {
      const { gateway, bad } = subject();
      const one = await charge(await bad());
      await gateway.charge(one);
      for (const attemptId of [one.attemptId, randomUUID()]) {
        const key = randomUUID();
        const attempt = { ...refOf(one), attemptId };
        await expect(gateway.refund({ key, refundId: key, attempt, amountCents: 1 })).rejects.toThrow(RefundRefused);
      }
    });
  });
}
