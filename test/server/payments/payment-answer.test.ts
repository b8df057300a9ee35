/** A payment's answer is made from what was committed, and says what a read says. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderRoutes } from "#features/orders/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, freshApp, packs, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

describe("the answer of a payment equals a later read", () => {
  const friends = [{ name: "Fred", bayNumber: 8, ballCount: 5 }];
  const group = { mainPlayer: { bayNumber: 7, ballCount: 5 }, friends };
  test.each([
    ["one golfer", packs.jackpot, {}],
    ["a sponsored package", packs.sponsored, {}],
    ["a group", packs.jackpot, { bayNumber: undefined, groupData: group }],
  ])("of %s", async (_whose, pack, sessionData) => {
    const golfer = await app.player();
    const { status, body } = await buy(golfer, { pack, sessionData });
    expect(status).toBe(200);
    const { order } = await bodyOf(golfer.call(orderRoutes.getOrder, { params: { id: body.order.id } }));
    expect(body.order).toEqual(order);
    expect(order.status).toBe("fulfilled");
    const { session } = await bodyOf(golfer.call(playRoutes.getSession, { params: { id: body.session.id } }));
    expect(body.session).toEqual(session);
    expect(order.sessionId).toBe(session.id);
  });
});
