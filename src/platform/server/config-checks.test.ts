/** The checks at the start: one message names every wrong value. */
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { live } from "#test/live.ts";
import { readConfig } from "./config.ts";
import { isGuessable } from "./config-checks.ts";
import { securityHeaders } from "./http/headers.ts";
import { isForeign } from "./http/origin.ts";

describe("a secret", () => {
  test.each([
    "a".repeat(32),
    "ab".repeat(20),
    "abc123".repeat(6),
    "secret".repeat(6),
    "password-password-password-password",
    "abcdefghijklmnopqrstuvwxyz012345",
    "0123456789012345678901234567890123456789",
    "change-me-in-production-9f8e7d6c5b",
    "your-secret-goes-here-0a1b2c3d4e5f",
    "short",
    "",
  ])("%j is guessable", (secret) => {
    expect(isGuessable(secret, 32)).toBe(true);
  });

  test("drawn by chance is not, in hexadecimal and base64", () => {
    for (let n = 0; n < 2_000; n += 1) {
      for (const secret of [randomBytes(16).toString("hex"), randomBytes(24).toString("base64")])
        expect([secret, isGuessable(secret, 32)]).toEqual([secret, false]);
    }
  });
});

test("production starts with what it needs", () => {
  expect(readConfig(live).publicUrl).toBe("https://play.test");
});

test.each([
  ["HTTPS://Play.Test:443/", "https://play.test"],
  ["https://play.test//", undefined],
  ["https://play.test?#", "https://play.test"],
  ["https:play.test", "https://play.test"],
  ["https://play.test:8443", "https://play.test:8443"],
  ["https://Straße.test/", "https://xn--strae-oqa.test"],
])("PUBLIC_URL=%s is read as %s, as browsers write it, and everything follows from that", (given, read) => {
  const config = () => readConfig({ ...live, PUBLIC_URL: given });
  if (read === undefined) return expect(config).toThrow(/^- PUBLIC_URL must be scheme, host and port alone/m);
  expect(config().publicUrl).toBe(read);
  expect(securityHeaders(config())).toHaveProperty("strict-transport-security");
  expect(isForeign("POST", { origin: read, host: "127.0.0.1:3000" }, config().publicUrl)).toBe(false);
});

test("the first of two secrets signs, and the other needs one that does", () => {
  const other = "1Gh6Jd4PaYb8Nc5Mf-Zq3-7vXk_9sLw0Rt2";
  expect(readConfig({ ...live, SESSION_SECRET_ACCEPTED: other }).sessionSecrets).toEqual([live.SESSION_SECRET, other]);
  expect(() => readConfig({ SESSION_SECRET_ACCEPTED: other, DATA_DIR: "/tmp/unused" })).toThrow(
    /^- SESSION_SECRET_ACCEPTED/m,
  );
});

test.each([
  ["SESSION_SECRET", "a".repeat(32)],
  ["SESSION_SECRET", ""],
  ["SESSION_SECRET_ACCEPTED", "a".repeat(32)],
  ["SESSION_SECRET_ACCEPTED", live.SESSION_SECRET],
  ["MAX_CONNECTIONS", "5"],
  ["MAX_CONNECTIONS", "many"],
  ["METRICS_TOKEN", ""],
  ["METRICS_TOKEN", "metrics"],
  ["METRICS_TOKEN", "x".repeat(40)],
  ["PUBLIC_URL", "https://"],
  ["PUBLIC_URL", "http://play.test"],
  ["PUBLIC_URL", "play.test"],
  ["PUBLIC_URL", "ftp://play.test"],
  ["PUBLIC_URL", "https://play.test/app"],
  ["PUBLIC_URL", "https://me@play.test"],
  ["PUBLIC_URL", "https://:word@play.test"],
  ["PUBLIC_URL", ""],
  ["SMTP_URL", ""],
  ["SMTP_URL", "mail.test"],
  ["SMTP_URL", "https://mail.test"],
  ["SMTP_URL", "smtp://"],
  ["SMTP_URL", "smtp://mail.test?from=nobody"],
  ["SMTP_URL", "smtp://change-me:change-me@mail.test"],
  ["DATABASE_OWNER_URL", "postgres://acebay:change-me@database/acebay"],
  ["STRIPE_SECRET_KEY", "sk_live_change-me"],
  ["DATABASE_URL", "localhost/acebay"],
  ["DATABASE_URL", "mysql://localhost/acebay"],
  ["CONTACT_EMAIL", "nobody"],
  ["PRODUCT_NAME", "Ace\nBcc: x@y.test"],
  ["PRODUCT_NAME", "x".repeat(61)],
  ["GOOGLE_MAPS_API_KEY", "a key"],
  ["SCANNER", "clamd.ctl"],
  ["SCANNER", "http://127.0.0.1:3310"],
  ["NODE_ENV", "Production"],
  ["NODE_ENV", "prod"],
  ["HOST", "http://0.0.0.0"],
  ["PORT", "0x10"],
  ["PORT", "65536"],
  ["PORT", "3000.5"],
  ["OPERATOR_TIME_ZONE", "Naples"],
  ["OPERATOR_LATITUDE", "91"],
  ["TAX_RATE", "100"],
  ["LOGIN_VERIFICATION", "off"],
  ["DATABASE_PREPARED", "yes"],
  ["TRUSTED_PROXIES", "anybody"],
])("%s=%s is refused by its name, beside what else is wrong", (name, wrong) => {
  const read = () => readConfig({ ...live, [name]: wrong, TAX_LABEL: "x".repeat(61), DATA_DIR: "/tmp/unused" });
  expect(read).toThrow(new RegExp(`^- ${name}`, "m"));
  expect(read).toThrow(/^- TAX_LABEL/m);
  if (name.includes("SECRET") || name.endsWith("TOKEN")) if (wrong !== "") expect(read).not.toThrow(wrong);
});
