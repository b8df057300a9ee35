/** Sponsors, their logos, and prizes of which there are only so many. */
import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { buy, claim, freshApp, type Json, packs, type Player, type Reply, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
let address: string;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  address = await app.http.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

const post = (path: string, body: object) => admin.raw("POST", `/api/admin/${path}`, body);
const patch = (path: string, body: object) => admin.raw("PATCH", `/api/admin/${path}`, body);
const grill = {
  courseId: 3,
  hole: "left",
  name: "Lakeside Grill",
  website: "https://lakeside.example/",
  prizeName: "Dinner",
  prizeDescription: "For two",
  prizeValue: 80,
};
const trail = async (subject: string): Promise<Json[]> =>
  (await bodyOf(admin.call(recordRoutes.listAudit, { query: { subject } }))).entries;

describe("a sponsor", () => {
  test("is added to a hole, changed, emptied and hidden", async () => {
    const made = (await post("sponsors", grill)).body.sponsor;
    expect(made).toMatchObject({ ...grill, phone: null, logo: null, isActive: true, version: 1 });
    const shown = async () =>
      (await bodyOf(admin.call(courseRoutes.listSponsors, { params: { id: 3 } }))).sponsors.left;
    expect(await shown()).toMatchObject([{ sponsorName: "Lakeside Grill", prizeValue: 80 }]);
    const changed = await patch(`sponsors/${made.id}`, { version: 1, website: "", prizeValue: 85.5, phone: "555" });
    expect(changed.body.sponsor).toMatchObject({ website: null, prizeValue: 85.5, phone: "555", name: grill.name });
    expect((await patch(`sponsors/${made.id}`, { version: 1, name: "Late" })).status).toBe(409);
    await patch(`sponsors/${made.id}`, { version: 2, isActive: false });
    expect(await shown()).toEqual([]);
    expect((await trail(`sponsor:${made.id}`)).map(({ after }) => after.website)).toEqual([
      undefined,
      null,
      grill.website,
    ]);
  });

  test.each([
    [{ website: "javascript:alert(1)" }, 400],
    [{ website: "lakeside.example" }, 400],
    [{ prizeValue: -1 }, 400],
    [{ hole: "top" }, 400],
    [{ name: "" }, 400],
    [{ courseId: 999 }, 409],
  ])("%o is %i", async (wrong, status) => {
    expect((await post("sponsors", { ...grill, ...wrong })).status).toBe(status);
  });
});

describe("a logo", () => {
  const picture = (format: "png" | "jpeg" | "webp" | "gif", width = 900, height = 300) =>
    sharp({ create: { width, height, channels: 3, background: "#0b5d3b" } })
      .withExif({ IFD0: { Copyright: "SECRET PLACE" } })
      .toFormat(format)
      .toBuffer();
  const sponsor = async () => (await post("sponsors", { ...grill, hole: "right" })).body.sponsor;
  const upload = async ({ id, version }: Json, image: Buffer | string): Promise<Reply> => {
    // An account may upload ten pictures a minute.
    await app.clock.advance(6);
    return post(`sponsors/${id}/logo`, {
      version,
      image: typeof image === "string" ? image : image.toString("base64"),
    });
  };

  test.each(["png", "jpeg", "webp"] as const)(
    "of %s is written anew, smaller, and served as a picture only",
    async (format) => {
      const reply = await upload(await sponsor(), await picture(format, 900, format === "png" ? 301 : 302));
      expect(reply.status).toBe(200);
      const { logo } = reply.body.sponsor;
      expect(logo).toMatch(/^\/uploads\/logos\/[0-9a-f]{64}\.webp$/);
      // Over the wire: what every answer has is set where Node makes it.
      const served = await fetch(`${address}${logo}`);
      expect(Object.fromEntries(served.headers)).toMatchObject({
        "content-type": "image/webp",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "cache-control": "public, max-age=31536000, immutable",
      });
      const bytes = Buffer.from(await served.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 512 });
      expect(bytes.includes("SECRET")).toBe(false);
    },
  );

  test("is removed by a blank, and the trail has both changes", async () => {
    const { sponsor: given } = (await upload(await sponsor(), await picture("png"))).body;
    const { body } = await patch(`sponsors/${given.id}`, { version: given.version, logo: "" });
    expect(body.sponsor.logo).toBeNull();
    expect(await trail(`sponsor:${given.id}`)).toMatchObject([
      { before: { logo: given.logo }, after: { logo: null } },
      { before: { logo: null }, after: { logo: given.logo } },
      { action: "sponsor.added" },
    ]);
    expect((await patch(`sponsors/${given.id}`, { version: 3, logo: "https://evil.example/x.svg" })).status).toBe(400);
  });

  test("that is no picture is refused by its content, whatever type it states", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const cut = (await picture("png")).subarray(0, 60);
    const dressed = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), svg]);
    const wide = await picture("png", 8_001, 2);
    const target = await sponsor();
    for (const image of [svg, cut, dressed, wide, await picture("gif"), Buffer.from("x")])
      expect(await upload(target, image)).toMatchObject({
        status: 400,
        body: { error: { code: "manage.no_picture" } },
      });
    expect((await upload(target, "not base64!")).status).toBe(400);
    expect(await upload(target, Buffer.alloc(2_100_000))).toMatchObject({
      status: 413,
      body: { error: { message: "The picture is larger than 2 MB. Choose a smaller one." } },
    });
    expect((await upload(target, Buffer.alloc(3_000_000))).status).toBe(413);
    expect((await trail(`sponsor:${target.id}`)).length).toBe(1);
  });

  test("for a version that somebody else has changed is refused", async () => {
    const target = await sponsor();
    await patch(`sponsors/${target.id}`, { version: 1, name: "Other" });
    expect((await upload(target, await picture("png"))).status).toBe(409);
  });

  test.each([
    "/uploads/logos/..%2f..%2fsession-secret",
    "/uploads/logos/x.webp",
    `/uploads/logos/${"0".repeat(64)}.webp`,
  ])("%s is not found", async (url) => {
    expect((await app.http.inject({ method: "GET", url })).statusCode).toBe(404);
  });

  test("is kept under the hash of its content", async () => {
    const { rows } = await app.db.pool.query("SELECT name, bytes FROM uploads WHERE folder = 'logos'");
    expect(rows.length).toBeGreaterThan(0);
    for (const { name, bytes } of rows) expect(name).toBe(`${createHash("sha256").update(bytes).digest("hex")}.webp`);
  });
});

