/** Secrets of the configuration from files, as a vault or systemd hands them over. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "acebay-secrets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o400);
  return path;
}
const SECRET = "a-secret-of-a-vault-that-is-long-enough-0";
const OTHER = "another-secret-of-a-vault-that-is-long-1";
const read = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env });

test("each value may come from a file, without the line's end; the rest from the environment", () => {
  const config = read({
    SESSION_SECRET_FILE: file("session", `${SECRET}\n`),
    SESSION_SECRET_ACCEPTED: OTHER,
    DATABASE_URL_FILE: file("database", "postgres://serves:word@db/acebay\n"),
    METRICS_TOKEN_FILE: file("metrics", "a-token-of-a-vault-that-is-long\n"),
  });
  expect(config.sessionSecrets).toEqual([SECRET, OTHER]);
  expect(config.databaseUrl).toBe("postgres://serves:word@db/acebay");
  expect(config.metricsToken).toBe("a-token-of-a-vault-that-is-long");
});

test("a file that is not there or is empty, and a value that is given twice, are refused by name, without the secret", () => {
  const nowhere = join(folder, "nowhere");
  const start = () =>
    read({
      SESSION_SECRET: SECRET,
      SESSION_SECRET_FILE: file("again", OTHER),
      BACKUP_KEY_FILE: nowhere,
      METRICS_TOKEN_FILE: file("empty", "\n"),
    });
  expect(start).toThrow("SESSION_SECRET and SESSION_SECRET_FILE are both set");
  expect(start).toThrow(`BACKUP_KEY_FILE names ${nowhere}, which cannot be read`);
  expect(start).toThrow("METRICS_TOKEN_FILE names");
  expect(start).not.toThrow(SECRET);
  expect(start).not.toThrow(OTHER);
});

test("what a file says is checked like a value of the environment", () => {
  const short = { NODE_ENV: "production", SESSION_SECRET_FILE: file("short", "short") };
  expect(() => read(short)).toThrow(/- SESSION_SECRET must/);
});
