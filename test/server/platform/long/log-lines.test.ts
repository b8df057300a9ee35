/**
 * The log has a line for each call and each event, and no line contains personal data, whatever is sent in which place.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { note } from "#platform/server/audit-trail.ts";
import { loggedError } from "#platform/server/log.ts";
import { auditActions } from "#platform/shared/audit-actions.ts";
import { buy, claim, play, shoot } from "#test/app.ts";
import { call } from "#test/raw-http.ts";
import { makeWorld, type Operation, type World } from "#test/server/crossing/fuzz-world.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";

type Line = Record<string, unknown> & { msg: string };
const written: string[] = [];
let world: World;
let port: number;
beforeAll(async () => {
  world = await makeWorld({ logTo: { write: (line) => void written.push(line) } });
  port = await world.app.listen();
});
afterAll(() => world.app.close());

/** The lines that some work writes. */
async function linesOf(work: () => Promise<unknown>): Promise<Line[]> {
  const before = written.length;
  await work();
  await new Promise((done) => setImmediate(done));
  return written.slice(before).map((line) => JSON.parse(line));
}
const eventsOf = async (work: () => Promise<unknown>) =>
  (await linesOf(work)).filter(({ event }) => event !== undefined);

/** Texts that no line may contain. Each has letters or digits that occur nowhere else. */
const planted = {
  name: "Zebulon Quixote",
  email: "zebulon.quixote@leak.example",
  phone: "+1 239 555 7788",
  card: "4971 8306 4295 7",
  code: "739155",
  address: "12 Hidden Lane, Naples",
  cookie: "c00kie-planted-value",
};
const marks = ["zebulon", "quixote", "leak.example", "555 7788", "5557788", "4971", "739155", "hidden", "c00kie"];

function leaksIn(lines: readonly string[], own: readonly string[]): string[] {
  return lines.filter((line) => {
    // Ids and moments have digits of their own.
    const { time: _time, reqId: _id, pid: _pid, ...rest } = JSON.parse(line);
    const shown = JSON.stringify(rest).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "");
    return [...marks, ...own].some((mark) => shown.toLowerCase().includes(mark.toLowerCase()));
  });
}

/** A body with what is planted in every text of it, however deep. */
function plant(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((one) => plant(one, text));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plant(inner, text)]));
  return typeof value === "string" ? text : value;
}

/** The good request, and it with everything planted: in one text, in all, in the path, the query and the headers. */
function* plantings({ path, url, body, queryKeys }: Operation): Generator<{ path: string; body?: unknown }> {
  const all = Object.values(planted).join("; ");
  yield { path, body };
  for (const [key, value] of Object.entries(body ?? {})) {
    yield { path, body: { ...body, [key]: plant(value, all) } };
    const fitting = planted[key as keyof typeof planted];
    if (fitting) yield { path, body: { ...body, [key]: fitting } };
  }
  if (body) yield { path, body: plant(body, all) };
  if (url.includes(":")) yield { path: url.replaceAll(/:\w+/g, encodeURIComponent(all)), body };
  const query = [...queryKeys, "q"].map((key) => `${key}=${encodeURIComponent(planted.email)}`);
  yield { path: `${path}?${query.join("&")}`, body };
}

test("a call has one line: its id, method, route's pattern, status, time and the caller's role", async () => {
  const { cookies } = await world.app.player();
  const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
  const ids: unknown[] = [];
  const before = written.length;
  for (const path of ["/api/me?secret=1", "/api/users/nobody?secret=1", "/api/nothing/secret"])
    ids.push((await call(port, "GET", path, { headers })).headers["x-request-id"]);
  // A line is written after its answer has left.
  const lines = () => written.map((line): Line => JSON.parse(line)).filter(({ reqId }) => ids.includes(reqId));
  await expect.poll(lines).toHaveLength(ids.length);
  expect(lines()).toMatchObject([
    {
      msg: "call",
      reqId: ids[0],
      method: "GET",
      route: "/api/me",
      status: 200,
      role: "player",
      ms: expect.any(Number),
    },
    { msg: "call", reqId: ids[1], route: "/api/users/:id", status: 404, role: "player" },
    { msg: "call", reqId: ids[2], route: "unmatched", status: 404, role: "none" },
  ]);
  expect(lines()[0]).not.toHaveProperty("code");
  expect(written.slice(before).join()).not.toContain("secret");
});

