/** Managing courses, packages and requests: every change checked, versioned and in the audit trail; nothing retroactive. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { requestRoutes } from "#features/courses/request-contract.ts";
import { manageCourseRoutes, managePackageRoutes } from "#features/courses/manage-contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { buy, claim, freshApp, packs, play, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
let other: Player;
beforeAll(async () => {
  app = await freshApp({ env: { PUBLIC_URL: "https://play.example.com" } });
  [admin, other] = [await app.signIn("admin@acebay.test"), await secondAdmin()];
});
afterAll(() => app.close());

async function secondAdmin(): Promise<Player> {
  const person = await app.player("Bo Second");
  await app.db.pool.query("UPDATE users SET role = 'admin' WHERE id = $1", [person.id]);
  return app.signIn(person.email);
}

const draft = {
  name: "Heron Bay Range",
  address: "1 Heron Way, Fort Myers, FL",
  timeZone: "America/Chicago",
  bayCount: 12,
};
const open = async (change: object = {}) =>
  (await bodyOf(admin.call(manageCourseRoutes.createCourse, { body: { ...draft, ...change } }))).course;
const patch = (person: Player, { id, version }: { id: number; version?: number }, change: object) =>
  person.call(manageCourseRoutes.changeCourse, { params: { id }, body: { version, ...change } });
const patched = async (...sent: Parameters<typeof patch>) => (await bodyOf(patch(...sent))).course;
const shown = async ({ id }: { id: number }) =>
  (await bodyOf(admin.call(courseRoutes.getCourse, { params: { id } }))).course;
const trail = async (subject: string) =>
  (await bodyOf(admin.call(recordRoutes.listAudit, { query: { subject } }))).entries;

describe("a course", () => {
  test("opens with a pot that the house fills, and the trail says who opened it", async () => {
    const course = await open({ baseJackpot: 250.5, jackpotShare: 12.5, priceFactor: 1.25 });
    expect(course).toMatchObject({
      name: "Heron Bay Range",
      jackpotAmount: 250.5,
      baseJackpot: 250.5,
      jackpotShare: 12.5,
      rangeShare: 0,
      priceFactor: 1.25,
      latitude: null,
      isOpen: true,
      version: 1,
    });
    expect(await shown(course)).toMatchObject({ jackpotAmount: 250.5, bayCount: 12 });
    const { rows } = await app.db.pool.query(
      "SELECT kind FROM ledger_transfers WHERE course_id = $1 AND kind = 'open_pot'",
      [course.id],
    );
    expect(rows).toHaveLength(1);
    expect(await trail(`course:${course.id}`)).toMatchObject([
      { action: "course.added", actor: { email: "admin@acebay.test" }, before: null, after: { baseJackpot: 250.5 } },
    ]);
  });

  test("is opened once, however often the call is repeated under its key", async () => {
    const send = () =>
      admin.call(manageCourseRoutes.createCourse, { body: draft, headers: { "idempotency-key": "heron" } });
    const [first, second] = [await send(), await send()];
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });

  test("keeps fields that are not sent, and the trail has the changed ones before and after", async () => {
    const course = await open();
    const changed = await patched(admin, course, { name: "Heron Bay", latitude: 26.64, longitude: -81.87 });
    expect(changed).toMatchObject({ name: "Heron Bay", latitude: 26.64, bayCount: 12, version: 2 });
    expect((await trail(`course:${course.id}`))[0]).toMatchObject({
      action: "course.changed",
      before: { name: "Heron Bay Range", latitude: null, longitude: null },
      after: { name: "Heron Bay", latitude: 26.64, longitude: -81.87 },
    });
    const emptied = await patched(admin, changed, { latitude: "", longitude: "" });
    expect(emptied).toMatchObject({ latitude: null, longitude: null, version: 3 });
  });

  test("leaves no trace in the trail when nothing changes", async () => {
    const course = await open();
    expect((await patched(admin, course, { name: draft.name })).version).toBe(1);
    expect(await trail(`course:${course.id}`)).toHaveLength(1);
  });

  test("changed by two administrators at once keeps the first change; the second is refused and saves nothing", async () => {
    const course = await open();
    const both = await Promise.all([
      patch(admin, course, { baseJackpot: 2000 }),
      patch(other, course, { name: "Other Name" }),
    ]);
    expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.error?.code).toBe("manage.changed_meanwhile");
    expect(await trail(`course:${course.id}`)).toHaveLength(2);
  });

  test.each([
    [{ name: " " }, 400, "Name is required"],
    [{ timeZone: "Mars/Olympus" }, 400, "A time zone is written as America/New_York"],
    [{ bayCount: 0 }, 400, "A course has 1 to 999 bays"],
    [{ baseJackpot: 10.005 }, 400, "A base jackpot is from $0 to $1,000,000, in dollars and cents"],
    [{ jackpotShare: 101 }, 400, "A share is a percentage from 0 to 100 with up to 2 decimals"],
    [{ priceFactor: 0 }, 400, "A price factor is from 0.1 to 10 with up to 4 decimals"],
    [{ latitude: 91, longitude: 0 }, 400, "A latitude is from -90 to 90"],
    [{ latitude: 26 }, 400, "A place has both a latitude and a longitude, or neither"],
    [
      { jackpotShare: 60, rangeShare: 41 },
      409,
      "The jackpot's share and the range's share are more than 100 % together",
    ],
  ])("%o is %i, when opened and when changed", async (wrong, status, message) => {
    expect(await admin.call(manageCourseRoutes.createCourse, { body: { ...draft, ...wrong } })).toMatchObject({
      status,
      body: { error: { message } },
    });
    expect(await patch(admin, await open(), wrong)).toMatchObject({ status, body: { error: { message } } });
  });

  test("checks one share alone against the other one that is stored", async () => {
    const course = await open({ jackpotShare: 60 });
    expect((await patch(admin, course, { rangeShare: 40.01 })).status).toBe(409);
    expect((await patch(admin, course, { rangeShare: 40 })).status).toBe(200);
  });

  test("that is unknown is 404; a change that names no version is accepted", async () => {
    expect((await patch(admin, { id: 9999, version: 1 }, {})).status).toBe(404);
    const course = await open();
    expect((await patch(admin, course, { name: "Once" })).status).toBe(200);
    expect(await patched(admin, { id: course.id }, { name: "Twice" })).toMatchObject({ name: "Twice", version: 3 });
    const wrong = await patch(admin, course, { name: "No", version: "new" });
    expect(wrong.body.error?.message).toBe("A version is a whole number");
  });

  test("keeps the bays that are in play, and its time zone once it was played at", async () => {
    const course = await open();
    const golfer = await app.player();
    expect((await patch(admin, course, { timeZone: "America/New_York" })).status).toBe(200);
    const pay = { pack: { ...packs.single }, sessionData: { courseId: course.id, bayNumber: 9 } };
    expect((await buy(golfer, pay)).status).toBe(200);
    const again = { ...course, version: 2 };
    expect((await patch(admin, again, { bayCount: 8 })).body.error).toMatchObject({
      code: "manage.bay_in_play",
      message: "Bay 9 is in play. Take it away once that session has ended.",
    });
    expect((await patch(admin, again, { timeZone: "UTC" })).body.error?.code).toBe("manage.zone_is_fixed");
    expect((await patch(admin, again, { bayCount: 9 })).status).toBe(200);
  });

  test("uses a changed base when the pot is next taken, and changed terms for orders from now on", async () => {
    const course = await open({ baseJackpot: 100, jackpotShare: 50 });
    const golfer = await app.player();
    const pack = { packageId: 4, price: 5 };
    const session = (await buy(golfer, { pack, sessionData: { courseId: course.id, bayNumber: 1 } })).body.session;
    const changed = await patched(admin, course, { baseJackpot: 300, jackpotShare: 0 });
    expect(changed).toMatchObject({ baseJackpot: 300, jackpotAmount: 102.5 });
    expect((await claim(golfer, session.id, "middle")).body.claim.prizeAmount).toBe(102.5);
    expect(await shown(course)).toMatchObject({ jackpotAmount: 300, jackpotUnderReview: 102.5 });
    const { rows } = await app.db.pool.query("SELECT jackpot_share_cents FROM orders WHERE course_id = $1", [
      course.id,
    ]);
    expect(rows).toEqual([{ jackpot_share_cents: 250 }]);
  });

  test("that closes sells nothing more; golfers there play on, claim, and start what they paid for", async () => {
    const course = await open({ jackpotShare: 0 });
    const [golfer, ahead] = [await app.player(), await app.player()];
    const sessionData = { courseId: course.id, bayNumber: 1 };
    const pack = { packageId: 4, price: 5 };
    const { session } = (await buy(golfer, { pack, sessionData })).body;
    expect((await buy(ahead, { pack, sessionData, start: false })).status).toBe(200);
    expect((await patched(admin, course, { isOpen: false })).isOpen).toBe(false);
    const list = (await bodyOf(golfer.call(courseRoutes.listCourses))).courses;
    expect(list.map(({ id }) => id)).not.toContain(course.id);
    expect((await buy(await app.player(), { pack, sessionData })).status).toBe(404);
    expect((await claim(golfer, session.id, "middle")).status).toBe(201);
    const { id } = firstOf(await bodyOf(admin.call(claimRoutes.listClaims)));
    expect((await admin.call(claimRoutes.verifyClaim, { params: { id } })).status).toBe(200);
    const start = {
      userId: ahead.id,
      courseId: course.id,
      packageId: 4,
      bayNumber: 2,
      ballCount: 10,
      timeRemaining: 1,
    };
    expect((await ahead.call(playRoutes.startSession, { body: { ...start, isFreeShot: false } })).status).toBe(201);
    expect((await golfer.call(playRoutes.startSession, { body: { ...start, userId: golfer.id } })).status).toBe(404);
  });

  test("names the public address for its bays' QR codes", async () => {
    expect((await bodyOf(admin.call(manageCourseRoutes.listManagedCourses))).publicUrl).toBe(
      "https://play.example.com",
    );
  });
});

describe("a package", () => {
  const bucket = {
    name: "Sunset Six",
    description: "6 balls",
    price: 4.5,
    ballCount: 6,
    packageType: "sponsored",
  } as const;
  const change = (id: number, body: object) => admin.call(managePackageRoutes.changePackage, { params: { id }, body });

  test("is added, sold at its price, and withdrawn", async () => {
    const made = (await bodyOf(admin.call(managePackageRoutes.createPackage, { body: bucket }))).package;
    expect(made).toMatchObject({ ...bucket, isPopular: false, onSale: true, version: 1 });
    const golfer = await app.player();
    const first = await buy(golfer, { pack: { packageId: made.id, price: 4.5 } });
    const changed = await bodyOf(change(made.id, { version: 1, price: 5, name: "Sunset" }));
    expect(changed.package.version).toBe(2);
    // The golfer was shown the old price: refused with the new one, and nothing is charged.
    const stale = await buy(await app.player(), { pack: { packageId: made.id, price: 4.5 } });
    expect(stale).toMatchObject({ status: 409, body: { error: { details: { price: 5 } } } });
    const file = await admin.call(orderSearchRoutes.getOrderFile, { params: { id: first.body.order.id } });
    expect(JSON.stringify(file.body)).toContain("Sunset Six");
    await change(made.id, { version: 2, onSale: false });
    expect((await buy(await app.player(), { pack: { packageId: made.id, price: 5 } })).status).toBe(404);
    expect(await trail(`package:${made.id}`)).toMatchObject([
      { before: { onSale: true }, after: { onSale: false } },
      { before: { name: "Sunset Six", price: 4.5 }, after: { name: "Sunset", price: 5 } },
      { action: "package.added" },
    ]);
  });

  test("keeps its balls and its type", async () => {
    for (const fixed of [{ ballCount: 4 }, { packageType: "jackpot" }])
      expect(await change(1, { version: 1, ...fixed })).toMatchObject({
        status: 409,
        body: { error: { code: "manage.package_is_fixed" } },
      });
    const same = await change(1, { version: 1, ballCount: 5, isPopular: false });
    expect(same.status).toBe(200);
  });

  test.each([{ price: 0 }, { price: 0.49 }, { price: 3.001 }, { ballCount: 0 }, { packageType: "gold" }, { name: "" }])(
    "%o is 400",
    async (wrong) => {
      expect((await admin.raw("POST", "/api/admin/packages", { ...bucket, ...wrong })).status).toBe(400);
    },
  );
});

test("a course request is listed, marked as handled once, and reopened", async () => {
  const visitor = app.browser();
  const sent = { name: "Kim", email: "kim@example.com", courseName: "=Pines", courseLocation: "Naples" };
  const { courseRequest } = await bodyOf(visitor.call(requestRoutes.requestCourse, { body: sent }));
  const mark = (by: Player, id: string, handled: boolean) =>
    by.call(manageCourseRoutes.markCourseRequest, { params: { id }, body: { handled } });
  const listed = async (status: "open" | "handled") =>
    (await bodyOf(admin.call(manageCourseRoutes.listCourseRequests, { query: { status } }))).courseRequests.map(
      ({ id }) => id,
    );
  expect(await listed("open")).toContain(courseRequest.id);
  const both = await Promise.all([admin, other].map((person) => mark(person, courseRequest.id, true)));
  expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
  expect([await listed("open"), await listed("handled")]).toEqual([[], [courseRequest.id]]);
  const opened = await bodyOf(mark(other, courseRequest.id, false));
  expect(opened.courseRequest).toMatchObject({ handledAt: null });
  expect(await trail(`course_request:${courseRequest.id}`)).toHaveLength(2);
  expect((await mark(admin, "nobody", true)).status).toBe(404);
  expect((await admin.raw("GET", "/api/admin/course-requests?status=late")).status).toBe(400);
});

test("staff, players and visitors cannot manage anything", async () => {
  const staff = await app.signIn("staff@acebay.test");
  const golfer = await app.player();
  await play(golfer);
  const document = (await golfer.raw("GET", "/api/openapi.json")).body.paths;
  const managed =
    /^\/api\/admin\/((courses|packages|sponsors|sponsored-prizes|course-requests)(\/{id}(\/logo)?)?|audit|export\/(sessions|orders|ledger|audit).csv)$/;
  const paths = Object.keys(document).filter((path) => managed.test(path));
  expect(paths).toHaveLength(16);
  for (const path of paths)
    for (const method of Object.keys(document[path]).map((name) => name.toUpperCase() as "GET" | "POST" | "PATCH")) {
      const url = path.replace("{id}", "1");
      const ask = async (person: Pick<Player, "raw">) =>
        (await person.raw(method, url, method === "GET" ? undefined : {})).status;
      expect([method, url, await ask(app.browser()), await ask(golfer), await ask(staff)]).toEqual([
        method,
        url,
        401,
        403,
        403,
      ]);
    }
});
