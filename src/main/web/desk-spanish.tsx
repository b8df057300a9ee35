/** What the server says to staff and administrators alone, in Spanish. No golfer loads it. */
import { accountDeskSpanish } from "#features/accounts/web/desk/spanish.ts";
import { booksSpanish } from "#features/books/web/spanish.ts";
import { claimDeskSpanish } from "#features/claims/web/desk/spanish.ts";
import { courseDeskSpanish } from "#features/courses/web/manage/spanish.ts";
import { dashboardSpanish } from "#features/dashboard/web/spanish.ts";
import { paymentDeskSpanish } from "#features/payments/web/desk/spanish.ts";
import { playDeskSpanish } from "#features/play/web/desk/spanish.ts";
import { reportSpanish } from "#features/reports/web/spanish.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";
import { phraseIn } from "./desk-phrases.ts";

const rooms: readonly SpanishSentences[] = [
  accountDeskSpanish,
  courseDeskSpanish,
  playDeskSpanish,
  paymentDeskSpanish,
  claimDeskSpanish,
  dashboardSpanish,
  reportSpanish,
  booksSpanish,
];

export const deskSpanish: SpanishSentences = {
  codes: Object.assign({}, ...rooms.map(({ codes }) => codes)),
  sentences: Object.assign({}, ...rooms.map(({ sentences }) => sentences)),
  phrase: phraseIn,
};
