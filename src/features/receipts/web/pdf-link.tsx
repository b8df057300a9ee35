/**
 * The link that saves a receipt as a PDF. The server makes the file, so it is no link of the app.
 * @param of the receipt's subject ("of order 7"), for people who read only the link
 */
import { Download } from "lucide-react";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { urlOf } from "#platform/shared/route.ts";

/** @param of what it is of ("of order 7"), for readers of the link alone */
export function PdfLink({ orderId, of }: { orderId: string; of: string }) {
  return (
    <a
      href={urlOf(receiptRoutes.getReceiptPdf.path, { id: orderId })}
      download
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline decoration-transparent decoration-2 underline-offset-4 hover:decoration-current"
    >
      <Download aria-hidden className="size-5 shrink-0" />
      PDF<span className="sr-only"> {of}</span>
    </a>
  );
}
