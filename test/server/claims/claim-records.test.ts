/**
 * To whom a claim belongs, who sent it, and when it was made; another person's call may never change these for a
 * golfer.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, freshApp, type Json, packs, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

/** A jackpot group of a buyer, an account by its player ID, and two guests. */
async function group(buyer: Player, friend: Player): Promise<{ session: Json; rows: string[] }> {
  const seat = (name: string, bayNumber: number, userId = "") => ({ userId, name, bayNumber, ballCount: 2 });
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 4 },
    friends: [seat("typed", 2, friend.userId), seat("Ann", 3), seat("Ben", 4)],
  };
  const { body } = await buy(buyer, { sessionData: { bayNumber: undefined, groupData } });
  return { session: body.session, rows: body.session.groupData.friendSessionIds };
}

const evidenceOf = async (id: string) => await bodyOf(admin.call(evidenceRoutes.getEvidence, { params: { id } }));

describe("each player of a session may have one pending jackpot claim, and there is no other limit", () => {
  test("a claim that another person sends for a golfer's row does not use up the golfer's own claim", async () => {
    const [stranger, golfer] = [await app.player("Sly Stranger"), await app.player("Gil Golfer")];
    const { rows } = await group(stranger, golfer);
    const sent = await claim(stranger, rows[0] ?? "", "middle");
    expect(sent).toMatchObject({ status: 201, body: { claim: { playerName: "Gil G." } } });

    const own = await play(golfer);
    const first = await claim(golfer, own.id, "middle");
    expect(first.status).toBe(201);
    expect(await claim(golfer, own.id, "middle")).toMatchObject({
      status: 409,
      body: { error: { code: "play.claim_pending" } },
    });

    const strangers = await evidenceOf(sent.body.claim.id);
    expect(strangers.submittedBy).toEqual({ playerId: stranger.userId, name: "Sly Stranger" });
    expect(strangers.claim.steps[0]).toMatchObject({ step: "submitted", actor: "Sly Stranger" });
    expect((await evidenceOf(first.body.claim.id)).submittedBy).toBeNull();
  });

  test("each guest's hit can be claimed", async () => {
    const [buyer, friend] = [await app.player(), await app.player()];
    const { session, rows } = await group(buyer, friend);
    const replies = [
      await claim(buyer, session.id, "middle"),
      await claim(friend, rows[0] ?? "", "middle"),
      await claim(buyer, rows[1] ?? "", "middle"),
      await claim(buyer, rows[2] ?? "", "middle"),
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    // Each reserved what was in the pot when it came: after the first, the base.
    expect(replies.slice(1).map(({ body }) => body.claim.prizeAmount)).toEqual([1000, 1000, 1000]);
  });

  test("nobody who sent, bought or played the claim decides on it", async () => {
    const [buyer, friend] = [await app.player(), await app.player()];
    const { rows } = await group(buyer, friend);
    const { id } = (await claim(friend, rows[0] ?? "", "left")).body.claim;
    const guests = (await claim(buyer, rows[1] ?? "", "left")).body.claim;
    for (const person of [buyer, friend])
      await app.db.pool.query("UPDATE users SET role = 'admin' WHERE id = $1", [person.id]);
    const verdict = (by: Player, of: string) => by.call(claimRoutes.verifyClaim, { params: { id: of } });
    expect((await verdict(buyer, id)).body.error?.code).toBe("claims.own");
    expect((await verdict(friend, id)).body.error?.code).toBe("claims.own");
    expect((await verdict(buyer, guests.id)).body.error?.code).toBe("claims.own");
    expect((await verdict(friend, guests.id)).status).toBe(200);
    // As if somebody had left the group; the claims that they sent still belong to them.
    const belongsTo = (whose: "buyer_id" | "submitted_by") =>
      app.db.pool.query(`UPDATE claims SET user_id = ${whose} WHERE id = $1`, [id]);
    await belongsTo("buyer_id");
    expect((await verdict(friend, id)).body.error?.code).toBe("claims.own");
    await belongsTo("submitted_by");
  });
});

describe("a moment before the session's start", () => {
  /** Seconds since the session's start by the server's clock, and how long ago the device says the shot was. */
  const moments: [number, number, number | "refused"][] = [
    [60, 0, 60],
    [60, 60, 0],
    [60, 64.9, 0],
    [60, 65, "refused"],
    [60, 86_400, "refused"],
    // A server whose clock is behind that of the one which started the session.
    [-2, 0, 0],
    [-2, 2.9, 0],
    [-2, 3, "refused"],
  ];

  test.each(moments)("%i s into it, %f s ago: %s", async (into, secondsAgo, counted) => {
    const golfer = await app.player();
    const session = await play(golfer);
    await app.clock.advance(into);
    const at = counted === "refused" ? null : Date.parse(session.startedAt) + counted * 1000;
    for (const send of [
      () => shoot(golfer, session.id, { secondsAgo }),
      () => claim(golfer, session.id, "left", { secondsAgo }),
      () => claim(golfer, session.id, "right", { secondsAgo, missShotId: undefined }),
    ]) {
      const { status, body } = await send();
      if (at === null) expect({ status, code: body.error.code }).toEqual({ status: 409, code: "play.not_in_session" });
      else expect({ status, at: Date.parse(body.attempt.createdAt) }).toEqual({ status: 201, at });
    }
    const { rows } = await app.db.pool.query(
      "SELECT shot_count, claim_count, last_shot_at < started_at AS before FROM sessions WHERE id = $1",
      [session.id],
    );
    expect(rows[0]).toEqual(
      at === null ? { shot_count: 0, claim_count: 0, before: null } : { shot_count: 2, claim_count: 2, before: false },
    );
    const ended = (await bodyOf(golfer.call(playRoutes.completeSession, { params: { id: session.id } }))).session;
    expect(Date.parse(String(ended.endedAt))).toBeGreaterThanOrEqual(Date.parse(session.startedAt));
    await app.clock.advance(Math.max(0, -into));
  });

  test("naming the miss does not get around the rule", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    const missShotId = crypto.randomUUID();
    await shoot(golfer, session.id, { shotId: missShotId });
    const refused = await claim(golfer, session.id, "left", { missShotId, secondsAgo: 86_400 });
    expect(refused.body.error.code).toBe("play.not_in_session");
    expect((await claim(golfer, session.id, "left", { missShotId })).status).toBe(201);
  });
});

