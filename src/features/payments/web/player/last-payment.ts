/** The way of paying last time, so that the next time is one tap. The device keeps the method and never a card. */
import * as z from "zod/mini";
import { type PaymentMethod, paymentMethods } from "#features/payments/contract.ts";
import { kept } from "#platform/web/storage.ts";
import { emptyCard, type CardDetails } from "./payment-choice.ts";

export const lastMethod = kept("local", "paymentMethod", z.enum(paymentMethods));

/** In this page's memory only, and without the CVV, which is asked each time. */
let last: { playerId: string; card: CardDetails } | undefined;

export function keepCard(playerId: string, card: CardDetails): void {
  last = { playerId, card: { ...card, cvv: "" } };
}

/** The card with which this player paid since the page was loaded, otherwise an empty one. */
function keptCard(playerId: string): CardDetails {
  return last?.playerId === playerId ? last.card : emptyCard;
}

/** What a form begins with: the way of paying last time. */
export function formFor(playerId: string): { method: PaymentMethod | undefined; card: CardDetails } {
  return { method: lastMethod.read(), card: keptCard(playerId) };
}
