/**
 * Web push: written to the database in the transaction that causes it, and sent after the commit with retries, like
 * mail. Each message is encrypted for its browser (RFC 8291) and signed with our key (VAPID, RFC 8292).
 */
import webPush from "web-push";
import { and, eq, lt, sql } from "#platform/server/db/drizzle.ts";
import type { Clock } from "#platform/shared/clock.ts";
import type { Notice } from "#platform/shared/notice.ts";
import type { Db } from "../db/database.ts";
import type { SafeText } from "../mail/safe-text.ts";
import { traced } from "../tracing/spans.ts";
import { isPushService } from "./services.ts";
import { pushKeys, pushMessages, pushSubscriptions } from "./tables.ts";

/** A notice before it is sent: its words are made like those of letters. */
export type WrittenNotice = Omit<Notice, "title" | "body"> & { title: SafeText; body: SafeText };

export interface Pusher {
  /** Our public key, base64url, with which browsers subscribe. */
  publicKey(): Promise<string>;
  /** Whether we would call an endpoint. */
  accepts(endpoint: string): boolean;
  /** Writes a notice for some subscriptions, in this transaction. */
  post(tx: Db, subscriptionIds: readonly string[], notice: WrittenNotice): Promise<void>;
  /** Sends due notices; run by the jobs, and right after a notice's commit. */
  deliver(): Promise<void>;
}

const FIRST_RETRY_SECONDS = 60;
/** Longer than the calls of a batch may take together, so that a call under way is not repeated. */
const LEASE_SECONDS = 60;
const CALL_MS = 10_000;
const BATCH = 20;
/** An older notice is not sent any more, and the push service deletes it after the same time. */
const LIFE_SECONDS = 86_400;

/** The SQL condition that there is a message, due or too old, by which the job decides whether to run. */
export const anyMessage = () => sql`EXISTS (SELECT 1 FROM push_messages)`;

interface PusherDeps {
  db: Db;
  clock: Clock;
  production: boolean;
  /** The contact for push services: a `mailto:` or `https:` address. */
  contact: string;
  onFailure: (error: unknown, job: string) => void;
}

export function createPusher(deps: PusherDeps): Pusher {
  const { db, clock } = deps;
  // Read each time: a command may change them while processes serve.
  const ownKeys = (): Promise<Keys> => keptKeys(db, clock.now());
  const accepts = (endpoint: string) => isPushService(endpoint, deps.production);

  async function send({ message, subscription }: Due, keys: Keys): Promise<Delivery> {
    if (!accepts(subscription.endpoint)) return "gone";
    const vapidDetails = { subject: deps.contact, ...keys };
    let request;
    try {
      request = webPush.generateRequestDetails(
        { endpoint: subscription.endpoint, keys: { p256dh: subscription.p256dh, auth: subscription.auth } },
        message.payload,
        { vapidDetails, TTL: LIFE_SECONDS, urgency: "high" },
      );
    } catch {
      // The keys are not a point on the curve, so no browser made them.
      return "gone";
    }
    const reply = await fetch(request.endpoint, {
      method: request.method,
      headers: request.headers,
      body: request.body === null ? null : new Uint8Array(request.body),
      redirect: "manual",
      signal: AbortSignal.timeout(CALL_MS),
    });
    await reply.body?.cancel();
    if (reply.ok) return "sent";
    if (reply.status === 404 || reply.status === 410) return "gone";
    const refused = new Error(`${new URL(request.endpoint).host} answered ${reply.status} to a push message`);
    if (reply.status === 429 || reply.status >= 500) throw refused;
    // The push service would refuse it later as well.
    deps.onFailure(refused, "push");
    return "sent";
  }

  async function deliver(): Promise<void> {
    const now = clock.now();
    await db.sql.delete(pushMessages).where(lt(pushMessages.createdAt, new Date(now.getTime() - LIFE_SECONDS * 1000)));
    const due = await takeDue(db, now);
    if (due.length === 0) return;
    const keys = await ownKeys();
    await Promise.all(
      due.map(async (one) => {
        try {
          if ((await traced({ name: "push send", kind: "client" }, () => send(one, keys))) === "gone")
            await db.sql.delete(pushSubscriptions).where(eq(pushSubscriptions.id, one.subscription.id));
          else await db.sql.delete(pushMessages).where(eq(pushMessages.id, one.message.id));
        } catch (error) {
          deps.onFailure(error, "push");
          await release(db, one);
        }
      }),
    );
  }

  return {
    publicKey: async () => (await ownKeys()).publicKey,
    accepts,
    deliver,
    post: async (tx, subscriptionIds, notice) => {
      if (subscriptionIds.length === 0) return;
      const now = clock.now();
      const sent: Notice = { ...notice, title: notice.title.text, body: notice.body.text };
      const payload = JSON.stringify(sent);
      const messages = subscriptionIds.map((subscriptionId) => ({
        subscriptionId,
        payload,
        createdAt: now,
        nextTryAt: now,
      }));
      await tx.ahead(tx.sql.insert(pushMessages).values(messages));
      tx.afterCommit(() => deliver().catch((error: unknown) => deps.onFailure(error, "push")));
    },
  };
}

