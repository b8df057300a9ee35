/** Names the server's build in a header of each call's answer, so that an open page of another build can ask for an update. */
import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { installation } from "#platform/server/installation.ts";

const page = new URL("dist/web/index.html", installation);

/** The file with which the build's pages begin; its name has its content's hash. */
function entryOf(html: string): string | undefined {
  return /<script type="module"[^>]* src="\/assets\/([\w.-]+)"/.exec(html)?.[1];
}

/**
 * Call it before any route is bound. Pages read the name as `PerformanceResourceTiming.serverTiming`.
 * @returns the header, for an answer that no hook sees
 */
export function tellBuild(http: FastifyInstance): Readonly<Record<string, string>> {
  const entry = existsSync(page) ? entryOf(readFileSync(page, "utf8")) : undefined;
  if (entry === undefined) return {};
  const value = `build;desc="${entry}"`;
  http.addHook("onRequest", (request, reply, done) => {
    if (request.url.startsWith("/api/")) reply.header("server-timing", value);
    done();
  });
  return { "server-timing": value };
}
