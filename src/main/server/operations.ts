/** Operations: health, readiness, metrics, and the API's own description. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { countTroubles } from "#features/dashboard/server/attention.ts";
import { lastAudit } from "#features/dashboard/server/audit-store.ts";
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/database.ts";
import { isMigrated } from "#platform/server/db/migrate.ts";
import type { Drain } from "#platform/server/http/drain.ts";
import { isLoopback } from "#platform/server/http/addresses.ts";
import { keptText } from "#platform/server/http/kept-text.ts";
import type { SecurityLog } from "#platform/server/security-log.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { docsPage } from "./docs-page.ts";
import { htmlText } from "./html.ts";

export function bindOperations(
  http: FastifyInstance,
  {
    db,
    clock,
    config,
    describe,
    security,
    drain,
  }: { db: Database; clock: Clock; config: Config; describe: () => object; security: SecurityLog; drain: Drain },
): void {
  let served = 0;
  http.addHook("onResponse", async () => {
    served += 1;
  });
  http.get("/healthz", () => ({ status: "ok" }));
  http.get("/readyz", async () => {
    if (drain.isDraining) throw refuseRequest("service.draining", { retryAfter: 5 });
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
      const troubles = Object.entries(await countTroubles(db, now));
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
      const audit = await lastAudit(db);
      if (audit) {
        const found = {
          faults: audit.faultCount,
          warnings: audit.warnings.length,
          at_seconds: Date.parse(audit.at) / 1000,
        };
        const auditGauges = Object.entries(found).map(
          ([name, n]) => `# TYPE acebay_audit_${name} gauge\nacebay_audit_${name} ${n}\n`,
        );
        lines.push(...auditGauges);
      }
      return reply.type("text/plain; version=0.0.4; charset=utf-8").send(lines.join(""));
    },
  );
  const json = { "content-type": "application/json; charset=utf-8" };
  http.get(
    "/api/openapi.json",
    keptText(() => ({ body: JSON.stringify(describe()), headers: json })),
  );
  http.get(
    "/api/docs",
    keptText(() => htmlText(config, docsPage(describe()))),
  );
}

/**
 * Metrics are for whoever has the token or, without one outside production, for connections from this machine. No
 * header says where a connection comes from.
 */
function admitScraper(request: FastifyRequest, { metricsToken, production }: Config): void {
  const admitted = metricsToken
    ? isSame(request.headers.authorization ?? "", `Bearer ${metricsToken}`)
    : !production && isLoopback(request.socket.remoteAddress ?? "");
  if (!admitted) throw refuseRequest("request.forbidden");
}

/** Compares two texts in constant time. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
