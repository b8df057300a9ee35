/** Checks of the environment's variables. Each returns what is wrong, to follow the variable's name in a sentence. */
import { isIP } from "node:net";
import { deflateRawSync } from "node:zlib";
import { databaseUrlProblem } from "./db/address.ts";
import { scannerPlace } from "./scanner.ts";

const PLACEHOLDER = /change.?me|password|your.?(?:secret|token)|example|insecure|placeholder|default/i;
/** Least entropy of a secret, in bits a character. Random hexadecimal digits have more. */
const LEAST_BITS = 2.75;
/** The part of a secret's length that must be left after compression. */
const LEAST_LEFT = 0.7;

/**
 * Whether a secret could be guessed: it is shorter than `least` characters, has too few different ones ("aaaa"), repeats
 * itself ("secretsecret"), counts up ("abcdef"), or contains a word that documentation uses as a placeholder. A secret
 * that passes may still be bad: no rule can tell.
 */
export function isGuessable(secret: string, least: number): boolean {
  if (secret.length < least || PLACEHOLDER.test(secret)) return true;
  const steps = [...secret].map((sign, index) => (sign.codePointAt(0) ?? 0) - (secret.codePointAt(index - 1) ?? 0));
  return (
    entropyOf(secret) < LEAST_BITS ||
    [secret, Buffer.from(steps)].some((bytes) => deflateRawSync(bytes).length < secret.length * LEAST_LEFT)
  );
}

/** Shannon entropy of a text, in bits a character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return -[...counts.values()].reduce((sum, n) => sum + (n / text.length) * Math.log2(n / text.length), 0);
}

/** The variables with a required form, and what each must be. Some forms are required only in production. */
const checks: readonly { name: string; check: (text: string, production: boolean) => string | undefined }[] = [
  { name: "NODE_ENV", check: (text) => oneOf(text, ["production", "development", "test"]) },
  { name: "HOST", check: (text) => (isHost(text) ? undefined : "must be an address or a name to listen at") },
  { name: "DATABASE_URL", check: databaseUrlProblem },
  { name: "DATABASE_OWNER_URL", check: databaseUrlProblem },
  { name: "DATABASE_DIRECT_URL", check: databaseUrlProblem },
  { name: "DATABASE_REPLICA_URL", check: databaseUrlProblem },
  { name: "PUBLIC_URL", check: publicUrlProblem },
  { name: "SMTP_URL", check: smtpUrlProblem },
  {
    name: "SCANNER",
    check: (text) =>
      scannerPlace(text)
        ? undefined
        : "must be the path of clamd's socket, such as /run/clamav/clamd.ctl, or host:port",
  },
  { name: "CONTACT_EMAIL", check: (text) => (isEmail(text) ? undefined : "must be an email address") },
  { name: "PRODUCT_NAME", check: (text) => (isName(text) ? undefined : "must be one line of at most 60 characters") },
  {
    name: "GOOGLE_MAPS_API_KEY",
    check: (text) => (/^[\w-]+$/.test(text) ? undefined : "must be a key: letters, digits, - and _"),
  },
  { name: "SESSION_SECRET", check: sessionSecretProblem },
  { name: "SESSION_SECRET_ACCEPTED", check: sessionSecretProblem },
  {
    name: "METRICS_TOKEN",
    check: (text, production) =>
      production && isGuessable(text, 24)
        ? "must be set to at least 24 random characters: openssl rand -hex 16"
        : undefined,
  },
  {
    name: "BACKUP_KEY",
    check: (text) =>
      isGuessable(text, 16) ? "must be at least 16 random characters: openssl rand -hex 32" : undefined,
  },
];
const neededInProduction: readonly string[] = ["SESSION_SECRET", "METRICS_TOKEN", "SMTP_URL"];

/** The variables that `deploy/` has examples of with a form that would pass, and the part that must be replaced. */
const exemplified = [
  "PUBLIC_URL",
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "SMTP_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
];
const UNTOUCHED = "change-me";

/** Problems of the set variables, and variables that production lacks: one sentence each. */
export function wrongValues(value: (name: string) => string | undefined, production: boolean): string[] {
  const problems = checks.flatMap(({ name, check }) => {
    const text = value(name) ?? (production && neededInProduction.includes(name) ? "" : undefined);
    const problem = text === undefined ? undefined : check(text, production);
    return problem === undefined ? [] : [`${name} ${problem}`];
  });
  const untouched = production ? exemplified.filter((name) => value(name)?.includes(UNTOUCHED)) : [];
  return [...problems, ...untouched.map((name) => `${name} still has the ${UNTOUCHED} of its example`)];
}

function oneOf(text: string, values: readonly string[]): string | undefined {
  return values.includes(text) ? undefined : `must be ${values.join(", ")} or nothing, not "${text}"`;
}

/** Whether a name fits into the head of a letter and of a page. */
function isName(text: string): boolean {
  return text.length <= 60 && !/\p{Cc}/u.test(text);
}

/** @returns what a secret that signs must be, if it is not */
function sessionSecretProblem(text: string, production: boolean): string | undefined {
  return production && isGuessable(text, 32)
    ? "must be set to at least 32 random characters: openssl rand -hex 32"
    : undefined;
}

/** @returns what `PUBLIC_URL` must be, if it is not */
function publicUrlProblem(text: string, production: boolean): string | undefined {
  const url = URL.parse(text);
  const scheme = production ? "https:" : "http: or https:";
  const fits = url && (url.protocol === "https:" || (!production && url.protocol === "http:")) && url.hostname !== "";
  if (!fits) return `must be set to an address with ${scheme} and a host, such as https://play.example.com`;
  const isBare = url.pathname === "/" && [url.search, url.hash, url.username, url.password].join("") === "";
  return isBare ? undefined : "must be scheme, host and port alone: no path, query or user";
}

/** @returns what `SMTP_URL` must be, if it is not */
function smtpUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "smtp:" && url.protocol !== "smtps:") || url.hostname === "")
    return "must be smtp: or smtps: with a host, such as smtp://user:pass@host:587?from=play@example.com";
  const from = url.searchParams.get("from");
  return from === null || isEmail(from) ? undefined : "has a from that is no email address";
}

/**
 * The mail server's address, by which no letter leaves the machine in the open: a server that offers no TLS gets none.
 * One of this machine may.
 */
export function encryptedMail(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text);
  if (!url || /^(localhost|127\..+|\[::1\])$/.test(url.hostname)) return text;
  url.searchParams.set("requireTLS", "true");
  return url.href;
}

function isEmail(text: string): boolean {
  return /^[^\s@<>,"]+@[^\s@<>,"]+$/.test(text);
}

/** Whether a server may listen there: an address, or a name. */
function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text);
}
