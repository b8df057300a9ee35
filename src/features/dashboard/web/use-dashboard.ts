/** The dashboard's answers: by the server's stream, and by polling while there is none. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Period, writeDateFilter } from "#platform/shared/date-filter.ts";
import { useLive } from "#platform/web/live.ts";
import { queryFor } from "#platform/web/query.ts";
import { dashboardRoutes, dashboardStream } from "../contract.ts";
import { attentionQuery } from "./use-attention.ts";

/** The spec's, in seconds. */
export const pollEvery = { stats: 5, activity: 3, live: 2, analytics: 5 } as const;

/** @param courseId undefined for all courses */
export function useDashboard(period: Period, courseId: number | undefined) {
  const queries = useQueryClient();
  const ofCourse = courseId === undefined ? {} : { courseId };
  const query = { dateFilter: writeDateFilter(period), ...ofCourse };
  const stats = queryFor(dashboardRoutes.getStats, { query });
  const activity = queryFor(dashboardRoutes.listActivity, { query });
  const analytics = queryFor(dashboardRoutes.getSessionAnalytics, { query });
  const live = queryFor(dashboardRoutes.listLiveSessions, { query: ofCourse });
  const { connected } = useLive(
    dashboardStream,
    { query },
    {
      stats: (data) => queries.setQueryData(stats.queryKey, data),
      activity: (data) => queries.setQueryData(activity.queryKey, data),
      "session-analytics": (data) => queries.setQueryData(analytics.queryKey, data),
      "prize-claims": ({ pending }) => {
        queries.setQueryData(attentionQuery.queryKey, (known) => known && { ...known, pendingClaims: pending });
        void queries.invalidateQueries({ queryKey: attentionQuery.queryKey });
      },
      "live-sessions": (data) => queries.setQueryData(live.queryKey, data),
    },
  );
  const polled = (seconds: number) => ({
    refetchOnMount: "always" as const,
    refetchInterval: connected ? (false as const) : seconds * 1000,
    // A wall screen behind another window goes on polling.
    refetchIntervalInBackground: true,
    // Another period's figures stay, dimmed, until the new ones are here.
    placeholderData: keepPreviousData,
  });
  return {
    // Asked for beside the stream, too, because only an answer proves that the data is up to date.
    stats: useQuery({ ...stats, ...polled(pollEvery.stats), refetchInterval: pollEvery.stats * 1000 }),
    activity: useQuery({ ...activity, ...polled(pollEvery.activity) }),
    analytics: useQuery({ ...analytics, ...polled(pollEvery.analytics) }),
    live: useQuery({ ...live, ...polled(pollEvery.live) }),
    connected,
  };
}
