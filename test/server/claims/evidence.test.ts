/** What a person who decides a claim can read: what staff saw, the evidence, the risk signals; and who may read it. */
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { claim, buy, freshApp, type Json, play, type Player, packs, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { provedPlayer, wonByGuest } from "./payouts-people.ts";

let app: TestApp;
let staff: Player;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  [staff, admin] = [await app.signIn("staff@acebay.test"), await app.signIn("admin@acebay.test")];
});
afterAll(() => app.close());

const path = (id: string, step: string) => `/api/admin/prize-claims/${id}/${step}`;
const evidence = async (person: Player, id: string): Promise<Json> =>
  (await person.raw("GET", path(id, "evidence"))).body;
const signal = (of: Json, kind: string) => of.signals.find((one: Json) => one.kind === kind);
const ringing = async (person: Player, course = 1): Promise<Json[]> =>
  (await bodyOf(person.call(evidenceRoutes.listBayClaims, { params: { id: course } }))).claims;
const photo = async () =>
  (
    await sharp({ create: { width: 2400, height: 1200, channels: 3, background: "green" } })
      .jpeg()
      .toBuffer()
  ).toString("base64");

/** A claim after a few unhurried misses. */
async function won(golfer: Player, hole = "middle", pack = packs.jackpot) {
  const session = await play(golfer, pack);
  for (let n = 0; n < 3; n++) {
    await app.clock.advance(30);
    await shoot(golfer, session.id);
  }
  await app.clock.advance(70);
  return { session, id: (await claim(golfer, session.id, hole)).body.claim.id };
}

