/** The web app's files, and its page for every address that is no file and no API call. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { escapeHtml } from "./html.ts";
import { isScreen } from "./screens.ts";

const ROOT = fileURLToPath(new URL("../../dist/web/", import.meta.url));

export async function bindPages(http: FastifyInstance, productName: string): Promise<void> {
  const built = existsSync(ROOT);
  const sendPage = async (reply: FastifyReply) => {
    const page = await readFile(`${ROOT}index.html`, "utf8");
    const titled = page.replace(/<title>[^<]*/, () => `<title>${escapeHtml(productName)}`);
    return reply.header("cache-control", "no-cache").type("text/html").send(titled);
  };
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
    http.get("/", (_request, reply) => sendPage(reply));
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
    return sendPage(reply.code(isScreen(path) ? 200 : 404));
  });
}
