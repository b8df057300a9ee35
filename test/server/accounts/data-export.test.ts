/**
 * The export of one's data holds every table that holds something of a golfer, or the list below says why not. A table
 * that is new is in docs/operations.md (`retention.test.ts`), and so here. A new column of such a table is exported or
 * listed as well.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { noteRoutes } from "#features/accounts/people-contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { requestRoutes } from "#features/courses/request-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, card, claim, freshApp, packs, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { bankOf } from "#test/disputing.ts";
import { confirm, provedPlayer, won } from "#test/server/claims/payouts-people.ts";

/** The record of the export that has a table's rows. */
const exported: Record<string, string> = {
  age_records: "ageRecords",
  attempts: "attempts",
  claim_sightings: "claimSightings",
  claim_steps: "claimSteps",
  claims: "claims",
  course_requests: "courseRequests",
  devices: "devices",
  disputes: "disputes",
  free_shots: "freeShots",
  mailed_codes: "mailedCodes",
  mails: "mails",
  orders: "orders",
  passkeys: "passkeys",
  payment_attempts: "payments",
  person_notes: "notes",
  push_subscriptions: "pushSubscriptions",
  receipts: "receipts",
  refunds: "refunds",
  saved_cards: "savedCards",
  sessions: "sessions",
  settlement_letters: "settlementLetters",
  settlement_recipients: "settlementsByMail",
  sign_ins: "signIns",
  staff_invitations: "staffInvitations",
  tax_forms: "taxForms",
  // The photos of claims, in the record of what staff saw.
  uploads: "claimSightings",
};

const ids = "ids beside what the export has from other tables";
const desk = "of those who work at the desk, not of golfers";
const machinery = "counts, moments and hashes that live for days";
/** Why a table's rows are in no record. */
const left: Record<string, string> = {
  users: "the account itself, beside the records",
  passkey_challenges: machinery,
  counted: machinery,
  calls: machinery,
  idempotency_keys: "answers to the golfer's own calls, made of rows that the export has",
  push_messages: "what was told, for a day; the claim has it",
  stream_holders: machinery,
  open_streams: machinery,
  proposals: desk,
  staff_courses: desk,
  settlement_lists_emptied: "courses without readers, and nobody",
  audit_trail: "what the desk did; the steps of claims and the reasons of refunds are in the export",
  audit_runs: "findings about rows that the export has",
  refund_tries: "the tries of refunds that the export has",
  card_vaults: "the payment service's name of the golfer's cards",
  card_removals: "the payment service's name of a card, until it has forgotten it",
  receipts_due: ids,
  ledger_accounts: ids,
  ledger_transfers: ids,
  ledger_entries: ids,
  adjustments: desk,
  remittances: desk,
  remittance_returns: desk,
  prize_returns: desk,
  payout_divisions: desk,
  closed_months: desk,
  settlement_sendings: desk,
  course_closings: desk,
  journal_accounts: desk,
  approval_limits: desk,
  tax_thresholds: desk,
  gateway_strangers: "payments that belong to nobody here",
  gateway_positions: "how far the payment service was read",
  gateway_payouts: "sums that the payment service paid to the operator",
  gateway_transactions: ids,
  rollup_marks: ids,
  rollup_state: ids,
  rollup_play: ids,
  rollup_players: ids,
  rollup_sales: ids,
  rollup_claims: ids,
  rollup_accounts: ids,
};

