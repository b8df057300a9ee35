/** PATCH of a profile: fields that are sent change; an emptied field is not the same as one that was left out. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { freshApp, type Json, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
let golfer: Player;
beforeAll(async () => {
  app = await freshApp();
  golfer = await app.player("Robin Tester");
});
afterAll(() => app.close());

const patch = (body: object) => golfer.call(accountRoutes.updateUser, { params: { id: golfer.id }, body });

test.each<[object, Json]>([
  [{ name: "Robin Hill" }, { name: "Robin Hill", phone: "555 010 0100" }],
  [{ phone: "555 010 0177" }, { name: "Robin Hill", phone: "555 010 0177" }],
  [{ phone: "" }, { name: "Robin Hill", phone: null }],
  [
    { name: null, phone: null, code: "" },
    { name: "Robin Hill", phone: null },
  ],
  [{}, { name: "Robin Hill", phone: null }],
])("%j is saved", async (body, user) => {
  expect(await patch(body)).toMatchObject({ status: 200, body: { user: { ...user, email: golfer.email } } });
});

test.each([
  [{ name: "  " }, "Name is required"],
  [{ name: "", email: "robin@example.com" }, "Name is required"],
  [{ email: "" }, "Valid email is required"],
  [{ email: "robin" }, "Valid email is required"],
  [{ phone: "call me" }, "Please enter a phone number that we can call, with 7 to 15 digits"],
  [{ email: "robin@example.com", code: "12" }, "The code has 6 digits"],
])("%j is refused and saves nothing", async (body, message) => {
  expect(await patch(body)).toMatchObject({ status: 400, body: { error: { message } } });
  expect((await bodyOf(golfer.call(accountRoutes.me))).user).toMatchObject({ name: "Robin Hill", email: golfer.email });
});

test("an email alone is changed with the code that was mailed to it", async () => {
  expect(await patch({ email: "robin.hill@example.com" })).toMatchObject({ status: 202 });
  const code = await app.mailedCode("robin.hill@example.com");
  expect(await patch({ email: "robin.hill@example.com", code })).toMatchObject({
    status: 200,
    body: { user: { name: "Robin Hill", email: "robin.hill@example.com" } },
  });
});

test("a fraction of a cent is another price; a null friend is an empty slot", async () => {
  const sessionData = {
    courseId: 1,
    packageId: 4,
    groupData: { mainPlayer: { bayNumber: 1, ballCount: 10 }, friends: [null] },
  };
  const pay = (amount: number) =>
    golfer.raw("POST", "/api/process-payment", { paymentInfo: { paymentMethod: "paypal" }, sessionData, amount });
  expect((await pay(5.001)).status).toBe(409);
  expect(await pay(5)).toMatchObject({ status: 200, body: { session: { groupData: { friends: [] } } } });
});
