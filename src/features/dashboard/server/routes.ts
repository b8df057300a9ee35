/** The handlers of the dashboard. */
import type { ClaimDeps } from "#features/claims/server/deps.ts";
import { isDrillDue, readBackups } from "#platform/server/backup/drill-store.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import type { BackupsTried, dashboardRoutes } from "../contract.ts";
import { lastAudit } from "./audit-store.ts";
import { readAttention } from "./attention.ts";
import { readActivity } from "./activity.ts";
import { checkCourse, type FigureDeps, readAnalytics, readLive, readStats } from "./figures.ts";

export function dashboardHandlers(
  deps: FigureDeps & { advice: readonly string[]; claims: ClaimDeps },
): Handlers<typeof dashboardRoutes> {
  async function of<Q extends { courseId?: number | undefined }, A>(
    query: Q,
    read: (deps: FigureDeps, query: Q) => Promise<A>,
  ): Promise<A> {
    await checkCourse(deps.db, query);
    return read(deps, query);
  }
  return {
    getAttention: async () => ({ status: 200, body: await readAttention(deps.claims) }),
    listAdvice: async () => ({ status: 200, body: { advice: [...deps.advice] } }),
    getStats: async ({ query }) => ({ status: 200, body: await of(query, readStats) }),
    listActivity: async ({ query }) => ({ status: 200, body: await of(query, readActivity) }),
    getSessionAnalytics: async ({ query }) => ({ status: 200, body: await of(query, readAnalytics) }),
    listLiveSessions: async ({ query }) => ({ status: 200, body: await of(query, readLive) }),
    getAudit: async () => ({ status: 200, body: { audit: await lastAudit(deps.db) } }),
    getBackups: async () => ({ status: 200, body: await readTried(deps) }),
  };
}

async function readTried({ db, clock }: FigureDeps): Promise<BackupsTried> {
  const backups = await readBackups(db);
  const { drill, provenOf, lastMade } = backups;
  return {
    drill: drill ? { ...drill, of: drill.of ?? null, reason: drill.reason ?? null } : null,
    provenOf: provenOf ?? null,
    lastMade: lastMade ?? null,
    isDue: isDrillDue(backups, clock.now()),
  };
}
