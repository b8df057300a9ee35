/** Security headers, in one hook of ours (a plugin for them cost more than half the throughput when measured). */
import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { THEME_SCRIPT } from "../../shared/theme-script.ts";
import type { Config } from "../config.ts";

/** What Elements need (https://docs.stripe.com/security/guide#content-security-policy). */
const STRIPE = {
  scripts: " https://js.stripe.com https://*.js.stripe.com",
  connections: " https://api.stripe.com",
  frames: " https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
};
/**
 * What Google's map needs (https://developers.google.com/maps/documentation/javascript/content-security-policy),
 * without `unsafe-eval`.
 */
const GOOGLE_MAPS = {
  scripts: " https://*.googleapis.com https://*.gstatic.com https://*.google.com blob:",
  connections: " https://*.googleapis.com https://*.google.com https://*.gstatic.com data: blob:",
  frames: " https://*.google.com",
  styles: " https://fonts.googleapis.com",
  fonts: " https://fonts.gstatic.com",
};

/** The one script that stands in pages. */
const themeScript = `'sha256-${createHash("sha256").update(THEME_SCRIPT).digest("base64")}'`;

function policy({ stripe, googleMapsKey }: Pick<Config, "stripe" | "googleMapsKey">): string {
  const others = [...(stripe ? [STRIPE] : []), ...(googleMapsKey ? [GOOGLE_MAPS] : [])];
  const all = (what: "scripts" | "connections" | "frames") => others.map((other) => other[what]).join("");
  return [
    "default-src 'self'",
    `script-src 'self'${all("scripts")} ${themeScript}`,
    `style-src 'self' 'unsafe-inline'${googleMapsKey ? GOOGLE_MAPS.styles : ""}`,
    "img-src 'self' data: https:",
    `connect-src 'self'${all("connections")}`,
    `frame-src 'self'${all("frames")}`,
    ...(googleMapsKey ? [`font-src 'self'${GOOGLE_MAPS.fonts}`, "worker-src 'self' blob:"] : []),
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join("; ");
}

export function securityHeaders(reply: FastifyReply, config: Config): void {
  void reply.headers({
    "content-security-policy": policy(config),
    "x-content-type-options": "nosniff",
    // Google checks by the referrer that a key is used on its own site; it gets the origin alone.
    "referrer-policy": config.googleMapsKey ? "strict-origin-when-cross-origin" : "same-origin",
    "x-frame-options": "DENY",
    ...(config.publicUrl?.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
  });
}
