import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditBooks } from "#main/server/audit-checks.ts";
import { claim, freshApp, play, type Player, shoot, type TestApp } from "../app.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(async () => {
  expect((await auditBooks(app.db)).filter(({ violations }) => violations > 0)).toEqual([]);
  await app.close();
});

const course = async () => (await admin.call("GET", "/api/courses/1")).body.course;
const verdict = (id: string, what: "verify" | "reject", by: Player = admin) =>
  by.call("PATCH", `/api/admin/prize-claims/${id}/${what}`, what === "reject" ? { reason: "Not seen" } : undefined);

async function middleClaim(): Promise<{ golfer: Player; id: string; amount: number }> {
  const golfer = await app.player();
  const session = await play(golfer);
  const { body } = await claim(golfer, session.id, "middle");
  return { golfer, id: body.claim.id, amount: body.claim.prizeAmount };
}

describe("the pot", () => {
  test("a claim reserves all of it and the pot starts again from its base", async () => {
    const before = await course();
    const { amount } = await middleClaim();
    expect(amount).toBe(before.jackpotAmount + 1);
    expect(await course()).toMatchObject({
      jackpotAmount: 1000,
      jackpotUnderReview: before.jackpotUnderReview + amount,
    });
  });

  test("a rejected claim's growth goes to the oldest later pending claim, as if it had never been", async () => {
    const first = await middleClaim();
    const second = await middleClaim();
    const third = await middleClaim();
    // The first took what was there; each later one 1,000.00 and its own dollar.
    expect([second.amount, third.amount]).toEqual([1001, 1001]);
    const pot = (await course()).jackpotAmount;
    const rejected = await verdict(first.id, "reject");
    expect(rejected).toMatchObject({
      status: 200,
      body: { claim: { verificationStatus: "rejected", rejectionReason: "Not seen", payoutStatus: "not_due" } },
    });
    const raised = (await second.golfer.call("GET", `/api/users/${second.golfer.id}/claims`)).body.claims[0];
    expect(raised.prizeAmount).toBe(second.amount + first.amount - 1000);
    expect((await course()).jackpotAmount).toBe(pot);
    await verdict(second.id, "reject");
    await verdict(third.id, "reject");
    // Nobody is left to inherit: the growth is back in the pot, the reseeds with the house.
    expect(await course()).toMatchObject({ jackpotAmount: pot + first.amount - 1000 + 2 });
  });

  test("a forfeited prize returns to the pot", async () => {
    const { id, amount } = await middleClaim();
    const pot = (await course()).jackpotAmount;
    await verdict(id, "verify");
    expect((await admin.call("POST", `/api/admin/prize-claims/${id}/forfeit`, {})).status).toBe(400);
    expect(await admin.call("POST", `/api/admin/prize-claims/${id}/forfeit`, { reason: "Under 18" })).toMatchObject({
      status: 200,
      body: { claim: { payoutStatus: "forfeited" } },
    });
    expect((await course()).jackpotAmount).toBe(pot + amount);
    expect((await admin.call("POST", `/api/admin/prize-claims/${id}/pay`)).status).toBe(409);
  });
});

describe("verdicts", () => {
  test("are final, need a reason to reject, and are seen by the player [4.23 4.32 4.35]", async () => {
    const { golfer, id } = await middleClaim();
    expect((await admin.call("PATCH", `/api/admin/prize-claims/${id}/reject`, { reason: "  " })).status).toBe(400);
    expect((await verdict(id, "verify")).status).toBe(200);
    for (const what of ["verify", "reject"] as const)
      expect(await verdict(id, what)).toMatchObject({
        status: 409,
        body: { error: { code: "claims.already_decided" } },
      });
    const [claimed] = (await golfer.call("GET", `/api/users/${golfer.id}/claims`)).body.claims;
    expect(claimed).toMatchObject({ verificationStatus: "verified", payoutStatus: "due" });
    expect(claimed).not.toHaveProperty("waitsFor");
  });

  test("verify against reject, twenty at once: exactly one wins", async () => {
    const { id } = await middleClaim();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => verdict(id, index % 2 === 0 ? "verify" : "reject")),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test("the list is newest first, filtered by status, and scoped for staff", async () => {
    const staff = await app.signIn("staff@acebay.test");
    const golfer = await app.player();
    const elsewhere = (
      await golfer.call("POST", "/api/free-shot-session", { courseId: 2, bayNumber: 3, teeTime: "14:30" })
    ).body.session;
    const { body } = await claim(golfer, elsewhere.id, "left");
    const { id } = await middleClaim();
    const all = await admin.call("GET", "/api/admin/prize-claims");
    expect(Array.isArray(all.body)).toBe(true);
    expect(all.body.map((entry: { createdAt: string }) => entry.createdAt)).toEqual(
      all.body
        .map((entry: { createdAt: string }) => entry.createdAt)
        .toSorted()
        .toReversed(),
    );
    const pending = await admin.call("GET", "/api/admin/prize-claims?status=pending");
    expect(pending.body.every((entry: { verificationStatus: string }) => entry.verificationStatus === "pending")).toBe(
      true,
    );
    const own = (await staff.call("GET", "/api/admin/prize-claims")).body;
    expect(own.every((entry: { courseId: number }) => entry.courseId === 1)).toBe(true);
    expect((await verdict(body.claim.id, "verify", staff)).status).toBe(404);
    expect((await verdict(id, "verify", staff)).status).toBe(200);
    expect((await staff.call("POST", `/api/admin/prize-claims/${id}/pay`)).status).toBe(403);
  });

  test("a page of claims names the next", async () => {
    const page = await admin.call("GET", "/api/admin/prize-claims?cursor=nonsense");
    expect(page.status).toBe(400);
  });

  test("a shot's claim shows on its session", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    await claim(golfer, session.id, "right");
    const shown = await shoot(golfer, session.id);
    expect(shown.body.session.claims).toHaveLength(1);
  });
});