describe("a prize with a stock", () => {
  const prize = async (change: object): Promise<Json> =>
    (await post("sponsored-prizes", { courseId: 3, hole: "left", prizeName: "Wedge", statedValue: 149, ...change }))
      .body.prize;
  const off = async ({ id }: Json) => {
    const found = (await bodyOf(admin.call(manageSponsorRoutes.listManagedPrizes))).prizes.find((one) => one.id === id);
    return patch(`sponsored-prizes/${id}`, { version: found?.version, isActive: false });
  };
  const won = async (courseId = 3): Promise<Json> => {
    const golfer = await app.player();
    const { session } = await bodyOf(
      golfer.call(paymentRoutes.processPayment, {
        body: {
          paymentInfo: { paymentMethod: "paypal" },
          sessionData: { courseId, packageId: packs.single.packageId, bayNumber: 1 },
          amount: 1.5,
        },
      }),
      200,
    );
    return (await claim(golfer, session?.id ?? "", "left")).body.claim;
  };
  const claimed = async (id: number) =>
    (await bodyOf(admin.call(manageSponsorRoutes.listManagedPrizes))).prizes.find((one) => one.id === id)?.claimed;

  test("is given to claims in turn; then comes the next prize by id, then the hole's default, and players see the same", async () => {
    const [first, second] = [await prize({ stock: 1 }), await prize({ prizeName: "Cap", stock: 2 })];
    const shown = async () =>
      (await bodyOf(admin.call(courseRoutes.listSponsoredPrizes, { query: { courseId: "3" } }))).prizes
        .filter(({ is_active }) => is_active)
        .map(({ prize_name }) => prize_name);
    expect(await shown()).toEqual(["Wedge", "Cap"]);
    const names: string[] = [];
    for (let turn = 0; turn < 4; turn++) names.push((await won()).prizeDescription);
    expect(names).toEqual(["Wedge", "Cap", "Cap", "TaylorMade SIM2 Driver"]);
    expect(await shown()).toEqual([]);
    expect([await claimed(first.id), await claimed(second.id)]).toEqual([1, 2]);
    await off(second);
  });

  test("gets a piece back once after a rejection or a forfeit", async () => {
    const { id } = await prize({ prizeName: "Glove", stock: 2 });
    const [one, two] = [await won(), await won()];
    expect(await claimed(id)).toBe(2);
    const reject = () => admin.call(claimRoutes.rejectClaim, { params: { id: one.id }, body: { reason: "Not seen" } });
    expect([(await reject()).status, (await reject()).status]).toEqual([200, 409]);
    expect(await claimed(id)).toBe(1);
    await admin.call(claimRoutes.verifyClaim, { params: { id: two.id } });
    expect(await claimed(id)).toBe(1);
    const forfeit = await admin.call(claimRoutes.forfeitClaim, {
      params: { id: two.id },
      body: { reason: "Under 18" },
    });
    expect(forfeit.status).toBe(200);
    expect(await claimed(id)).toBe(0);
    await off({ id });
  });

  test("gives the last piece to one of several claims at once", async () => {
    const { id } = await prize({ prizeName: "Last Bag", stock: 1 });
    const golfers = await Promise.all(Array.from({ length: 6 }, () => app.player()));
    const sessions: string[] = [];
    const there = { pack: packs.single, amount: 1.5, sessionData: { courseId: 3 } };
    for (const golfer of golfers) sessions.push((await buy(golfer, there)).body.session.id);
    const claims = await Promise.all(golfers.map((golfer, i) => claim(golfer, sessions[i] ?? "", "left")));
    expect(claims.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
    const names = claims.map(({ body }) => body.claim.prizeDescription);
    expect(names.filter((name) => name === "Last Bag")).toHaveLength(1);
    expect(await claimed(id)).toBe(1);
    await off({ id });
  });

  test("has no end without a number, and the number is never less than what is claimed", async () => {
    const made = await prize({ prizeName: "Sticker" });
    expect(made).toMatchObject({ stock: null, claimed: 0 });
    await won();
    await won();
    const low = await patch(`sponsored-prizes/${made.id}`, { version: 1, stock: 1 });
    expect(low).toMatchObject({
      status: 409,
      body: { error: { message: "2 of this prize are claimed already: the stock cannot be less than 2" } },
    });
    expect((await patch(`sponsored-prizes/${made.id}`, { version: 1, stock: 2 })).body.prize).toMatchObject({
      stock: 2,
    });
    expect((await won()).prizeDescription).toBe("TaylorMade SIM2 Driver");
    expect((await patch(`sponsored-prizes/${made.id}`, { version: 2, stock: "" })).body.prize.stock).toBeNull();
    expect((await won()).prizeDescription).toBe("Sticker");
    await off(made);
  });

  test("has a sponsor of its own course or none", async () => {
    const sponsors = (await bodyOf(admin.call(manageSponsorRoutes.listManagedSponsors))).sponsors;
    const elsewhere = sponsors.find(({ courseId }) => courseId === 1)?.id;
    const wrong = await post("sponsored-prizes", {
      courseId: 3,
      hole: "left",
      prizeName: "X",
      statedValue: 1,
      sponsorId: elsewhere,
    });
    expect(wrong).toMatchObject({ status: 409, body: { error: { code: "manage.sponsor_elsewhere" } } });
    expect(
      (await post("sponsored-prizes", { courseId: 3, hole: "middle", prizeName: "X", statedValue: 1 })).status,
    ).toBe(400);
    expect(
      (await post("sponsored-prizes", { courseId: 3, hole: "left", prizeName: "X", statedValue: 1, stock: -1 })).status,
    ).toBe(400);
  });
});
