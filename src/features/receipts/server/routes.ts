/** The handlers of receipts. */
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import type { Language } from "#platform/shared/language.ts";
import { type Receipt, type receiptRoutes, refuse } from "../contract.ts";
import { receiptNumberText } from "../rules.ts";
import type { Issue, ReceiptDeps } from "./issue.ts";
import { drawReceipt } from "./receipt-pdf.ts";
import * as store from "./store.ts";
import { toReceipt } from "./view.ts";

export function receiptHandlers(deps: ReceiptDeps & { issue: Issue }): Handlers<typeof receiptRoutes> {
  /** The caller's own receipt, or any for an administrator; it is issued now if it is due. */
  async function load(caller: Caller, orderId: string): Promise<{ receipt: Receipt; language: Language }> {
    const owner = await store.playerOfOrder(deps.db, orderId);
    if (owner === undefined || (owner !== caller.id && caller.role !== "admin")) throw refuse("receipts.not_found");
    if (await store.isDue(deps.db, orderId)) await deps.issue();
    const found = await store.readOfOrder(deps.db, orderId);
    if (!found) throw refuse("receipts.nothing_paid");
    // An administrator's copy is the operator's document, in English.
    return { receipt: toReceipt(found), language: owner === caller.id ? found.player.language : "en" };
  }

  return {
    getReceipt: async ({ caller, params }) => ({
      status: 200,
      body: { receipt: (await load(caller, params.id)).receipt },
    }),
    getReceiptPdf: async ({ caller, params, work }) => {
      const { receipt, language } = await load(caller, params.id);
      return {
        status: 200,
        body: await work(drawReceipt, receipt, language),
        filename: `receipt-${receiptNumberText(receipt.number)}.pdf`,
      };
    },
  };
}
