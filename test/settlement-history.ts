/**
 * A history for settlements, played on the real app over several months, in zones on both sides of UTC: sales, orders
 * that nobody starts, captures that cannot be fulfilled, jackpot claims of every end. The same in every run.
 */
import { expect } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { account, moved } from "#features/ledger/rules.ts";
import { post, type Transfer } from "#features/ledger/server/store.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { reportRoutes, type Settlement } from "#features/reports/contract.ts";
import { type Json, buy, claim, freshApp, type Player, type TestApp } from "./app.ts";
import { expectCleanBooks } from "./books.ts";
import { bodyOf } from "./calls.ts";
import { faultyGateway } from "./faulty-gateway.ts";

export const HERE = { id: 1, zone: "America/New_York" };
export const ABROAD = { id: 9, zone: "Pacific/Auckland" };
export const MONTHS = ["2026-10", "2026-11", "2026-12", "2027-01"];

export type SettledApp = Awaited<ReturnType<typeof settledApp>>;

/**
 * The app after its history. Close it at the end of the file.
 * @param steps the length of the history. The default has every movement that the app makes by itself
 */
export async function settledApp(steps = 70) {
  let admin: Player | undefined;
  const gateway = faultyGateway();
  const app: TestApp = await freshApp({
    // The history leaves the books clean, which is checked at its end; the changes of a test may break them.
    breaksBooks: true,
    gateway: gateway.wrap,
  });
  await app.db.pool.query("UPDATE courses SET range_share_bp = 700 WHERE id = 1");
  await app.db.pool.query(
    `INSERT INTO courses (id, name, address, latitude, longitude, time_zone, bay_count, range_share_bp, base_jackpot_cents, tax_rate_milli, tax_label)
     VALUES (9, 'Tāmaki Range', '-', 0, 0, 'Pacific/Auckland', 50, 333, 55055, 15000, 'GST')`,
  );
  await noteTerms(app.db, app.clock.now());
  await transfer({ kind: "open_pot", courseId: 9, postings: moved(55_055, account.houseFunding, account.pot(9)) });

  async function transfer(given: Omit<Transfer, "at">): Promise<void> {
    await app.db.transaction((tx) => post(tx, { ...given, at: app.clock.now() }));
  }

  /** The same numbers in every run (a linear congruential generator): 0 <= n < below. */
  let state = 20_261_121;
  function random(below: number): number {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  }
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)];

  /** The administrator; the months outlive a sign-in. */
  async function signedIn(): Promise<Player> {
    if (admin && (await admin.call(accountRoutes.me)).status === 200) return admin;
    admin = await app.signIn("admin@acebay.test");
    return admin;
  }
  const settlementOf = async (courseId: number, month: string): Promise<Settlement> => {
    const asked = (await signedIn()).call(reportRoutes.getSettlement, { params: { courseId }, query: { month } });
    return (await bodyOf(asked)).settlement;
  };

  async function playHistory(): Promise<void> {
    const [pending, due]: [{ id: string; golfer: Player }[], string[]] = [[], []];
    const waiting: { golfer: Player; order: Json }[] = [];
    const shop = (at: number) => ({ amount: 5, sessionData: { courseId: at } });
    const acts: [weight: number, act: (at: number) => Promise<unknown>][] = [
      [4, async (at) => expect((await buy(await app.player(), shop(at))).status).toBe(200)],
      [
        3,
        async (at) => {
          const golfer = await app.player();
          const paid = await buy(golfer, { ...shop(at), start: false });
          expect(paid.status).toBe(200);
          waiting.push({ golfer, order: paid.body.order });
        },
      ],
      [
        3,
        async () => {
          // Refunded in part before the start, and after it.
          const paid = waiting.pop();
          if (!paid) return;
          const { golfer, order } = paid;
          const back = async (amount: number) =>
            (await signedIn()).call(paymentRoutes.refundOrder, {
              params: { id: order.id },
              body: { amount, reason: "Rain" },
            });
          if ((await back(0.07)).status !== 200) return;
          const at = { courseId: order.courseId, packageId: order.packageId, bayNumber: 7, orderId: order.id };
          const signed = await app.signIn(golfer.email);
          expect((await signed.call(playRoutes.startSession, { body: at })).status).toBe(201);
          expect((await back(1.11)).status).toBe(200);
        },
      ],
      [
        2,
        async (at) => {
          // Captured, but impossible to fulfil: while the reply is on its way a free shot takes the session's place.
          const golfer = await app.player();
          gateway.fail("charge", "held");
          const paying = buy(golfer, shop(at));
          await gateway.waiting();
          const free = { courseId: at, bayNumber: 3, teeTime: app.clock.now().toISOString() };
          expect((await golfer.call(playRoutes.startFreeShot, { body: free })).status).toBe(201);
          gateway.release();
          expect((await paying).status).toBe(409);
          await app.jobs.runAll();
        },
      ],
      [
        4,
        async (at) => {
          const golfer = await app.player();
          const session = (await buy(golfer, shop(at))).body.session;
          pending.push({ golfer, id: (await claim(golfer, session.id, "middle")).body.claim.id });
        },
      ],
      [
        3,
        async () => {
          const claimed = pending.splice(random(pending.length), 1)[0];
          if (!claimed) return;
          await app.signIn(claimed.golfer.email);
          const verify = random(3) > 0;
          const [by, params] = [await signedIn(), { id: claimed.id }];
          const verdict = verify
            ? by.call(claimRoutes.verifyClaim, { params })
            : by.call(claimRoutes.rejectClaim, { params, body: { reason: "Not seen" } });
          expect((await verdict).status).toBe(200);
          if (verify) due.push(claimed.id);
        },
      ],
      [
        2,
        async () => {
          const id = due.splice(random(due.length), 1)[0];
          if (!id) return;
          const [by, params] = [await signedIn(), { id }];
          if (random(3) === 0) {
            const forfeit = await by.call(claimRoutes.forfeitClaim, { params, body: { reason: "Under 18" } });
            expect(forfeit.status).toBe(200);
            return;
          }
          for (const confirmed of ["age_18", "tax_form"] as const)
            await by.call(claimRoutes.confirmForPayout, { params, body: { confirmed } });
          expect((await by.call(claimRoutes.payClaim, { params })).status).toBe(200);
        },
      ],
    ];
    const bag = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));
    for (let step = 0; step < steps; step++) {
      await app.clock.advance(random(30 * 3600));
      await app.jobs.runAll();
      await pick(bag)?.(random(3) === 0 ? ABROAD.id : HERE.id);
    }
    // Each course's own midnight: a sale on each side of it, both in one month of UTC.
    for (const [at, midnight] of [
      [ABROAD.id, "2027-02-28T11:00:00Z"],
      [HERE.id, "2027-03-01T05:00:00Z"],
    ] as const) {
      await app.clock.advance((Date.parse(midnight) - app.clock.now().getTime()) / 1000 - 60);
      await buy(await app.player(), shop(at));
      await app.clock.advance(120);
      await buy(await app.player(), shop(at));
    }
    await app.jobs.runAll();
    await expectCleanBooks(app);
  }
  await playHistory();
  return { app, transfer, signedIn, settlementOf };
}

/** A month's lines by their key, without the openings and closings. */
export const linesOf = ({ sections }: Settlement): Record<string, { count: number | null; amount: number }> =>
  Object.fromEntries(
    sections.flatMap(({ lines }) =>
      lines
        .filter(({ key }) => !/\.(opening|closing)$/.test(key))
        .map(({ key, count, amount }) => [key, { count, amount }]),
    ),
  );
