/** The transfers behind each line of a settlement, and the journal: both come to what the settlement says. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { buy, claim, freshApp, type Json, type Player, type TestApp } from "../app.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  for (const verdict of ["verify", "reject"]) {
    const golfer = await app.player();
    const { order, session } = (await buy(golfer)).body;
    const { id } = (await claim(golfer, session.id, "middle")).body.claim;
    expect((await admin.call("PATCH", `/api/admin/prize-claims/${id}/${verdict}`, { reason: "Not seen" })).status).toBe(
      200,
    );
    const reply = await admin.call("POST", `/api/admin/orders/${order.id}/refund`, { amount: 1.11, reason: "Rain" });
    expect(reply.status).toBe(verdict === "verify" ? 409 : 200);
  }
  await app.jobs.runAll();
}, 60_000);
afterAll(() => app.close());

const read = async (path: string): Promise<Json> => (await admin.call("GET", path)).body;

test.each([1, "all"])("each line of %s opens transfers that come to its amount", async (id) => {
  const { settlement } = await read(`/api/admin/settlements/${id}`);
  const lines: Json[] = settlement.sections.flatMap(({ lines: of }: Json) => of);
  const opened = lines.filter(({ key, amount }) => amount !== 0 && !/\.(opening|closing)$/.test(key));
  expect(opened.length).toBeGreaterThan(15);
  for (const { key, amount } of opened) {
    const { transfers } = await read(`/api/admin/settlements/${id}/transfers?month=${settlement.month}&line=${key}`);
    const sum = transfers.reduce((so: number, transfer: Json) => so + transfer.amount, 0);
    expect(sum, key).toBeCloseTo(amount, 6);
  }
  const { transfers } = await read(`/api/admin/settlements/${id}/transfers?line=refundsSettled`);
  expect(transfers).toMatchObject([{ kind: "refund_settled", order: { number: expect.any(Number) } }]);
  expect((await admin.call("GET", `/api/admin/settlements/${id}/transfers?line=none`)).status).toBe(404);
});

test("a page of transfers goes on where the one before ended", async () => {
  for (let n = 0; n < 51; n++) expect((await buy(await app.player())).status).toBe(200);
  const path = "/api/admin/settlements/1/transfers?line=gross";
  const first = await read(path);
  const second = await read(`${path}&cursor=${first.nextCursor}`);
  const ids = [...first.transfers, ...second.transfers].map(({ id }: Json) => id);
  expect([first.transfers.length, second.transfers.length, second.nextCursor]).toEqual([50, 3, null]);
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one));
});

test("the journal balances by transfer, under the operator's numbers, and comes to the accounts", async () => {
  const numbers = { cash: "1010", pot: "2100", reserved: "2100", fees: "" };
  const saved = await admin.call("POST", "/api/admin/journal-accounts", numbers);
  expect(saved.body.accounts).toContainEqual({ account: "pot", label: "Pot", number: "2100" });
  expect((await admin.call("POST", "/api/admin/journal-accounts", { bank: "1 0" })).status).toBe(400);
  for (const id of [1, "all"]) {
    const { settlement } = await read(`/api/admin/settlements/${id}`);
    const reply = await admin.call("GET", `/api/admin/settlements/${id}/journal.csv`);
    const [header, ...rows] = String(reply.body).replace("\uFEFF", "").trim().split("\r\n");
    expect(header).toBe("Date,Account,Debit,Credit,Reference,Memo");
    const byTransfer = new Map<string, number>();
    const byAccount = new Map<string, number>();
    for (const row of rows) {
      const [, account = "", debit, credit, reference = ""] = row.split(",");
      const cents = Math.round((Number(debit) - Number(credit)) * 100);
      byTransfer.set(reference, (byTransfer.get(reference) ?? 0) + cents);
      byAccount.set(account, (byAccount.get(account) ?? 0) + cents);
    }
    expect(new Set(byTransfer.values())).toEqual(new Set([0]));
    const cash = settlement.accounts.find(({ account }: Json) => account === "cash");
    expect(byAccount.get("1010")).toBe(Math.round((cash.in - cash.out) * 100));
    // Pot and reserved are one account of the operator.
    const [pot, reserved] = ["pot", "reserved"].map((of) =>
      settlement.accounts.find((one: Json) => one.account === of),
    );
    expect(byAccount.get("2100")).toBe(Math.round((pot.out - pot.in + reserved.out - reserved.in) * 100));
    expect(byAccount.has("pot")).toBe(false);
  }
});