/** The columns of exported tables that no record has: keys, secrets, what runs by itself, and who did it at the desk. */
const columnsLeft: Record<string, string> = {
  age_records: "claim_id player_id confirmed_by",
  claim_sightings: "id recorded_by",
  claim_steps: "id actor_id",
  claims: "arrival approved_by decided_by reseed_cents",
  course_requests: "handled_by handled_at",
  devices: "id user_id browser_id created_at revoked_at",
  mailed_codes: "id user_id device_id address code_hash expires_at tries",
  mails: "id user_id recipient body html files about taken_until tries next_try_at",
  orders: "idempotency_key tax_rate_milli jackpot_share_cents range_share_cents",
  passkeys: "id user_id public_key counter transports",
  payment_attempts: "action",
  person_notes: "id person_id author_id",
  push_subscriptions: "id user_id browser_id p256dh auth",
  refunds: `arrival payment_id actor_id origin asked lease tries repeats next_try_at failure cancelled_at made_good_cents
    pot_part_cents range_part_cents tax_part_cents taken_from from_dropped_cents released_at released_by release_reason
    paid_by paid_on paid_reference paid_proposal_id`,
  saved_cards: "id vault_id token",
  settlement_letters: "id sending_id sent_at dropped_at",
  settlement_recipients: "course_id emails from_month changed_at changed_by",
  sign_ins: "user_id device_id token_hash proved_at replaced_by",
  staff_invitations: "id language course_ids statement_course_ids invited_by",
  tax_forms: "player_id claim_id received_by",
  uploads: "name folder bytes",
};

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

/** The tables of the page that hold something of people, or refer to an account. */
async function tablesOfPeople(): Promise<string[]> {
  const [, section = ""] = readFileSync("docs/operations.md", "utf8").split("## What is kept, and how long\n");
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  const told = rows
    .map((line) => line.split("|"))
    .filter(([, , people = ""]) => !/^none( *$|:|;)/.test(people.trim()))
    .flatMap(([, names = ""]) => [...names.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name));
  const { rows: referring } = await app.owner.pool.query<{ name: string }>(
    "SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'f' AND confrelid = 'users'::regclass",
  );
  return [...new Set([...told, ...referring.map(({ name }) => name)])];
}

test("each table with personal data is exported, or the list has a reason why not", async () => {
  const terms = ["course_terms", "package_terms", "stated_values_begin"];
  const listed = [...Object.keys(exported), ...Object.keys(left), ...terms];
  expect(new Set(listed).size).toBe(listed.length);
  expect((await tablesOfPeople()).filter((table) => !listed.includes(table))).toEqual([]);
});

