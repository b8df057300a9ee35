/** The list of players reads a page of a long history, in whatever order and of whichever players. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { playedRoutes } from "#features/dashboard/played-contract.ts";
import { freshApp, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { collectCalls, wholeReadings } from "#test/reads.ts";
import { writeHistory } from "../../../../bench/history.ts";

let app: TestApp;
beforeAll(async () => {
  // The history was written without triggers, so its books are not clean.
  app = await freshApp({ breaksBooks: true });
  // The figures' job reads whole days of such a history.
  await app.jobs.stop();
  await writeHistory(app.owner, 10_000, 365, app.clock.now());
  await app.owner.pool.query("ANALYZE");
}, 60_000);
afterAll(() => app.close());

test.each([{}, { kind: "new" }, { courseId: 1 }] as const)("with %j, and the page after it", async (query) => {
  const admin = await app.signIn("admin@acebay.test");
  const list = (cursor?: string) =>
    bodyOf(admin.call(playedRoutes.listPlayers, { query: { ...query, ...(cursor && { cursor }) } }));
  for (let page = 0, cursor: string | undefined; page < 3; page++) {
    const asked = cursor;
    const calls = await collectCalls(app, async () => {
      const { players, nextCursor } = await list(asked);
      expect(players).toHaveLength(100);
      cursor = nextCursor ?? undefined;
    });
    expect(await wholeReadings(app.owner, calls)).toEqual([]);
  }
});