type Delivery = "sent" | "gone";

interface Keys {
  publicKey: string;
  privateKey: string;
}

interface Due {
  /** With the present try; `message` is unchanged. */
  tries: number;
  message: typeof pushMessages.$inferSelect;
  subscription: typeof pushSubscriptions.$inferSelect;
}

/** The installation's keys, made at the first use. */
async function keptKeys(db: Db, now: Date): Promise<Keys> {
  const read = async () => (await db.sql.select().from(pushKeys))[0];
  const kept = await read();
  if (kept) return { publicKey: kept.publicKey, privateKey: kept.privateKey };
  await db.sql
    .insert(pushKeys)
    .values({ ...webPush.generateVAPIDKeys(), createdAt: now })
    .onConflictDoNothing();
  const made = await read();
  if (!made) throw new Error("the push keys are gone");
  return { publicKey: made.publicKey, privateKey: made.privateKey };
}

/**
 * Makes new keys. Subscriptions are bound to the old ones, so they go, and golfers switch notifications on again.
 * @returns how many subscriptions there were
 */
export async function changePushKeys(tx: Db, now: Date): Promise<number> {
  const gone = await tx.sql.delete(pushSubscriptions);
  await tx.sql.delete(pushKeys);
  await tx.sql.insert(pushKeys).values({ ...webPush.generateVAPIDKeys(), createdAt: now });
  return gone.rowCount ?? 0;
}

/** Releases a message that could not be sent, unless another process has taken it since. */
async function release(db: Db, { message: { id }, tries }: Due): Promise<void> {
  await db.sql
    .update(pushMessages)
    .set({ takenUntil: null })
    .where(and(eq(pushMessages.id, id), eq(pushMessages.tries, tries)));
}

/** Takes due messages for a limited time; after that another process, or a run after a crash, tries again. */
async function takeDue(db: Db, now: Date): Promise<Due[]> {
  const at = now.toISOString();
  const taken = db.sql.$with("taken").as(
    db.sql
      .update(pushMessages)
      .set({
        tries: sql`${pushMessages.tries} + 1`,
        nextTryAt: sql`${at}::timestamptz + make_interval(secs => ${FIRST_RETRY_SECONDS} * power(2, least(${pushMessages.tries}, 10)))`,
        takenUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
      })
      .where(
        // As an array, because PostgreSQL may run a subquery of IN once for each row, and each time it locks others.
        sql`${pushMessages.id} = ANY(ARRAY(SELECT id FROM push_messages WHERE next_try_at <= ${at} AND (taken_until IS NULL OR taken_until <= now()) ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
      )
      .returning({ id: pushMessages.id, tries: pushMessages.tries }),
  );
  return db.sql
    .with(taken)
    .select({ message: pushMessages, subscription: pushSubscriptions, tries: taken.tries })
    .from(taken)
    .innerJoin(pushMessages, eq(pushMessages.id, taken.id))
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushMessages.subscriptionId));
}
