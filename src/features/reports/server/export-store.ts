/**
 * Everything as files, page by page in the order of time, with one page in memory. A page begins after the last row of
 * the page before, so that no page costs more than the first.
 */
import { accountNames, spanishAccountNames } from "#features/ledger/name-rules.ts";
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import type { CsvCell, CsvRow } from "#platform/shared/csv.ts";
import type { Language } from "#platform/shared/language.ts";
import { type ExportHead, exportHeads } from "./export-heads.ts";

/** The first instant, and the first one after; undefined for no bound. */
export interface ExportedTime {
  from: Date | undefined;
  until: Date | undefined;
}

/** Rows that are loaded at once. */
const BATCH = 1_000;

interface Source {
  /** The table to read, and its column of time; `page` holds some of its rows. */
  table: SQL;
  at: SQL;
  idType: SQL;
  /** What is joined to a row. One row of the table may be several rows of the file. */
  joins: SQL;
  columns: readonly (readonly [heading: ExportHead, cell: SQL | ((language: Language) => SQL)])[];
}

const utc = (column: SQL) => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
const money = (cents: SQL) => sql`(${cents})::numeric / 100`;
const yes = (column: SQL) => sql`CASE WHEN ${column} THEN 'yes' ELSE 'no' END`;

/** An account's name for people, by the kind with which its key begins. */
const accountName = (key: SQL) => (language: Language) => {
  const names = Object.entries(language === "es" ? spanishAccountNames : accountNames).map(
    ([kind, name]) => sql`WHEN ${kind} THEN ${name}`,
  );
  return sql`CASE split_part(${key}, ':', 1) ${sql.join(names, sql` `)} ELSE ${key} END`;
};

const sources = {
  sessions: {
    table: sql`sessions`,
    at: sql`started_at`,
    idType: sql`uuid`,
    joins: sql`JOIN courses c ON c.id = page.course_id JOIN users u ON u.id = page.buyer_id LEFT JOIN orders o ON o.session_id = coalesce(page.main_session_id, page.id)`,
    columns: [
      ["Session", sql`page.id`],
      ["Session of the group", sql`page.main_session_id`],
      ["Started at (UTC)", utc(sql`page.started_at`)],
      ["Course", sql`c.name`],
      ["Bay", sql`page.bay_number`],
      ["Player", sql`page.player_name`],
      ["Bought by", sql`u.name`],
      ["Order", sql`o.number`],
      ["Package", sql`coalesce(o.package_name, CASE WHEN page.is_free_shot THEN 'Free tee time shot' END)`],
      ["Package number", sql`page.package_id`],
      ["Type", sql`page.package_type`],
      ["Free shot", yes(sql`page.is_free_shot`)],
      ["Purchase", sql`page.purchase_context`],
      ["Balls bought", sql`page.balls_bought`],
      ["Balls left", sql`page.balls_left`],
      ["Shots", sql`page.shot_count`],
      ["Claims", sql`page.claim_count`],
      ["Status", sql`page.status`],
      ["Ended at (UTC)", utc(sql`page.ended_at`)],
      ["Ended because", sql`page.end_reason`],
    ],
  },
  orders: {
    table: sql`orders`,
    at: sql`created_at`,
    idType: sql`uuid`,
    joins: sql`JOIN courses c ON c.id = page.course_id JOIN users u ON u.id = page.user_id`,
    columns: [
      ["Order", sql`page.number`],
      ["Created at (UTC)", utc(sql`page.created_at`)],
      ["Paid at (UTC)", utc(sql`page.paid_at`)],
      ["Status", sql`page.status`],
      ["Course", sql`c.name`],
      ["Player", sql`u.name`],
      ["Email", sql`u.email`],
      ["Package", sql`page.package_name`],
      ["Type", sql`page.package_type`],
      ["Balls", sql`page.ball_count`],
      ["Amount (USD)", money(sql`page.amount_cents`)],
      ["Tax (USD)", money(sql`page.tax_cents`)],
      ["Share of the jackpot (USD)", money(sql`page.jackpot_share_cents`)],
      ["Share of the range (USD)", money(sql`page.range_share_cents`)],
      [
        "Refunded (USD)",
        money(
          sql`SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r WHERE r.order_id = page.id AND r.status NOT IN ('dropped', 'cancelled')`,
        ),
      ],
      ["Session", sql`page.session_id`],
    ],
  },
  ledger: {
    table: sql`ledger_transfers`,
    at: sql`created_at`,
    idType: sql`bigint`,
    joins: sql`JOIN ledger_entries e ON e.transfer_id = page.id LEFT JOIN courses c ON c.id = page.course_id
      LEFT JOIN payment_attempts p ON p.id = page.payment_id LEFT JOIN refunds r ON r.id = page.refund_id
      LEFT JOIN orders o ON o.id = coalesce(p.order_id, r.order_id) LEFT JOIN users u ON u.id = o.user_id
      LEFT JOIN claims k ON k.id = page.claim_id`,
    columns: [
      ["Transfer", sql`page.id`],
      ["At (UTC)", utc(sql`page.created_at`)],
      ["Event", sql`page.kind`],
      ["Course", sql`c.name`],
      ["Account", sql`e.account_key`],
      ["Account name", accountName(sql`e.account_key`)],
      ["Debit, negative for credit (USD)", money(sql`e.amount_cents`)],
      ["Order", sql`o.number`],
      ["Player", sql`coalesce(k.player_name, u.name)`],
      ["Payment", sql`page.payment_id`],
      ["Claim", sql`page.claim_id`],
      ["Refund", sql`page.refund_id`],
    ],
  },
} satisfies Record<string, Source>;
export type Exported = keyof typeof sources;

