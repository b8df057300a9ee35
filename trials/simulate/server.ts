/**
 * The server process of the simulation: the real app on a real PostgreSQL, with the driver's clock and faults. Jobs run
 * only at `POST /simulate/jobs`, so that a seed always gives the same run. A process that survived its seed is used for
 * the next one.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buildApp } from "#main/server/app.ts";
import { settleTaxes } from "#features/courses/server/tax.ts";
import { sandboxSecret } from "#main/server/choose-gateway.ts";
import { auditBooks } from "#main/server/audit-checks.ts";
import type { GatewayEvent } from "#features/payments/server/gateway.ts";
import { SIGNATURE_HEADER, signEvent } from "#features/payments/server/sandbox-events.ts";
import { readConfig } from "#platform/server/config.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { Refusal } from "#platform/shared/refusal.ts";
import { openBank } from "./bank.ts";
import { makeCourses } from "./courses.ts";
import { dieByStatement, faulty, follow, takeHeard } from "./faults.ts";
import type { Opening, Plan } from "./plan.ts";

const BANK = "/simulate/bank/";
let now = 0;
let close = async (): Promise<void> => undefined;

async function open({ database, now: start, courses }: Opening): Promise<void> {
  await close();
  now = start;
  const db = openDatabase({ ...database, options: "-c synchronous_commit=off" });
  await makeCourses(db, courses, new Date(start));
  const clock = { now: () => new Date(now) };
  const config = readConfig({ DATA_DIR: "/nowhere", SESSION_SECRET: "a secret that the simulation uses" });
  await settleTaxes({ db, clock }, config.tax);
  const app = await buildApp({
    config,
    db,
    clock,
    gateway: faulty,
    logLevel: process.argv.includes("--log") ? "warn" : "silent",
  });
  await app.jobs.stop();
  await app.http.ready();

  /** Delivers the gateway's event at once; its own queue sends it again. */
  async function tell(event: GatewayEvent): Promise<void> {
    const payload = JSON.stringify({ id: "told", event });
    const headers = {
      [SIGNATURE_HEADER]: signEvent(sandboxSecret(config), payload, clock.now()),
      "content-type": "application/json",
    };
    await db.idle();
    const reply = await app.http.inject({ method: "POST", url: "/api/payments/webhook", payload, headers });
    if (reply.statusCode !== 200) throw new Error(`The webhook answered ${reply.statusCode}: ${reply.body}`);
  }
  const bank = openBank(db, clock, tell);

  async function control(path = "", repeat = false): Promise<unknown> {
    if (path === "/simulate/jobs") return runJobs(repeat);
    if (path.startsWith(BANK)) return bank(path.slice(BANK.length));
    if (path === "/simulate/audit") return auditBooks(db);
    throw new Error(`There is no ${path}`);
  }

  /** Runs the jobs several times, so that work made due by one job is done and their order does not matter. */
  async function runJobs(repeat: boolean): Promise<void> {
    takeHeard();
    for (let run = 0; run < 3; run++) {
      await app.jobs.runAll();
      await db.idle();
      for (const { body, headers } of repeat ? takeHeard().toReversed() : [])
        await app.http.inject({ method: "POST", url: "/api/payments/webhook", payload: body, headers });
    }
  }

  const server = createServer((request: IncomingMessage, reply: ServerResponse) => {
    if (request.url === "/simulate/quiet") return void db.idle().then(() => reply.end());
    const plan = JSON.parse(String(request.headers["x-simulate"] ?? "{}")) as Plan; // Written by our own driver.
    if (plan.now !== undefined) now = plan.now;
    follow(plan);
    // After the reply the plan no longer applies, except to the refunds that it made due.
    reply.once("finish", () =>
      follow(plan.refund && !request.url?.startsWith("/simulate/") ? { refund: plan.refund } : {}),
    );
    if (plan.loseReply) {
      const cut = () => {
        request.socket.destroy();
        return reply;
      };
      reply.end = cut;
      reply.write = () => Boolean(cut());
    }
    if (!request.url?.startsWith("/simulate/")) return app.http.routing(request, reply);
    control(request.url, plan.repeat).then(
      (answer) => reply.setHeader("content-type", "application/json").end(JSON.stringify(answer ?? null)),
      (error: unknown) => {
        if (!(error instanceof Refusal)) return reply.writeHead(500).end(String(error));
        const body = JSON.stringify({ error: { code: error.code } });
        return reply.writeHead(error.status, { "content-type": "application/json" }).end(body);
      },
    );
  });
  close = async () => {
    follow({});
    server.close();
    server.closeAllConnections();
    await app.close();
    await db.close();
  };
  // The connection stays open while the driver computes.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
    process.send?.({ port });
  });
}

dieByStatement();
process.on("message", (message) => void open(message as Opening)); // Sent by our own driver.
process.on("disconnect", () => process.exit(0));
process.send?.({ loaded: true });
