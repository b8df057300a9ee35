/** The configuration. Only this file reads the environment. The README describes each variable. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { encryptedMail, wrongValues } from "./config-checks.ts";
import { certificateProblem, openConnections, openPort } from "./encryption.ts";
import { readValues } from "./secret-files.ts";
import { type ScannerPlace, scannerPlace } from "./scanner.ts";
import type { Secrets } from "./secrets.ts";
import { readTrustedProxies, type TrustedProxies } from "./http/addresses.ts";

export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** The certificate and key, in PEM, by which it serves https; without them http. */
  tls: { cert: string; key: string } | undefined;
  /** Absolute path of the folder that holds the embedded database and the demo's secret. */
  dataDir: string;
  /** Seconds for which a process that must end still accepts calls, while `/readyz` says that it is not ready. */
  drainSeconds: number;
  /** Open connections of callers, streams too; the next one is closed at once. */
  maxConnections: number;
  /** An external PostgreSQL; without it the embedded one runs under `dataDir`. */
  databaseUrl: string | undefined;
  /** The same database as the owner of its tables: it migrates, and creates the role of `databaseUrl`, which serves. */
  databaseOwnerUrl: string | undefined;
  /** The same database without a pooler, for hints of other processes. */
  databaseDirectUrl: string | undefined;
  /** A replica, for exports and settlements. */
  databaseReplicaUrl: string | undefined;
  /** Whether connections keep prepared statements, which not every pooler can. */
  databasePrepared: boolean;
  /** The first signs device cookies and hashes codes and keys; what another one made is accepted, too. */
  sessionSecrets: Secrets;
  smtpUrl: string | undefined;
  productName: string;
  /** The public address of the service as browsers write an origin; undefined: the address of each request. */
  publicUrl: string | undefined;
  /** The proxies whose `X-Forwarded-*` headers are trusted; undefined is none. */
  trustedProxies: TrustedProxies | undefined;
  /** Where people write to the operator. */
  contactEmail: string;
  operatorTimeZone: string;
  /** The operator's reference point in degrees; reports show a course's distance from it. */
  operatorPlace: { latitude: number; longitude: number } | undefined;
  metricsToken: string | undefined;
  /** Encrypts backups, and opens them again; without it they are not encrypted. */
  backupKey: string | undefined;
  /** The list of deleted accounts, on another disk than the database; without it only backups write one beside them. */
  deletionsFile: string | undefined;
  /** What the operator of a production should change in the configuration, a sentence each. */
  advice: readonly string[];
  /** The scanner that looks at what people send; without it nothing does. */
  scanner: ScannerPlace | undefined;
  /** Where traces go; without it none are made, and nothing that makes them is loaded. */
  traces: TracesConfig | undefined;
  googleMapsKey: string | undefined;
  /** `LOGIN_VERIFICATION=off`: a demo kiosk signs players in by email alone. Never staff or administrators. */
  loginVerification: boolean;
  /** The tax that prices include, as receipts show it: its rate in thousandths of a percent (7.25 % is 7250). */
  tax: { label: string; rate: number } | undefined;
  /** The real payment gateway; without it the sandbox. */
  stripe: StripeConfig | undefined;
}

export interface StripeConfig {
  secretKey: string;
  /** Sent to the browser. */
  publishableKey: string;
  webhookSecret: string;
}

export interface TracesConfig {
  /** The collector's address for OTLP over HTTP, without `/v1/traces` and without a trailing slash. */
  endpoint: string;
  /** The part of all traces that is recorded, from 0 to 1. */
  ratio: number;
}

/** The product's name unless `PRODUCT_NAME` says otherwise. */
export const DEFAULT_PRODUCT_NAME = "Acebay";

export class ConfigError extends Error {}

