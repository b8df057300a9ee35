/** The part of orders in the export and the deletion of an account. */
import type { PersonPort } from "#features/accounts/server/ports.ts";
import { toDollars } from "#platform/shared/money.ts";
import * as store from "./person-store.ts";
import { otherwiseOf } from "./view.ts";

export const ordersPerson: PersonPort = {
  deletionBlock: async (tx, personId) => ((await store.hasOpenMoney(tx, personId)) ? "payment_open" : undefined),
  // An order has its player's name only through the account's row.
  forget: async () => undefined,
  recordsOf: async (db, personId) => {
    const kept = await store.readRecords(db, personId);
    return {
      // Without the shares, which are terms between the ranges and the house, and without the app's own key.
      orders: kept.orders.map(
        ({
          amountCents,
          taxCents,
          taxRateMilli,
          jackpotShareCents,
          rangeShareCents: _share,
          idempotencyKey: _key,
          ...order
        }) => ({
          ...order,
          amount: toDollars(amountCents),
          tax: toDollars(taxCents),
          taxRate: taxRateMilli / 1000,
          intoTheJackpot: toDollars(jackpotShareCents),
        }),
      ),
      payments: kept.payments.map(({ amountCents, action: _action, ...payment }) => ({
        ...payment,
        amount: toDollars(amountCents),
      })),
      refunds: kept.refunds.map(({ id, orderId, amountCents, reason, status, createdAt, settledAt, ...refund }) => ({
        id,
        orderId,
        amount: toDollars(amountCents),
        reason,
        status,
        createdAt,
        settledAt,
        paidOtherwise: otherwiseOf(refund),
      })),
      disputes: kept.disputes.map(({ amountCents, ...dispute }) => ({ ...dispute, amount: toDollars(amountCents) })),
    };
  },
};
