/** What the server says to golfers, in Spanish. A file of its own, loaded only for readers of Spanish. */
import { accountSpanish } from "#features/accounts/web/spanish.ts";
import { bookingSpanish } from "#features/booking/web/spanish.ts";
import { claimSpanish } from "#features/claims/web/spanish.ts";
import { courseSpanish } from "#features/courses/web/spanish.ts";
import { orderSpanish } from "#features/orders/web/spanish.ts";
import { paymentSpanish } from "#features/payments/web/spanish.ts";
import { playSpanish } from "#features/play/web/spanish.ts";
import { receiptSpanish } from "#features/receipts/web/spanish.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";
import { platformSpanish } from "#platform/web/spanish.ts";

const rooms: readonly SpanishSentences[] = [
  platformSpanish,
  accountSpanish,
  courseSpanish,
  bookingSpanish,
  orderSpanish,
  playSpanish,
  paymentSpanish,
  receiptSpanish,
  claimSpanish,
];

export const spanish: SpanishSentences = {
  codes: Object.assign({}, ...rooms.map(({ codes }) => codes)),
  sentences: Object.assign({}, ...rooms.map(({ sentences }) => sentences)),
};
