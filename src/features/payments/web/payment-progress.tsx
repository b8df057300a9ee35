/** What a payment under way shows over the form: notices, and the sheets that ask the golfer. */
import { lazy, Suspense } from "react";
import type { Checkout } from "./checkout.ts";
import { ChallengeSheet } from "./challenge-sheet.tsx";
import { CheckingPayment, Reconnecting } from "./checking-payment.tsx";
import { OtherPaymentBanner } from "./other-payment.tsx";
import type { Payment } from "./use-payment.ts";
import { WalletSheet } from "./wallet-sheet.tsx";
import type { paymentWords } from "./words.ts";

const StripeChallenge = lazy(() =>
  import("./stripe-challenge.tsx").then((file) => ({ default: file.StripeChallenge })),
);

/** The Pay button's text while a payment is under way; `false` when there is none. */
export function busyText(phase: Payment["phase"], words: (typeof paymentWords)["en"]): string | false {
  if (phase === "idle") return false;
  return phase === "processing" ? words.processing : words.checking;
}

export function PaymentProgress({ payment, checkout }: { payment: Payment; checkout: Checkout }) {
  const { phase, wallet, challenge, atBank, other } = payment;
  return (
    <>
      {phase === "reconnecting" && <Reconnecting />}
      {phase === "checking" && !challenge.order && !atBank && <CheckingPayment />}
      {phase === "checking" && atBank && (
        <Suspense fallback={<CheckingPayment />}>
          <StripeChallenge order={atBank} challenge={challenge} />
        </Suspense>
      )}
      {phase === "checking" && challenge.order && <ChallengeSheet challenge={challenge} order={challenge.order} />}
      {other.order && <OtherPaymentBanner other={other} order={other.order} />}
      <WalletSheet wallet={wallet} checkout={checkout} />
    </>
  );
}
