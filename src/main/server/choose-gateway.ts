/** Which gateway takes the payments. */
import { createHmac } from "node:crypto";
import type { Gateway } from "#features/payments/server/gateway.ts";
import { createSandbox, type Sandbox } from "#features/payments/server/sandbox.ts";
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/database.ts";
import type { Clock } from "#platform/shared/clock.ts";

/** Stripe when it is configured, else the sandbox, whose routes and pages exist only then. */
export async function chooseGateway({ config, db, clock }: { config: Config; db: Database; clock: Clock }): Promise<{
  sandbox: Sandbox | undefined;
  configured: Gateway;
}> {
  if (config.stripe) {
    // Stripe's library is large, and a start without it is shorter.
    const { createStripe } = await import("#features/payments/server/stripe.ts");
    const returnUrl = `${config.publicUrl ?? ""}/checkout`;
    return { sandbox: undefined, configured: createStripe({ ...config.stripe, clock, returnUrl }) };
  }
  const sandbox = createSandbox({ db, clock, secret: sandboxSecret(config) });
  return { sandbox, configured: sandbox };
}

/** The secret with which the sandbox signs its events, derived from the installation's secret. */
export function sandboxSecret({ sessionSecrets: [secret] }: Pick<Config, "sessionSecrets">): string {
  return createHmac("sha256", secret).update("sandbox webhooks").digest("hex");
}
