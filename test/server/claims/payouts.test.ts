/** Payouts: the records that they wait for, the threshold, and payment; the lists are tested beside. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { confirm, pay, payouts, provedPlayer, setThreshold, waitsOf, won, wonByGuest } from "./payouts-people.ts";

let app: TestApp;
let admin: Player;
let staff: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  staff = await app.signIn("staff@acebay.test");
});
afterAll(() => app.close());

const trail = async (action: string) =>
  (await app.db.pool.query(`SELECT subject, detail FROM audit_trail WHERE action = $1 ORDER BY id DESC`, [action]))
    .rows;

describe("a record of what has been seen", () => {
  test("of the age holds for the player's later claims, and of a tax form for those of the year", async () => {
    const golfer = await provedPlayer(app, "Renee Twice");
    const first = await won(admin, golfer);
    expect(await waitsOf(admin, first.id)).toEqual(["age_18", "tax_form"]);
    expect((await confirm(admin, first.id, "age_18", { document: "passport" })).body.claim.waitsFor).toEqual([
      "tax_form",
    ]);
    const form = await confirm(admin, first.id, "tax_form", { form: "W-9", note: "Cabinet 3" });
    expect(form.body.claim.waitsFor).toEqual([]);
    expect(form.body.claim.steps.slice(-2)).toMatchObject([
      { step: "confirmed_age_18", note: "Passport" },
      { step: "confirmed_tax_form", note: "W-9, 2026; Cabinet 3" },
    ]);
    expect((await trail("claim.confirmed_tax_form"))[0]).toEqual({
      subject: first.id,
      detail: { year: 2026, form: "W-9", note: "Cabinet 3" },
    });
    const second = await won(admin, golfer);
    expect(await waitsOf(admin, second.id)).toEqual([]);
    expect((await pay(admin, second.id)).status).toBe(200);
  });

  test("needs no kind of document, keeps the first record, and can be made twice without harm", async () => {
    const golfer = await provedPlayer(app, "Ida Plain");
    const [first, second] = [await won(admin, golfer), await won(admin, golfer)];
    const once = await confirm(admin, first.id, "age_18");
    expect(once.status).toBe(200);
    expect((await confirm(admin, first.id, "age_18", { document: "passport" })).body.claim.steps).toEqual(
      once.body.claim.steps,
    );
    await confirm(admin, second.id, "age_18", { document: "state_id" });
    const { rows } = await app.db.pool.query(`SELECT document, claim_id FROM age_records WHERE player_id = $1`, [
      golfer.id,
    ]);
    expect(rows).toEqual([{ document: null, claim_id: first.id }]);
  });

  test("for a guest belongs to that claim alone, and not to the buyer", async () => {
    const buyer = await provedPlayer(app, "Bea Buyer");
    const guest = await wonByGuest(admin, buyer, "Gus Guest");
    await confirm(admin, guest.id, "age_18");
    expect((await confirm(admin, guest.id, "tax_form", { form: "W-9" })).body.claim.waitsFor).toEqual([]);
    expect((await pay(admin, guest.id)).status).toBe(200);
    const own = await won(admin, buyer);
    expect(await waitsOf(admin, own.id)).toEqual(["age_18", "tax_form"]);
    const another = await wonByGuest(admin, buyer, "Gus Guest");
    expect(await waitsOf(admin, another.id)).toEqual(["age_18", "tax_form"]);
    const shown = (await payouts(admin, "status=paid")).find(({ claimId }) => claimId === guest.id);
    expect(shown).toMatchObject({ playerId: null, playerName: "Gus Guest", guestOf: "Bea Buyer" });
  });

  test.each([
    [{ confirmed: "age_18", document: "D123" }, "leave out its number"],
    [{ confirmed: "tax_form", form: "1099" }, "W-9 or W-8BEN"],
    [{ confirmed: "tax_form", note: "SSN 123-45-6789" }, "Leave out tax numbers"],
    [{ confirmed: "tax_form", note: "ein 12 3456789, mailed" }, "Leave out tax numbers"],
    [{ confirmed: "tax_form", note: "٩٠٠٧٠١٢٣٤" }, "Leave out tax numbers"],
    [{ confirmed: "tax_form", note: "x".repeat(201) }, "under 200"],
    [{ confirmed: "shoe_size" }, "Confirm age_18, tax_form or tee_time"],
  ])("%j is refused with a sentence", async (body, sentence) => {
    const { id } = await won(admin, await provedPlayer(app, "Val Idate"), "left");
    const reply = await confirm(admin, id, body.confirmed, body);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "request.invalid" } } });
    expect(reply.body.error.message).toContain(sentence);
  });

  test("has no column for a document's number in any table, and staff confirm the tee time only", async () => {
    const { id } = await won(admin, await provedPlayer(app, "Sid Staffed"));
    for (const what of ["age_18", "tax_form"]) expect((await confirm(staff, id, what)).status).toBe(403);
    expect((await confirm(staff, id, "tee_time")).status).toBe(200);
    const { rows } = await app.db.pool.query(
      `SELECT column_name FROM information_schema.columns WHERE table_name IN ('age_records', 'tax_forms') AND data_type = 'text'`,
    );
    expect(new Set(rows.map(({ column_name }) => column_name))).toEqual(new Set(["document", "form"]));
  });
});

test("a winner's own list says what the payout asks of them, and what of it we have; nothing of it for others", async () => {
  const needsOf = async (person: Player) =>
    (await bodyOf(person.call(claimRoutes.listMyClaims, { params: { id: person.id } }))).claims.map(({ needs }) =>
      needs.map(({ need, done }) => `${need} ${done}`),
    );
  const golfer = await app.player("Nia Needs");
  const { id } = await won(admin, golfer);
  expect(await needsOf(golfer)).toEqual([["proved_address false", "age_18 false", "tax_form false"]]);
  await confirm(admin, id, "age_18");
  const proved = await app.signIn(golfer.email);
  expect(await needsOf(proved)).toEqual([["proved_address true", "age_18 true", "tax_form false"]]);
  await confirm(admin, id, "tax_form");
  await pay(admin, id);
  expect(await needsOf(proved)).toEqual([[]]);

  const sponsored = await provedPlayer(app, "Sia Sponsored");
  await won(admin, sponsored, "left");
  expect(await needsOf(sponsored)).toEqual([["proved_address true"]]);
  const buyer = await app.player("Bea Buyer");
  await wonByGuest(admin, buyer, "Gus Guest");
  expect(await needsOf(buyer)).toEqual([[]]);
});

describe("the threshold", () => {
  test("is set by year, counts from then on, and what was paid in the year counts towards it", async () => {
    const golfer = await provedPlayer(app, "Tom Total");
    const [first, second] = [await won(admin, golfer), await won(admin, golfer)];
    await confirm(admin, first.id, "age_18");
    expect(await waitsOf(admin, first.id)).toEqual(["tax_form"]);
    expect((await setThreshold(admin, 2025, 5000)).status).toBe(200);
    expect(await waitsOf(admin, first.id)).toEqual([]);
    const set = await setThreshold(admin, 2026, first.amount + second.amount - 0.01);
    expect(set.body.thresholds).toMatchObject([
      { year: 2025, amount: 5000, setBy: "Alex Greenkeeper" },
      { year: 2026, amount: first.amount + second.amount - 0.01 },
    ]);
    expect([await waitsOf(admin, first.id), await waitsOf(admin, second.id)]).toEqual([[], []]);
    // Two administrators at once: together they are above the threshold, so one of them waits for the form.
    const both = await Promise.all([pay(admin, first.id), pay(admin, second.id)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.find(({ status }) => status === 409)?.body.error.details).toEqual({ waitsFor: ["tax_form"] });
    // At the sum exactly, none is needed.
    await setThreshold(admin, 2026, first.amount + second.amount);
    const [left] = both[0]?.status === 200 ? [second] : [first];
    expect((await pay(admin, left.id)).status).toBe(200);
    expect((await trail("payouts.threshold_set"))[0]).toMatchObject({
      subject: "2026",
      detail: { beforeCents: Math.round((first.amount + second.amount) * 100) - 1 },
    });
    await setThreshold(admin, 2025, 600);
    await setThreshold(admin, 2026, 600);
  });

  test.each([
    [1999, 600],
    [2101, 600],
    ["soon", 600],
    [2026.5, 600],
    [2026, -1],
    [2026, 0.001],
    [2026, 5e-324],
    [2026, 1_000_001],
    [2026, "a lot"],
    [2026, undefined],
  ])("of %j, %j is refused", async (year, amount) => {
    const { status, body } = await admin.call(payoutRoutes.setPayoutThreshold, { body: { year, amount } });
    expect([status, body.error?.code]).toEqual([400, "request.invalid"]);
  });
});

describe("payment", () => {
  async function ready() {
    const golfer = await provedPlayer(app, "Paula Paid");
    const prize = await won(admin, golfer);
    await confirm(admin, prize.id, "age_18");
    await confirm(admin, prize.id, "tax_form");
    return { golfer, ...prize };
  }

  test("keeps how it was made, with whom and when", async () => {
    const { id, golfer } = await ready();
    const paid = await pay(admin, id, { method: "check", reference: "  No. 1044 " });
    expect(paid.body.claim).toMatchObject({ payoutStatus: "paid", waitsFor: [] });
    expect(paid.body.claim.steps.at(-1)).toMatchObject({ step: "paid", note: "Check, No. 1044" });
    const shown = (await payouts(admin, "status=paid")).find(({ claimId }) => claimId === id);
    expect(shown).toMatchObject({
      status: "paid",
      paymentMethod: "check",
      paymentReference: "No. 1044",
      paidAt: app.clock.now().toISOString(),
      settledBy: "Alex Greenkeeper",
      playerId: golfer.userId,
    });
    expect((await trail("claim.paid"))[0]).toEqual({
      subject: id,
      detail: { method: "check", reference: "No. 1044" },
    });
    const seen = firstOf((await bodyOf(golfer.call(claimRoutes.listMyClaims, { params: { id: golfer.id } }))).claims);
    expect(seen.payoutStatus).toBe("paid");
    expect(JSON.stringify(seen)).not.toContain("No. 1044");
  });

  test("needs no note; a wrong note is refused and leaves the payout ready", async () => {
    const { id } = await ready();
    for (const how of [
      { method: "cash in an envelope" },
      { reference: "x".repeat(61) },
      { reference: "4242 4242 4242 4242" },
      { reference: "Check 104 4242-4242-4242-4242" },
      { reference: "123 45 6789" },
      { reference: 12 },
      { reference: "12‑3456789" },
      { reference: "1\u200B2345678\u200B9" },
    ])
      expect(await pay(admin, id, how)).toMatchObject({ status: 400, body: { error: { code: "request.invalid" } } });
    expect((await pay(admin, id)).status).toBe(200);
    expect((await pay(admin, id)).body.error.code).toBe("claims.not_due");
  });

  test("by two administrators at once, ten times each, moves the money once", async () => {
    const { id, amount } = await ready();
    const second = await app.player("Second Admin");
    await app.db.pool.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [second.id]);
    const other = await app.signIn(second.email);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => pay(index % 2 === 0 ? admin : other, id, { method: "transfer" })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
    const { rows } = await app.db.pool.query(
      `SELECT e.amount_cents FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
       WHERE t.claim_id = $1 AND t.kind = 'pay_out' AND e.account_key = 'bank'`,
      [id],
    );
    expect(rows.map(({ amount_cents }) => Math.abs(amount_cents))).toEqual([Math.round(amount * 100)]);
  });

  test("and a forfeit at once: one wins; a reason must not hold a tax number, and is shown", async () => {
    const { id } = await ready();
    const forfeit = (reason: string) => admin.call(claimRoutes.forfeitClaim, { params: { id }, body: { reason } });
    expect((await forfeit("He gave 123-45-6789 only")).status).toBe(400);
    const replies = await Promise.all([pay(admin, id), forfeit("No form"), pay(admin, id), forfeit("No form")]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(3);
    const other = await ready();
    await admin.call(claimRoutes.forfeitClaim, { params: { id: other.id }, body: { reason: "Under 18" } });
    expect((await payouts(admin, "status=forfeited")).find(({ claimId }) => claimId === other.id)).toMatchObject({
      forfeitReason: "Under 18",
      forfeitedAt: app.clock.now().toISOString(),
      settledBy: "Alex Greenkeeper",
    });
  });

  test("of a sponsored prize moves no money and waits for neither age nor form", async () => {
    const { id } = await won(admin, await provedPlayer(app, "Sponsored"), "right");
    expect(await waitsOf(admin, id)).toEqual([]);
    const count = async () => (await app.db.pool.query(`SELECT count(*) FROM ledger_transfers`)).rows[0].count;
    const before = await count();
    expect((await pay(admin, id, { method: "handed_over" })).status).toBe(200);
    expect(await count()).toBe(before);
  });

  test("of one's own, or of nothing, is refused", async () => {
    const owner = await provedPlayer(app, "Own Er");
    const { id } = await won(admin, owner, "left");
    const belongsTo = (person: Player) =>
      app.db.pool.query(`UPDATE claims SET user_id = $2 WHERE id = $1`, [id, person.id]);
    await belongsTo(admin);
    expect((await pay(admin, id)).body.error.code).toBe("claims.own");
    await belongsTo(owner);
    for (const none of ["x", "00000000-0000-4000-8000-000000000000"]) expect((await pay(admin, none)).status).toBe(404);
  });
});
