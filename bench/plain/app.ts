/**
 * The same calls as a plain program makes them: Express, `pg`, several statements a call, a transaction where more than
 * one row changes, and screens that poll. Our server is compared with it, so it is kept small and is not slow on
 * purpose. It keeps no ledger, no keys and no audit trail.
 */
import { randomUUID } from "node:crypto";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import type { Pool, PoolClient } from "pg";

const SESSION_SECONDS = 1800;

class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function plainApp(pool: Pool): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(express.json());

  app.get("/api/courses", async (_, reply) => {
    const { rows } = await pool.query(
      "SELECT id, name, address, latitude, longitude, time_zone, price_factor, bay_count, jackpot_cents, jackpot_at FROM courses ORDER BY id",
    );
    reply.json({ courses: rows });
  });

  app.get("/api/packages", async (_, reply) => {
    const { rows } = await pool.query("SELECT * FROM packages ORDER BY package_type, price_cents");
    reply.json({ packages: rows });
  });

  app.get("/api/courses/:id/sponsors", async (request, reply) => {
    const { rows } = await pool.query("SELECT * FROM prizes WHERE course_id = $1 ORDER BY hole, id", [
      request.params.id,
    ]);
    reply.json({ sponsors: rows });
  });

  app.get("/api/sessions/:id", async (request, reply) => {
    const userId = await callerOf(pool, request);
    const session = await sessionOf(pool, request.params.id, userId);
    const { rows: claims } = await pool.query("SELECT * FROM claims WHERE session_id = $1", [session.id]);
    reply.json({ session: { ...session, claims } });
  });

  app.post("/api/login", async (request, reply) => {
    const { rows } = await pool.query("SELECT id, name, email FROM users WHERE email = $1", [request.body.email]);
    const user = rows[0];
    if (!user) throw new Refused(404, "unknown");
    const device = cookieOf(request, "device");
    const known = await pool.query("UPDATE devices SET used_at = now() WHERE token = $1 AND user_id = $2", [
      device,
      user.id,
    ]);
    if (known.rowCount === 0) throw new Refused(401, "new device");
    const token = randomUUID();
    await pool.query("INSERT INTO tokens (token, user_id, expires_at) VALUES ($1, $2, now() + interval '30 days')", [
      token,
      user.id,
    ]);
    reply.cookie("token", token, { httpOnly: true }).json({ user });
  });

  app.post("/api/attempts", async (request, reply) => {
    const userId = await callerOf(pool, request);
    const body = request.body;
    const recorded = await inTransaction(pool, async (client) => {
      const session = await sessionOf(client, body.sessionId, userId, "FOR UPDATE");
      if (session.status !== "active" || session.balls_left < 1) throw new Refused(409, "over");
      const left = session.balls_left - 1;
      const changed = await client.query(
        "UPDATE sessions SET balls_left = $2, shots = shots + 1, status = $3 WHERE id = $1 RETURNING *",
        [session.id, left, left === 0 ? "finished" : "active"],
      );
      const attempt = await client.query(
        "INSERT INTO attempts (id, session_id, shot_id, target_hole, prize_claim, created_at) VALUES ($1, $2, $3, $4, $5, now()) RETURNING *",
        [randomUUID(), session.id, body.shotId, body.targetHole, body.prizeClaim],
      );
      const claim = body.prizeClaim ? await claimOf(client, session, attempt.rows[0].id, body.targetHole) : undefined;
      return { attempt: attempt.rows[0], session: changed.rows[0], claim };
    });
    reply.status(201).json(recorded);
  });

  app.post("/api/process-payment", async (request, reply) => {
    const userId = await callerOf(pool, request);
    const { sessionData, paymentInfo } = request.body;
    const { rows: courses } = await pool.query("SELECT * FROM courses WHERE id = $1", [sessionData.courseId]);
    const { rows: packages } = await pool.query("SELECT * FROM packages WHERE id = $1", [sessionData.packageId]);
    const [course, pack] = [courses[0], packages[0]];
    if (!course || !pack) throw new Refused(404, "not found");
    const amount = Math.round(pack.price_cents * Number(course.price_factor));
    const paid = await inTransaction(pool, async (client) => {
      await client.query("SELECT id FROM users WHERE id = $1 FOR UPDATE", [userId]);
      const active = await client.query("SELECT id FROM sessions WHERE user_id = $1 AND status = 'active'", [userId]);
      if (active.rowCount !== 0) throw new Refused(409, "active");
      const [order, session] = [randomUUID(), randomUUID()];
      await client.query(
        "INSERT INTO orders (id, user_id, amount_cents, status, created_at) VALUES ($1, $2, $3, 'paid', now())",
        [order, userId, amount],
      );
      await client.query(
        "INSERT INTO charges (id, order_id, amount_cents, last4, created_at) VALUES ($1, $2, $3, $4, now())",
        [randomUUID(), order, amount, paymentInfo.cardNumber.slice(-4)],
      );
      const started = await client.query(
        `INSERT INTO sessions (id, user_id, course_id, package_id, bay_number, balls_left, status, started_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, 'active', now(), now() + interval '${SESSION_SECONDS} seconds') RETURNING *`,
        [session, userId, course.id, pack.id, sessionData.bayNumber, pack.ball_count],
      );
      await client.query("UPDATE orders SET session_id = $2 WHERE id = $1", [order, session]);
      await client.query("UPDATE courses SET jackpot_cents = jackpot_cents + $2, jackpot_at = now() WHERE id = $1", [
        course.id,
        Math.floor(amount / 5),
      ]);
      return { success: true, session: started.rows[0], order: { id: order, amount } };
    });
    reply.json(paid);
  });

  app.use((error: unknown, _request: Request, reply: Response, _next: NextFunction) => {
    reply.status(error instanceof Refused ? error.status : 500).json({ error: String(error) });
  });
  return app;
}

