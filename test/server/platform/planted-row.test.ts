/** One row in the table of addresses, and the server has a page there. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { addresses } from "#platform/shared/addresses/all.ts";
import { freshApp, type TestApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

test("the address of a row that a test adds to the table is 200, and an address without a row is 404", async () => {
  expect((await app.http.inject("/planted/7")).statusCode).toBe(404);
  Object.assign(addresses, { planted: { path: "/planted/:id", visitor: "stays" } });
  expect((await app.http.inject("/planted/7")).statusCode).toBe(200);
  expect((await app.http.inject("/planted")).statusCode).toBe(404);
});
