/**
 * Judges a gateway that lied: compares its own books with what golfers were told. A lie is mended where the gateway has
 * paid everything back; otherwise the audit and the reconciliation, which administrators see, must name its order.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Verdict } from "../crash/compare.ts";
import { LIES } from "./gateway.ts";
import type { Site } from "./site.ts";

interface Lied {
  attempt: string;
  number: number;
  order: string;
  user: string;
  bay: number;
  /** Cents: what was asked, what the gateway has taken, and what it has paid back. */
  asked: number;
  taken: number;
  paid_back: number;
  /** Our own status of the attempt. */
  status: string;
  /** Refunds that the gateway would not make. */
  open_refunds: number;
}

/** The product asked again in time and has booked the payment, so its golfer must not have been told anything else. */
const isBooked = ({ status, asked, taken, paid_back: paidBack }: Lied) =>
  status === "succeeded" && taken === asked && paidBack < taken;

const READ = `
  SELECT p.id AS attempt, o.number::int, o.id AS order, o.user_id AS user, o.bay_number AS bay, p.amount_cents AS asked, p.status,
    coalesce((SELECT amount_cents FROM sandbox.payments g WHERE g.attempt_id = p.id::text AND g.status = 'captured'), 0)::int AS taken,
    coalesce((SELECT sum(amount_cents) FROM sandbox.refunds g WHERE g.attempt_id = p.id::text AND g.failure IS NULL), 0)::int AS paid_back,
    (SELECT count(*) FROM refunds r WHERE r.order_id = o.id AND r.status <> 'settled')::int AS open_refunds
  FROM payment_attempts p JOIN orders o ON o.id = p.order_id WHERE p.id = ANY($1::uuid[])`;

export interface LiesFound {
  mended: number;
  listed: number;
  /** In sentences: lies that nobody is told of, and findings that no lie explains. */
  wrong: string[];
}

/**
 * @param expected whether the product can mend them by itself
 * @param verdict what the comparison found
 */
export async function judgeLies(
  { dataDir, installation }: Site,
  expected: "mended" | "listed",
  verdict: Verdict,
): Promise<LiesFound> {
  const ids = readFileSync(join(dataDir, LIES), "utf8").trim().split("\n");
  const client = new pg.Client(installation.connection);
  await client.connect();
  const { rows } = await client.query<Lied>(READ, [ids]);
  await client.end();
  await passNews(installation.url);
  const { output: audit } = await installation.audit();
  const listed = await reconciliation(dataDir, installation.connection);
  const wrong: string[] = rows.length === ids.length ? [] : [`Of ${ids.length} lies ${rows.length} are in the books`];
  const found: LiesFound = { mended: 0, listed: 0, wrong };
  for (const lied of rows) {
    const { number, taken, paid_back: paidBack } = lied;
    // If a test card was charged nothing and the gateway says so, this is not a lie.
    if (taken === 0 && lied.status === "failed") continue;
    if (isBooked(lied) || (taken === paidBack && taken > 0)) found.mended += 1;
    else if (expected === "mended") wrong.push(`A lie was not mended: ${JSON.stringify(lied)}`);
    else if (!new RegExp(`order ${number}\\b`).test(audit))
      wrong.push(`The audit does not name ${JSON.stringify(lied)}`);
    else if (!new RegExp(`\\b${number}\\b`).test(listed))
      wrong.push(`The reconciliation does not name ${JSON.stringify(lied)}`);
    else found.listed += 1;
    if (taken - paidBack > lied.asked + 100) wrong.push(`Charged more than the lie: ${JSON.stringify(lied)}`);
  }
  if (found.mended + found.listed === 0) wrong.push("It told no lie that was found");
  const explains = (finding: string) =>
    rows
      .filter((lied) => !isBooked(lied))
      .some(
        ({ order, user, bay, open_refunds: open }) =>
          finding.includes(order) ||
          (finding.includes(user) && finding.includes(`"bay":${bay},`)) ||
          (open > 0 && /refunds are still due/.test(finding)),
      );
  wrong.push(
    ...Object.values(verdict)
      .flat()
      .filter((finding) => !explains(finding)),
  );
  // The audit may name only the lies' orders, or sums that contain them.
  const numbers = rows.map(({ number }) => number);
  const named = audit.split("\n").filter((line) => /^ {6}(?!note|warning)/.test(line));
  wrong.push(
    ...named.filter((line) => /order \d+/.test(line) && !numbers.some((n) => new RegExp(`order ${n}\\b`).test(line))),
  );
  return found;
}

/** Longer than news of the gateway may be on their way: until then neither list counts them. */
async function passNews(url: string): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    const reply = await fetch(`${url}/dev/clock`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ advanceSeconds: 300 }),
    });
    if (reply.status !== 200) throw new Error(`The demo's clock answered ${reply.status}`);
    await reply.arrayBuffer();
  }
}

/** `npm run reconcile`: its lines. */
async function reconciliation(dataDir: string, { user, database, host }: pg.PoolConfig): Promise<string> {
  const command = spawn(process.execPath, ["src/main/server/reconcile.ts"], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, DATABASE_URL: `postgres://${user}@/${database}?host=${host}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [command.stdout, command.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((done) => command.once("close", done));
  return output;
}
