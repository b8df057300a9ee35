/** Sessions that are read at the same moment share a statement, and everybody still sees their own session as it is now. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { playRoutes } from "#features/play/contract.ts";
import { claim, freshApp, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
beforeAll(async () => (app = await freshApp({ poolSize: 20 })));
afterAll(() => app.close());

const view = (golfer: Player, id: string) => golfer.call(playRoutes.getSession, { params: { id } });

test("each gets their own session, and nobody that of somebody else", async () => {
  const golfers = await Promise.all(Array.from({ length: 5 }, () => app.player()));
  const ids = await Promise.all(golfers.map(async (golfer) => (await play(golfer)).id));
  const pairs = golfers.flatMap((golfer, own) => ids.map((id, of) => ({ golfer, id, isOwn: own === of })));
  const seen = await Promise.all(pairs.map(({ golfer, id }) => view(golfer, id)));
  seen.forEach((reply, n) => {
    const pair = pairs[n];
    expect(reply.status).toBe(pair?.isOwn ? 200 : 404);
    if (reply.status === 200) expect(reply.body.session.id).toBe(pair?.id);
  });
  const [golfer, id] = [golfers[0], ids[0]];
  if (!golfer || !id) expect.fail();
  const odd = await Promise.all([id.toUpperCase(), "none", `${id}0`, id].map((one) => view(golfer, one)));
  expect(odd.map(({ status }) => status)).toEqual([200, 404, 404, 200]);
});

test("whoever has the answer to a shot sees it, while others read all the time", async () => {
  const golfers = await Promise.all(Array.from({ length: 4 }, () => app.player()));
  await Promise.all(
    golfers.map(async (golfer) => {
      const { id } = await play(golfer);
      for (let shots = 1; shots <= 5; shots++) {
        await shoot(golfer, id);
        const both = await Promise.all([view(golfer, id), view(golfer, id)]);
        for (const reply of both) expect((await bodyOf(reply)).session.attempts).toBe(shots);
      }
    }),
  );
});

test("a claim is in its own session's view only", async () => {
  const golfers = await Promise.all([app.player(), app.player()]);
  const [one, other] = await Promise.all(golfers.map(async (golfer) => ({ golfer, id: (await play(golfer)).id })));
  if (!one || !other) expect.fail();
  await claim(one.golfer, one.id, "left");
  const [claimed, bare] = await Promise.all([one, other].map(async ({ golfer, id }) => bodyOf(view(golfer, id))));
  expect(claimed?.session.claims).toHaveLength(1);
  expect(bare?.session.claims).toEqual([]);
});
