/** Stripe's part of the configuration: what is missing or wrong is named, a key never is. */
import { describe, expect, test } from "vitest";
import { readConfig } from "#platform/server/config.ts";
import { testKeys } from "#test/stripe-app.ts";

const live = {
  NODE_ENV: "production",
  METRICS_TOKEN: "Q7c2vX9kLm4RtZ8wBn3Hs6Yd",
  SESSION_SECRET: "a-secret-for-tests-that-is-long-enough",
  SMTP_URL: "smtp://mail.test",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_PUBLISHABLE_KEY: "pk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  PUBLIC_URL: "https://play.test",
};

describe("the configuration", () => {
  test("of production is complete with live keys", () => {
    expect(readConfig(live).stripe).toEqual({
      secretKey: "sk_live_x",
      publishableKey: "pk_live_x",
      webhookSecret: "whsec_x",
    });
    expect(readConfig({ ...testKeys, SESSION_SECRET: "x", PUBLIC_URL: "http://localhost:3000" }).stripe).toBeDefined();
    expect(readConfig({ SESSION_SECRET: "x" }).stripe).toBeUndefined();
  });

  test.each([
    [{ STRIPE_SECRET_KEY: undefined }, "STRIPE_SECRET_KEY must be set"],
    [{ STRIPE_PUBLISHABLE_KEY: undefined }, "STRIPE_PUBLISHABLE_KEY must be set"],
    [{ STRIPE_WEBHOOK_SECRET: "sk_live_x" }, "STRIPE_WEBHOOK_SECRET must be set"],
    [{ PUBLIC_URL: "http://play.test" }, "PUBLIC_URL must be set"],
    [{ STRIPE_PUBLISHABLE_KEY: "pk_test_x" }, "both be live keys or both test keys"],
    [{ STRIPE_SECRET_KEY: "sk_test_x", STRIPE_PUBLISHABLE_KEY: "pk_test_x" }, "is a test key"],
    [{ NODE_ENV: undefined }, "is a live key, and this is the demo"],
  ])("%j is refused with a reason that never contains a key", (change, reason) => {
    const read = () => readConfig({ ...live, ...change });
    expect(read).toThrow(reason);
    expect(read).not.toThrow(/(sk|pk)_(live|test)_x/);
  });

  test("of production names each of Stripe's variables that is missing", () => {
    const bare = { ...live, STRIPE_SECRET_KEY: "", STRIPE_PUBLISHABLE_KEY: "", STRIPE_WEBHOOK_SECRET: "" };
    for (const name of ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"])
      expect(() => readConfig(bare)).toThrow(name);
  });
});