test("the export of a golfer who has used everything has each exported table with its columns, and the photo of a claim", async () => {
  const golfer = await provedPlayer(app, "Wanda Whole");
  const at = app.clock.now();
  const params = { id: golfer.id };
  const request = { name: "Wanda", email: golfer.email, courseName: "Pines", courseLocation: "Naples" };
  await bodyOf(app.browser().call(requestRoutes.requestCourse, { body: request }), 201);
  await bodyOf(admin.call(noteRoutes.addPersonNote, { params, body: { text: "Likes bay 3" } }), 201);
  await app.db.pool.query(
    `INSERT INTO passkeys (id, user_id, public_key, counter, transports, label, created_at)
     VALUES ('wandas', $1, 'a-public-key', 0, '{}', 'A phone', $2)`,
    [golfer.id, at],
  );
  await app.db.pool.query(
    `INSERT INTO push_subscriptions (id, user_id, browser_id, endpoint, p256dh, auth, created_at)
     VALUES ($1, $2, $1, 'https://push.example.com/1', '', '', $3)`,
    [randomUUID(), golfer.id, at],
  );
  await app.db.pool.query(
    `INSERT INTO staff_invitations SELECT $1, $2, 'Wanda', 'en', 'staff', '{1}', '{}', id, $3, $3::timestamptz + interval '7 days'
     FROM users WHERE email = 'admin@acebay.test'`,
    [randomUUID(), golfer.email, at],
  );
  await app.db.pool.query(
    `INSERT INTO settlement_recipients SELECT 1, ARRAY[$1::text], 'en', 3, '2020-01', id, $2 FROM users WHERE email = 'admin@acebay.test'`,
    [golfer.email, at],
  );
  await app.db.pool.query(
    `WITH sent AS (INSERT INTO settlement_sendings (course_id, month, again, language, posted_at) VALUES (1, '2020-01', false, 'en', $1) RETURNING id)
     INSERT INTO settlement_letters (id, sending_id, email, posted_at) SELECT $2, id, $3, $1 FROM sent`,
    [at, randomUUID(), golfer.email],
  );
  const free = { courseId: 1, bayNumber: 9, teeTime: "15:00" };
  const shot = await bodyOf(golfer.call(playRoutes.startFreeShot, { body: free }), 201);
  await golfer.call(playRoutes.completeSession, { params: { id: shot.session.id } });
  // A prize that is paid out, a refund and a dispute.
  const prize = await won(admin, golfer);
  await confirm(admin, prize.id, "age_18", { document: "passport" });
  await confirm(admin, prize.id, "tax_form", { form: "W-9" });
  const paid = await buy(golfer, { pack: packs.single, paymentInfo: { ...card, saveCard: true } });
  await shoot(golfer, paid.body.session.id);
  const refund = { params: { id: paid.body.order.id }, body: { amount: 0.5, reason: "Goodwill" } };
  expect((await admin.call(paymentRoutes.refundOrder, refund)).status).toBeLessThan(300);
  await golfer.call(playRoutes.completeSession, { params: { id: paid.body.session.id } });
  const session = await play(golfer);
  const { id } = (await claim(golfer, session.id, "left")).body.claim;
  const { bank, sendNews } = bankOf(app);
  const { rows } = await app.db.pool.query("SELECT id FROM payment_attempts ORDER BY created_at DESC LIMIT 1");
  const dispute = await bank.openDispute(app.db, rows[0].id, "fraudulent");
  await sendNews();
  await bank.closeDispute(dispute, "won");
  await sendNews();
  const drawn = sharp({ create: { width: 60, height: 30, channels: 3, background: "green" } });
  const photo = (await drawn.jpeg().toBuffer()).toString("base64");
  const seen = { seen: true, note: "Clear drop", photo };
  await bodyOf(admin.call(evidenceRoutes.recordSighting, { params: { id }, body: seen }), 201);
  await app.jobs.runAll();

  const { account, records } = await bodyOf(golfer.call(profileRoutes.exportUser, { params }), 200);
  expect(account).toMatchObject({ id: golfer.id });
  const empty = Object.values(exported).filter((record) => (records[record] ?? []).length === 0);
  expect(empty).toEqual([]);
  // The export contains no record for which no table is named.
  expect(Object.keys(records).toSorted()).toEqual([...new Set(Object.values(exported))].toSorted());
  const { rows: columns } = await app.owner.pool.query<{ table: string; name: string }>(
    `SELECT table_name AS table, column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  for (const [table, record] of Object.entries(exported)) {
    // Some records have dollars: `prizeAmount` is `prize_amount_cents`.
    const keys = new Set((records[record] ?? []).flatMap((row) => Object.keys(row)).map((key) => key.toLowerCase()));
    const isIn = (name: string) =>
      [name, name.replace(/_cents$/, "")].some((form) => keys.has(form.replaceAll("_", "")));
    const missing = columns.filter((column) => column.table === table && !isIn(column.name)).map(({ name }) => name);
    const known = columnsLeft[table]?.split(/\s+/) ?? [];
    expect(missing.toSorted(), `columns of ${table} that the export lacks`).toEqual(known.toSorted());
  }
  const sighting = firstOf(records["claimSightings"] ?? []);
  expect(sighting).toMatchObject({ claimId: id, seen: true, note: "Clear drop" });
  const bytes = Buffer.from(String(sighting["photo"]).replace("data:image/webp;base64,", ""), "base64");
  expect((await sharp(bytes).metadata()).format).toBe("webp");
  expect(records["passkeys"]).toEqual([{ label: "A phone", createdAt: at.toISOString(), lastUsedAt: null }]);
  const { name } = (await bodyOf(admin.call(accountRoutes.me))).user;
  expect(JSON.stringify(records["claimSightings"])).not.toContain(name);
});

test("an administrator's export does not name people whom they invited to work here", async () => {
  const body = { email: `${randomUUID()}@example.com`, name: "Ines Unknown", role: "admin" } as const;
  await bodyOf(admin.call(staffRoutes.addStaff, { body }), 200);
  const all = await bodyOf(admin.call(profileRoutes.exportUser, { params: { id: admin.id } }), 200);
  expect(JSON.stringify(all)).not.toMatch(new RegExp(`${body.email}|Ines Unknown`));
});
