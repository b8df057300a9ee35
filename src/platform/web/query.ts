/** Reading and caching: TanStack Query over the contracts' GET routes. */
import { QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { ReplyOf, RouteDef } from "#platform/shared/route.ts";
import { call, looseSend, type CallArgs } from "./api.ts";

/** The spec's caching defaults (section 7): nothing refetches or retries by itself, and data never goes stale. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
