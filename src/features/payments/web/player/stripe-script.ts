/** Stripe.js, loaded from Stripe when somebody is about to pay, as its rules ask (https://docs.stripe.com/js/including). */
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";

/** After this time the golfer reads that the script did not come, and may try again. */
const PATIENCE_MS = 20_000;

/** Loads the script once, and again after a failure. @throws Error when it does not come */
export async function loadScript(publicKey: string): Promise<Stripe> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Stripe.js did not load")), PATIENCE_MS);
  });
  const stripe = await Promise.race([loadStripe(publicKey), late]).finally(() => clearTimeout(timer));
  if (!stripe) throw new Error("Stripe.js did not load");
  return stripe;
}

/** The options of a query for the script, so that every part of the page shares one. */
export function scriptQuery(publicKey: string) {
  return {
    queryKey: ["stripe.js", publicKey],
    queryFn: () => loadScript(publicKey),
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    // It is a live object, not data that may be copied.
    structuralSharing: false,
  } as const;
}
