/** The audit trail in sentences: read with today's names, found by a person, an order or a day. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { manageCourseRoutes } from "#features/courses/manage-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import { readAudit } from "#features/reports/server/audit-store.ts";
import { toEntries } from "#features/reports/server/audit-entries.ts";
import type { SendOf } from "#platform/shared/route.ts";
import { buy, claim, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
let sam: Player;
let order: { id: string; number: number };
let session: string;
beforeAll(async () => {
  app = await freshApp({ env: { OPERATOR_TIME_ZONE: "America/New_York" } });
  admin = await app.signIn("admin@acebay.test");
  sam = await app.player("Sam Porter");
  const { body } = await buy(sam);
  order = body.order;
  session = body.session.id;
  const params = { id: session };
  await bodyOf(admin.call(bayRoutes.pauseSession, { params, body: { reason: "lightning" } }));
  const claimed = (await claim(sam, session, "left")).body.claim;
  await bodyOf(admin.call(claimRoutes.rejectClaim, { params: { id: claimed.id }, body: { reason: "two balls" } }));
  const refund = { reason: "rain", amount: 1.8 };
  await bodyOf(admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: refund }));
});
afterAll(() => app.close());

type Query = NonNullable<SendOf<typeof recordRoutes.listAudit>["query"]>;
const trail = async (query: Query = {}) => (await bodyOf(admin.call(recordRoutes.listAudit, { query }))).entries;
const textOf = ({ sentence }: { sentence: readonly { text: string }[] }) => sentence.map(({ text }) => text).join("");
const said = async (query: Query) => (await trail(query)).map(textOf);

describe("a line", () => {
  test("says who did what to whom, and each thing leads to its page", async () => {
    const refunded = firstOf(await trail({ action: "order.refunded" }));
    const { name } = firstOf((await bodyOf(admin.call(manageCourseRoutes.listManagedCourses))).courses);
    expect(textOf(refunded)).toMatch(new RegExp(`^.+ refunded \\$1\\.80 of order ${order.number} to Sam P\\.: rain$`));
    expect(refunded.sentence.filter(({ href }) => href).map(({ href }) => href)).toEqual([
      expect.stringContaining(admin.id),
      `/admin/orders/${order.id}`,
      expect.stringContaining(sam.id),
    ]);
    expect(await said({ action: "session.pause" })).toEqual([
      expect.stringMatching(new RegExp(` paused bay \\d+ of ${name}, where Sam P\\. plays: lightning$`)),
    ]);
  });

  test("never shows an id, a key or cents", async () => {
    const all = await trail();
    expect(all.length).toBeGreaterThanOrEqual(3);
    for (const { sentence, changes } of all)
      for (const text of [
        ...sentence.map((piece) => piece.text),
        ...changes.flatMap(({ field, after }) => [field, after]),
      ])
        expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}|[a-z]_[a-z]|Cents|undefined/);
  });

  test("names of a whole page are read by one statement, however many lines and kinds there are", async () => {
    let statements = 0;
    const counted: Db = {
      ...app.db,
      sql: new Proxy(app.db.sql, {
        get: (target, name) => {
          if (name === "execute") statements++;
          const member: unknown = Reflect.get(target, name);
          return typeof member === "function" ? member.bind(target) : member;
        },
      }),
    };
    await toEntries(counted, await readAudit(app.db, {}, { order: "newest", beyond: undefined, limit: 50 }));
    expect(statements).toBe(1);
  });

  test("of a course lists the changed fields as people read them", async () => {
    const { courses } = await bodyOf(admin.call(manageCourseRoutes.listManagedCourses));
    const { id, version, baseJackpot } = firstOf(courses);
    const body = { version, baseJackpot: baseJackpot + 250.5 };
    await bodyOf(admin.call(manageCourseRoutes.changeCourse, { params: { id }, body }));
    const after = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(baseJackpot + 250.5);
    expect(firstOf(await trail({ action: "course.changed" })).changes).toEqual([
      { field: "Base jackpot", before: expect.stringMatching(/^\$[\d,]+\.00$/), after },
    ]);
  });
});

describe("the trail is searched", () => {
  const WHOLE = [/ refunded \$1\.80 of order /, / rejected Sam P\.'s claim of .+: two balls$/, / paused bay /];

  test("by a name: what is about the person, the orders, the sessions and the claims", async () => {
    for (const person of ["sam", "Sam Porter", "porter", sam.email, sam.id]) {
      const found = await said({ person });
      expect(found).toEqual(WHOLE.map((words) => expect.stringMatching(words)));
    }
  });

  test("by a name: what the person did", async () => {
    const found = await said({ person: "admin@acebay.test" });
    expect(found).toEqual(expect.arrayContaining(WHOLE.map((words) => expect.stringMatching(words))));
    expect(await said({ person: "nobody by this name" })).toEqual([]);
  });

  test("by an order's number, written as people write it", async () => {
    for (const written of [String(order.number), `#${order.number}`, `order ${order.number}`])
      expect(await said({ order: written })).toEqual(WHOLE.map((words) => expect.stringMatching(words)));
    for (const written of ["999999", "rain"]) expect(await said({ order: written })).toEqual([]);
  });

  test("by a day of the operator", async () => {
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(app.clock.now());
    expect(await said({ order: String(order.number), dateFilter: day })).toHaveLength(3);
    expect(await said({ order: String(order.number), dateFilter: "2020-01-01" })).toEqual([]);
    expect(await said({ order: String(order.number), from: day, to: day })).toHaveLength(3);
  });

  test("the oldest first, too", async () => {
    const of = { order: String(order.number) };
    expect(await said({ ...of, sort: "oldest" })).toEqual((await said(of)).toReversed());
  });

  test("by a range of days, of which either end may be open", async () => {
    const of = { order: String(order.number) };
    for (const days of [{ from: "2020-01-01", to: "2999-12-31" }, { from: "2020-01-01" }, { to: "2999-12-31" }])
      expect(await said({ ...of, ...days })).toHaveLength(3);
    for (const days of [{ from: "2020-01-01", to: "2020-12-31" }, { from: "2999-12-31" }, { to: "2020-01-01" }])
      expect(await said({ ...of, ...days })).toEqual([]);
  });

  test.each([
    ["from=2026-11-21&to=2026-11-20", "The last day is before the first"],
    ["from=2026-02-30", "A day is written yyyy-MM-dd"],
    ["from=2026-11-21&dateFilter=2026-11-21", "Give the days either by dateFilter, or by from and to"],
  ])("and with %s it is refused", async (query, sentence) => {
    for (const path of ["/api/admin/audit", "/api/admin/export/audit.csv"]) {
      const { status, body } = await admin.raw("GET", `${path}?${query}`);
      expect([status, body.error?.message]).toEqual([400, expect.stringContaining(sentence)]);
    }
  });
});

describe("the file", () => {
  test("has the sentence beside the line as it is stored, and times as in the other files", async () => {
    const body = await bodyOf(
      admin.call(recordRoutes.exportAudit, { query: { order: String(order.number), action: "order.refunded" } }),
    );
    const [header, line, ...more] = body.replace("\uFEFF", "").trim().split("\r\n");
    expect(more).toEqual([]);
    expect(header).toBe("Entry,At (UTC),Who,Email,What,Action,Subject,Before,After,Detail");
    expect(line).toMatch(/^\d+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
    expect(line).toContain(`refunded $1.80 of order ${order.number} to Sam P.: rain,order.refunded,${order.id},`);
    expect(line).toContain('""amountCents"":180');
  });

  test("is in Spanish for who reads Spanish: the heads and the sentence, and the stored line as it is", async () => {
    const query = { order: String(order.number), action: "order.refunded", language: "es" as const };
    const body = await bodyOf(admin.call(recordRoutes.exportAudit, { query }));
    const [header, line] = body.replace("\uFEFF", "").trim().split("\r\n");
    expect(header).toBe("Línea,Momento (UTC),Quién,Correo,Qué,Acción,Objeto,Antes,Después,Detalle");
    expect(line).toMatch(/reembolsó|devolvió/i);
    expect(line).not.toContain("refunded $");
    expect(line).toContain(`,order.refunded,${order.id},`);
  });
});

describe("a guest, who has no account", () => {
  const lines = (by: Query) => said({ ...by, action: "claim.rejected" });
  beforeAll(async () => {
    const host = await app.player("Hana Host");
    const groupData = {
      mainPlayer: { bayNumber: 11, ballCount: 4 },
      friends: [
        { name: "Guadalupe Ruiz", bayNumber: 12, ballCount: 3 },
        { name: "Otto", bayNumber: 13, ballCount: 3 },
      ],
    };
    const { body } = await buy(host, { sessionData: { bayNumber: undefined, groupData } });
    for (const seat of body.session.groupData.friendSessionIds) {
      const { id } = (await claim(host, seat, "left")).body.claim;
      await bodyOf(admin.call(claimRoutes.rejectClaim, { params: { id }, body: { reason: "beside the hole" } }));
    }
    await bodyOf(admin.call(bayRoutes.pauseSession, { params: { id: body.session.id }, body: { reason: "wind" } }));
  });

  test("is found by the name that was typed: the claim and what happened to the session, not the other guest's", async () => {
    for (const person of ["guadalupe", "Ruiz", "guada rui"]) {
      expect(await lines({ person })).toEqual([expect.stringContaining("rejected Guadalupe R")]);
      expect(await said({ person, action: "session.pause" })).toEqual([expect.stringContaining("wind")]);
    }
    expect(await lines({ person: "guadalupe otto" })).toEqual([]);
    expect(await lines({ person: "Hana" })).toHaveLength(2);
  });

  test("is found by the index of guests, however many sessions there are", async () => {
    const plans: string[] = [];
    const undone = new Error("undone");
    const explained = app.owner.transaction(async (tx) => {
      await tx.sql.execute(sql`
        INSERT INTO sessions (id, main_session_id, friend_index, buyer_id, player_name, course_id, package_id, package_type,
          bay_number, holds_bay, balls_left, balls_bought, status, end_reason, started_at, expires_at, ended_at, purchase_context)
        SELECT gen_random_uuid(), main_session_id, friend_index + n, buyer_id, 'Guest ' || n, course_id, package_id,
          package_type, bay_number, false, 0, 0, 'completed', 'time', started_at, expires_at, expires_at, purchase_context
        FROM (SELECT * FROM sessions WHERE player_name = 'Otto') s, generate_series(1, 20000) n`);
      await tx.sql.execute(sql`
        INSERT INTO audit_trail (action, subject, created_at)
        SELECT 'session.pause', gen_random_uuid()::text, now() FROM generate_series(1, 20000)`);
      await tx.sql.execute(sql`ANALYZE sessions, audit_trail, claims, orders, users`);
      const explaining = async (query: SQL) => {
        const { rows } = await tx.sql.execute<{ "QUERY PLAN": string }>(sql`EXPLAIN ${query}`);
        plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
        return { rows: [] };
      };
      const db: Db = {
        ...tx,
        sql: new Proxy(tx.sql, {
          get: (target, name) => (name === "execute" ? explaining : Reflect.get(target, name)),
        }),
      };
      await readAudit(db, { person: "guadalupe" }, { order: "newest", beyond: undefined, limit: 50 });
      throw undone;
    });
    await expect(explained).rejects.toBe(undone);
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain("sessions_guests");
    expect(plans[0]).not.toMatch(/Seq Scan on sessions/);
  });
});

test("a deleted person is named by nobody's name, also in lines of long ago", async () => {
  await bodyOf(sam.call(playRoutes.completeSession, { params: { id: session } }));
  expect((await sam.call(profileRoutes.deleteUser, { params: { id: sam.id } })).status).toBe(204);
  const found = await said({ order: String(order.number) });
  expect(found).toHaveLength(3);
  for (const text of found) expect(text).not.toMatch(/sam|porter/i);
  expect(firstOf(found)).toContain(`of order ${order.number} to a deleted account: rain`);
  expect(await said({ action: "account.delete" })).toEqual(["A player deleted their account"]);
});
