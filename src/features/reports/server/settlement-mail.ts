/**
 * Settlements of closed months by mail. What is sent is noted, and its letters are put into the outbox, in one
 * transaction: so each month goes out once, however many processes look and whenever one of them dies. A month that is
 * closed late, or comes due while no process runs, goes out at the next look.
 */
import { randomUUID } from "node:crypto";
import { note } from "#platform/server/audit-trail.ts";
import type { Config } from "#platform/server/config.ts";
import type { Db } from "#platform/server/db/database.ts";
import { plainFileName } from "#platform/server/http/files.ts";
import type { Job } from "#platform/server/jobs.ts";
import type { LetterFile } from "#platform/server/mail/letter.ts";
import type { Mailer } from "#platform/server/mail/mail.ts";
import type { Work } from "#platform/server/work/task.ts";
import type { Clock } from "#platform/shared/clock.ts";
import type { Language } from "#platform/shared/language.ts";
import type { Settlement } from "../contract.ts";
import { mailedFrom } from "../rules.ts";
import { drawSettlement, fileNameOf, settlementCsv } from "./settlement-files.ts";
import { settlementLetter } from "./settlement-letter.ts";
import * as store from "./settlement-mail-store.ts";
import { readKept } from "./settlement.ts";

export interface SettlementMailDeps {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  config: Pick<Config, "productName" | "contactEmail">;
}

interface Wish {
  courseId: number;
  month: string;
  /** The id of the sending after which this one comes; null for the first one. */
  after: string | null;
  /** Null when it goes by itself. */
  sentBy: string | null;
}

/**
 * Puts the letters with a closed month's settlement into the outbox, one for each address, so that no reader sees
 * another's.
 * @returns why not: the month is not closed, nobody gets it, or it was sent meanwhile
 */
export async function sendSettlement(
  { db, clock, mailer, config }: SettlementMailDeps,
  work: Work,
  { courseId, month, after, sentBy }: Wish,
): Promise<"sent" | "not_closed" | "nobody" | "sent_meanwhile"> {
  const settlement = await readKept(db, courseId, month);
  if (!settlement) return "not_closed";
  const language = (await store.findRecipients(db, courseId))?.language;
  if (!language) return "nobody";
  // Before the transaction, because drawing takes long.
  const files = await filesOf(settlement, language, config.productName, work);
  return db.transaction(async (tx) => {
    const recipients = await store.findRecipients(tx, courseId, "locked");
    if (!recipients) return "nobody";
    if ((await store.latestSending(tx, courseId, month)) !== after) return "sent_meanwhile";
    const at = clock.now();
    const again = after !== null;
    const sendingId = await store.insertSending(tx, { courseId, month, again, language, sentBy, at });
    if (sendingId === undefined) return "sent_meanwhile";
    await store.dropUnsentOf(tx, courseId, month, at);
    for (const email of recipients.emails) {
      const id = randomUUID();
      await store.insertLetter(tx, { id, sendingId, email, at });
      const letter = settlementLetter(email, id, { course: settlement.course.name, month, language, files }, config);
      // Nobody's account: it would show an administrator's list in another person's data.
      await mailer.post(tx, letter, null);
    }
    // The trail is kept for good, so it has no addresses.
    const detail = { month, addresses: recipients.emails.length, language, again };
    await note(tx, { actorId: sentBy, action: "settlement.mailed", subject: `course:${courseId}`, detail, at });
    return "sent";
  });
}

async function filesOf(kept: Settlement, language: Language, productName: string, work: Work): Promise<LetterFile[]> {
  // Outside of the house nobody needs to read which of its people closed the month.
  const settlement = { ...kept, closed: kept.closed && { ...kept.closed, by: productName } };
  const name = plainFileName(fileNameOf(settlement));
  const csv: Buffer[] = await settlementCsv(settlement, language).toArray();
  return [
    {
      name: `${name}.pdf`,
      type: "application/pdf",
      content: await work(drawSettlement, settlement, productName, language),
    },
    { name: `${name}.csv`, type: "text/csv", content: Buffer.concat(csv) },
  ];
}

/** @param db with the jobs' limits */
export function settlementMailJob(deps: SettlementMailDeps, db: Db, work: Work, ending: AbortSignal): Job {
  return { name: "settlement-mail", every: 600, run: () => mailSettlements({ ...deps, db }, work, ending) };
}

/** Sends what is due and was not sent. One course's failure holds up no other, and is thrown at the end. */
async function mailSettlements(deps: SettlementMailDeps, work: Work, ending: AbortSignal): Promise<void> {
  await store.keepSentTimes(deps.db);
  const failures: unknown[] = [];
  for (const { courseId, month, day, timeZone } of await store.listUnsent(deps.db)) {
    if (ending.aborted) return;
    if (mailedFrom(month, day, timeZone) > deps.clock.now()) continue;
    await sendSettlement(deps, work, { courseId, month, after: null, sentBy: null }).catch((error: unknown) =>
      failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
}