export function headerOf(what: Exported, language: Language | undefined): readonly string[] {
  return exportHeads(
    sources[what].columns.map(([heading]) => heading),
    language,
  );
}

/** The rows of a file, loaded as the reader asks for them. */
export async function* walk(
  db: Db,
  what: Exported,
  span: ExportedTime,
  language: Language = "en",
): AsyncGenerator<CsvRow> {
  let beyond: { at: string; id: string } | undefined;
  while (true) {
    const rows = await readPage(db, sources[what], { ...span, language }, beyond);
    for (const { cells } of rows) yield cells;
    beyond = rows.at(-1);
    // Several rows of a file may come from one of the table, so only an empty page is surely the last.
    if (!beyond) return;
  }
}

async function readPage(
  db: Db,
  { table, at, idType, joins, columns }: Source,
  { from, until, language }: ExportedTime & { language: Language },
  beyond: { at: string; id: string } | undefined,
) {
  const cells = sql.join(
    columns.map(([, cell]) => (typeof cell === "function" ? cell(language) : cell)),
    sql`, `,
  );
  const wanted = [
    sql`true`,
    ...(from ? [sql`${at} >= ${from.toISOString()}::timestamptz`] : []),
    ...(until ? [sql`${at} < ${until.toISOString()}::timestamptz`] : []),
    ...(beyond ? [sql`(${at}, id) > (${beyond.at}::timestamptz, ${beyond.id}::${idType})`] : []),
  ];
  // The place is text, so that it keeps every digit of the time. JSON keeps numbers apart from text; only text is made
  // safe.
  const { rows } = await db.sql.execute<{ at: string; id: string; cells: CsvCell[] }>(sql`
    WITH page AS (SELECT * FROM ${table} WHERE ${sql.join(wanted, sql` AND `)} ORDER BY ${at}, id LIMIT ${BATCH})
    SELECT page.${at}::text AS at, page.id::text AS id, json_build_array(${cells}) AS cells
    FROM page ${joins} ORDER BY page.${at}, page.id`);
  return rows;
}
