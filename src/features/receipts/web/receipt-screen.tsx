/** `/orders/{id}/receipt`: one receipt, to read, print or save. */
import "./print.css";
import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { receiptNumberText } from "#features/receipts/rules.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { PdfLink } from "./pdf-link.tsx";
import { ReceiptPaper } from "./receipt-paper.tsx";
import { receiptWords } from "./words.ts";

export function ReceiptScreen({ orderId }: { orderId: string }) {
  const words = useWords(receiptWords);
  const isAdmin = useCaller().role === "admin";
  const { data, error, refetch } = useQuery({
    ...queryFor(receiptRoutes.getReceipt, { params: { id: orderId } }),
    refetchOnMount: "always",
  });
  const receipt = data?.receipt;
  const [back, backLabel] = isAdmin
    ? [deskPaths.adminOrder({ orderId }), words.backToOrder]
    : [paths.orders(), words.backToReceipts];
  return (
    <PlayerShell
      title={receipt ? words.receiptNumber(receiptNumberText(receipt.number)) : words.receipt}
      back={back}
      backLabel={backLabel}
    >
      {receipt ? (
        <>
          <ReceiptPaper receipt={receipt} />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Button variant="secondary" size="small" onClick={() => window.print()}>
              <Printer aria-hidden className="size-5" />
              {words.print}
            </Button>
            <PdfLink orderId={orderId} of={words.ofReceipt(receiptNumberText(receipt.number))} />
          </div>
        </>
      ) : error ? (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          title={words.noReceipt}
          elsewhere={
            <ButtonLink href={back} variant="secondary">
              {backLabel}
            </ButtonLink>
          }
        />
      ) : (
        <Loading label={words.loadingReceipt}>
          <Skeleton className="h-120" />
        </Loading>
      )}
    </PlayerShell>
  );
}
