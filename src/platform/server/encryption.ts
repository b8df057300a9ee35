/**
 * What production demands of its connections: each that leaves the machine is encrypted, and whoever answers it has a
 * certificate that is checked. A connection within the machine (loopback, a Unix socket) passes no network.
 */
import { createSecureContext } from "node:tls";
import pg from "pg";

const DATABASES = ["DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"];
const COLLECTOR = "OTEL_EXPORTER_OTLP_ENDPOINT";
/** What an encrypted tunnel (WireGuard, IPsec, a mesh) may carry in place of TLS, when the operator says so. */
const TUNNELLED = [...DATABASES, COLLECTOR, "SCANNER", "HOST"];

type Read = (name: string) => string | undefined;

/** Whether a host is this machine. */
export function isLocal(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
}

function tunnelledIn(value: Read): string[] {
  return (value("ENCRYPTED_OTHERWISE") ?? "").split(",").flatMap((name) => name.trim() || []);
}

/** @returns a sentence for each variable by which production would send or take something in the open */
export function openConnections(value: Read): string[] {
  const tunnelled = tunnelledIn(value);
  const problems = tunnelled
    .filter((name) => !TUNNELLED.includes(name))
    .map((name) => `ENCRYPTED_OTHERWISE lists some of ${TUNNELLED.join(", ")}, not "${name}"`);
  const check = (name: string, problem: (text: string) => string | undefined) => {
    const text = value(name);
    const found = text === undefined || tunnelled.includes(name) ? undefined : problem(text);
    if (found !== undefined) problems.push(`${name} ${found}`);
  };
  for (const name of DATABASES) check(name, openDatabase);
  check("SMTP_URL", openMail);
  check(COLLECTOR, (text) => {
    const url = URL.parse(text);
    return url?.protocol === "http:" && !isLocal(url.hostname)
      ? "sends traces to another machine in the open: it must be an address of https"
      : undefined;
  });
  check("SCANNER", (address) =>
    address.startsWith("/") || isLocal(address.replace(/:\d+$/, ""))
      ? undefined
      : "is on another machine, and clamd has no encryption: use its socket, or a tunnel",
  );
  if (value("NODE_TLS_REJECT_UNAUTHORIZED") === "0")
    problems.push("NODE_TLS_REJECT_UNAUTHORIZED=0 takes every certificate: name your authority in NODE_EXTRA_CA_CERTS");
  return problems;
}

/**
 * The process's own port. It is no reason not to start: containers listen to all addresses, and whether their network
 * leaves the machine cannot be seen from inside.
 * @returns what the operator should change, if the port is open to other machines without encryption
 */
export function openPort(value: Read): string | undefined {
  const host = value("HOST");
  const isSafe = host === undefined || isLocal(host) || value("TLS_CERTIFICATE") !== undefined;
  return isSafe || tunnelledIn(value).includes("HOST")
    ? undefined
    : "HOST listens to other machines in the open: set TLS_CERTIFICATE and TLS_KEY, listen at 127.0.0.1, or name HOST in ENCRYPTED_OTHERWISE.";
}

/** @returns what is wrong with the certificate and the key by which the process serves */
export function certificateProblem(certificate: string | undefined, key: string | undefined): string | undefined {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined)
    return "TLS_CERTIFICATE and TLS_KEY belong together: set both, or neither";
  try {
    createSecureContext({ cert: certificate, key });
    return undefined;
  } catch {
    return "TLS_CERTIFICATE must be a certificate in PEM, and TLS_KEY its key";
  }
}

function openDatabase(text: string): string | undefined {
  let host = "";
  let ssl: unknown;
  try {
    const client = new pg.Client(text);
    ({ host } = client);
    ssl = client.ssl;
  } catch {
    // A name of a file that cannot be read, or what is no address, for which there is another sentence.
    return /sslrootcert|sslcert|sslkey/.test(text) ? "names a certificate that cannot be read" : undefined;
  }
  if (isLocal(host) || host.startsWith("/")) return undefined;
  const isChecked = ssl === true || (typeof ssl === "object" && ssl !== null && isStrict(ssl));
  return isChecked
    ? undefined
    : "leads to another machine without an encrypted connection and a checked certificate: add ?sslmode=verify-full";
}

function isStrict(ssl: object): boolean {
  return Reflect.get(ssl, "rejectUnauthorized") !== false && !("checkServerIdentity" in ssl);
}

function openMail(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || isLocal(url.hostname)) return undefined;
  const given = (name: string) => url.searchParams.get(name);
  return given("ignoreTLS") === "true" || given("secure") === "false" || given("tls.rejectUnauthorized") === "false"
    ? "switches off the encryption of mail, or the check of its certificate"
    : undefined;
}
