/** `/admin/orders`: search through all orders, for administrators. The search stands in the address. */
import { useSearch } from "wouter";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { useStep } from "#platform/web/ui/filters/steps.ts";
import { askedFrom, askedOf } from "./asked.ts";
import { OrderList } from "./order-list.tsx";
import { PaymentTroubles } from "./payment-troubles.tsx";
import { useWords } from "#platform/web/words.ts";
import { orderListWords } from "./order-list-words.ts";

export function OrderSearchScreen() {
  const words = useWords(orderListWords);
  const search = useSearch();
  const asked = askedOf(search);
  const step = useStep();
  const hide = new URLSearchParams(search).get("hide") ?? undefined;
  const searchFor = (change: Readonly<Record<string, string | undefined>>, visit?: string) => {
    const next: Readonly<Record<string, string | undefined>> = { ...asked, ...change };
    step(deskPaths.adminOrders({ ...askedFrom((name) => next[name]), hide }), visit);
  };
  return (
    <AdminShell title={words.title} lead={words.lead}>
      <PaymentTroubles />
      <OrderList asked={asked} onAsk={searchFor} />
    </AdminShell>
  );
}
