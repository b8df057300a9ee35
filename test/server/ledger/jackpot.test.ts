import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { auditBooks } from "#main/server/audit-checks.ts";
import { claim, freshApp, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

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

const course = async () => (await bodyOf(admin.call(courseRoutes.getCourse, { params: { id: 1 } }))).course;
const verdict = (id: string, what: "verify" | "reject", by: Player = admin) =>
  by.raw("PATCH", `/api/admin/prize-claims/${id}/${what}`, what === "reject" ? { reason: "Not seen" } : undefined);

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

  test("what grew in the pot after a rejected claim goes to the oldest later pending claim, as if the rejected one had never been made", async () => {
    const first = await middleClaim();
    const second = await middleClaim();
    const third = await middleClaim();
    // The first claim took what was there; each later one took the base of 1,000.00 and its own dollar.
    expect([second.amount, third.amount]).toEqual([1001, 1001]);
    const pot = (await course()).jackpotAmount;
    const rejected = await verdict(first.id, "reject");
    expect(rejected).toMatchObject({
      status: 200,
      body: { claim: { verificationStatus: "rejected", rejectionReason: "Not seen", payoutStatus: "not_due" } },
    });
    const raised = (await bodyOf(second.golfer.call(claimRoutes.listMyClaims, { params: { id: second.golfer.id } })))
      .claims[0];
    expect(raised?.prizeAmount).toBe(second.amount + first.amount - 1000);
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
    expect((await admin.raw("POST", `/api/admin/prize-claims/${id}/forfeit`, {})).status).toBe(400);
    expect(await admin.call(claimRoutes.forfeitClaim, { params: { id }, body: { reason: "Under 18" } })).toMatchObject({
      status: 200,
      body: { claim: { payoutStatus: "forfeited" } },
    });
    expect((await course()).jackpotAmount).toBe(pot + amount);
    expect((await admin.call(claimRoutes.payClaim, { params: { id } })).status).toBe(409);
  });
});

describe("verdicts", () => {
  test("are final, need a reason to reject, and are seen by the player [4.23 4.32 4.35]", async () => {
    const { golfer, id } = await middleClaim();
    expect((await admin.call(claimRoutes.rejectClaim, { params: { id }, body: { reason: "  " } })).status).toBe(400);
    expect((await verdict(id, "verify")).status).toBe(200);
    for (const what of ["verify", "reject"] as const)
      expect(await verdict(id, what)).toMatchObject({
        status: 409,
        body: { error: { code: "claims.already_decided" } },
      });
    const claimed = firstOf(
      (await bodyOf(golfer.call(claimRoutes.listMyClaims, { params: { id: golfer.id } }))).claims,
    );
    expect(claimed).toMatchObject({ verificationStatus: "verified", payoutStatus: "due" });
    expect(claimed).not.toHaveProperty("waitsFor");
  });

  test("of twenty verdicts at once, verified and rejected, exactly one counts", async () => {
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
      await bodyOf(golfer.call(playRoutes.startFreeShot, { body: { courseId: 2, bayNumber: 3, teeTime: "14:30" } }))
    ).session;
    const { body } = await claim(golfer, elsewhere.id, "left");
    const { id } = await middleClaim();
    const all = await bodyOf(admin.call(claimRoutes.listClaims));
    expect(Array.isArray(all)).toBe(true);
    expect(all.map((entry) => entry.createdAt)).toEqual(
      all
        .map((entry) => entry.createdAt)
        .toSorted()
        .toReversed(),
    );
    const pending = await bodyOf(admin.call(claimRoutes.listClaims, { query: { status: "pending" } }));
    expect(pending.every((entry) => entry.verificationStatus === "pending")).toBe(true);
    const own = await bodyOf(staff.call(claimRoutes.listClaims));
    expect(own.every((entry) => entry.courseId === 1)).toBe(true);
    expect((await verdict(body.claim.id, "verify", staff)).status).toBe(404);
    expect((await verdict(id, "verify", staff)).status).toBe(200);
    expect((await staff.call(claimRoutes.payClaim, { params: { id } })).status).toBe(403);
  });

  test("of claims come in pages, and each page names the next", async () => {
    const page = await admin.call(claimRoutes.listClaims, { query: { cursor: "nonsense" } });
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
