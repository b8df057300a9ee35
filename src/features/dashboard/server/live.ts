/**
 * The dashboard's stream. While somebody follows it, a job folds once a second and announces what has changed. Each
 * answer is then computed once, for any number of screens.
 */
import type { LocalHub } from "#platform/server/live/hub.ts";
import { localDay } from "#platform/shared/days.ts";
import type { SQL } from "#platform/server/db/drizzle.ts";
import type { StreamHandler } from "#platform/server/http/handlers.ts";
import type { dashboardStream } from "../contract.ts";
import { countPendingClaims } from "./events-store.ts";
import { readActivity } from "./activity.ts";
import { checkCourse, type FigureDeps, answerKey, readAnalytics, readLive, readStats } from "./figures.ts";
import { isOtherThan, notYet, type RollupPart, type Versions } from "./rollup-store.ts";

type EventName = keyof (typeof dashboardStream)["events"];

/** Which answers change when a part changes. */
const shownOn: Record<RollupPart, readonly EventName[]> = {
  play: ["stats", "live-sessions", "session-analytics", "activity"],
  players: ["stats"],
  sales: ["stats", "activity"],
  claims: ["stats", "prize-claims", "activity"],
  accounts: ["stats", "activity"],
};
const partNames = Object.keys(shownOn) as RollupPart[]; // Its keys are known; TypeScript's `keys` forgets them.
const topicOf = (event: EventName) => `dashboard ${event}`;

/** Streams load at each heartbeat, every 15 seconds. Two heartbeats after the last load nobody follows. */
const FOLLOWED_MS = 30_000;
/** The period of folds while nobody watches, because a fold reads the whole day of each changed course. Reads fold first. */
const UNSEEN_MS = 60_000;

export interface LiveDashboard {
  /** The job: folds, and tells the followers what changed since its last run. */
  pulse(): Promise<void>;
  /** Asks whether a pulse is due and would find anything. Answers end with it, because none is older than a second. */
  due(): SQL;
  stream: StreamHandler<typeof dashboardStream>;
}

export function createLiveDashboard(deps: FigureDeps & { hub: Pick<LocalHub, "wake"> }): LiveDashboard {
  let known: { versions: Versions; day: string } | undefined;
  let [loadedAt, foldedAt] = [-Infinity, -Infinity];
  const isSince = (at: number, ms: number) => Math.abs(deps.clock.now().getTime() - at) < ms;
  /** Answers since the last pulse, so none is older than a second. */
  let answers = new Map<string, Promise<unknown>>();
  const shared = <T>(key: string, load: () => Promise<T>): Promise<T> => {
    loadedAt = deps.clock.now().getTime();
    const answer = answers.get(key) ?? load();
    answers.set(key, answer);
    return answer as Promise<T>; // A key stands for one call.
  };

  return {
    due: () => {
      answers = new Map();
      if (!isSince(loadedAt, FOLLOWED_MS) && isSince(foldedAt, UNSEEN_MS)) return notYet;
      const isSameDay = known?.day === localDay(deps.clock.now(), deps.timeZone);
      return isOtherThan(isSameDay ? known?.versions : undefined);
    },
    pulse: async () => {
      foldedAt = deps.clock.now().getTime();
      const { asOf, versions } = await deps.rollups.fold();
      const [before, day] = [known, localDay(asOf, deps.timeZone)];
      known = { versions, day };
      answers = new Map();
      // At midnight today's figures start again. In the first run everything may have changed.
      const isOther = (part: RollupPart) => before?.day !== day || versions[part] !== before.versions[part];
      const events = new Set(partNames.filter(isOther).flatMap((part) => shownOn[part]));
      // The announcement stays in this process, because each process finds changes by itself.
      deps.hub.wake([...events].map(topicOf));
    },
    stream: async ({ query }) => {
      await checkCourse(deps.db, query);
      const source = <T>(event: EventName, load: () => Promise<T>) => ({
        topic: topicOf(event),
        load: () => shared(answerKey(event, query), load),
      });
      return {
        stats: source("stats", () => readStats(deps, query)),
        activity: source("activity", () => readActivity(deps, query)),
        "live-sessions": source("live-sessions", () => readLive(deps, query)),
        "session-analytics": source("session-analytics", () => readAnalytics(deps, query)),
        "prize-claims": source("prize-claims", async () => {
          const asOf = deps.clock.now().toISOString();
          return { pending: await countPendingClaims(deps.db), asOf };
        }),
      };
    },
  };
}
