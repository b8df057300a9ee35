import { Banner } from "#platform/web/ui/banner.tsx";

/** The outcome is unknown: nothing may be paid again until the gateway has told. */
export function CheckingPayment() {
  return (
    <Banner tone="info" live="polite" title="Checking payment">
      Your bank has not answered yet. We are asking and will go on by ourselves: you will not be charged twice.
    </Banner>
  );
}