test("the line of a refused call has its code, and that of a call that waited too long for the database says for what", async () => {
  const golfer = await world.app.player();
  const holding = async (table: string, work: () => Promise<unknown>) => {
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = world.app.owner.transaction(async (tx) => {
      await tx.read(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`, []);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const lines = await linesOf(work);
    held.resolve();
    await holder;
    return lines.filter(({ msg, route }) => msg === "call" && route === "/api/admin/audit");
  };
  const admin = await world.app.signIn("admin@acebay.test");
  expect(await linesOf(() => golfer.raw("GET", "/api/users/nobody"))).toMatchObject([
    { status: 404, code: "accounts.not_found" },
  ]);
  const one = await holding("audit_trail", () => admin.raw("GET", "/api/admin/audit"));
  expect(one).toMatchObject([{ status: 503, code: "service.busy", why: expect.stringMatching(/^(55P03|57014)$/) }]);
  const many = await holding("audit_trail", () =>
    Promise.all(Array.from({ length: 7 }, () => admin.raw("GET", "/api/admin/audit"))),
  );
  expect(many.map(({ why }) => why)).toContain("No turn came within 1000 ms");
});

test("of a hundred shots one has a line, which says so; a refused one has its own", async () => {
  const golfer = await world.app.player();
  const { id } = await play(golfer);
  const shots = await linesOf(async () => {
    for (let n = 0; n < 10; n += 1) await shoot(golfer, id);
  });
  const logged = shots.filter(({ route }) => route === playRoutes.recordShot.path);
  expect(logged.filter(({ status }) => Number(status) < 400).length).toBeLessThanOrEqual(1);
  const refused = await linesOf(() => shoot(golfer, "3f2504e0-4f89-41d3-9a0c-0305e82c3301"));
  expect(refused).toMatchObject([{ route: "/api/attempts", status: 404, role: "player" }]);
});

describe("an event has its line:", () => {
  const login = { method: "POST", path: "/api/login" } as const;

  test("sign-ins, wrong codes, a lock and a step-up", async () => {
    const golfer = await world.app.player();
    const account = golfer.id;
    const browser = world.app.browser();
    const tries = async () => {
      await browser.raw(login.method, login.path, { email: golfer.email });
      const code = await world.app.mailedCode(golfer.email);
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
      for (let n = 0; n < 3; n += 1) await browser.raw(login.method, login.path, { email: golfer.email, code: wrong });
    };
    const locked = await eventsOf(async () => {
      for (let n = 0; n < 4; n += 1) await tries();
    });
    expect(locked).toContainEqual(expect.objectContaining({ event: "wrong_code", account, purpose: "sign_in" }));
    expect(locked).toContainEqual(expect.objectContaining({ event: "codes_locked", account }));
    expect(await eventsOf(() => golfer.raw(login.method, login.path, { email: golfer.email }))).toMatchObject([
      { event: "signed_in", account, by: "device" },
    ]);
    const other = await world.app.player();
    const stepped = await eventsOf(async () => {
      await other.call(stepUpRoutes.stepUp);
      await other.call(stepUpRoutes.stepUp, { body: { code: await world.app.mailedCode(other.email) } });
    });
    expect(stepped).toMatchObject([{ event: "stepped_up", account: other.id, by: "code" }]);
    const [byCode] = await eventsOf(() => world.app.signedIn(other.email));
    expect(byCode).toMatchObject({ event: "signed_in", account: other.id, by: "code" });
  });

  test("403 and 429", async () => {
    const golfer = await world.app.player();
    expect(await eventsOf(() => golfer.call(staffRoutes.listStaff))).toMatchObject([
      { event: "refused", status: 403, account: golfer.id, reqId: expect.any(String) },
    ]);
    const tooMany = await eventsOf(async () => {
      for (let n = 0; n < 61; n += 1) await golfer.call(profileRoutes.lookUpPlayer, { params: { userId: "nobody" } });
    });
    expect(tooMany).toMatchObject([{ event: "refused", status: 429, route: "/api/players/:userId" }]);
  });

  test("a role, a verdict and a refund", async () => {
    const { app } = world;
    const admin = await app.signIn("admin@acebay.test");
    const golfer = await app.player();
    const deeds = async (work: () => Promise<unknown>) =>
      (await eventsOf(work)).filter(({ event }) => event === "deed").map(({ action, actor }) => [action, actor]);
    const role = { email: golfer.email, role: "staff" as const, courseIds: [1] };
    const granted = await deeds(() => admin.call(staffRoutes.addStaff, { body: role }));
    expect(granted).toContainEqual(["staff.changed", admin.id]);
    const player = await app.player();
    const { session, order } = (await buy(player)).body;
    const { id } = (await claim(player, session.id, "left")).body.claim;
    const verdict = await deeds(() => admin.call(claimRoutes.verifyClaim, { params: { id } }));
    expect(verdict).toContainEqual(["claim.verified", admin.id]);
    const other = await app.player();
    const { order: paid } = (await buy(other)).body;
    const body = { amount: 1, reason: "The net was torn" };
    const refund = await deeds(() => admin.call(paymentRoutes.refundOrder, { params: { id: paid.id }, body }));
    expect(refund).toContainEqual(["order.refunded", admin.id]);
    expect(order.id).not.toBe(paid.id);
  });

  test.each(auditActions)("%s, once it is committed and never before", async (action) => {
    const { db, clock } = world.app;
    const entry = { actorId: null, action, subject: "package:4", detail: { reason: planted.name }, at: clock.now() };
    const undone = await eventsOf(() =>
      db
        .transaction(async (tx) => {
          await note(tx, entry);
          throw new Error("undone");
        })
        .catch(() => undefined),
    );
    expect(undone).toEqual([]);
    const lines = await eventsOf(() => db.transaction((tx) => note(tx, entry)));
    expect(lines).toMatchObject([{ event: "deed", msg: action, action, actor: null, subject: "package:4" }]);
    expect(JSON.stringify(lines)).not.toContain(planted.name);
  });
});

test("an error of a mail server is logged without the address that it quotes", () => {
  const refused = new Error("550 5.1.1 <zebulon.quixote@leak.example>: Recipient address rejected");
  expect(loggedError(refused).message).toBe("550 5.1.1 <(an address)>: Recipient address rejected");
});

// Last, because it changes whatever the world has.
test("no line of any route has anything of a person, planted in every field by every way in", async () => {
  const people = [world.people.player, world.people.admin];
  const own = people.flatMap(({ cookies }) => [...cookies.values()]).concat("robin", "acebay.test", "@example.com");
  const before = written.length;
  for (const [index, operation] of world.operations.entries()) {
    const { method, url, owner } = operation;
    if (/logout|forget|delete|others/.test(url) || (url.startsWith("/assets/") && index % 60 !== 0)) continue;
    const caller = world.people[owner];
    for (const { path, body } of plantings(operation)) {
      const cookie = [...caller.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const reply = await call(port, method, path, {
        headers: {
          cookie: `${cookie}; planted=${planted.cookie}`,
          "content-type": "application/json",
          "user-agent": planted.name,
          referer: `https://leak.example/${planted.address}`,
          authorization: `Bearer ${planted.cookie}`,
          "idempotency-key": planted.card,
          "x-request-id": planted.code,
          "x-forwarded-for": planted.name,
        },
        ...(body === undefined || method === "GET" ? {} : { body: JSON.stringify(body) }),
      });
      expect([url, reply.headers["x-request-id"]]).toEqual([url, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    }
    await world.signInAgain();
  }
  await world.app.jobs.runAll();
  const lines = written.slice(before);
  expect(lines.length).toBeGreaterThan(1_000);
  // The search finds what is there.
  expect(leaksIn([JSON.stringify({ msg: `to ${planted.email}` })], own)).toHaveLength(1);
  expect(leaksIn(lines, own)).toEqual([]);
  // Every route that answered is there by its pattern, so that nothing was left out unseen.
  const routes = new Set(lines.map((line) => JSON.parse(line).route));
  const called = world.operations.filter(({ url }) => !/logout|forget|delete|others|assets|events|stream/.test(url));
  expect(called.map(({ url }) => url).filter((url) => !routes.has(url))).toEqual([]);
}, 300_000);
