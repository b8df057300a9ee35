/** The gateways: one suite over each of them, and the faults that only the fault-injecting one has. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Gateway, UnknownOutcome, withDeadline } from "#features/payments/server/gateway.ts";
import { testCards } from "#features/payments/server/sandbox-cards.ts";
import { createSandbox, type Sandbox } from "#features/payments/server/sandbox.ts";
import { passesLuhn } from "#features/payments/rules.ts";
import { type FreshDatabase, freshDatabase, SEEDED_AT } from "#test/database.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { type GatewayUnderTest, gatewaySuite } from "./gateway-suite.ts";

let database: FreshDatabase;
let sandbox: Sandbox;
const faults = faultyGateway();
let faulty: Gateway;
beforeAll(async () => {
  database = await freshDatabase(20);
  sandbox = createSandbox({ db: database.db, clock: { now: () => SEEDED_AT }, secret: "for tests" });
  faulty = faults.wrap(sandbox);
});
afterEach(() => vi.useRealTimers());
afterAll(() => database.drop());

const token = async (cardNumber: string) => ({
  method: "card" as const,
  token: await sandbox.makeToken({ cardNumber, expiryDate: "12/30", cvv: "123", billingZip: "34119" }),
});
async function held(attemptId: string): Promise<number> {
  const { rows } = await database.db.pool.query(
    `SELECT (SELECT coalesce(sum(amount_cents), 0) FROM sandbox.payments WHERE attempt_id = $1 AND status = 'captured')
      - (SELECT coalesce(sum(amount_cents), 0) FROM sandbox.refunds WHERE attempt_id = $1 AND failure IS NULL) AS held`,
    [attemptId],
  );
  return rows[0].held;
}
const over = (gateway: Gateway): GatewayUnderTest => ({
  gateway,
  held,
  good: () => token("4242424242424242"),
  bad: () => token("4000000000009995"),
  toKeep: () => token("4242424242424242"),
});
const charge = async (cardNumber = "4242424242424242") => ({
  attemptId: randomUUID(),
  amountCents: 500,
  source: await token(cardNumber),
});

const refOf = ({ attemptId, amountCents }: { attemptId: string; amountCents: number }) => ({
  attemptId,
  amountCents,
  reference: null,
});

gatewaySuite("the sandbox", () => over(sandbox));
gatewaySuite("the fault-injecting one, without faults,", () => over(faulty));
gatewaySuite("the sandbox under its deadline", () => over(withDeadline(sandbox)));
gatewaySuite("the sandbox, each reply of it lost once and asked for again,", () => over(persistent()));

/** Loses the reply of every first call and makes the call again. */
function persistent(): Gateway {
  const again = async <T>(call: "charge" | "settle" | "refund", run: (gateway: Gateway) => Promise<T>): Promise<T> => {
    const own = faultyGateway();
    own.fail(call, "lost_after");
    const lost = await run(own.wrap(sandbox)).catch((error: unknown) => error);
    // A call that the gateway refuses is refused at the first time.
    if (!(lost instanceof UnknownOutcome)) throw lost;
    return run(sandbox);
  };
  return {
    ...sandbox,
    charge: (one) => again("charge", (gateway) => gateway.charge(one)),
    settle: (attempt) => again("settle", (gateway) => gateway.settle(attempt)),
    refund: (one) => again("refund", (gateway) => gateway.refund(one)),
  };
}

describe("a lost request or reply", () => {
  test.each([
    ["lost_before", "failed", 0],
    ["lost_after", "captured", 500],
  ] as const)("%s is an unknown outcome, then settled as %s", async (fault, status, cents) => {
    faults.fail("charge", fault);
    const one = await charge();
    await expect(faulty.charge(one)).rejects.toThrow(UnknownOutcome);
    expect(await faulty.settle(refOf(one))).toMatchObject({ status });
    expect(await held(one.attemptId)).toBe(cents);
  });

  test.each([
    ["4000000000060006", "captured"],
    ["4000000000070005", "failed"],
  ])("is what the sandbox's card %s does, settled as %s", async (number, status) => {
    const one = await charge(number);
    await expect(sandbox.charge(one)).rejects.toThrow(UnknownOutcome);
    expect(await sandbox.settle(refOf(one))).toMatchObject({ status });
  });
});

describe("the deadline", () => {
  test.each(["charge", "settle", "refund"] as const)(
    "makes an unknown outcome of a %s without an answer",
    async (call) => {
      faults.fail(call, "silent_before");
      const one = await charge();
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const gateway = withDeadline(faulty);
      const asked = {
        charge: () => gateway.charge(one),
        settle: () => gateway.settle(refOf(one)),
        refund: () => gateway.refund({ key: "k", refundId: "k", attempt: refOf(one), amountCents: 1 }),
      }[call]();
      const outcome = asked.catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await outcome).toBeInstanceOf(UnknownOutcome);
    },
  );
});

describe("the sandbox's cards", () => {
  test.each(Object.entries(testCards))(
    "%s is a well-formed number and does as it says",
    async (number, { outcome }) => {
      expect(passesLuhn(number)).toBe(true);
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const one = await charge(number);
      const charging = sandbox.charge(one).then(
        ({ status }) => status,
        (error: unknown) => (error instanceof UnknownOutcome ? "unknown" : error),
      );
      for (let n = 0; n < 20; n++) await vi.advanceTimersByTimeAsync(500);
      vi.useRealTimers();
      expect(await charging).toBe(
        {
          success: "captured",
          slow: "captured",
          challenge: "action",
          decline: "failed",
          lost_after_capture: "unknown",
          lost_before_capture: "unknown",
        }[outcome.kind],
      );
    },
  );

  test("leave their last four digits alone in the books", async () => {
    const one = await charge("5555555555554444");
    await sandbox.charge(one);
    const { rows } = await database.db.pool.query(
      "SELECT p::text AS row, last4 FROM sandbox.payments p WHERE attempt_id = $1",
      [one.attemptId],
    );
    expect(rows[0].last4).toBe("4444");
    expect(rows[0].row).not.toContain("55555555");
  });
});
