/** However many claims of a course wait, the newest one rings: its ball still lies in the hole. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { claim, freshApp, play, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

/** As many as ring at once. */
const WAITING = 100;

let app: TestApp;
beforeAll(async () => {
  app = await freshApp({ breaksBooks: true });
  const lucky = await app.player();
  const { id } = await play(lucky);
  await app.owner.pool.query("UPDATE sessions SET balls_left = $2, balls_bought = $2 WHERE id = $1", [id, WAITING]);
  for (let n = 0; n < WAITING; n++) await claim(lucky, id, "left");
});
afterAll(() => app.close());

test("a claim rings behind a hundred that wait, as the last of them", async () => {
  const golfer = await app.player();
  await app.clock.advance(5);
  const made = (await claim(golfer, (await play(golfer)).id, "left")).body.claim;
  const staff = await app.signIn("staff@acebay.test");
  const { claims } = await bodyOf(staff.call(evidenceRoutes.listBayClaims, { params: { id: 1 } }));
  expect(claims).toHaveLength(WAITING);
  expect(claims.at(-1)?.id).toBe(made.id);
});
