/** The data for the measurements of the desk: claims that wait, and lists of ten thousand rows. */
import type { Page } from "@playwright/test";
import { openDatabase } from "#platform/server/db/database.ts";
import { ownerOf } from "#platform/server/db/embedded.ts";
import { openClient } from "../../bench/client.ts";
import { writeHistory } from "../../bench/history.ts";
import { makeGolfers, SECRET } from "../../bench/world.ts";
import { claimed } from "../claim-copies.ts";
import { inDatabase, type RunningServer, startServer } from "../server.ts";
import { claimCopies } from "#test/many.ts";

/** Every fifth claim is for cash, and staff saw the ball of four in five of the others, as at a range with staff. */
const CASH_EVERY = 5;
const UNSEEN_EVERY = 5;

/** A server whose accounts the benches can sign in. */
export const startDesk = (name: string) => startServer(name, { SESSION_SECRET: SECRET });

/** So many claims of one session each, made by calls, as golfers' phones make them. */
export async function makePending({ url, dataDir }: RunningServer, count: number): Promise<void> {
  const db = openDatabase(ownerOf(dataDir), 4);
  const client = openClient(url, 8);
  const golfers = await makeGolfers(db, count);
  for (const [n, { cookie, sessionId }] of golfers.entries()) {
    const targetHole = n % CASH_EVERY === 0 ? "middle" : "left";
    const shot = { sessionId, targetHole, prizeClaim: true, prizeAmount: 0 };
    const { status, body } = await client.post("/api/attempts", cookie, shot);
    if (status !== 201) throw new Error(`Claim ${n} was answered by ${status}: ${body}`);
  }
  client.close();
  // The bay board's 'Seen', for all at once.
  await db.pool.query(
    `INSERT INTO claim_sightings (id, claim_id, seen, photo, recorded_by, recorded_at)
     SELECT gen_random_uuid(), id, true, false, (SELECT id FROM users WHERE email = 'staff@acebay.test'), now()
     FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS n FROM claims) c WHERE n % ${UNSEEN_EVERY} <> 0`,
  );
  await db.close();
}

/** At least so many claims, orders, people and lines of the audit trail. */
export async function makeLong(server: RunningServer, page: Page, rows: number): Promise<void> {
  const db = openDatabase(ownerOf(server.dataDir), 4);
  // One session in ten is free, and has no order.
  await writeHistory(db, Math.ceil(rows / 0.9), 90, new Date());
  await db.close();
  const id = await claimed(page, "Lou Long");
  await inDatabase(
    server,
    `${claimCopies(id, rows, "Lou")};
     INSERT INTO users (id, player_id, name, email, created_at)
       SELECT gen_random_uuid(), 'P' || lpad(n::text, 9, '0'), 'Person ' || n, 'person' || n || '@example.com', now() - n * interval '1 minute'
       FROM generate_series(1, ${rows}) n;
     INSERT INTO audit_trail (actor_id, action, subject, detail, created_at)
       SELECT (SELECT id FROM users WHERE email = 'admin@acebay.test'), 'claim.verified', id::text, '{}', created_at
       FROM claims ORDER BY created_at DESC LIMIT ${rows};
     ANALYZE`,
  );
}
