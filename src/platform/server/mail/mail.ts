/**
 * Mail: written to the outbox in the transaction that causes it, delivered after the commit with retries. Without
 * SMTP the outbox itself is where mail stays, and `/dev/outbox` shows it.
 */
import { desc, eq, sql } from "drizzle-orm";
import { createTransport } from "nodemailer";
import type { Clock } from "#platform/shared/clock.ts";
import type { Db } from "../db/database.ts";
import type { Letter } from "./letter.ts";
import { mails } from "./tables.ts";

export interface Mailer {
  /** Puts a letter into the outbox with the transaction given. */
  post(db: Db, letter: Letter): Promise<void>;
  /** Delivers what is due; run by the jobs, and right after a letter's commit. */
  deliver(): Promise<void>;
  /** Where mail goes, in words for the start-up message. */
  readonly destination: string;
}

/** Longer than a delivery may take (the time-outs below), so that one under way is not tried again. */
const FIRST_RETRY_SECONDS = 60;
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
const BATCH = 20;

/** The mailer of an installation: over SMTP when there is a URL, else kept in the outbox. */
export function createMailer(deps: {
  db: Db;
  clock: Clock;
  smtpUrl: string | undefined;
  productName: string;
  onFailure: (error: unknown) => void;
}): Mailer {
  const { db, clock } = deps;
  if (deps.smtpUrl === undefined) {
    return {
      destination: "kept in the local outbox",
      deliver: async () => undefined,
      post: async (tx, letter) => {
        const now = clock.now();
        await tx.sql.insert(mails).values({ ...row(letter, now), sentAt: now });
      },
    };
  }
  const url = new URL(deps.smtpUrl);
  const transport = createTransport({
    url: deps.smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  const from = { name: deps.productName, address: url.searchParams.get("from") ?? `no-reply@${url.hostname}` };

  async function deliver(): Promise<void> {
    const now = clock.now();
    const due = await db.sql
      .update(mails)
      // Taken for a while: another process, or a run after a crash, tries again later.
      .set({
        tries: sql`${mails.tries} + 1`,
        nextTryAt: sql`${now.toISOString()}::timestamptz + make_interval(secs => ${FIRST_RETRY_SECONDS} * power(2, least(${mails.tries}, 10)))`,
      })
      .where(
        sql`${mails.id} IN (SELECT id FROM mails WHERE sent_at IS NULL AND next_try_at <= ${now.toISOString()} ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      )
      .returning();
    for (const mail of due) {
      try {
        await transport.sendMail({
          from,
          to: mail.recipient,
          subject: mail.subject,
          text: mail.body,
          // Letters from before there was HTML have none.
          ...(mail.html === "" ? {} : { html: mail.html }),
        });
        // Codes are kept hashed only: a delivered letter's text is not needed any more.
        await db.sql.update(mails).set({ sentAt: clock.now(), body: "", html: "" }).where(eq(mails.id, mail.id));
      } catch (error) {
        deps.onFailure(error);
      }
    }
  }

  return {
    destination: `sent by ${url.host}`,
    deliver,
    post: async (tx, letter) => {
      await tx.sql.insert(mails).values(row(letter, clock.now()));
      tx.afterCommit(() => deliver().catch(deps.onFailure));
    },
  };
}

/** The outbox, newest first: for the demo's `/dev/outbox`. */
export async function readOutbox(
  db: Db,
  limit = 200,
): Promise<{ to: string; subject: string; text: string; sentAt: string }[]> {
  const rows = await db.sql.select().from(mails).orderBy(desc(mails.id)).limit(limit);
  return rows.map((mail) => ({
    to: mail.recipient,
    subject: mail.subject,
    text: mail.body,
    sentAt: (mail.sentAt ?? mail.createdAt).toISOString(),
  }));
}

function row(letter: Letter, now: Date) {
  const { to, subject, text, html } = letter;
  return { recipient: to, subject, body: text, html, createdAt: now, nextTryAt: now };
}
