/** Rules, section 4: no order costs less than the gateway takes, and stuck payments hold up no other. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manageCourseRoutes, managePackageRoutes } from "#features/courses/manage-contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { type Gateway, UnknownOutcome } from "#features/payments/server/gateway.ts";
import { waitAfter } from "#features/payments/rules.ts";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { buy, freshApp, packs, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

const faults = faultyGateway();
const stuck = new Set<string>();
const asked: string[] = [];
let app: TestApp;
let admin: Player;
beforeAll(async () => {
  const gateway = (real: Gateway): Gateway => {
    const faulty = faults.wrap(real);
    return {
      ...faulty,
      settle: async (attempt) => {
        asked.push(attempt.attemptId);
        if (stuck.has(attempt.attemptId)) throw new UnknownOutcome("the gateway does not say");
        return faulty.settle(attempt);
      },
    };
  };
  app = await freshApp({ gateway });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(async () => {
  // They were never sent.
  await app.db.pool.query("UPDATE payment_attempts SET status = 'failed', resolved_at = now() WHERE id = ANY($1)", [
    [...stuck],
  ]);
  await app.close();
});

const place = { address: "1 Range Road", timeZone: "America/New_York", bayCount: 20 };
const course = (name: string, priceFactor: number, more: object = {}) =>
  admin.call(manageCourseRoutes.createCourse, { body: { name, ...place, priceFactor, ...more } });
const changeCourse = (id: number, change: object) =>
  admin.call(manageCourseRoutes.changeCourse, { params: { id }, body: change });
const offer = { name: "One ball", description: "To warm up", ballCount: 1, packageType: "sponsored" as const };
const tooLow = { status: 409, body: { error: { code: "manage.price_too_low" } } };

describe("a price below the gateway's least", () => {
  test("is refused where a factor is set, naming the package and the course", async () => {
    const reply = await course("Bargain Range", 0.1);
    expect(reply).toMatchObject(tooLow);
    expect(reply.body.error?.message).toMatch(
      /^.+ \(\$\d+\.\d\d\) would cost \$0\.\d\d at Bargain Range \(factor 0\.1\)\. The payment service takes no less than \$0\.50\.$/,
    );
    const open = (await bodyOf(course("Fair Range", 0.5))).course;
    expect(await changeCourse(open.id, { priceFactor: 0.49 })).toMatchObject(tooLow);
    expect((await changeCourse(open.id, { name: "Fairer Range" })).status).toBe(200);
  });

  test("is refused where a closed course with a low factor is opened", async () => {
    const closed = (await bodyOf(course("Closed Range", 0.1, { isOpen: false }))).course;
    expect((await changeCourse(closed.id, { name: "Still Closed" })).status).toBe(200);
    expect(await changeCourse(closed.id, { isOpen: true })).toMatchObject(tooLow);
    expect((await changeCourse(closed.id, { isOpen: true, priceFactor: 1 })).status).toBe(200);
  });

  test("is refused where a package's price is set, or a withdrawn one is put on sale", async () => {
    await course("Half Range", 0.5);
    const add = (more: object) => admin.raw("POST", "/api/admin/packages", { ...offer, ...more });
    const reply = await add({ price: 0.98 });
    expect(reply).toMatchObject(tooLow);
    expect(reply.body.error?.message).toContain("One ball ($0.98) would cost $0.49 at");
    const withdrawn = (await bodyOf(add({ price: 0.98, onSale: false }))).package;
    const change = (body: object) =>
      admin.call(managePackageRoutes.changePackage, { params: { id: withdrawn.id }, body });
    expect(await change({ onSale: true })).toMatchObject(tooLow);
    expect((await change({ onSale: true, price: 1 })).status).toBe(200);
    expect(await change({ price: 0.99 - 0.01 })).toMatchObject(tooLow);
    expect((await change({ onSale: false })).status).toBe(200);
  });

  test("is refused to one of two administrators who set factor and price at the same moment", async () => {
    for (let n = 0; n < 5; n++) {
      const range = (await bodyOf(course(`Race Range ${n}`, 1))).course;
      const pack = (await bodyOf(admin.call(managePackageRoutes.createPackage, { body: { ...offer, price: 2 } })))
        .package;
      const replies = await Promise.all([
        changeCourse(range.id, { priceFactor: 0.5 }),
        admin.call(managePackageRoutes.changePackage, { params: { id: pack.id }, body: { price: 0.9 } }),
      ]);
      expect(replies.map(({ status }) => status)).toContain(409);
      await changeCourse(range.id, { isOpen: false });
      await admin.call(managePackageRoutes.changePackage, { params: { id: pack.id }, body: { onSale: false } });
    }
  });

  test("that exists already is shown to administrators, is not sold, and does not block other changes", async () => {
    await app.db.pool.query("UPDATE courses SET price_factor_bp = 1000 WHERE id = 2");
    await noteTerms(app.db, app.clock.now());
    const golfer = await app.player();
    const at = { sessionData: { courseId: 2 } };
    const reply = await buy(golfer, { pack: packs.sponsored, ...at, amount: 0.3 });
    expect(reply).toMatchObject({ status: 409, body: { error: { code: "payments.price_too_low" } } });
    expect((await bodyOf(golfer.call(orderRoutes.listOrders))).orders).toEqual([]);
    const { courses } = await bodyOf(admin.call(manageCourseRoutes.listManagedCourses));
    const { packages } = await bodyOf(admin.call(managePackageRoutes.listManagedPackages));
    const named = (id: number) => packages.find((pack) => pack.id === id);
    const range = courses.find(({ id }) => id === 2);
    expect(range?.tooCheap).toContain(named(packs.sponsored.packageId)?.name);
    expect(named(packs.sponsored.packageId)?.tooCheap).toEqual([range?.name]);
    expect(named(packs.jackpot.packageId)?.tooCheap).toEqual([]);
    expect((await buy(golfer, { ...at, amount: 0.5 })).status).toBe(200);
    await app.db.pool.query("UPDATE courses SET price_factor_bp = 12000 WHERE id = 2");
    await noteTerms(app.db, app.clock.now());
  });
});

/** A payment whose reply is lost after its capture. */
async function payLost(): Promise<{ golfer: Player; orderId: string; attemptId: string }> {
  const golfer = await app.player();
  faults.fail("charge", "lost_after");
  const { orderId } = (await buy(golfer)).body;
  const { rows } = await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [orderId]);
  return { golfer, orderId, attemptId: rows[0].id };
}

