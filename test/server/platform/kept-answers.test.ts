/** Public answers are kept in memory, but nobody gets an answer from before a change of which they know. */
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { managePackageRoutes } from "#features/courses/manage-contract.ts";
import { buy, claim, freshApp, type Player, packs, play, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { type Second, secondApp } from "#test/second.ts";

let app: TestApp;
let other: Second;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  other = await secondApp(app);
  for (const one of [app, other.app]) await one.jobs.stop();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const get = (url: string, headers: Record<string, string> = {}, at: Pick<TestApp, "http"> = app) =>
  at.http.inject({ method: "GET", url, headers });
async function pot(at: Pick<TestApp, "http"> = app): Promise<number> {
  const reply = await get("/api/courses/1", {}, at);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().course.jackpotAmount;
}

/** The statements that this process sends while `work` runs, but for those of the hints' own connection. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(app.db.pool, "query");
  try {
    await work();
    return sent.mock.calls.length;
  } finally {
    sent.mockRestore();
  }
}

test("a kept answer needs no statement, and does not look up the sign-in", async () => {
  const golfer = await app.player();
  const urls = ["/api/courses", "/api/courses/1", "/api/courses/1/sponsors", "/api/packages", "/api/config"];
  const first = await Promise.all(urls.map((url) => get(url)));
  const again = async () => {
    for (const [index, url] of urls.entries()) {
      const reply = await golfer.raw("GET", url);
      expect(reply.body).toEqual(first[index]?.json());
      expect(reply.headers["etag"]).toBe(first[index]?.headers.etag);
    }
  };
  expect(await statementsOf(again)).toBe(0);
  expect((await get("/api/courses", { "if-none-match": String(first[0]?.headers.etag) })).statusCode).toBe(304);
});

test("a golfer who has paid sees the pot with their own payment, however soon they ask", async () => {
  for (let n = 1; n <= 4; n++) {
    const before = await pot();
    expect((await buy(await app.player())).status).toBe(200);
    expect(await pot()).toBeCloseTo(before + 1, 2);
  }
});

test("many payments and readers at once: nobody sees less than what they know", async () => {
  const golfers = await Promise.all(Array.from({ length: 6 }, () => app.player()));
  const start = await pot();
  let paid = 0;
  const reader = async () => {
    for (let n = 0; n < 20; n++) {
      const known = paid;
      expect(await pot()).toBeGreaterThanOrEqual(start + known - 0.001);
    }
  };
  const payer = async (golfer: Player) => {
    expect((await buy(golfer)).status).toBe(200);
    paid += 1;
  };
  await Promise.all([...golfers.map(payer), reader(), reader()]);
  expect(await pot()).toBeCloseTo(start + golfers.length, 2);
});

test("a claim of the jackpot is seen under review at once", async () => {
  const golfer = await app.player();
  const { id } = await play(golfer);
  await pot();
  const { body } = await claim(golfer, id, "middle");
  const { course } = (await get("/api/courses/1")).json();
  expect(course.jackpotUnderReview).toBeCloseTo(body.claim.prizeAmount, 2);
});

test("what an administrator changes is offered when the call is answered, also while it is read all the time", async () => {
  let stop = false;
  const reading = (async () => {
    // A kept answer waits for nothing, so without a turn nothing else would run.
    for (; !stop; await turn()) await get("/api/packages");
  })();
  const { packages } = await bodyOf(admin.call(managePackageRoutes.listManagedPackages));
  const { id, version } = packages.find((one) => one.id === packs.jackpot.packageId) ?? packages[0] ?? expect.fail();
  const changing = async () => {
    for (const [index, name] of ["One", "Two", "Three"].entries()) {
      await bodyOf(
        admin.call(managePackageRoutes.changePackage, { params: { id }, body: { version: version + index, name } }),
      );
      const shown = await bodyOf(admin.call(courseRoutes.listPackages));
      expect(shown.packages.find((one) => one.id === id)?.name).toBe(name);
    }
  };
  await changing().finally(() => (stop = true));
  await reading;
});

test("a winner is named as soon as all agree, and no more as soon as one thing changes, on the other process soon after", async () => {
  const winners = async (at: Pick<TestApp, "http"> = app): Promise<string[]> =>
    (await get("/api/courses/1/winners", {}, at)).json().winners.map(({ name }: { name: string }) => name);
  const everywhere = async (names: string[]) => {
    expect(await winners()).toEqual(names);
    await expect.poll(() => winners(other.app)).toEqual(names);
  };
  const golfer = await app.player("Ada Lovelace");
  const settings = (body: { namedAsWinner?: boolean; name?: string }) =>
    golfer.call(accountRoutes.updateUser, { params: { id: golfer.id }, body }).then(bodyOf);
  const { id } = await play(golfer);
  const { body } = await claim(golfer, id, "middle");
  await everywhere([]);
  await settings({ namedAsWinner: true });
  await everywhere([]);
  await bodyOf(admin.call(claimRoutes.verifyClaim, { params: { id: body.claim.id } }));
  await everywhere(["Ada L."]);
  await settings({ name: "Augusta King" });
  await everywhere(["Augusta K."]);
  await settings({ namedAsWinner: false });
  await everywhere([]);
  await settings({ namedAsWinner: true });
  await everywhere(["Augusta K."]);
  expect(await statementsOf(() => winners())).toBe(0);
  await bodyOf(admin.call(claimRoutes.forfeitClaim, { params: { id: body.claim.id }, body: { reason: "Under 18" } }));
  await everywhere([]);
});

test("the last prize that is claimed is out of stock at once", async () => {
  await app.db.pool.query("UPDATE sponsored_prizes SET stock = reserved + 1 WHERE course_id = 1 AND hole = 'left'");
  await expect.poll(() => isLeft()).toBe(true);
  const golfer = await app.player();
  await claim(golfer, (await play(golfer)).id, "left");
  expect(await isLeft()).toBe(false);
});

async function isLeft(): Promise<boolean> {
  const { prizes } = (await get("/api/sponsored-prizes?courseId=1")).json();
  return prizes.find((one: { hole_type: string }) => one.hole_type === "left").is_active;
}

test("another process hears of payments and of what is offered, also from a statement that no process of ours sent", async () => {
  const there = await pot(other.app);
  await buy(await app.player());
  await expect.poll(() => pot(other.app), { timeout: 5_000 }).toBeCloseTo(there + 1, 2);
  await get("/api/courses", {}, other.app);
  await app.owner.pool.query("UPDATE courses SET address = 'Moved' WHERE id = 1");
  for (const at of [app, other.app])
    await expect
      .poll(async () => (await get("/api/courses", {}, at)).json().courses[0].address, { timeout: 5_000 })
      .toBe("Moved");
});

test("a process that receives no hints keeps no answers", async () => {
  const mute = await secondApp(app, { isMute: true });
  const before = await pot(mute.app);
  await buy(await app.player());
  expect(await pot(mute.app)).toBeCloseTo(before + 1, 2);
  await mute.close();
});
