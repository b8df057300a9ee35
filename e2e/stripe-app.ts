/** The server with Stripe's gateway against a stand-in on this machine: a process for journeys. */
import { createStripe } from "#features/payments/server/stripe.ts";
import { buildApp } from "#main/server/app.ts";
import { openConfigured } from "#main/server/boot.ts";
import { seedDemo } from "#main/server/seed.ts";
import { movableClock } from "#platform/server/clock.ts";
import { readConfig } from "#platform/server/config.ts";

const port = Number(process.env["PORT"]);
const publicUrl = `http://127.0.0.1:${port}`;
const config = readConfig({
  ...process.env,
  PUBLIC_URL: publicUrl,
  STRIPE_SECRET_KEY: "sk_test_local",
  STRIPE_PUBLISHABLE_KEY: "pk_test_local",
  STRIPE_WEBHOOK_SECRET: "whsec_local",
});
const opened = await openConfigured(config);
const clock = await movableClock(opened.db);
await seedDemo(opened.db, clock.now());
const address = { host: "127.0.0.1", port: Number(process.env["STRIPE_STAND_IN_PORT"]), protocol: "http" as const };
const gateway = () =>
  createStripe({
    secretKey: "sk_test_local",
    webhookSecret: "whsec_local",
    returnUrl: `${publicUrl}/checkout`,
    clock,
    address,
  });
const app = await buildApp({ ...opened, config, clock, gateway });
await app.http.listen({ host: config.host, port: config.port });

const stop = async () => {
  await app.close();
  await opened.close();
  process.exit(0);
};
process.on("SIGTERM", () => void stop());
process.on("disconnect", () => void stop());
