/** The handlers of the dashboard. */
import type { ClaimDeps } from "#features/claims/server/deps.ts";
import { isDrillDue, readBackups } from "#platform/server/backup/drill-store.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import type { BackupsTried, dashboardRoutes } from "../contract.ts";
import { lastAudit } from "./audit-store.ts";
import { readAttention } from "./attention.ts";
import { type FigureDeps, readActivity, readAnalytics, readLive, readStats } from "./figures.ts";

export function dashboardHandlers(
  deps: FigureDeps & { advice: readonly string[]; claims: ClaimDeps },
): Handlers<typeof dashboardRoutes> {
  return {
    getAttention: async () => ({ status: 200, body: await readAttention(deps.claims) }),
    listAdvice: async () => ({ status: 200, body: { advice: [...deps.advice] } }),
    getStats: async ({ query }) => ({ status: 200, body: await readStats(deps, query.dateFilter) }),
    listActivity: async ({ query }) => ({ status: 200, body: await readActivity(deps, query.dateFilter) }),
    getSessionAnalytics: async ({ query }) => ({ status: 200, body: await readAnalytics(deps, query.dateFilter) }),
    listLiveSessions: async () => ({ status: 200, body: await readLive(deps) }),
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
