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

interface Typed {
  playerId: string;
  method: PaymentMethod | undefined;
  card: CardDetails;
}

/** What stands in the form now, with the CVV: in this page's memory, and no longer than the form is shown. */
let typed: Typed | undefined;
let moves = false;

/** Called when the form moves to the other address ('Start now' or 'Start later'): it goes on as it is. */
export function moveForm(): void {
  moves = true;
}

/** The form as it was before it moved, otherwise the way of paying last time. */
export function formFor(playerId: string): Omit<Typed, "playerId"> {
  return moves && typed?.playerId === playerId ? typed : { method: lastMethod.read(), card: keptCard(playerId) };
}

/** The form is where it was to move, or was opened anew. */
export function formOpened(): void {
  moves = false;
}

/** Remembers what stands in the form. @returns forgets it, unless the form moves */
export function holdForm(form: Typed): () => void {
  typed = form;
  return () => {
    if (!moves) typed = undefined;
  };
}
