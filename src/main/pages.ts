/** The web app's files, and its page for every address that is no file and no API call. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { isScreen } from "./screens.ts";

const ROOT = fileURLToPath(new URL("../../dist/web/", import.meta.url));

export async function bindPages(http: FastifyInstance): Promise<void> {
  const built = existsSync(ROOT);
  if (built) {
    await http.register(fastifyStatic, {
      root: ROOT,
      index: false,
      wildcard: true,
      // Built files carry their content's hash in their names.
      setHeaders: (reply, path) =>
        void reply.header(
          "cache-control",
          path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
        ),
    });
    http.get("/", (_request, reply) =>
      reply.header("cache-control", "no-cache").sendFile("index.html", { cacheControl: false }),
    );
  }
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    const wantsPage =
      built &&
      request.method === "GET" &&
      !path.startsWith("/api/") &&
      !path.startsWith("/dev/") &&
      !path.startsWith("/assets/");
    if (!wantsPage) {
      const refusal = refuseRequest("request.not_found");
      return reply.code(refusal.status).send(refusal.body());
    }
    return reply
      .code(isScreen(path) ? 200 : 404)
      .header("cache-control", "no-cache")
      .sendFile("index.html", { cacheControl: false });
  });
}
