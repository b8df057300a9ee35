/** An address may name a row with capitals: PostgreSQL and the ledger's accounts write ids in small letters. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { claim, freshApp, play, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { confirm, pay, provedPlayer } from "./payouts-people.ts";

let app: TestApp;
let admin: Player;
let winner: Player;
let id: string;
let amount: number;
// Closing the app audits the books.
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  winner = await provedPlayer(app, "Wynn Capital");
  ({ id, prizeAmount: amount } = (await claim(winner, (await play(winner)).id, "middle")).body.claim);
});
afterAll(() => app.close());

const params = () => ({ id: id.toUpperCase() });

test("a sighting is recorded once, and its answer shows it", async () => {
  const { sighting } = await bodyOf(
    admin.call(evidenceRoutes.recordSighting, { params: params(), body: { seen: true } }),
  );
  expect(sighting.seen).toBe(true);
});

test("a jackpot's money is moved from the claim's own accounts", async () => {
  await bodyOf(admin.call(claimRoutes.verifyClaim, { params: params() }));
  expect((await confirm(admin, params().id, "age_18")).status).toBe(200);
  if (amount >= 600) expect((await confirm(admin, params().id, "tax_form")).status).toBe(200);
  expect((await pay(admin, params().id)).status).toBe(200);
  const text = "SELECT key, balance_cents::int AS cents FROM ledger_accounts WHERE lower(key) LIKE $1 ORDER BY key";
  expect((await app.db.pool.query(text, [`%:${id}`])).rows).toEqual([
    { key: `prize_payable:${id}`, cents: 0 },
    { key: `reserved:${id}`, cents: 0 },
  ]);
});

test("a golfer's own account is the same", async () => {
  const { sessions } = await bodyOf(
    winner.call(playRoutes.listSessions, { params: { id: winner.id.toUpperCase() }, query: {} }),
  );
  expect(sessions).toHaveLength(1);
});
