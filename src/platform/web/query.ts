/** Reading and caching: TanStack Query over the contracts' GET routes. */
import { type Query, QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { CarriedAnswer } from "#platform/shared/page-answers.ts";
import type { ReplyOf, RouteDef } from "#platform/shared/route.ts";
import { call, looseSend, type CallArgs } from "./api.ts";

/** The first screen's parts come within this time, in milliseconds; what came with the page is new until then. */
const FIRST_SCREEN_MS = 10_000;
/** Marks, as the moment of an answer, one that came with the page. */
const WITH_PAGE = 1;
let firstScreenUntil = 0;

/** For `refetchOnMount`: every visit asks again, but not for what has just come with the page. */
export function everyVisit({ state }: Pick<Query, "state">): "always" | false {
  const isNew = state.dataUpdatedAt === WITH_PAGE && !state.isInvalidated && performance.now() < firstScreenUntil;
  return isNew ? false : "always";
}

/**
 * The spec's caching defaults (section 7): nothing refetches or retries by itself, and data never goes stale.
 * @param carried the answers that came with the page
 */
export function createQueryClient(carried: readonly CarriedAnswer[] = []): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  firstScreenUntil = performance.now() + FIRST_SCREEN_MS;
  // The server's clock went on until the scripts had come.
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]; // Those of this type.
  const late = performance.now() - (navigation?.responseStart ?? 0);
  for (const [key, body] of carried)
    queries.setQueryData(key, "serverNow" in body ? movedOn(body, late) : body, { updatedAt: WITH_PAGE });
  return queries;
}

/** An answer with the server's clock, as it would be some milliseconds later. */
export function movedOn<A extends { serverNow: string }>(answer: A, ms: number): A {
  return { ...answer, serverNow: new Date(Date.parse(answer.serverNow) + ms).toISOString() };
}

type Ok<R extends RouteDef> = Extract<ReplyOf<R>, { status: 200 }>["body"];

/**
 * The query of a GET route.
 * @example const { data, error, refetch } = useQuery(queryFor(playRoutes.getSession, { params: { id } }));
 *          useQuery({ ...queryFor(courseRoutes.listCourses), refetchOnMount: "always" });
 */
export function queryFor<R extends RouteDef & { method: "GET" }>(route: R, ...args: CallArgs<R>) {
  const { params, query } = looseSend<R>(args);
  return queryOptions({
    queryKey: [route.path, { ...params }, { ...query }] as const,
    queryFn: async ({ signal }): Promise<Ok<R>> => {
      // `args` still fits the route after the signal is added.
      const reply = await call<R>(route, ...([{ ...args[0], signal }] as unknown as CallArgs<R>));
      return reply.body as Ok<R>; // Our GET routes answer 200 or refuse.
    },
  });
}

/** The key of every cached answer of a route: `queryClient.invalidateQueries({ queryKey: keyOf(route) })`. */
export function keyOf(route: RouteDef) {
  return [route.path] as const;
}

/** Reloads the shown answers of these routes, and drops their other cached answers. */
export function useRefresh(): (routes: readonly RouteDef[]) => Promise<unknown> {
  const queries = useQueryClient();
  return (routes) => Promise.all(routes.map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })));
}