describe("the evidence of a claim", () => {
  test("holds the shots in order, the payment, the bay, what staff saw and earlier claims", async () => {
    const golfer = await provedPlayer(app, "Ada Winner");
    const first = await won(golfer, "left");
    await admin.raw("PATCH", path(first.id, "reject"), { reason: "Beside the hole" });
    await golfer.call(playRoutes.completeSession, { params: { id: first.session.id } });
    const { session, id } = await won(golfer);
    await app.jobs.runAll();
    const sent = { seen: true, note: "Clear drop", photo: await photo() };
    expect((await staff.raw("POST", path(id, "seen"), sent)).status).toBe(201);

    const found = await evidence(staff, id);
    expect(found).toMatchObject({
      claim: { id, verificationStatus: "pending", seen: true },
      player: { playerId: golfer.userId, name: "Ada Winner", addressProved: true },
      buyer: null,
      session: { id: session.id, bayNumber: 7, ballsBought: 10, shots: 4, group: false },
      payment: { amount: 5, refunded: 0, method: "card", last4: "4242", packageName: expect.any(String) },
      teeTime: null,
      sightings: [{ seen: true, note: "Clear drop", by: "Sam Rangehand", photo: true }],
      earlierClaims: [{ id: first.id, verificationStatus: "rejected", rejectionReason: "Beside the hole" }],
    });
    expect(found.payment.receiptNumber).toBeGreaterThan(0);
    expect(found.shots.map(({ seconds, targetHole, ofClaim }: Json) => [seconds, targetHole, ofClaim])).toEqual([
      [30, "missed", false],
      [30, "missed", false],
      [30, "missed", false],
      [70, "middle", true],
    ]);
    expect(found.signals.map(({ kind }: Json) => kind).toSorted()).toEqual([
      "account_age",
      "address",
      "device_claims",
      "first_shot",
      "player_claims",
      "rhythm",
      "sent_late",
      "staff",
    ]);
    expect(signal(found, "rhythm")).toMatchObject({ notable: false, sentence: /30 s apart/ });
    expect(signal(found, "player_claims")).toMatchObject({ notable: false, sentence: /^2 claims by this player/ });
    expect(signal(found, "staff")).toEqual({
      kind: "staff",
      notable: false,
      sentence: "Staff saw the ball in the hole.",
    });
    // Unusual facts come first.
    const notable = found.signals.map((one: Json) => one.notable);
    expect(notable).toEqual(notable.toSorted((a: boolean, b: boolean) => Number(b) - Number(a)));
  });

  test("notes what is unusual, and decides nothing", async () => {
    const golfer = await app.player("Quick Hand");
    const session = await play(golfer);
    await app.clock.advance(3);
    const { id } = (await claim(golfer, session.id, "left")).body.claim;
    const found = await evidence(admin, id);
    expect(signal(found, "first_shot")).toEqual({
      kind: "first_shot",
      notable: true,
      sentence: "No shot was taken before it; it came 3 s after the session's start.",
    });
    expect(signal(found, "account_age").notable).toBe(true);
    expect(signal(found, "address").notable).toBe(true);
    expect(signal(found, "rhythm").notable).toBe(false);
    for (let n = 0; n < 4; n++) {
      await app.clock.advance(2);
      await claim(golfer, session.id, "right");
    }
    const latest = firstOf(await bodyOf(admin.call(claimRoutes.listClaims, { query: { search: "Quick" } })));
    const later = await evidence(admin, latest.id);
    expect(signal(later, "rhythm")).toMatchObject({ notable: true });
    expect(signal(later, "player_claims")).toMatchObject({ notable: true, sentence: /^5 claims/ });
    expect((await admin.raw("PATCH", path(latest.id, "verify"))).status).toBe(200);
  });

  test("counts claims of several accounts on one device", async () => {
    const browser = app.browser();
    const on = async (name: string) => {
      const body = { name, email: `${name}@example.com`, phone: "555 010 0100" };
      const { user } = await bodyOf(browser.call(accountRoutes.register, { body }));
      const session = await play(browser);
      await claim(browser, session.id, "left");
      await browser.call(accountRoutes.logout);
      return user.id;
    };
    await on("first");
    await on("second");
    const latest = firstOf(await bodyOf(admin.call(claimRoutes.listClaims, { query: { search: "second" } })));
    expect(signal(await evidence(admin, latest.id), "device_claims")).toEqual({
      kind: "device_claims",
      notable: true,
      sentence: "2 claims from this device in 30 days, by 2 accounts.",
    });
  });

  test("of a free shot has its tee time and no payment; of a guest it has no earlier claims", async () => {
    const golfer = await app.player();
    const body = { courseId: 1, bayNumber: 9, teeTime: "15:00" };
    const { session } = await bodyOf(golfer.call(playRoutes.startFreeShot, { body }));
    const { id } = (await claim(golfer, session.id, "right")).body.claim;
    expect(await evidence(staff, id)).toMatchObject({ payment: null, teeTime: { confirmed: false } });
    expect((await staff.raw("POST", path(id, "confirm"), { confirmed: "tee_time" })).status).toBe(200);
    expect(await evidence(staff, id)).toMatchObject({ teeTime: { confirmed: true } });

    const buyer = await app.player("Bo Buyer");
    const { id: own } = await won(buyer, "left");
    const { sessionId } = firstOf(await bodyOf(admin.call(claimRoutes.listClaims, { query: { search: "Buyer" } })));
    await buyer.call(playRoutes.completeSession, { params: { id: sessionId } });
    const guest = await wonByGuest(admin, buyer, "Gil Guest");
    expect(await evidence(admin, guest.id)).toMatchObject({
      claim: { playerName: "Gil Guest" },
      session: { group: true, bayNumber: 2 },
      payment: { amount: 5 },
      earlierClaims: [],
    });
    expect((await evidence(admin, own)).earlierClaims).toEqual([]);
  });

  test("is for staff of the course and administrators", async () => {
    const golfer = await app.player();
    const { session } = (await buy(golfer, { sessionData: { courseId: 2 }, amount: 6 })).body;
    const there = (await claim(golfer, session.id, "left")).body.claim.id;
    expect((await staff.raw("GET", path(there, "evidence"))).status).toBe(404);
    expect((await staff.raw("POST", path(there, "seen"), { seen: true })).status).toBe(404);
    expect((await staff.call(evidenceRoutes.listBayClaims, { params: { id: 2 } })).status).toBe(404);
    expect((await staff.raw("GET", "/api/admin/courses/2/claims/events")).status).toBe(404);
    expect((await golfer.raw("GET", path(there, "evidence"))).status).toBe(403);
    expect((await admin.raw("GET", path(there, "evidence"))).status).toBe(200);
    const made = await admin.raw("POST", path(there, "seen"), { seen: true, photo: await photo() });
    const file = `/api/admin/sightings/${made.body.sighting.id}/photo`;
    expect((await admin.raw("GET", file)).status).toBe(200);
    expect((await staff.raw("GET", file)).status).toBe(404);
    expect((await golfer.raw("GET", file)).status).toBe(403);
    expect((await admin.call(evidenceRoutes.getSightingPhoto, { params: { id: "7" } })).status).toBe(404);
  });
});

