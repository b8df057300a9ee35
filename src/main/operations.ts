/** Operations: health, readiness, metrics, and the API's own description. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { stuckSince } from "#features/payments/rules.ts";
import { countTroubles } from "#features/payments/server/store.ts";
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/database.ts";
import { isMigrated } from "#platform/server/db/migrate.ts";
import { isLoopback } from "#platform/server/http/addresses.ts";
import type { SecurityLog } from "#platform/server/security-log.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { docsPage } from "./docs-page.ts";

export function bindOperations(
  http: FastifyInstance,
  {
    db,
    clock,
    config,
    document,
    security,
  }: { db: Database; clock: Clock; config: Config; document: object; security: SecurityLog },
): void {
  let served = 0;
  http.addHook("onResponse", async () => {
    served += 1;
  });
  http.get("/healthz", () => ({ status: "ok" }));
  http.get("/readyz", async () => {
    if (!(await isMigrated(db.pool)))
      throw refuseRequest("service.database_away", { retryAfter: 2, message: "The database is not migrated yet" });
    const lack = await db.lack();
    if (lack)
      throw refuseRequest("service.database_away", { retryAfter: 2, message: `The database takes no more: ${lack}` });
    return { status: "ready" };
  });
  http.get(
    "/metrics",
    { onRequest: async (request) => admitScraper(request, config) },
    async (_request, reply: FastifyReply) => {
      const now = clock.now();
      const troubles = Object.entries(await countTroubles(db, now, stuckSince(now)));
      const gauges = {
        acebay_http_responses_total: served,
        acebay_process_uptime_seconds: Math.round(process.uptime()),
        acebay_process_resident_memory_bytes: process.memoryUsage.rss(),
        acebay_database_connections: db.pool.totalCount,
        acebay_database_connections_waiting: db.pool.waitingCount,
      };
      const lines = Object.entries(gauges).map(
        ([name, value]) => `# TYPE ${name} ${name.endsWith("_total") ? "counter" : "gauge"}\n${name} ${value}\n`,
      );
      const seen = [...security.counts()].map(([event, n]) => `acebay_security_events_total{event="${event}"} ${n}\n`);
      lines.push(`# TYPE acebay_security_events_total counter\n${seen.join("")}`);
      const needed = troubles.map(([kind, n]) => `acebay_payment_troubles{kind="${kind}"} ${n}\n`);
      lines.push(`# TYPE acebay_payment_troubles gauge\n${needed.join("")}`);
      return reply.type("text/plain; version=0.0.4").send(lines.join(""));
    },
  );
  http.get("/api/openapi.json", () => document);
  http.get("/api/docs", (_request, reply) => reply.type("text/html").send(docsPage(document)));
}

/** Metrics are for whoever has the token or, without one, for callers on this machine. */
function admitScraper(request: FastifyRequest, config: Config): void {
  const admitted = config.metricsToken
    ? request.headers.authorization === `Bearer ${config.metricsToken}`
    : isLoopback(request.ip);
  if (!admitted) throw refuseRequest("request.forbidden");
}
