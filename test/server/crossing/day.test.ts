import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { buy, claim, freshApp, packs, shoot, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

test("on a whole day a golfer buys, shoots and claims the middle hole, and staff verify, confirm and pay", async () => {
  const golfer = await app.player("Casey Long");
  const bought = await buy(golfer);
  expect(bought).toMatchObject({
    status: 200,
    body: {
      success: true,
      session: { ballCount: 10, status: "active", timeRemaining: 1200, bayNumber: 7 },
      order: { status: "fulfilled", amount: 5 },
    },
  });
  const { session } = bought.body;

  const shot = await shoot(golfer, session.id);
  expect(shot).toMatchObject({
    status: 201,
    body: { attempt: { targetHole: "missed" }, session: { ballCount: 9, attempts: 1 } },
  });

  const claimed = await claim(golfer, session.id, "middle");
  expect(claimed).toMatchObject({
    status: 201,
    body: {
      attempt: { targetHole: "middle", prizeClaim: true, prizeAmount: 1001 },
      claim: { prizeAmount: 1001, prizeType: "monetary", verificationStatus: "pending" },
      session: { ballCount: 9, attempts: 1 },
    },
  });
  const course = await bodyOf(golfer.call(courseRoutes.getCourse, { params: { id: 1 } }));
  expect(course.course).toMatchObject({ jackpotAmount: 1000, jackpotUnderReview: 1001 });

  const admin = await app.signIn("admin@acebay.test");
  const { id } = claimed.body.claim;
  const verified = await admin.call(claimRoutes.verifyClaim, { params: { id } });
  expect(verified).toMatchObject({
    status: 200,
    body: {
      claim: {
        verificationStatus: "verified",
        payoutStatus: "due",
        verifiedBy: "Alex Greenkeeper",
        waitsFor: ["proved_address", "age_18", "tax_form"],
      },
    },
  });
  expect((await admin.call(claimRoutes.payClaim, { params: { id } })).status).toBe(409);
  for (const confirmed of ["age_18", "tax_form"])
    await admin.raw("POST", `/api/admin/prize-claims/${id}/confirm`, { confirmed });
  await app.signIn(golfer.email);
  expect(await admin.call(claimRoutes.payClaim, { params: { id } })).toMatchObject({
    status: 200,
    body: { claim: { payoutStatus: "paid" } },
  });
});

test("a sponsored package's session has no middle hole", async () => {
  const golfer = await app.player();
  const { body } = await buy(golfer, { pack: packs.sponsored });
  expect(await claim(golfer, body.session.id, "middle")).toMatchObject({
    status: 409,
    body: { error: { code: "play.middle_needs_jackpot" } },
  });
  expect(await claim(golfer, body.session.id, "left")).toMatchObject({
    status: 201,
    body: { claim: { prizeDescription: "Gulfside Fitted Wedge", prizeType: "other" } },
  });
});
