/** The examples that keep the log and send it to another machine: what each must say, and that the service uses it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConfig } from "#platform/server/config.ts";

const read = (path: string) => readFileSync(path, "utf8");

/** The lines of a section of systemd's files, without comments; several of one name are all there. */
function section(path: string, name: string): Map<string, string[]> {
  const [, text = ""] = read(path).split(`[${name}]\n`);
  const found = new Map<string, string[]>();
  for (const line of text.split(/\n\[/)[0]?.split("\n") ?? []) {
    const [, key, value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), value]);
  }
  return found;
}

test("the log is kept on disk, sealed, bounded and no longer than the page says, and a burst drops no line", () => {
  expect(Object.fromEntries(section("deploy/logs/journald.conf", "Journal"))).toEqual({
    Storage: ["persistent"],
    Seal: ["yes"],
    SystemMaxUse: [expect.stringMatching(/^\d+G$/)],
    MaxRetentionSec: ["30day"],
    RateLimitIntervalSec: ["0"],
  });
  expect(read("docs/operations.md")).toContain("thirty days are enough");
});

test("the service writes to the journal and may not read or change it", () => {
  const service = section("deploy/acebay.service", "Service");
  // Without these the journal is where its output goes.
  for (const key of ["StandardOutput", "StandardError", "SupplementaryGroups", "ReadWritePaths"])
    expect(service.get(key)).toBeUndefined();
  expect(service.get("ProtectSystem")).toEqual(["strict"]);
  expect(service.get("User")).toEqual(["acebay"]);
});

test("lines leave the machine over TLS, with its own certificate and the collector's checked", () => {
  const upload = section("deploy/logs/journal-upload.conf", "Upload");
  expect(upload.get("URL")).toEqual([expect.stringMatching(/^https:\/\/[\w.]+:\d+$/)]);
  const named = ["ServerKeyFile", "ServerCertificateFile", "TrustedCertificateFile"].map((key) => upload.get(key)?.[0]);
  expect(named).toEqual(named.map(() => expect.stringMatching(/^\/etc\/ssl\/.+\.pem$/)));
});

test("the collector takes lines by POST alone, from machines with a certificate of the authority, by TLS 1.2 and 1.3", () => {
  const text = read("deploy/logs/collector.nginx.conf").replaceAll(/^#.*$/gm, "");
  for (const line of ["ssl_verify_client on;", "ssl_protocols TLSv1.2 TLSv1.3;", "limit_except POST { deny all; }"])
    expect(text).toContain(line);
  const [, port] = /listen (\d+) ssl;/.exec(text) ?? [];
  expect(section("deploy/logs/journal-upload.conf", "Upload").get("URL")?.[0]).toContain(`:${port}`);
  expect([...text.matchAll(/location (?:= )?(\S+)/g)].map(([, path]) => path)).toEqual(["/upload", "/"]);
});

test("each credential of systemd is a value that the configuration reads from a file, and each has one", () => {
  const service = section("deploy/vault/credentials.conf", "Service");
  const credentials = service.get("LoadCredentialEncrypted")?.map((line) => line.split(":")[0]) ?? [];
  const files = (service.get("Environment") ?? []).flatMap((line) => line.split(" "));
  const named = files.map((pair) => /^([A-Z_]+)_FILE=%d\/([a-z-]+)$/.exec(pair)?.slice(1) ?? []);
  expect(named.map(([, credential]) => credential)).toEqual(credentials);
  for (const [name = "", credential = ""] of named) {
    expect(credential).toBe(name.toLowerCase().replaceAll("_", "-"));
    // The configuration reads the files at the start, and names a file that is missing.
    expect(() => readConfig({ [`${name}_FILE`]: "/nowhere" })).toThrow(`${name}_FILE names /nowhere`);
  }
  const secrets = ["SESSION_SECRET", "METRICS_TOKEN", "DATABASE_URL", "SMTP_URL", "STRIPE_SECRET_KEY"];
  expect(named.map(([name]) => name)).toEqual(expect.arrayContaining(secrets));
});
