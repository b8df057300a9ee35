/** The configuration: the one reader of the environment. Each variable is described in the README. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";

export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** Absolute path of the folder that holds the embedded database and the demo's secret. */
  dataDir: string;
  /** An external PostgreSQL; without it the embedded one runs under `dataDir`. */
  databaseUrl: string | undefined;
  /** Signs device cookies and hashes codes. */
  sessionSecret: string;
  smtpUrl: string | undefined;
  productName: string;
  /** Where people reach the service, without a trailing slash; undefined means as the request came. */
  publicUrl: string | undefined;
  operatorTimeZone: string;
  metricsToken: string | undefined;
  googleMapsKey: string | undefined;
  /** `LOGIN_VERIFICATION=off`: a demo kiosk signs players in by email alone. Never staff or administrators. */
  loginVerification: boolean;
}

/** The product's name unless `PRODUCT_NAME` says otherwise. */
export const DEFAULT_PRODUCT_NAME = "Acebay";

export class ConfigError extends Error {}

/**
 * Reads the configuration.
 * @throws ConfigError naming every variable that production lacks or that cannot be read.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const value = (name: string) => env[name]?.trim() || undefined;
  const problems: string[] = [];
  const production = value("NODE_ENV") === "production";
  const port = Number(value("PORT") ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    problems.push(`PORT must be 0 to 65535, not "${env["PORT"]}"`);
  const operatorTimeZone = value("OPERATOR_TIME_ZONE") ?? "America/New_York";
  if (!isTimeZone(operatorTimeZone)) problems.push(`OPERATOR_TIME_ZONE is no IANA time zone: "${operatorTimeZone}"`);
  const verification = value("LOGIN_VERIFICATION") ?? "on";
  if (verification !== "on" && verification !== "off") problems.push("LOGIN_VERIFICATION is on or off");
  const dataDir = resolve(value("DATA_DIR") ?? "./data");
  const secret = value("SESSION_SECRET");
  if (production) {
    if (!secret || secret.length < 32) problems.push("SESSION_SECRET must be set to at least 32 random characters");
    if (!value("SMTP_URL")) problems.push("SMTP_URL must name the mail server");
    if (verification === "off") problems.push("LOGIN_VERIFICATION=off is for a demo kiosk");
    problems.push("a real payment gateway must be configured (only the sandbox exists in this version)");
  }
  if (problems.length > 0) throw new ConfigError(`Acebay cannot start:\n- ${problems.join("\n- ")}`);
  return {
    production,
    host: value("HOST") ?? "127.0.0.1",
    port,
    dataDir,
    databaseUrl: value("DATABASE_URL"),
    sessionSecret: secret ?? demoSecret(dataDir),
    smtpUrl: value("SMTP_URL"),
    productName: value("PRODUCT_NAME") ?? DEFAULT_PRODUCT_NAME,
    publicUrl: value("PUBLIC_URL")?.replace(/\/+$/, ""),
    operatorTimeZone,
    metricsToken: value("METRICS_TOKEN"),
    googleMapsKey: value("GOOGLE_MAPS_API_KEY"),
    loginVerification: verification === "on",
  };
}

/** The demo's own secret, made at the first start so that no two demos share one. */
function demoSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const file = resolve(dataDir, "session-secret");
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8").trim();
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
