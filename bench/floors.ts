/**
 * The least work that any server must do, in a process of its own: bare `node:http` and a bare Fastify route with the
 * bytes of our answers, and bare `node:http` with the statement of our shot.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import Fastify from "fastify";
import type { PoolConfig } from "pg";
import { recordShot } from "#features/play/server/shot-store.ts";
import { openDatabase } from "#platform/server/db/database.ts";

/** What the bench tells this process. */
export interface FloorsOrder {
  connection: PoolConfig;
  /** Our answers, by path. */
  answers: Readonly<Record<string, string>>;
  /** The session of each golfer who shoots, by the cookie. */
  golfers: Readonly<Record<string, { sessionId: string; userId: string }>>;
}

const JSON_TYPE = "application/json; charset=utf-8";

async function serve({ connection, answers, golfers }: FloorsOrder): Promise<{ http: number; fastify: number }> {
  const db = openDatabase(connection, 12);
  const http = createServer((request, reply) => {
    if (request.method === "POST") {
      let text = "";
      request.on("data", (part) => (text += part));
      request.on("end", () => {
        const golfer = golfers[request.headers.cookie ?? ""];
        const { shotId } = JSON.parse(text) as { shotId: string };
        const now = new Date();
        const shot = { id: randomUUID(), shotId, targetHole: "missed", moment: now, now } as const;
        const named = { sessionId: golfer?.sessionId ?? "", callerId: golfer?.userId ?? "" };
        void recordShot(db, named, shot).then((session) => {
          const body = JSON.stringify({ session });
          reply.writeHead(session ? 201 : 500, {
            "content-type": JSON_TYPE,
            "content-length": Buffer.byteLength(body),
          });
          reply.end(body);
        });
      });
      return;
    }
    const body = answers[request.url ?? ""] ?? "";
    reply.writeHead(200, { "content-type": JSON_TYPE, "content-length": Buffer.byteLength(body) });
    reply.end(body);
  });
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const fastify = Fastify();
  for (const [path, body] of Object.entries(answers))
    fastify.get(path, async (_, reply) => reply.header("content-type", JSON_TYPE).send(body));
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  const portOf = (address: ReturnType<typeof http.address>) => (typeof address === "object" ? (address?.port ?? 0) : 0);
  return { http: portOf(http.address()), fastify: portOf(fastify.server.address()) };
}

process.once("message", (order: FloorsOrder) => void serve(order).then((ports) => process.send?.(ports)));
process.once("disconnect", () => process.exit());