describe("the purchase context of a session", () => {
  const started = async (said: string | undefined) => {
    const golfer = await app.player();
    const sessionData = { purchaseContext: "buy_more_balls" };
    const { order } = (await buy(golfer, { pack: packs.sponsored, start: false, sessionData })).body;
    const body = await bodyOf(
      golfer.raw("POST", "/api/sessions", {
        courseId: 1,
        packageId: packs.sponsored.packageId,
        bayNumber: 5,
        orderId: order.id,
        ...(said === undefined ? {} : { purchaseContext: said }),
      }),
    );
    return body.session.purchaseContext;
  };

  test("is what its start says, or else what the order says", async () => {
    expect(await started("initial")).toBe("initial");
    expect(await started("anything else")).toBe("initial");
    expect(await started("buy_more_balls")).toBe("buy_more_balls");
    expect(await started(undefined)).toBe("buy_more_balls");
  });
});

test("a payment that was refunded keeps its key: the same call gets the same answer, another body is refused", async () => {
  const golfer = await app.player();
  const key = crypto.randomUUID();
  // The course closes while the bank is asked.
  await app.owner.pool.query(`
    CREATE FUNCTION close_course() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN UPDATE courses SET active = false WHERE id = 3; RETURN NEW; END $$;
    CREATE TRIGGER close_course BEFORE INSERT ON sandbox.payments FOR EACH ROW EXECUTE FUNCTION close_course()`);
  const pay = (bayNumber: number) => buy(golfer, { key, amount: 7.5, sessionData: { courseId: 3, bayNumber } });
  const first = await pay(7);
  await app.owner.pool.query(
    "DROP TRIGGER close_course ON sandbox.payments; UPDATE courses SET active = true WHERE id = 3",
  );
  expect(first).toMatchObject({ status: 409, body: { error: { code: "payments.given_back" } } });
  const { requestId: _, ...same } = first.body.error;
  expect(await pay(7)).toMatchObject({ status: 409, body: { error: same } });
  expect(await pay(8)).toMatchObject({ status: 422, body: { error: { code: "request.key_reused" } } });
});

test("after a course is closed, its staff keep the board and the claims until the last claim is decided", async () => {
  const golfer = await app.player();
  const staff = await app.signIn("staff@acebay.test");
  const session = await play(golfer);
  const { id } = (await claim(golfer, session.id, "left")).body.claim;
  const before = await bodyOf(admin.call(claimRoutes.listClaims, { query: { status: "pending", courseId: "1" } }));
  await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
  await app.db.pool.query("UPDATE courses SET active = false WHERE id = 1");
  const seen = async () => ({
    listed: (await bodyOf(staff.call(bayRoutes.listBayCourses))).courses.length,
    board: (await staff.call(bayRoutes.getBays, { params: { id: 1 } })).status,
    claims: (await staff.call(evidenceRoutes.listBayClaims, { params: { id: 1 } })).status,
  });
  expect(await seen()).toEqual({ listed: 1, board: 200, claims: 200 });
  expect((await staff.call(evidenceRoutes.recordSighting, { params: { id }, body: { seen: true } })).status).toBe(201);
  for (const { id: pending } of before)
    await admin.call(claimRoutes.rejectClaim, { params: { id: pending }, body: { reason: "Not seen" } });
  await app.clock.advance(3600);
  expect(await seen()).toEqual({ listed: 0, board: 404, claims: 404 });
  await app.db.pool.query("UPDATE courses SET active = true WHERE id = 1");
});

test("an id that no claim has is not found by any call, whatever it looks like", async () => {
  for (const id of [crypto.randomUUID(), "nothing"]) {
    const of = { params: { id } };
    const because = { ...of, body: { reason: "Not seen" } };
    const replies = await Promise.all([
      admin.call(evidenceRoutes.getEvidence, of),
      admin.call(evidenceRoutes.recordSighting, { ...of, body: { seen: true } }),
      admin.call(claimRoutes.verifyClaim, of),
      admin.call(claimRoutes.rejectClaim, because),
      admin.call(claimRoutes.confirmForPayout, { ...of, body: { confirmed: "age_18" } }),
      admin.call(claimRoutes.payClaim, { ...of, body: { method: "transfer" } }),
      admin.call(claimRoutes.forfeitClaim, because),
      admin.call(payoutRoutes.approvePayout, of),
      admin.call(payoutRoutes.prizeCameBack, because),
    ]);
    for (const { status, body } of replies)
      expect([id, status, body]).toEqual([id, 404, { error: expect.objectContaining({ code: "claims.not_found" }) }]);
  }
});
