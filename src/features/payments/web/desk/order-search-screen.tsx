/** `/admin/orders`: search through all orders, for administrators. The search stands in the address. */
import { useLocation, useSearch } from "wouter";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { askedFrom, askedOf, type Asked } from "./asked.ts";
import { OrderFilters } from "./order-filters.tsx";
import { OrderList } from "./order-list.tsx";
import { PaymentTroubles } from "./payment-troubles.tsx";
import { useWords } from "#platform/web/words.ts";
import { orderListWords } from "./order-list-words.ts";

export function OrderSearchScreen() {
  const words = useWords(orderListWords);
  const search = useSearch();
  const asked = askedOf(search);
  const [, navigate] = useLocation();
  const { hide } = Object.fromEntries(new URLSearchParams(search));
  const searchFor = (next: Asked) => navigate(deskPaths.adminOrders({ ...next, hide }), { replace: true });
  return (
    <AdminShell title={words.title} lead={words.lead}>
      <PaymentTroubles />
      <OrderFilters
        key={JSON.stringify(asked)}
        asked={asked}
        onAsk={(next) => searchFor({ ...next, ...sortOf(asked) })}
      />
      <OrderList
        asked={asked}
        onClear={() => searchFor(sortOf(asked))}
        onSort={(sort) => searchFor(askedFrom((name) => ({ ...asked, sort })[name as keyof Asked]))}
      />
    </AdminShell>
  );
}

/** The order of the list, which stays when its filters change. */
function sortOf({ sort }: Asked): Asked {
  return sort ? { sort } : {};
}
