/**
 * The places that a process may connect to, as its configuration names them. `outbound.ts` holds it to them.
 */
import { join } from "node:path";
import pg from "pg";
import type { Config } from "./config.ts";
import { connectionTo } from "./db/embedded.ts";
import { isLocal } from "./encryption.ts";
import { mailServerOf } from "./mail/socket.ts";
import { nameOf, type Target } from "./outbound.ts";
import { isPushHost } from "./push/services.ts";

type Called = Pick<
  Config,
  | "production"
  | "dataDir"
  | "databaseUrl"
  | "databaseOwnerUrl"
  | "databaseDirectUrl"
  | "databaseReplicaUrl"
  | "smtpUrl"
  | "scanner"
  | "stripe"
  | "traces"
>;

/** Stripe's API (https://docs.stripe.com/api). */
const STRIPE = "api.stripe.com:443";
const HTTPS = 443;

/** @returns whether a process with this configuration may connect to a place */
export function outboundOf(config: Called): (to: Target) => boolean {
  const databases = [config.databaseUrl, config.databaseOwnerUrl, config.databaseDirectUrl, config.databaseReplicaUrl];
  const named = new Set(
    [
      ...databases.flatMap((url) => (url === undefined ? [] : [databaseOf(url)])),
      ...(config.databaseUrl === undefined ? [databaseOf(connectionTo(config.dataDir))] : []),
      ...(config.smtpUrl === undefined ? [] : [mailServerOf(config.smtpUrl)]),
      ...(config.scanner ? [config.scanner] : []),
      ...(config.traces ? [addressOf(new URL(config.traces.endpoint))] : []),
    ].map(nameOf),
  );
  if (config.stripe) named.add(STRIPE);
  return (to) => {
    if (named.has(nameOf(to))) return true;
    if ("path" in to) return false;
    // The demo's stand-ins for services run on this machine.
    return (to.port === HTTPS && isPushHost(to.host)) || (!config.production && isLocal(to.host));
  };
}

function databaseOf(connection: string | pg.ClientConfig): Target {
  const { host, port } = new pg.Client(connection);
  return host.startsWith("/") ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };
}

function addressOf(url: URL): Target {
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (url.protocol === "https:" ? 443 : 80),
  };
}
