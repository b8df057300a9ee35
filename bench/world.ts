/** The databases of the bench, ours and that of the plain program, with the same people and running sessions. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { deviceCookie, hashToken } from "#features/accounts/server/cookies.ts";
import { sessionEnd } from "#features/accounts/rules.ts";
import { insertSessions } from "#features/play/server/start-store.ts";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import type { EmbeddedPostgres } from "#platform/server/db/embedded.ts";

export const SECRET = "a-secret-for-the-bench-that-is-long-enough";
export const COURSE = 1;
/** A jackpot package, whose golfers may hit at every hole. */
export const PACKAGE = 4;
const BALLS = 1_000_000;
const BALLS_OF_A_CLAIM = 10;
const SESSION_MS = 60 * 60_000;

/** Somebody who is signed in at both, by the same cookies. */
export interface Person {
  userId: string;
  email: string;
  cookie: string;
  /** The id of the running session, for people who have one. */
  sessionId: string;
}

export interface World {
  /** With more balls than the bench uses. */
  golfers: readonly Person[];
  /** Without a session. */
  payers: readonly Person[];
  /** Each has a session of their own with few balls, because each claim makes the answers about its session longer. */
  claimers: readonly Person[];
  /** People whose session is over. */
  done: Person;
}

/** Makes empty databases. Servers then make their own tables in theirs. */
export async function makeDatabases(postgres: EmbeddedPostgres, names: readonly string[]): Promise<void> {
  const root = openDatabase({ ...postgres.owner, database: "postgres" }, 1);
  for (const name of names) await root.pool.query(`CREATE DATABASE ${name}`);
  await root.close();
}

/**
 * Fills the databases, in which our servers have made their tables and the demo's courses.
 * @param floors the database of the floors
 * @param beside the database of another checkout, if there is one
 * @param counts how many people of each kind there are
 */
export async function makeWorld(
  { ours, plain, floors, beside }: { ours: Database; plain: Database; floors: Database; beside: Database | undefined },
  counts: { golfers: number; payers: number; claimers: number },
): Promise<World> {
  const now = new Date();
  await plain.pool.query(readFileSync(new URL("plain/schema.sql", import.meta.url), "utf8"));
  await offerTheSame(ours, plain);
  const people = Array.from({ length: counts.golfers + counts.payers + counts.claimers + 1 }, (_, n) => personOf(n));
  const golfers = people.slice(0, counts.golfers);
  const payers = people.slice(counts.golfers, counts.golfers + counts.payers);
  const claimers = people.slice(counts.golfers + counts.payers, -1);
  const done = people.at(-1) ?? personOf(0);
  const players = [
    ...golfers.map((player) => ({ ...player, balls: BALLS })),
    ...[...claimers, done].map((player) => ({ ...player, balls: BALLS_OF_A_CLAIM })),
  ];
  for (const db of [ours, floors, ...(beside ? [beside] : [])]) {
    await enrol(db, people, now);
    await play(db, players, now);
    await db.pool.query(
      "UPDATE sessions SET status = 'completed', end_reason = 'player', ended_at = started_at WHERE id = $1",
      [done.sessionId],
    );
    await db.pool.query("ANALYZE");
  }
  await fillPlain(plain, people, players, now);
  return { golfers, payers, claimers, done };
}

function personOf(n: number): Person & { token: string; deviceId: string; playerId: string } {
  const [userId, deviceId, token] = [randomUUID(), randomUUID(), `bench-${n}-${randomUUID()}`];
  const [device = ""] = deviceCookie([deviceId], [SECRET], false).split(";");
  const cookie = `acebay_session=${token}; ${device}; token=${token}; device=${token}`;
  // Above the numbers of a generated history.
  const playerId = `B${n.toString(16).toUpperCase().padStart(9, "0")}`;
  return { userId, email: `bench${n}@example.com`, cookie, token, deviceId, playerId, sessionId: randomUUID() };
}

/** People without a session, signed in at a server whose tables exist. @param from the number of the first of them */
export async function enrolled(db: Database, count: number, from = 1_000_000): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, n) => personOf(from + n));
  await enrol(db, people, new Date());
  return people;
}

/** Golfers of a running session each, signed in at a server whose tables exist. */
export async function makeGolfers(db: Database, count: number, balls = BALLS_OF_A_CLAIM): Promise<Person[]> {
  const now = new Date();
  const people = Array.from({ length: count }, (_, n) => personOf(n));
  await enrol(db, people, now);
  await play(
    db,
    people.map((person) => ({ ...person, balls })),
    now,
  );
  return people;
}

