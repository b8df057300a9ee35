/** `/admin/orders`: search through all orders, for administrators. The search stands in the address. */
import { useLocation, useSearch } from "wouter";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { askedOf, type Asked } from "./asked.ts";
import { OrderFilters } from "./order-filters.tsx";
import { OrderList } from "./order-list.tsx";
import { PaymentTroubles } from "./payment-troubles.tsx";
import { useWords } from "#platform/web/words.ts";
import { orderListWords } from "./order-list-words.ts";

export function OrderSearchScreen() {
  const words = useWords(orderListWords);
  const asked = askedOf(useSearch());
  const [, navigate] = useLocation();
  const ask = (next: Asked) => navigate(deskPaths.adminOrders(next), { replace: true });
  return (
    <AdminShell title={words.title} lead={words.lead}>
      <PaymentTroubles />
      <OrderFilters key={JSON.stringify(asked)} asked={asked} onAsk={ask} />
      <OrderList asked={asked} onClear={() => ask({})} />
    </AdminShell>
  );
}