describe("the reconciler", () => {
  test("settles a lost reply at once beside 300 stuck payments, and asks about those more and more rarely", async () => {
    const { orderId } = await payLost();
    const { rows } = await app.db.pool.query(
      `WITH stuck AS (
        INSERT INTO payment_attempts (id, order_id, method, amount_cents, status, provider, created_at)
          SELECT gen_random_uuid(), $1, 'card', 500, 'unknown', 'sandbox', $2 FROM generate_series(1, 300) RETURNING id)
       SELECT id FROM stuck`,
      [orderId, new Date(app.clock.now().getTime() - 3_600_000)],
    );
    for (const { id } of rows) stuck.add(id);
    await app.jobs.runAll();
    for (let n = 0; n < 5; n++) {
      asked.length = 0;
      const { golfer, orderId: lost, attemptId } = await payLost();
      await app.jobs.runAll();
      expect((await bodyOf(golfer.call(orderRoutes.getOrder, { params: { id: lost } }))).order.status).toBe(
        "fulfilled",
      );
      // It is among the first that are asked about.
      expect(asked.indexOf(attemptId)).toBeLessThan(5);
      await app.clock.advance(1);
    }
    asked.length = 0;
    await app.jobs.runAll();
    expect(asked).toEqual([]);
    await app.clock.advance(3_600);
    await app.jobs.runAll();
    expect(new Set(asked)).toEqual(stuck);
  });

  test("waits longer each time, but an hour at most", () => {
    expect(Array.from({ length: 14 }, (_, n) => waitAfter(n + 1))).toEqual([
      0, 0, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600, 3_600, 3_600,
    ]);
    expect(waitAfter(10_000)).toBe(3_600);
  });

  test("shows a payment that is stuck for 15 minutes as a trouble, and counts it in the metrics", async () => {
    const { orderId, attemptId } = await payLost();
    stuck.add(attemptId);
    const troubles = async () =>
      (await bodyOf(admin.call(paymentRoutes.listPaymentTroubles))).stuck.map(({ id }) => id);
    const counted = async () =>
      Number(
        /acebay_payment_troubles\{kind="stuck_payment"\} (\d+)/.exec((await admin.raw("GET", "/metrics")).body)?.[1],
      );
    await app.db.pool.query(
      "UPDATE payment_attempts SET created_at = created_at + interval '2 days' WHERE id = ANY($1) AND id <> $2",
      [[...stuck], attemptId],
    );
    await app.clock.advance(15 * 60);
    expect([await troubles(), await counted()]).toEqual([[], 0]);
    await app.clock.advance(1);
    expect([await troubles(), await counted()]).toEqual([[attemptId], 1]);
    const first = firstOf((await bodyOf(admin.call(paymentRoutes.listPaymentTroubles))).stuck);
    expect(first).toMatchObject({ orderId, amount: 5 });
    stuck.delete(attemptId);
    await app.clock.advance(3_600);
    await app.jobs.runAll();
    expect(await troubles()).toEqual([]);
  });
});
