/** Reads a list page by page. In a file of its own, which golfers do not load. */
import type { ReplyOf, RouteDef } from "#platform/shared/route.ts";
import { type CallArgs, exchange } from "./api.ts";

/** One page of a list whose answer names the next page in a `Link` header. @returns also that page's cursor */
export async function callPage<R extends RouteDef>(
  route: R,
  ...args: CallArgs<R>
): Promise<{ reply: ReplyOf<R>; next: string | undefined }> {
  const { reply, response } = await exchange(route, args);
  const [, next] = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(response.headers.get("link") ?? "") ?? [];
  return { reply, next: next && decodeURIComponent(next) };
}