/**
 * Reads the configuration.
 * @throws ConfigError naming every variable that production lacks or that cannot be read.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const value = readValues(env, problems);
  const production = value("NODE_ENV") === "production";
  problems.push(...wrongValues(value, production));
  const portText = value("PORT") ?? "3000";
  const port = Number(portText);
  if (!/^\d{1,5}$/.test(portText) || port > 65_535) problems.push(`PORT must be 0 to 65535, not "${env["PORT"]}"`);
  const operatorTimeZone = value("OPERATOR_TIME_ZONE") ?? "America/New_York";
  if (!isTimeZone(operatorTimeZone)) problems.push(`OPERATOR_TIME_ZONE is no IANA time zone: "${operatorTimeZone}"`);
  const verification = value("LOGIN_VERIFICATION") ?? "on";
  if (verification !== "on" && verification !== "off") problems.push("LOGIN_VERIFICATION is on or off");
  const tax = { label: value("TAX_LABEL") ?? "Sales tax", rate: milliPercent(value("TAX_RATE") ?? "0") };
  if (tax.rate === undefined)
    problems.push(`TAX_RATE is a percentage below 100 with up to 3 decimals, such as 7.25, not "${env["TAX_RATE"]}"`);
  else if (tax.rate === 0 && value("TAX_LABEL")) problems.push("TAX_LABEL needs a TAX_RATE above 0");
  if (tax.label.length > 60) problems.push("TAX_LABEL has at most 60 characters");
  const operatorPlace = readPlace(value, problems);
  if (value("DATABASE_REPLICA_URL") && !value("DATABASE_URL"))
    problems.push("DATABASE_REPLICA_URL follows the database that DATABASE_URL names: set both, or neither");
  const proxies = value("TRUSTED_PROXIES");
  const trustedProxies = proxies === undefined ? undefined : readTrustedProxies(proxies);
  if (proxies !== undefined && trustedProxies === undefined)
    problems.push(
      `TRUSTED_PROXIES lists addresses and CIDR ranges, such as 10.0.0.0/8, or is a number of hops from 0 to 9, not "${proxies}"`,
    );
  if (value("DATABASE_OWNER_URL") && !value("DATABASE_URL"))
    problems.push("DATABASE_OWNER_URL owns the database that DATABASE_URL serves: set both, or neither");
  if (value("DATABASE_DIRECT_URL") && !value("DATABASE_URL"))
    problems.push("DATABASE_DIRECT_URL is the database of DATABASE_URL past its pooler: set both, or neither");
  const prepared = value("DATABASE_PREPARED") ?? "on";
  if (prepared !== "on" && prepared !== "off") problems.push("DATABASE_PREPARED is on or off");
  const connections = value("MAX_CONNECTIONS") ?? "20000";
  if (!/^[1-9]\d{1,5}$/.test(connections)) problems.push(`MAX_CONNECTIONS must be 10 to 999999, not "${connections}"`);
  const drain = value("DRAIN_SECONDS") ?? (production ? "5" : "0");
  if (!/^\d{1,3}$/.test(drain)) problems.push(`DRAIN_SECONDS must be 0 to 999 seconds, not "${drain}"`);
  const dataDir = resolve(value("DATA_DIR") ?? "./data");
  const [secret, accepted] = [value("SESSION_SECRET"), value("SESSION_SECRET_ACCEPTED")];
  if (accepted !== undefined && (secret === undefined || secret === accepted))
    problems.push(
      "SESSION_SECRET_ACCEPTED is accepted beside another SESSION_SECRET, which signs: set both, or this one not",
    );
  if (production && verification === "off") problems.push("LOGIN_VERIFICATION=off is for a demo kiosk");
  const endpoint = value("OTEL_EXPORTER_OTLP_ENDPOINT");
  const ratio = Number(value("OTEL_TRACES_SAMPLER_ARG") ?? "1");
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    problems.push("OTEL_EXPORTER_OTLP_ENDPOINT must be an address of http or https, such as http://127.0.0.1:4318");
  if (!(ratio >= 0 && ratio <= 1)) problems.push("OTEL_TRACES_SAMPLER_ARG is a part of all traces, from 0 to 1");
  const [cert, key] = [value("TLS_CERTIFICATE"), value("TLS_KEY")];
  const certificate = certificateProblem(cert, key);
  if (certificate !== undefined) problems.push(certificate);
  if (production) problems.push(...openConnections(value));
  const stripe = readStripe(value, production, problems);
  if (problems.length > 0) throw new ConfigError(`Acebay cannot start:\n- ${problems.join("\n- ")}`);
  return {
    production,
    host: value("HOST") ?? "127.0.0.1",
    port,
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    drainSeconds: Number(drain),
    maxConnections: Number(connections),
    dataDir,
    databaseUrl: value("DATABASE_URL"),
    databaseOwnerUrl: value("DATABASE_OWNER_URL"),
    databaseDirectUrl: value("DATABASE_DIRECT_URL"),
    databaseReplicaUrl: value("DATABASE_REPLICA_URL"),
    databasePrepared: prepared === "on",
    sessionSecrets: [secret ?? demoSecret(dataDir), ...(accepted === undefined ? [] : [accepted])],
    smtpUrl: production ? encryptedMail(value("SMTP_URL")) : value("SMTP_URL"),
    productName: value("PRODUCT_NAME") ?? DEFAULT_PRODUCT_NAME,
    publicUrl: originOf(value("PUBLIC_URL")),
    trustedProxies,
    contactEmail: value("CONTACT_EMAIL") ?? `support@${hostOf(value("PUBLIC_URL")) ?? "acebay.test"}`,
    operatorTimeZone,
    operatorPlace,
    metricsToken: value("METRICS_TOKEN"),
    backupKey: value("BACKUP_KEY"),
    deletionsFile: value("DELETIONS_FILE"),
    advice: production ? adviceOf(value) : [],
    scanner: scannerPlace(value("SCANNER") ?? ""),
    traces: endpoint === undefined ? undefined : { endpoint: endpoint.replace(/\/+$/, ""), ratio },
    googleMapsKey: value("GOOGLE_MAPS_API_KEY"),
    loginVerification: verification === "on",
    tax: tax.rate ? { label: tax.label, rate: tax.rate } : undefined,
    stripe,
  };
}

function adviceOf(value: (name: string) => string | undefined): string[] {
  const unscanned =
    value("SCANNER") === undefined
      ? "Pictures that people send are not scanned for malware before they are drawn anew: SCANNER names a scanner."
      : [];
  return [openPort(value) ?? [], unscanned].flat();
}

/** The operator's place: both degrees or none. Adds what is wrong to `problems`. */
function readPlace(value: (name: string) => string | undefined, problems: string[]): Config["operatorPlace"] {
  const [latitudeText, longitudeText] = [value("OPERATOR_LATITUDE"), value("OPERATOR_LONGITUDE")];
  if (latitudeText === undefined && longitudeText === undefined) return undefined;
  const [latitude, longitude] = [Number(latitudeText), Number(longitudeText)];
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180))
    problems.push("OPERATOR_LATITUDE and OPERATOR_LONGITUDE are degrees, such as 26.14 and -81.79, both or neither");
  return { latitude, longitude };
}