async function claimOf(client: PoolClient, session: { id: string; course_id: number }, attempt: string, hole: string) {
  if (hole === "middle") {
    const pot = await client.query("SELECT jackpot_cents FROM courses WHERE id = $1 FOR UPDATE", [session.course_id]);
    await client.query("UPDATE courses SET jackpot_cents = 10000, jackpot_at = now() WHERE id = $1", [
      session.course_id,
    ]);
    return insertClaim(client, session.id, attempt, hole, null, pot.rows[0].jackpot_cents);
  }
  const { rows } = await client.query(
    "SELECT id FROM prizes WHERE course_id = $1 AND hole = $2 ORDER BY id LIMIT 1 FOR UPDATE",
    [session.course_id, hole],
  );
  await client.query("UPDATE prizes SET reserved = reserved + 1 WHERE id = $1", [rows[0].id]);
  return insertClaim(client, session.id, attempt, hole, rows[0].id, 0);
}

async function insertClaim(
  client: PoolClient,
  session: string,
  attempt: string,
  hole: string,
  prize: number | null,
  cents: number,
) {
  const { rows } = await client.query(
    "INSERT INTO claims (id, session_id, attempt_id, hole, prize_id, amount_cents, status, created_at) VALUES ($1, $2, $3, $4, $5, $6, 'pending', now()) RETURNING *",
    [randomUUID(), session, attempt, hole, prize, cents],
  );
  return rows[0];
}

async function sessionOf(db: Pool | PoolClient, id: string, userId: string, lock = "") {
  const { rows } = await db.query(`SELECT * FROM sessions WHERE id = $1 AND user_id = $2 ${lock}`, [id, userId]);
  if (!rows[0]) throw new Refused(404, "not found");
  return rows[0];
}

async function callerOf(pool: Pool, request: Request): Promise<string> {
  const { rows } = await pool.query(
    "SELECT u.id FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.token = $1 AND t.expires_at > now()",
    [cookieOf(request, "token")],
  );
  if (!rows[0]) throw new Refused(401, "signed out");
  return rows[0].id;
}

function cookieOf(request: Request, name: string): string | undefined {
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(request.headers.cookie ?? "")?.[1];
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}
