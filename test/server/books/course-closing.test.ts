/** A course that closes for good: the obstacles to it, where its pot goes, and what nobody can do there afterwards. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adjustmentRoutes } from "#features/books/adjustment-contract.ts";
import { booksRoutes } from "#features/books/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { manageCourseRoutes } from "#features/courses/manage-contract.ts";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { buy, claim, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { closingOf, potOf, propose, setOpen } from "#test/closing.ts";
import { approve, codeOf, twoAdministrators } from "#test/server/accounts/two-people-calls.ts";

let app: TestApp;
let admin: Player;
let other: Player;
let orderId: string;
beforeAll(async () => {
  ({ app, one: admin, other } = await twoAdministrators());
});
afterAll(() => app.close());

const at = (courseId: number, price: number) => ({
  sessionData: { courseId, packageId: 4, bayNumber: 7 },
  amount: price,
});
const kinds = async (courseId = 2) => (await closingOf(admin, courseId)).obstacles.map(({ kind }) => kind);
const page = (id: number) => bodyOf(app.browser().call(courseRoutes.getCourse, { params: { id } }));

describe("what stands against it", () => {
  test("is listed with what to do, until it is settled", async () => {
    await app.db.pool.query("UPDATE courses SET range_share_bp = 1000 WHERE id = 2");
    await noteTerms(app.db, app.clock.now());
    const golfer = await app.player("Gus Golfer");
    const { session, order } = (await buy(golfer, at(2, 6))).body;
    orderId = order.id;
    const won = (await claim(golfer, session.id, "middle")).body.claim;
    const ahead = (await buy(await app.player("Ada Ahead"), { ...at(2, 6), start: false })).body.order;
    expect(await kinds()).toEqual(["sales", "session", "ahead", "claim", "range"]);
    expect(codeOf(await propose(admin, 2, { intoCourseId: 1 }))).toBe("books.closing_blocked");

    await setOpen(admin, 2, false);
    await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
    await bodyOf(
      admin.call(claimRoutes.rejectClaim, { params: { id: won.id }, body: { reason: "Nobody saw it go in" } }),
    );
    await admin.call(paymentRoutes.refundOrder, { params: { id: ahead.id }, body: { reason: "We close" } });
    // A refund is on its way for a moment.
    await expect.poll(() => kinds()).toEqual(["session", "range"]);
    const { obstacles } = await closingOf(admin, 2);
    expect(obstacles.map(({ words }) => words)).toEqual([
      "The session of Gus Golfer runs, or can still be claimed from",
      "The range is owed $0.60: pay it",
    ]);
    await app.clock.advance(661);
    await bodyOf(
      admin.call(booksRoutes.recordPayment, {
        params: { of: "range", courseId: 2 },
        body: { month: "2026-11", amount: 0.6, reference: "LAST" },
      }),
      201,
    );
    expect(await kinds()).toEqual([]);
  });
});

describe("a closing", () => {
  test("needs an open course for the rest, a second administrator, and the pot that was proposed", async () => {
    const state = await closingOf(admin, 2);
    expect(state).toMatchObject({ pot: 1001.2, toHouse: 1000, rest: 1.2, proposed: null, closing: null });
    expect(state.receivers.map(({ id }) => id)).toEqual([1, 3]);
    expect(codeOf(await propose(admin, 2))).toBe("books.no_receiver");
    expect(codeOf(await propose(admin, 2, { recipient: "The caddies" }))).toBe("books.no_receiver");
    expect(codeOf(await propose(admin, 2, { intoCourseId: 2 }))).toBe("books.no_receiver");
    expect(codeOf(await propose(admin, 2, { intoCourseId: 77 }))).toBe("books.no_receiver");
    expect(codeOf(await propose(admin, 77, { intoCourseId: 1 }))).toBe("courses.not_found");
    const stale = await propose(admin, 2, { intoCourseId: 1 });
    expect(stale.body).toMatchObject({
      proposal: {
        summary:
          "Close Bayshore Golf Park for good: of its jackpot $1,000.00 back to the house, $1.20 to the jackpot of Palmetto Pines Driving Range",
        spanish:
          "Cerrar Bayshore Golf Park para siempre: de su premio mayor $1,000.00 de vuelta a la casa, $1.20 para el premio mayor de Palmetto Pines Driving Range",
      },
    });
    expect(codeOf(await approve(admin, stale))).toBe("proposals.own");
    await approve(
      other,
      await admin.call(adjustmentRoutes.proposeAdjustment, {
        body: { courseId: 2, account: "pot", amount: 1, reason: "Found a dollar" },
      }),
    );
    expect(codeOf(await approve(other, stale))).toBe("proposals.overtaken");
  });

  test("gives the house its part and the other pot the rest, once, and both prizes pages say so", async () => {
    const before = [await potOf(app, 1), await potOf(app, 2)];
    expect(before[1]).toBe(100_220);
    const [first, second] = [
      await propose(admin, 2, { intoCourseId: 1 }),
      await propose(admin, 2, { intoCourseId: 3 }),
    ];
    expect((await closingOf(admin, 2)).proposed).toEqual(expect.any(Number));
    expect((await approve(other, first)).status).toBe(200);
    expect(codeOf(await approve(other, second))).toBe("books.closed_for_good");
    expect(codeOf(await propose(admin, 2, { intoCourseId: 1 }))).toBe("books.closed_for_good");
    expect([await potOf(app, 1), await potOf(app, 2)]).toEqual([(before[0] ?? 0) + 220, 0]);
    const closedAt = app.clock.now().toISOString();
    const into = { id: 1, name: "Palmetto Pines Driving Range" };
    expect(await page(2)).toMatchObject({
      course: { jackpotAmount: 0 },
      closing: { closedAt, toHouse: 1000, rest: 2.2, into, recipient: null },
      received: [],
    });
    expect(await page(1)).toMatchObject({
      closing: null,
      received: [{ from: "Bayshore Golf Park", amount: 2.2, at: closedAt }],
    });
    expect((await closingOf(admin, 2)).closing).toMatchObject({ rest: 2.2, into });
    for (const id of [1, 2] as const) {
      const { settlement } = await bodyOf(
        admin.call(reportRoutes.getSettlement, { params: { courseId: id }, query: {} }),
      );
      expect(settlement.check).toEqual({ addsUp: true, differences: [] });
    }
  });
});

describe("a course that is closed for good", () => {
  test("is not opened, sold at, played at, given settings or sponsors, or adjusted in its pot", async () => {
    const golfer = await app.player();
    const change = (body: object) => admin.call(manageCourseRoutes.changeCourse, { params: { id: 2 }, body });
    expect(codeOf(await change({ isOpen: true }))).toBe("manage.closed_for_good");
    expect(codeOf(await change({ name: "Bayshore again" }))).toBe("manage.closed_for_good");
    expect((await buy(golfer, at(2, 6))).status).toBe(404);
    const free = { courseId: 2, bayNumber: 3, teeTime: "23:30" };
    expect((await golfer.call(playRoutes.startFreeShot, { body: free })).status).toBe(404);
    const sponsor = { hole: "left" as const, name: "Late", prizeName: "A cap", prizeDescription: "Red", prizeValue: 5 };
    expect(codeOf(await admin.call(manageSponsorRoutes.createSponsor, { body: { courseId: 2, ...sponsor } }))).toBe(
      "manage.closed_for_good",
    );
    expect(
      codeOf(
        await admin.call(adjustmentRoutes.proposeAdjustment, {
          body: { courseId: 2, account: "pot", amount: 1, reason: "One more" },
        }),
      ),
    ).toBe("books.no_pot");
  });

  test("is on the desk's list with its moment, and its books are read as before", async () => {
    const { courses } = await bodyOf(admin.call(manageCourseRoutes.listManagedCourses));
    expect(courses.find(({ id }) => id === 2)).toMatchObject({ isOpen: false, closedAt: expect.any(String) });
    const read = { params: { of: "range" as const, courseId: 2 }, query: { month: "2026-11" } };
    expect((await bodyOf(admin.call(booksRoutes.getStatement, read))).statement.owed).toBe(0);
  });

  test("still gives refunds, which revenue bears: its pot stays empty", async () => {
    await bodyOf(
      admin.call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { reason: "A late complaint" } }),
    );
    expect(await potOf(app, 2)).toBe(0);
    const { rows } = await app.db.pool.query("SELECT pot_part_cents::int AS pot FROM refunds WHERE order_id = $1", [
      orderId,
    ]);
    expect(rows).toEqual([{ pot: 0 }]);
  });

  test("refuses what begins there also in the database, and changes no more", async () => {
    const insert =
      "INSERT INTO sessions SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).* FROM sessions s WHERE s.course_id = 2";
    await expect(app.owner.pool.query(insert)).rejects.toThrow("course 2 is closed for good");
    await expect(app.owner.pool.query("UPDATE courses SET active = true WHERE id = 2")).rejects.toThrow(
      "stays as it is",
    );
  });
});

test("the last open course pays the rest to somebody named, from the bank", async () => {
  await setOpen(admin, 1, false);
  expect(codeOf(await propose(admin, 1, { recipient: "The caddies" }))).toBe("books.no_receiver");
  expect(codeOf(await propose(admin, 1, { intoCourseId: 2 }))).toBe("books.no_receiver");
  await setOpen(admin, 3, false);
  expect(codeOf(await propose(admin, 1))).toBe("books.no_recipient");
  expect((await approve(other, await propose(admin, 1, { recipient: "The caddies' fund" }))).status).toBe(200);
  expect(await page(1)).toMatchObject({
    closing: { toHouse: 1000, rest: 2.2, into: null, recipient: "The caddies' fund" },
  });
  // Nothing is left over where the pot never grew.
  expect((await approve(other, await propose(admin, 3))).status).toBe(200);
  expect(await page(3)).toMatchObject({ closing: { toHouse: 1000, rest: 0, into: null, recipient: null } });
});