/** Stripe's variables: all of them, or none outside production. Adds what is wrong to `problems`. */
function readStripe(
  value: (name: string) => string | undefined,
  production: boolean,
  problems: string[],
): StripeConfig | undefined {
  const secretKey = value("STRIPE_SECRET_KEY");
  const publishableKey = value("STRIPE_PUBLISHABLE_KEY");
  const webhookSecret = value("STRIPE_WEBHOOK_SECRET");
  if (!production && !secretKey && !publishableKey && !webhookSecret) return undefined;
  const secretMode = /^[sr]k_(live|test)_/.exec(secretKey ?? "")?.[1];
  const publicMode = /^pk_(live|test)_/.exec(publishableKey ?? "")?.[1];
  const publicUrl = value("PUBLIC_URL");
  const why = production ? "production takes real payments" : "Stripe needs all of its variables";
  if (!secretMode) problems.push(`STRIPE_SECRET_KEY must be set to a key that begins with sk_ or rk_: ${why}`);
  if (!publicMode) problems.push(`STRIPE_PUBLISHABLE_KEY must be set to a key that begins with pk_: ${why}`);
  if (!webhookSecret?.startsWith("whsec_"))
    problems.push(`STRIPE_WEBHOOK_SECRET must be set to the webhook's secret, which begins with whsec_: ${why}`);
  if (!publicUrl)
    problems.push(
      `PUBLIC_URL must be set to the address that people use${production ? ", with https:" : ""}: Stripe sends golfers back to it`,
    );
  if (secretMode && publicMode && secretMode !== publicMode)
    problems.push("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both test keys");
  else if (production && secretMode === "test")
    problems.push("STRIPE_SECRET_KEY is a test key, with which no money moves: production needs live keys");
  else if (!production && secretMode === "live")
    problems.push("STRIPE_SECRET_KEY is a live key, and this is the demo: use test keys, or NODE_ENV=production");
  return secretKey && publishableKey && webhookSecret ? { secretKey, publishableKey, webhookSecret } : undefined;
}

/** "7.25" as 7250; undefined unless it is a percentage from 0 to 99.999 with up to three decimals. */
function milliPercent(text: string): number | undefined {
  const match = /^(\d{1,2})(?:\.(\d{1,3}))?$/.exec(text);
  return match ? Number(match[1]) * 1000 + Number((match[2] ?? "").padEnd(3, "0")) : undefined;
}

/** Scheme, host and port as browsers write them: in small letters, without the scheme's own port and a slash at the end. */
function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin;
}

/** The host of an address, without `www.`; undefined if it is not an address. */
function hostOf(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed?.hostname.replace(/^www\./, "");
}

/** The demo's own secret, made at the first start, so that no two demos have the same. */
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
