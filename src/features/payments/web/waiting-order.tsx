/** On the first steps: something is paid for and not started yet. */
import { useQuery } from "@tanstack/react-query";
import { bookingRoutes } from "#features/booking/contract.ts";
import { useCallerState } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";

export function WaitingOrderBanner() {
  const signedIn = useCallerState().status === "signedIn";
  const orders = useQuery({ ...queryFor(bookingRoutes.listOrders), enabled: signedIn, refetchOnMount: "always" });
  const waiting = orders.data?.orders.find(({ status }) => status === "paid");
  if (!waiting) return null;
  return (
    <Banner
      tone="success"
      title="Paid and ready"
      actions={
        <ButtonLink href={paths.app({ step: 3, order: waiting.id })} size="small">
          Go to your order
        </ButtonLink>
      }
    >
      {waiting.packageName} at {waiting.courseName} waits for its start.
    </Banner>
  );
}
