/** Lines of the audit trail for answers and files: as sentences, and as they are stored. */
import type { Db } from "#platform/server/db/database.ts";
import type { CsvRow } from "#platform/shared/csv.ts";
import type { Language } from "#platform/shared/language.ts";
import type { AuditEntry } from "../records-contract.ts";
import type { ExportHead } from "./export-heads.ts";
import { changesOf } from "./trail-changes.ts";
import { sentenceOf } from "./trail-sentences.ts";
import { spanishOf } from "./trail-spanish.ts";
import { fieldsOf } from "./trail-told.ts";
import { type AuditRow, type TrailScope, readAudit } from "./audit-store.ts";
import { readNames } from "./trail-store.ts";

/** Lines of the file that are read at once. */
const BATCH = 500;

export const auditHeader: readonly ExportHead[] = [
  "Entry",
  "At (UTC)",
  "Who",
  "Email",
  "What",
  "Action",
  "Subject",
  "Before",
  "After",
  "Detail",
];

/** A page of lines, with the names of all that they point at. */
export async function toEntries(db: Db, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const deeds = rows.map((row) => ({ ...row, actorId: row.actor?.id ?? null }));
  const names = await readNames(db, deeds);
  return deeds.map((deed) => {
    const { id, createdAt, actor, action, subject, detail } = deed;
    const { before, after, ...rest } = detail;
    return {
      id: String(id),
      at: createdAt.toISOString(),
      sentence: sentenceOf(deed, names),
      spanish: spanishOf(deed, names),
      changes: changesOf(deed),
      actor,
      action,
      subject,
      before: fieldsOf(before),
      after: fieldsOf(after),
      detail: rest,
    };
  });
}

/** The file: the sentence with its names, in the reader's language, beside the line as it is stored, ids and all. */
export async function* auditLines(db: Db, scope: TrailScope, language: Language | undefined): AsyncGenerator<CsvRow> {
  let beyond: number | undefined;
  while (true) {
    const rows = await readAudit(db, scope, { order: "oldest", beyond, limit: BATCH });
    for (const { id, at, actor, sentence, spanish, action, subject, before, after, detail } of await toEntries(
      db,
      rows,
    ))
      yield [
        id,
        utcText(at),
        actor?.name ?? null,
        actor?.email ?? null,
        ((language === "es" && spanish) || sentence).map(({ text }) => text).join(""),
        action,
        subject,
        ...[before, after, detail].map((fields) =>
          fields && Object.keys(fields).length > 0 ? JSON.stringify(fields) : null,
        ),
      ];
    beyond = rows.at(-1)?.id;
    if (beyond === undefined || rows.length < BATCH) return;
  }
}

/** `2026-11-21 15:04:05`, as in the other files. */
function utcText(instant: string): string {
  return instant.slice(0, 19).replace("T", " ");
}
