/** Tells open pages by a header of each call's answer which build the server has, so that one of another build hears of it. */
import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { installation } from "#platform/server/installation.ts";

const page = new URL("dist/web/index.html", installation);

/** The file with which the build's pages begin; its name has its content's hash. */
function entryOf(html: string): string | undefined {
  return /<script type="module"[^>]* src="\/assets\/([\w.-]+)"/.exec(html)?.[1];
}

/** Before any route. Pages read it as `PerformanceResourceTiming.serverTiming`, so no call has to look for it. */
export function tellBuild(http: FastifyInstance): void {
  const entry = existsSync(page) ? entryOf(readFileSync(page, "utf8")) : undefined;
  if (entry === undefined) return;
  const value = `build;desc="${entry}"`;
  http.addHook("onRequest", async (request, reply) => {
    if (request.url.startsWith("/api/")) reply.header("server-timing", value);
  });
}
