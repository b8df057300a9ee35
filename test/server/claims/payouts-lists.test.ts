/** Payouts: the lists, the totals of players and years, the year's boundary, and the files. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import type { RouteDef } from "#platform/shared/route.ts";
import { freshApp, type Json, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { confirm, pay, payouts, provedPlayer, setThreshold, won, wonByGuest } from "./payouts-people.ts";

let app: TestApp;
let admin: Player;
let staff: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  staff = await app.signIn("staff@acebay.test");
});
afterAll(() => app.close());

async function paid(golfer: Player, prize: { id: string }, how: object = {}): Promise<void> {
  await confirm(admin, prize.id, "age_18");
  await confirm(admin, prize.id, "tax_form", { form: "W-8BEN" });
  expect((await pay(admin, prize.id, how)).status, golfer.email).toBe(200);
}
const totals = async (year?: number) =>
  (await admin.raw("GET", `/api/admin/payouts/totals${year ? `?year=${year}` : ""}`)).body;
const of = (body: Json, golfer: Player) => body.players.find((line: Json) => line.playerId === golfer.userId);

describe("who may read payouts", () => {
  test.each(Object.values<RouteDef>(payoutRoutes).map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s: administrators alone",
    async (_, route) => {
      const call = (person: Pick<Player, "raw">) => person.raw(route.method, route.path, route.body ? {} : undefined);
      expect((await call(app.browser())).status).toBe(401);
      expect((await call(await app.player())).status).toBe(403);
      expect((await call(staff)).status).toBe(403);
      const isWhole = !route.body || z.safeParse(route.body, {}).success;
      expect((await call(admin)).status).toBe(isWhole ? (route.params ? 404 : 200) : 400);
    },
  );

  test.each([
    "payouts?status=owed",
    "payouts?year=26",
    "payouts?year=2026.5",
    "payouts?year=x",
    "payouts?cursor=x",
    "payouts/totals?year=1066",
    "export/payouts.csv?year=99999",
    "export/payouts.csv?status=all",
    "export/payout-totals.csv?year=-1",
  ])("GET %s is refused in JSON", async (path) => {
    const reply = await admin.raw("GET", `/api/admin/${path}`);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "request.invalid" } } });
    expect(reply.headers).not.toHaveProperty("content-disposition");
  });
});

test("each payout is in the list of its state, with the totals of all pages", async () => {
  const [golfer, other] = [await provedPlayer(app, "Lee List"), await app.player("Una Unproved")];
  const waiting = await won(admin, golfer);
  const dueSince = app.clock.now().toISOString();
  await app.clock.advance(60);
  const [ready, done, gone] = [
    await won(admin, golfer, "left"),
    await won(admin, golfer, "right"),
    await won(admin, other, "left"),
  ];
  await pay(admin, done.id);
  expect((await payouts(admin, "status=waiting")).map(({ claimId }) => claimId)).toEqual([waiting.id, gone.id]);
  await admin.call(claimRoutes.forfeitClaim, { params: { id: gone.id }, body: { reason: "Never came" } });
  const lists = await Promise.all(
    ["waiting", "ready", "paid", "forfeited"].map((status) => admin.raw("GET", `/api/admin/payouts?status=${status}`)),
  );
  expect(lists.map(({ body }) => body.payouts.map(({ claimId, status }: Json) => [claimId, status]))).toEqual([
    [[waiting.id, "waiting"]],
    [[ready.id, "ready"]],
    [[done.id, "paid"]],
    [[gone.id, "forfeited"]],
  ]);
  expect(lists.map(({ body }) => body.totals)).toEqual([
    { count: 1, cash: waiting.amount, otherPrizes: 0, otherPrizesValue: 0 },
    { count: 1, cash: 0, otherPrizes: 1, otherPrizesValue: 149 },
    { count: 1, cash: 0, otherPrizes: 1, otherPrizesValue: 80 },
    { count: 1, cash: 0, otherPrizes: 1, otherPrizesValue: 149 },
  ]);
  expect(lists[0]?.body).toMatchObject({
    timeZone: "America/New_York",
    year: 2026,
    nextCursor: null,
    payouts: [
      {
        playerName: "Lee List",
        playerId: golfer.userId,
        guestOf: null,
        courseId: 1,
        prizeType: "monetary",
        prizeAmount: waiting.amount,
        waitsFor: ["age_18", "tax_form"],
        dueSince,
        paidAt: null,
      },
    ],
  });
  const all = await bodyOf(admin.call(payoutRoutes.listPayouts));
  expect(all.totals).toEqual({ count: 4, cash: waiting.amount, otherPrizes: 3, otherPrizesValue: 378 });
  expect((await bodyOf(admin.call(payoutRoutes.listPayouts, { query: { year: "2025" } }))).payouts).toEqual([]);
});

test("pages follow each other without a gap or a repeat, oldest or newest first", async () => {
  const big = await freshApp({ breaksBooks: true });
  const boss = await big.signIn("admin@acebay.test");
  await won(boss, await provedPlayer(big, "Connie Copied"), "left");
  // Copies of one claim, seven at each moment: playing 120 sessions would take a minute.
  await big.db.pool.query(`
    WITH shots AS (INSERT INTO attempts SELECT r.* FROM claims c JOIN attempts a ON a.id = c.attempt_id, generate_series(1, 120) n,
          LATERAL jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'shot_id', NULL, 'claim_shot_id', NULL, 'n', n)) r
        RETURNING id)
    INSERT INTO claims (id, session_id, attempt_id, course_id, user_id, buyer_id, player_name, bay_number, target_hole,
      prize_type, prize_amount_cents, prize_description, free_shot, status, created_at, due_at, decided_at, decided_by, payout_status)
    SELECT gen_random_uuid(), session_id, shots.id, course_id, user_id, buyer_id, player_name, bay_number, target_hole,
      prize_type, 0, prize_description, free_shot, status, created_at, due_at,
      decided_at + make_interval(secs => (row_number() OVER () / 7)::int), decided_by, 'due' FROM claims, shots`);
  for (const [query, direction] of [
    ["status=ready", 1],
    ["", -1],
  ] as const) {
    const found = await payouts(boss, query);
    expect(new Set(found.map(({ claimId }) => claimId)).size).toBe(121);
    expect(found).toHaveLength(121);
    const places = found.map(({ dueSince }) => Date.parse(dueSince));
    expect(places).toEqual(places.toSorted((one, two) => direction * (one - two)));
  }
  const first = await boss.call(payoutRoutes.listPayouts, { query: { status: "ready", year: "2026" } });
  const page = await bodyOf(first);
  expect(page.payouts).toHaveLength(50);
  expect(page.totals.count).toBe(121);
  const link = /^<([^>]+)>; rel="next"$/.exec(String(first.headers["link"]))?.[1] ?? "";
  const second = await boss.raw("GET", link);
  expect(second.body.payouts[0].claimId).toBe((await payouts(boss, "status=ready"))[50].claimId);
  const file = await bodyOf(boss.call(payoutRoutes.exportPayouts, { query: { status: "ready" } }));
  expect(file.trim().split("\r\n")).toHaveLength(122);
  await big.close();
});

test("a year is counted in the operator's time zone: a payment a second before midnight there counts in the old year", async () => {
  const golfer = await provedPlayer(app, "Nora Newyear");
  const guest = await wonByGuest(admin, golfer, "Gil Guest");
  const [before, after] = [await won(admin, golfer), await won(admin, golfer)];
  await setThreshold(admin, 2027, 5000);
  const midnight = new Date("2027-01-01T05:00:00Z").getTime();
  await app.clock.advance((midnight - app.clock.now().getTime()) / 1000 - 1);
  admin = await app.signIn("admin@acebay.test");
  await confirm(admin, after.id, "tax_form", { form: "W-9" });
  await paid(golfer, before);
  await confirm(admin, guest.id, "age_18");
  await confirm(admin, guest.id, "tax_form");
  await pay(admin, guest.id);
  expect((await payouts(admin, "year=2026")).map(({ claimId }) => claimId)).toContain(before.id);
  await app.clock.advance(1);
  await pay(admin, after.id);
  const [old, next] = [await totals(2026), await totals()];
  expect([old.year, old.threshold, next.year, next.threshold]).toEqual([2026, 600, 2027, 5000]);
  expect(of(old, golfer)).toMatchObject({
    cashPaid: before.amount,
    otherPrizesValue: 0,
    count: 1,
    threshold: 600,
    aboveThreshold: true,
    taxFormReceived: true,
    taxForm: "W-9",
  });
  // The form that was seen for the claim counts for the year in which it was paid, too.
  expect(of(next, golfer)).toMatchObject({ cashPaid: after.amount, aboveThreshold: false, taxForm: "W-9" });
  expect(old.players).toContainEqual(
    expect.objectContaining({
      playerName: "Gil Guest",
      guestOf: "Nora Newyear",
      playerId: null,
      claimId: guest.id,
      taxFormReceived: true,
    }),
  );
  expect((await payouts(admin, "status=paid&year=2027")).map(({ claimId }) => claimId)).toEqual([after.id]);
  // A new year asks for a new form, and starts its sum anew.
  await setThreshold(admin, 2027, 600);
  const third = await won(admin, await app.signIn(golfer.email));
  await confirm(admin, third.id, "tax_form");
  await setThreshold(admin, 2027, after.amount + third.amount);
  expect((await payouts(admin, "status=ready")).map(({ claimId }) => claimId)).toContain(third.id);
});

test("the files have names in any script, no formulas, amounts with two decimals, and UTF-8 that Excel reads", async () => {
  const names = ["王小明", "=cmd|' /C calc'!A0", 'Ann "Ace", Jr.', "محمد 🏌️", "@sum", "-2+3"];
  for (const name of names) await paid(await provedPlayer(app, name), await won(admin, await provedPlayer(app, name)));
  const year = app.clock.now().getUTCFullYear();
  for (const [path, name] of [
    [`payouts.csv?status=paid&year=${year}`, `payouts-paid-${year}.csv`],
    ["payout-totals.csv", `payout-totals-${year}.csv`],
  ]) {
    const file = await admin.raw("GET", `/api/admin/export/${path}`);
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
    });
    const text = String(file.body);
    expect(text.startsWith("\uFEFF")).toBe(true);
    for (const [plain, shown] of [
      ["王小明", "王小明"],
      [names[1], `"'=cmd|' /C calc'!A0"`],
      [names[2], `"Ann ""Ace"", Jr."`],
      ["", "محمد 🏌️"],
      ["", `"'@sum"`],
      ["", `"'-2+3"`],
    ])
      expect(text, plain).toContain(`,${shown},`);
    // Two amounts beside each other, as plain numbers.
    expect(text).toMatch(/,\d+(?:\.\d{1,2})?,\d+(?:\.\d{1,2})?,/);
    expect(text).not.toMatch(/(^|,|\r\n)"?[=+@-]/);
  }
});

test("the description of the API names the files", async () => {
  const { body } = await app.browser().raw("GET", "/api/openapi.json");
  const { responses } = body.paths["/api/admin/export/payouts.csv"].get;
  expect(Object.keys(responses["200"].content)).toEqual(["text/csv"]);
});
