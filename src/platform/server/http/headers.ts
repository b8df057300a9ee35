/** Security headers, in one hook of ours (a plugin for them cost more than half the throughput when measured). */
import type { FastifyReply } from "fastify";
import type { Config } from "../config.ts";

/** What Elements need (https://docs.stripe.com/security/guide#content-security-policy). */
const STRIPE = {
  scripts: " https://js.stripe.com https://*.js.stripe.com",
  connections: " https://api.stripe.com",
  frames: " https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
};
const NOBODY = { scripts: "", connections: "", frames: "" };

function policy({ stripe }: Pick<Config, "stripe">): string {
  const others = stripe ? STRIPE : NOBODY;
  return [
    "default-src 'self'",
    `script-src 'self'${others.scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    `connect-src 'self'${others.connections}`,
    `frame-src 'self'${others.frames}`,
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join("; ");
}

export function securityHeaders(reply: FastifyReply, config: Config): void {
  void reply.headers({
    "content-security-policy": policy(config),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    ...(config.publicUrl?.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
  });
}
