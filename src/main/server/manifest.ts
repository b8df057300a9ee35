/** What makes the app installable (https://www.w3.org/TR/appmanifest/): under the operator's name. */
import type { FastifyInstance } from "fastify";
import { playerAddresses } from "#platform/shared/addresses/players.ts";

/** The icons lie in `public/icons`, drawn from the favicon by scripts/draw-icons.mjs. */
export function bindManifest(http: FastifyInstance, productName: string): void {
  const manifest = JSON.stringify({
    id: "/",
    name: productName,
    short_name: productName,
    description: "Pick a bay, hit a flag, win the pot. The driving-range prize game.",
    lang: "en",
    start_url: playerAddresses.app.path,
    scope: "/",
    display: "standalone",
    orientation: "portrait",
    background_color: "#0b4531",
    theme_color: "#0b4531",
    categories: ["sports", "games"],
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Claims", url: playerAddresses.claims.path, icons: [{ src: "/icons/icon-192.png", sizes: "192x192" }] },
    ],
  });
  http.get("/manifest.webmanifest", (_request, reply) =>
    reply.header("cache-control", "no-cache").type("application/manifest+json").send(manifest),
  );
}
