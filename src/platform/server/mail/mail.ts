/**
 * Mail: written to the outbox in the transaction that causes it, delivered after the commit with retries. Without
 * SMTP the outbox itself is where mail stays, and `/dev/outbox` shows it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import type { Clock } from "#platform/shared/clock.ts";
import type { Db } from "../db/database.ts";
import type { Letter } from "./letter.ts";
import { extendMailLease, type MailRow, noteSent, endMailLease, takeMail } from "./outbox.ts";
import { mails } from "./tables.ts";

export interface Mailer {
  /** Puts a letter into the outbox with the transaction given. @param userId whose it is: it goes with their export and their deletion */
  post(db: Db, letter: Letter, userId: string): Promise<void>;
  /** Delivers what is due; run by the jobs, and right after a letter's commit. */
  deliver(): Promise<void>;
  /** Where mail goes, in words for the start-up message. */
  readonly destination: string;
}

/** Of a letter under way, by the database's clock; renewed while its process lives. */
const LEASE_SECONDS = 60;
const NOTE_TRIES = 5;
const NOTE_AGAIN_MS = 2_000;
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** Letters that a process sends at the same time. */
const MOST_SENDERS = 5;

/** The mailer of an installation: over SMTP when there is a URL, else kept in the outbox. */
export function createMailer(deps: {
  db: Db;
  clock: Clock;
  smtpUrl: string | undefined;
  productName: string;
  onFailure: (error: unknown) => void;
  /** Aborted when the process is about to end: what is due then is another's. */
  ending?: AbortSignal;
  /** Seconds, in place of the usual ones, for tests that cannot wait so long. */
  lease?: number;
}): Mailer {
  const { db, clock, lease = LEASE_SECONDS } = deps;
  if (deps.smtpUrl === undefined) {
    return {
      destination: "kept in the local outbox",
      deliver: async () => undefined,
      post: async (tx, letter, userId) => {
        const now = clock.now();
        await tx.sql.insert(mails).values({ ...row(letter, userId, now), sentAt: now });
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
  let senders = 0;
  const from = { name: deps.productName, address: url.searchParams.get("from") ?? `no-reply@${url.hostname}` };

  async function send(mail: MailRow): Promise<void> {
    // However long the mail server takes, nobody else sends it meanwhile.
    const holding = setInterval(() => void extendMailLease(db, mail, lease).catch(() => undefined), (lease * 1000) / 3);
    try {
      await transport.sendMail({
        from,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body,
        // Letters from before there was HTML have none.
        ...(mail.html === "" ? {} : { html: mail.html }),
        // The same at each try: who gets one twice all the same, after a crash, can know it.
        messageId: `<${mail.id}.${mail.createdAt.getTime()}@${url.hostname}>`,
      });
    } catch (error) {
      deps.onFailure(error);
      await endMailLease(db, mail);
      return;
    } finally {
      clearInterval(holding);
    }
    await note(() => noteSent(db, mail, clock.now()));
  }

  async function deliver(): Promise<void> {
    // Those who send look for more before they end.
    if (senders === MOST_SENDERS) return;
    senders++;
    try {
      // One by one: what is taken and waits for another letter would outlive its lease.
      while (!deps.ending?.aborted) {
        const mail = await takeMail(db, clock.now(), lease);
        if (!mail) return;
        await send(mail);
      }
    } finally {
      senders--;
    }
  }

  return {
    destination: `sent by ${url.host}`,
    deliver,
    post: async (tx, letter, userId) => {
      await tx.sql.insert(mails).values(row(letter, userId, clock.now()));
      tx.afterCommit(() => deliver().catch(deps.onFailure));
    },
  };
}

/** What is sent is sent: a database that is away for a moment hears of it before anybody takes the letter again. */
async function note(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === NOTE_TRIES) throw error;
      await sleep(NOTE_AGAIN_MS);
    }
  }
}

function row(letter: Letter, userId: string, now: Date) {
  const { to, subject, text, html } = letter;
  return { userId, recipient: to, subject, body: text, html, createdAt: now, nextTryAt: now };
}
