/** Every table has autovacuum settings that fit how its rows change. Name a new table here under its class. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshApp, type TestApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

const hot = ["autovacuum_vacuum_scale_factor=0.02", "autovacuum_analyze_scale_factor=0.02"];
const classes = {
  /** Rows that many calls change in place; each has its own room on the page. */
  ledger_accounts: [...hot, "fillfactor=60"],
  sessions: [...hot, "fillfactor=85"],
  sponsored_prizes: [...hot, "fillfactor=50"],
  devices: [...hot, "fillfactor=80"],
  /** Rows that come and soon go. */
  "calls counted idempotency_keys mailed_codes mails open_streams passkey_challenges push_messages receipts_due rollup_marks stream_holders sandbox.events sandbox.tokens":
    ["autovacuum_vacuum_scale_factor=0", "autovacuum_vacuum_threshold=1000", "autovacuum_vacuum_cost_delay=0"],
  /** Many rows that hardly change. */
  "attempts audit_trail claim_steps ledger_entries ledger_transfers": [
    "autovacuum_vacuum_insert_scale_factor=0.02",
    "autovacuum_analyze_scale_factor=0.02",
    "autovacuum_freeze_min_age=0",
  ],
  /** Its lists of players are long. */
  rollup_players: ["toast_tuple_target=128"],
  /** Few rows, or an update of each that changes its indexes anyway, as an order's and a payment's states do. */
  "adjustments age_records approval_limits audit_runs card_removals card_vaults claim_sightings claims closed_months course_closings course_requests course_terms courses dev_clock disputes free_shots gateway_payouts gateway_positions gateway_strangers gateway_transactions job_runs job_turns journal_accounts orders package_terms packages passkeys payment_attempts payout_divisions person_notes prize_returns proposals push_keys push_subscriptions receipts refund_tries refunds remittance_returns remittances rollup_accounts rollup_claims rollup_play rollup_sales rollup_state sandbox.disputes sandbox.kept_cards sandbox.payments sandbox.payouts sandbox.refunds sandbox.transactions saved_cards schema_migrations settlement_letters settlement_lists_emptied settlement_recipients settlement_sendings sign_ins sponsors staff_courses staff_invitations stated_values_begin tax_forms tax_thresholds uploads users write_probes":
    [],
} as const;

test("every table has its class, and its settings are those of the class", async () => {
  const { rows } = await app.db.pool.query<{ name: string; settings: string[] }>(`
    SELECT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS name, coalesce(c.reloptions, '{}') AS settings
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'sandbox') ORDER BY 1`);
  const wanted = Object.entries(classes).flatMap(([names, settings]) =>
    names.split(" ").map((name) => ({ name, settings: [...settings].toSorted() })),
  );
  const found = rows.map(({ name, settings }) => ({ name, settings: settings.toSorted() }));
  expect(found).toEqual(wanted.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
});