/** The plain program sells the same at the same courses. */
async function offerTheSame(ours: Database, plain: Database): Promise<void> {
  const copy = async (text: string, into: string) => {
    const { rows } = await ours.pool.query<Record<string, unknown>>(text);
    await plain.pool.query(`INSERT INTO ${into} SELECT * FROM jsonb_populate_recordset(NULL::${into}, $1::jsonb)`, [
      JSON.stringify(rows),
    ]);
  };
  await copy(
    `SELECT c.id, name, address, latitude, longitude, time_zone, price_factor_bp / 10000.0 AS price_factor, bay_count,
       -a.balance_cents AS jackpot_cents, a.changed_at AS jackpot_at
     FROM courses c JOIN ledger_accounts a ON a.kind = 'pot' AND a.course_id = c.id`,
    "courses",
  );
  await copy(
    "SELECT id, name, description, price_cents, ball_count, package_type, is_popular FROM packages",
    "packages",
  );
  await copy("SELECT id, course_id, hole, prize_name AS name, 0 AS reserved FROM sponsored_prizes", "prizes");
}

type Enrolled = ReturnType<typeof personOf>;
type Player = Person & { balls: number };

async function enrol(db: Database, people: readonly Enrolled[], now: Date): Promise<void> {
  const ids = people.map(({ userId }) => userId);
  const devices = people.map(({ deviceId }) => deviceId);
  await db.pool.query(
    `INSERT INTO users (id, player_id, name, email, phone, email_proved_at, created_at)
     SELECT id, player_id, 'Bench Golfer', email, '5550100100', $4, $4 FROM unnest($1::uuid[], $2::text[], $3::text[]) AS p (id, email, player_id)`,
    [ids, people.map(({ email }) => email), people.map(({ playerId }) => playerId), now],
  );
  await db.pool.query(
    `INSERT INTO devices (id, user_id, browser_id, created_at, last_used_at)
     SELECT d, id, gen_random_uuid(), $3, $3 FROM unnest($1::uuid[], $2::uuid[]) AS p (d, id)`,
    [devices, ids, now],
  );
  await db.pool.query(
    `INSERT INTO sign_ins (token_hash, user_id, device_id, created_at, expires_at)
     SELECT h, id, d, $4, $5 FROM unnest($1::bytea[], $2::uuid[], $3::uuid[]) AS p (h, id, d)`,
    [people.map(({ token }) => hashToken(token)), ids, devices, now, sessionEnd("player", now, now)],
  );
}

async function play(db: Database, players: readonly Player[], now: Date): Promise<void> {
  const rows = players.map((player) => ({
    id: player.sessionId,
    userId: player.userId,
    buyerId: player.userId,
    playerName: "Bench Golfer",
    courseId: COURSE,
    packageId: PACKAGE,
    packageType: "jackpot" as const,
    bayNumber: 1,
    holdsBay: false,
    ballsLeft: player.balls,
    ballsBought: player.balls,
    status: "active" as const,
    startedAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
    purchaseContext: "initial" as const,
  }));
  for (let at = 0; at < rows.length; at += 500) await insertSessions(db, rows.slice(at, at + 500));
}

async function fillPlain(db: Database, people: readonly Enrolled[], players: readonly Player[], now: Date) {
  const ids = people.map(({ userId }) => userId);
  const tokens = people.map(({ token }) => token);
  await db.pool.query(
    "INSERT INTO users SELECT id, 'Bench Golfer', email FROM unnest($1::uuid[], $2::text[]) AS p (id, email)",
    [ids, people.map(({ email }) => email)],
  );
  for (const [into, moment] of Object.entries({ tokens: "interval '30 days'", devices: "interval '0'" }))
    await db.pool.query(
      `INSERT INTO ${into} SELECT token, id, now() + ${moment} FROM unnest($1::text[], $2::uuid[]) AS p (token, id)`,
      [tokens, ids],
    );
  await db.pool.query(
    `INSERT INTO sessions (id, user_id, course_id, package_id, bay_number, balls_left, status, started_at, expires_at)
     SELECT s, u, ${COURSE}, ${PACKAGE}, 1, b, 'active', $4, $5 FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS p (s, u, b)`,
    [
      players.map(({ sessionId }) => sessionId),
      players.map(({ userId }) => userId),
      players.map(({ balls }) => balls),
      now,
      new Date(now.getTime() + SESSION_MS),
    ],
  );
  await db.pool.query("ANALYZE");
}
