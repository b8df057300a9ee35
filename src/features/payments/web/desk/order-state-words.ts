/** The words of an order's states. */
import { orderWords, spanishOrderWords } from "#features/orders/rules.ts";
import { defineWords } from "#platform/web/words.ts";

export const orderStateWords = defineWords(orderWords, spanishOrderWords);
