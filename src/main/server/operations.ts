/** Operations: health, readiness, metrics, and the API's own description. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/database.ts";
import { isNotAdmitted } from "#platform/server/db/errors.ts";
import { isMigrated } from "#platform/server/db/migrate.ts";
import type { Drain } from "#platform/server/http/drain.ts";
import { isLoopback } from "#platform/server/http/addresses.ts";
import { keptText } from "#platform/server/http/kept-text.ts";
import { isSame } from "#platform/server/secrets.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { docsPage } from "./docs-page.ts";
import { htmlText } from "./html.ts";
import type { Metrics } from "./metrics.ts";

const unready = (why: string) => refuseRequest("service.database_away", { retryAfter: 2, message: why, why });

export function bindOperations(
  http: FastifyInstance,
  {
    db,
    config,
    describe,
    metrics,
    drain,
  }: {
    db: Database;
    config: Config;
    describe: () => object;
    metrics: Pick<Metrics, "text" | "contentType">;
    drain: Drain;
  },
): void {
  http.get("/healthz", () => ({ status: "ok" }));
  http.get("/readyz", async () => {
    if (drain.isDraining) throw refuseRequest("service.draining", { retryAfter: 5, why: "The process ends" });
    const isReady = await isMigrated(db.pool).catch((error: unknown) => {
      if (!isNotAdmitted(error)) throw error;
    });
    if (isReady === false) throw unready("The database is not migrated yet");
    const lack = await db.lack();
    if (lack) throw unready(`The database takes no more: ${lack}`);
    return { status: "ready" };
  });
  http.get(
    "/metrics",
    { onRequest: async (request) => admitScraper(request, config) },
    async (_request, reply: FastifyReply) => reply.type(metrics.contentType).send(await metrics.text()),
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
