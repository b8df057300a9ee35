/** `/orders/{id}/receipt`: one receipt, to read, print or save. */
import "./print.css";
import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { receiptNumberText } from "#features/receipts/rules.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { PdfLink } from "./pdf-link.tsx";
import { ReceiptPaper } from "./receipt-paper.tsx";

export function ReceiptScreen({ orderId }: { orderId: string }) {
  const isAdmin = useCaller().role === "admin";
  const { data, error, refetch } = useQuery({
    ...queryFor(receiptRoutes.getReceipt, { params: { id: orderId } }),
    refetchOnMount: "always",
  });
  const receipt = data?.receipt;
  return (
    <PlayerShell
      title={receipt ? `Receipt ${receiptNumberText(receipt.number)}` : "Receipt"}
      back={isAdmin ? paths.adminOrder(orderId) : paths.orders()}
      backLabel={isAdmin ? "Order" : "My receipts"}
    >
      {receipt ? (
        <>
          <ReceiptPaper receipt={receipt} />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Button variant="secondary" size="small" onClick={() => window.print()}>
              <Printer aria-hidden className="size-5" />
              Print
            </Button>
            <PdfLink orderId={orderId} number={`receipt ${receiptNumberText(receipt.number)}`} />
          </div>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title="There is no receipt to show" />
      ) : (
        <Loading label="Loading the receipt">
          <Skeleton className="h-120" />
        </Loading>
      )}
    </PlayerShell>
  );
}
