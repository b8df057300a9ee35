/** Golfers who play during restarts: they pay, hit and end, each with a live screen. No call is repeated. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export interface LoadReport {
  calls: number;
  payments: number;
  shots: number;
  /** Streams that ended and were opened again. */
  streams: number;
  /** Calls with a wrong answer, in words. */
  failures: string[];
  /** The number of answered payments and shots that are not in the books exactly once. */
  lost(connection: pg.ClientConfig): Promise<number>;
}

export interface Load {
  /** Lets all golfers finish their present call. */
  stop(): Promise<LoadReport>;
}

const PACKAGE = { packageId: 4, balls: 10, price: 5 };
/** The sandbox's test cards: one succeeds at once, one after four seconds, which is longer than a server drains. */
const CARDS = ["4242424242424242", "4000000000050007"];

/** @param url of the proxy */
export async function startLoad(url: string, golfers: number): Promise<Load> {
  const report = { calls: 0, payments: 0, shots: 0, streams: 0, failures: [] as string[] };
  const [paid, hit] = [[] as string[], [] as string[]];
  const ending = new AbortController();

  async function call(path: string, cookie: string, body: object, expected: number) {
    report.calls += 1;
    const what = `POST ${path.replace(/[0-9a-f-]{36}/, "{id}")}`;
    try {
      const reply = await fetch(`${url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie },
        body: JSON.stringify(body),
      });
      const text = await reply.text();
      if (reply.status === expected) return { cookies: reply.headers.getSetCookie(), body: JSON.parse(text || "{}") };
      report.failures.push(`${what} answered ${reply.status}: ${text.slice(0, 120)}`);
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      report.failures.push(`${what} was cut off: ${String(cause)}`);
    }
    return undefined;
  }

  /** Like a screen: opens a stream again when it ends. */
  async function follow(session: string, cookie: string, over: AbortSignal): Promise<void> {
    for (let opened = 0; !over.aborted; opened++) {
      if (opened > 0) report.streams += 1;
      const reply = await fetch(`${url}/api/sessions/${session}/events`, { headers: { cookie }, signal: over }).catch(
        () => undefined,
      );
      await reply?.text().catch(() => undefined);
      await sleep(100);
    }
  }

  async function golfer(n: number): Promise<void> {
    const email = `${randomUUID()}@example.com`;
    const registered = await call("/api/register", "", { name: `Golfer ${n}`, email, phone: "5550100100" }, 201);
    const cookie = (registered?.cookies ?? []).map((line) => line.split(";")[0]).join("; ");
    for (let round = n; !ending.signal.aborted && registered; round++) {
      const cardNumber = CARDS[round % CARDS.length];
      const paymentInfo = { paymentMethod: "card", cardNumber, expiryDate: "12/30", cvv: "123", billingZip: "34119" };
      const sessionData = { courseId: 1, packageId: PACKAGE.packageId, bayNumber: 1 + (n % 100) };
      const bought = await call(
        "/api/process-payment",
        cookie,
        { paymentInfo, sessionData, amount: PACKAGE.price },
        200,
      );
      if (!bought) return;
      report.payments += 1;
      paid.push(bought.body.order.id);
      const sessionId: string = bought.body.session.id;
      const over = new AbortController();
      const following = follow(sessionId, cookie, over.signal);
      for (let ball = 0; ball < PACKAGE.balls; ball++) {
        const shotId = randomUUID();
        const shot = { sessionId, shotId, targetHole: "missed", prizeClaim: false, prizeAmount: 0 };
        if (!(await call("/api/attempts", cookie, shot, 201))) break;
        report.shots += 1;
        hit.push(shotId);
        await sleep(50);
      }
      await call(`/api/sessions/${sessionId}/complete`, cookie, {}, 200);
      over.abort();
      await following;
    }
  }

  const playing = Array.from({ length: golfers }, (_, n) => golfer(n));
  return {
    stop: async () => {
      ending.abort();
      await Promise.all(playing);
      return { ...report, lost: (connection) => missing(connection, paid, hit) };
    },
  };
}

async function missing(connection: pg.ClientConfig, paid: readonly string[], hit: readonly string[]): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    // Each table is read once: row by row this took longer than a statement may.
    const captures = await client.query(
      "SELECT FROM unnest($1::uuid[]) AS o (id) LEFT JOIN (SELECT order_id, count(*) FROM payment_attempts WHERE status = 'succeeded' GROUP BY 1) p ON p.order_id = o.id WHERE p.count IS DISTINCT FROM 1",
      [paid],
    );
    const shots = await client.query(
      "SELECT FROM unnest($1::uuid[]) AS s (id) LEFT JOIN (SELECT shot_id, count(*) FROM attempts GROUP BY 1) a ON a.shot_id = s.id WHERE a.count IS DISTINCT FROM 1",
      [hit],
    );
    return (captures.rowCount ?? 0) + (shots.rowCount ?? 0);
  } finally {
    await client.end();
  }
}
