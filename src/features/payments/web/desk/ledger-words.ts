/** The ledger's accounts and transfers in the reader's language. */
import { accountNames, spanishAccountNames, spanishTransferNames, transferNames } from "#features/ledger/name-rules.ts";
import { defineWords } from "#platform/web/words.ts";

export const accountWords = defineWords(accountNames, spanishAccountNames);
export const transferWords = defineWords(transferNames, spanishTransferNames);