describe("a claim at the bays", () => {
  test("rings while it is pending, with what each member of staff recorded", async () => {
    const golfer = await app.player();
    const { id } = await won(golfer, "left");
    expect((await ringing(staff)).find((one) => one.id === id)).toMatchObject({ bayNumber: 7, sightings: [] });
    const both = await Promise.all([
      staff.raw("POST", path(id, "seen"), { seen: false, note: "Looked at the camera" }),
      admin.raw("POST", path(id, "seen"), { seen: true }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect((await ringing(staff)).find((one) => one.id === id).sightings).toHaveLength(2);
    expect(signal(await evidence(staff, id), "staff")).toMatchObject({
      notable: true,
      sentence: "Staff recorded both: seen, and not seen.",
    });
    await staff.raw("PATCH", path(id, "verify"));
    expect((await ringing(staff)).find((one) => one.id === id)).toBeUndefined();
    expect((await staff.raw("POST", path(id, "seen"), { seen: true })).status).toBe(409);
    const steps = (await evidence(staff, id)).claim.steps.map(({ step }: Json) => step);
    expect(steps.filter((step: string) => step.endsWith("seen")).toSorted()).toEqual(["not_seen", "seen"]);
  });

  test("is recorded once for a repeated call, and never by the golfer", async () => {
    const { id } = await won(await app.player(), "left");
    const send = () => staff.raw("POST", path(id, "seen"), { seen: true }, { "idempotency-key": id });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect((await evidence(staff, id)).sightings).toHaveLength(1);
    const own = await won(staff, "left");
    expect((await staff.raw("POST", path(own.id, "seen"), { seen: true })).body.error.code).toBe("claims.own");
  });

  test("accepts a photo by its content alone, and stores it smaller and without metadata", async () => {
    const { id } = await won(await app.player(), "left");
    const send = (given: unknown) => staff.raw("POST", path(id, "seen"), { seen: true, photo: given });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString("base64");
    const text = Buffer.from("no picture at all").toString("base64");
    const cut = (await photo()).slice(0, 2000);
    for (const bad of [svg, text, cut]) expect((await send(bad)).body.error.code).toBe("claims.photo_unreadable");
    expect((await send("x".repeat(2_000_001))).status).toBe(400);
    expect((await send("x".repeat(3_000_000))).status).toBe(413);
    expect((await evidence(staff, id)).sightings).toEqual([]);
    const made = (await send(await photo())).body.sighting;
    const reply = await app.http.inject({
      url: `/api/admin/sightings/${made.id}/photo`,
      headers: { cookie: [...staff.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    expect(reply.headers["content-type"]).toBe("image/webp");
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: "webp", width: 1600, height: 800 });
  });
});

describe("the list of claims", () => {
  test("is counted, filtered, searched, sorted and exported, within the caller's courses", async () => {
    const golfer = await app.player("Zoe O'Search_100%");
    const here = await won(golfer, "right");
    await golfer.call(playRoutes.completeSession, { params: { id: here.session.id } });
    const { session } = (await buy(golfer, { sessionData: { courseId: 2 }, amount: 6 })).body;
    await app.clock.advance(1);
    const there = (await claim(golfer, session.id, "left")).body.claim.id;
    const ids = async (person: Player, query: string) =>
      (await person.raw("GET", `/api/admin/prize-claims?${query}`)).body.map(({ id }: Json) => id);
    expect(await ids(admin, "search=o'search_100%25")).toEqual([there, here.id]);
    expect(await ids(admin, "search=o'search_100%25&sort=oldest")).toEqual([here.id, there]);
    expect(await ids(staff, "search=o'search_100%25")).toEqual([here.id]);
    expect(await ids(admin, "search=O_Search")).toEqual([]);
    expect(await ids(admin, `search=${golfer.userId}&hole=left`)).toEqual([there]);
    expect(await ids(admin, `search=${golfer.userId}&courseId=1`)).toEqual([here.id]);
    expect(await ids(staff, "courseId=2")).toEqual([]);
    const day = app.clock.now().toISOString().slice(0, 10);
    expect(await ids(admin, `search=${golfer.userId}&dateFilter=${day}`)).toHaveLength(2);
    expect(await ids(admin, `search=${golfer.userId}&dateFilter=2020-01-01`)).toEqual([]);
    expect((await admin.call(claimRoutes.listClaims, { query: { dateFilter: "x" } })).status).toBe(400);
    const all = await bodyOf(admin.call(claimRoutes.listClaims));
    const count = (status: string, of: Json[]) => of.filter((one) => one.verificationStatus === status).length;
    const counted = await bodyOf(admin.call(claimRoutes.countClaims));
    expect(counted).toMatchObject({
      pending: count("pending", all),
      verified: count("verified", all),
      rejected: count("rejected", all),
      verifiedMoney: all
        .filter((one) => one.verificationStatus === "verified" && one.prizeType === "monetary")
        .reduce((sum: number, one: Json) => sum + one.prizeAmount, 0),
    });
    expect((await bodyOf(staff.call(claimRoutes.countClaims))).pending).toBeLessThan(counted.pending);
    const amounts = (await bodyOf(admin.call(claimRoutes.listClaims, { query: { sort: "largest" } }))).map(
      ({ prizeAmount }) => prizeAmount,
    );
    expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => b - a));
    const file = await bodyOf(staff.call(claimRoutes.exportClaims, { query: { search: "Zoe" } }));
    expect(file).toContain("Zoe O'Search_100%");
    expect(file.trim().split("\r\n")).toHaveLength(2);
  });

  test.each(["newest", "oldest", "largest", "player"])("goes on page by page, sorted by %s", async (sort) => {
    await app.db.pool.query(
      `WITH seed AS (SELECT c.* FROM claims c WHERE status = 'rejected' LIMIT 1), shots AS (
         INSERT INTO attempts (id, session_id, target_hole, prize_claim, created_at, recorded_at, withdrawn_at)
         SELECT gen_random_uuid(), s.session_id, 'left', false, s.created_at, s.created_at, s.created_at FROM seed s, generate_series(1, 250)
         RETURNING id)
       INSERT INTO claims (id, session_id, attempt_id, course_id, user_id, buyer_id, player_name, bay_number, target_hole,
         prize_type, prize_amount_cents, prize_description, free_shot, status, rejection_reason, created_at, due_at, decided_at, decided_by)
       SELECT gen_random_uuid(), s.session_id, shots.id, s.course_id, s.user_id, s.buyer_id, 'Twin', 1, 'left', 'other', 0, 'x',
         false, 'rejected', 'x', s.created_at, s.due_at, s.created_at, s.decided_by FROM seed s, shots`,
    );
    const total = (await app.db.pool.query("SELECT count(*) FROM claims")).rows[0].count;
    const seen: string[] = [];
    let next: string | undefined = `/api/admin/prize-claims?sort=${sort}`;
    while (next) {
      const reply: Json = await admin.raw("GET", next);
      seen.push(...reply.body.map(({ id }: Json) => id));
      next = /<(.*)>; rel="next"/.exec(String(reply.headers.link ?? ""))?.[1];
    }
    expect([seen.length, new Set(seen).size]).toEqual([total, total]);
    await app.db.pool.query("DELETE FROM claims WHERE player_name = 'Twin'");
    await app.db.pool.query("DELETE FROM attempts WHERE NOT prize_claim AND target_hole = 'left'");
  });
});
