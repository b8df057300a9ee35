/**
 * Mail: written to the outbox in the transaction that causes it, and delivered after the commit with retries. Without
 * SMTP, mail stays in the outbox, and `/dev/outbox` shows it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import type { Clock } from "#platform/shared/clock.ts";
import type { Db } from "../db/database.ts";
import type { Letter } from "./letter.ts";
import { mailSocket } from "./socket.ts";
import { endMailLease, extendMailLease, insertMails, type MailRow, noteSent, takeMail } from "./outbox.ts";
import { traced } from "../tracing/spans.ts";

export interface Addressed {
  letter: Letter;
  /** The account that it goes to, for export and deletion; null for an address without an account. */
  userId: string | null;
}

export interface Mailer {
  /** Puts letters into the outbox in this transaction, by one statement. */
  postAll(db: Db, letters: readonly Addressed[]): Promise<void>;
  /** Puts one letter into the outbox in this transaction. */
  post(db: Db, letter: Letter, userId: Addressed["userId"]): Promise<void>;
  /** Delivers due letters; run by the jobs, and right after a letter's commit. */
  deliver(): Promise<void>;
  /** The destination of mail, in words for the start-up message. */
  readonly destination: string;
}

/** The lease on a letter under way, by the database's clock; renewed while its process lives. */
const LEASE_SECONDS = 60;
const NOTE_TRIES = 5;
const NOTE_AGAIN_MS = 2_000;
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** Letters that a process sends at the same time. */
const MOST_SENDERS = 5;

/** A mailer whose single letters go the way of many. */
export function mailerWith(mailer: Omit<Mailer, "post">): Mailer {
  return { ...mailer, post: (db, letter, userId) => mailer.postAll(db, [{ letter, userId }]) };
}

/** The mailer of an installation: over SMTP if there is a URL, otherwise letters stay in the outbox. */
export function createMailer(deps: {
  db: Db;
  clock: Clock;
  smtpUrl: string | undefined;
  productName: string;
  onFailure: (error: unknown, job: string) => void;
  /** Aborted when the process is about to end: another process then sends due letters. */
  ending?: AbortSignal;
  /** Seconds instead of the usual ones, for tests that cannot wait so long. */
  lease?: number;
}): Mailer {
  const { db, clock, lease = LEASE_SECONDS } = deps;
  if (deps.smtpUrl === undefined) {
    return mailerWith({
      destination: "kept in the local outbox",
      deliver: async () => undefined,
      postAll: async (tx, letters) => {
        const now = clock.now();
        await insertMails(
          tx,
          letters.map((one) => ({ ...row(one, now), sentAt: now })),
        );
      },
    });
  }
  const url = new URL(deps.smtpUrl);
  const transport = createTransport({
    url: deps.smtpUrl,
    getSocket: mailSocket(deps.smtpUrl, CONNECT_MS),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  let senders = 0;
  const from = { name: deps.productName, address: url.searchParams.get("from") ?? `no-reply@${url.hostname}` };

  async function send(mail: MailRow): Promise<void> {
    // Nobody else sends the letter meanwhile, even if the mail server is slow.
    const holding = setInterval(() => void extendMailLease(db, mail, lease).catch(() => undefined), (lease * 1000) / 3);
    try {
      const letter = {
        from,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body,
        // Letters from before HTML have none.
        ...(mail.html === "" ? {} : { html: mail.html }),
        attachments: mail.files.map(({ name, type, base64 }) => ({
          filename: name,
          contentType: type,
          content: base64,
          encoding: "base64",
        })),
        // The same at each try, so that mail programs can recognise a letter sent twice after a crash.
        messageId: `<${mail.id}.${mail.createdAt.getTime()}@${url.hostname}>`,
      };
      await traced({ name: "mail send", kind: "client" }, () => transport.sendMail(letter));
    } catch (error) {
      deps.onFailure(error, "mail");
      await endMailLease(db, mail);
      return;
    } finally {
      clearInterval(holding);
    }
    await note(() => noteSent(db, mail, clock.now()));
  }

  async function deliver(): Promise<void> {
    // The senders at work look for more letters before they end.
    if (senders === MOST_SENDERS) return;
    senders++;
    try {
      // One by one: a letter that waits for another one would outlive its lease.
      while (!deps.ending?.aborted) {
        const mail = await takeMail(db, clock.now(), lease);
        if (!mail) return;
        await send(mail);
      }
    } finally {
      senders--;
    }
  }

  return mailerWith({
    destination: `sent by ${url.host}`,
    deliver,
    postAll: async (tx, letters) => {
      const now = clock.now();
      await insertMails(
        tx,
        letters.map((one) => row(one, now)),
      );
      tx.afterCommit(() => deliver().catch((error: unknown) => deps.onFailure(error, "mail")));
    },
  });
}

/** Records a sent letter, also when the database is away for a moment, before another process takes it again. */
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

function row({ letter, userId }: Addressed, now: Date) {
  const { to, subject, text, html, files = [], about } = letter;
  return {
    userId,
    recipient: to,
    // A cut text may end in half of a surrogate pair, which PostgreSQL refuses in JSON.
    subject: subject.toWellFormed(),
    body: text.toWellFormed(),
    html: html.toWellFormed(),
    files: files.map(({ name, type, content }) => ({ name, type, base64: content.toString("base64") })),
    about,
    createdAt: now,
    nextTryAt: now,
  };
}
