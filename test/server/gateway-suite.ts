/** What every gateway must do, whoever runs it: the suite of the interface in `payments/server/gateway.ts`. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Charge, Gateway } from "#features/payments/server/gateway.ts";

/** A gateway under test, with sources that it captures and declines, and its own books. */
export interface GatewayUnderTest {
  gateway: Gateway;
  good: () => Promise<Charge["source"]>;
  bad: () => Promise<Charge["source"]>;
  /** Cents that it captured for an attempt, less what it paid back. */
  held: (attemptId: string) => Promise<number>;
}

/** Runs the suite; `subject` is asked for in each test. */
export function gatewaySuite(name: string, subject: () => GatewayUnderTest): void {
  const charge = async (source: Charge["source"], attemptId: string = randomUUID()): Promise<Charge> => ({
    attemptId,
    amountCents: 500,
    source,
  });

  describe(`${name} as a gateway`, () => {
    test("captures the amount, by card and by the wallets", async () => {
      const { gateway, good, held } = subject();
      for (const source of [
        await good(),
        { method: "paypal", token: undefined } as const,
        { method: "apple", token: undefined } as const,
      ]) {
        const one = await charge(source);
        expect(await gateway.charge(one)).toEqual({ status: "captured" });
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
      expect(await gateway.charge(one)).toEqual({ status: "captured" });
      expect(await gateway.charge({ ...one, source: await bad() })).toEqual({ status: "captured" });
      const many = await charge({ method: "paypal", token: undefined });
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => gateway.charge(many)));
      expect(outcomes).toEqual(Array.from({ length: 20 }, () => ({ status: "captured" })));
      for (const { attemptId } of [one, many]) expect(await held(attemptId)).toBe(500);
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
        expect(await gateway.settle(captured.attemptId)).toEqual({ status: "captured" });
        expect(await gateway.settle(failed.attemptId)).toEqual(declined);
      }
    });

    test("voids what it never saw: told that it failed, nobody is charged for it afterwards", async () => {
      const { gateway, good, held } = subject();
      const one = await charge(await good());
      expect(await gateway.settle(one.attemptId)).toMatchObject({ status: "failed" });
      expect(await gateway.charge(one)).toMatchObject({ status: "failed" });
      expect(await held(one.attemptId)).toBe(0);
    });

    test("gives one word when a charge and a settlement meet", async () => {
      const { gateway, held } = subject();
      for (let n = 0; n < 20; n++) {
        const one = await charge({ method: "paypal", token: undefined });
        const [charged, settled] = await Promise.all([gateway.charge(one), gateway.settle(one.attemptId)]);
        expect(settled.status).toBe(charged.status);
        expect(await held(one.attemptId)).toBe(charged.status === "captured" ? 500 : 0);
      }
    });

    test("pays back once a refund id, in parts, and never more than it captured", async () => {
      const { gateway, good, held } = subject();
      const one = await charge(await good());
      await gateway.charge(one);
      const refund = { refundId: randomUUID(), attemptId: one.attemptId, amountCents: 200 };
      for (let n = 0; n < 3; n++) await gateway.refund(refund);
      expect(await held(one.attemptId)).toBe(300);
      await expect(gateway.refund({ ...refund, refundId: randomUUID(), amountCents: 301 })).rejects.toThrow(Error);
      await gateway.refund({ ...refund, refundId: randomUUID(), amountCents: 300 });
      await expect(gateway.refund({ ...refund, refundId: randomUUID(), amountCents: 1 })).rejects.toThrow(Error);
      expect(await held(one.attemptId)).toBe(0);
      expect(await gateway.settle(one.attemptId)).toEqual({ status: "captured" });
    });

    test("pays nothing back for what it did not capture", async () => {
      const { gateway, bad } = subject();
      const one = await charge(await bad());
      await gateway.charge(one);
      for (const attemptId of [one.attemptId, randomUUID()])
        await expect(gateway.refund({ refundId: randomUUID(), attemptId, amountCents: 1 })).rejects.toThrow(Error);
    });
  });
}
