/** What a payment under way shows over the form: notices, and the sheets that ask the golfer. */
import { late } from "#platform/web/ui/late.tsx";
import { CheckingPayment, Reconnecting } from "./checking-payment.tsx";
import type { Checkout } from "./checkout.ts";
import type { Payment } from "./use-payment.ts";
import type { paymentWords } from "./words.ts";

// Only some payments need these, and either the sandbox's or Stripe's.
const OtherPaymentBanner = late(async () => (await import("./other-payment.tsx")).OtherPaymentBanner);
const RefusedPayment = late(async () => (await import("./refused-payment.tsx")).RefusedPayment);
const WalletSheet = late(async () => (await import("./wallet-sheet.tsx")).WalletSheet, { idle: true });
const ChallengeSheet = late(async () => (await import("./challenge-sheet.tsx")).ChallengeSheet, { asked: true });
const StripeChallenge = late(async () => (await import("./stripe-challenge.tsx")).StripeChallenge, {
  instead: <CheckingPayment />,
  asked: true,
});

/** The Pay button's text while a payment is under way; `false` when there is none. */
export function busyText(phase: Payment["phase"], words: (typeof paymentWords)["en"]): string | false {
  if (phase === "idle") return false;
  return phase === "processing" ? words.processing : words.checking;
}

export function PaymentProgress({ payment, checkout }: { payment: Payment; checkout: Checkout }) {
  const { phase, wallet, challenge, atBank, other, refused } = payment;
  return (
    <>
      {phase === "reconnecting" && <Reconnecting />}
      {phase === "checking" && !challenge.order && !atBank && <CheckingPayment />}
      {phase === "checking" && atBank && <StripeChallenge order={atBank} challenge={challenge} />}
      {phase === "checking" && challenge.order && <ChallengeSheet challenge={challenge} order={challenge.order} />}
      {refused && <RefusedPayment refused={refused} checkout={checkout} />}
      {other.order && <OtherPaymentBanner other={other} order={other.order} />}
      <WalletSheet wallet={wallet} checkout={checkout} />
    </>
  );
}
