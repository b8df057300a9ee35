/** The notes of a claim's steps: what we wrote ourselves in the reader's language, what a person typed as it is. */
import { ageDocuments, payoutMethods } from "#features/claims/contract.ts";
import { rejectionText } from "#features/claims/reason-rules.ts";
import { type Language, languages } from "#platform/shared/language.ts";
import { type FactWords, factWords } from "./fact-words.ts";
import { payoutWords } from "./payout-words.ts";

/** The usual reasons why a prize is forfeited, which the desk taps instead of typing. */
export function forfeitReasons(words: FactWords): readonly string[] {
  return [words.under18, words.noTaxForm, words.notWanted];
}

/**
 * By the kind of step, because a person may begin a reason with 'Check'.
 * @param translate translates our own sentences, and gives others back
 */
export function noteText(
  { step, note }: { step: string; note: string },
  language: Language,
  translate: (sentence: string) => string,
): string {
  if (step === "amount_raised") return raisedText(note, language);
  if (step === "paid" || step === "confirmed_age_18") return namedText(note, language);
  if (step === "forfeited") return forfeitText(note, language) ?? translate(note);
  if (step === "rejected") return translate(rejectionText(note, language));
  return note;
}

function raisedText(note: string, language: Language): string {
  const amount = /^to (\$[\d,.]+): an earlier claim was rejected$/.exec(note)?.[1];
  return amount === undefined ? note : factWords[language].raisedTo(amount);
}

/** "Check, 1042" or "Passport; seen at the bay": what was chosen from a list comes first. */
function namedText(note: string, language: Language): string {
  const keys = [
    ...payoutMethods.map((method) => `method_${method}` as const),
    ...ageDocuments.map((document) => `document_${document}` as const),
  ];
  const [named = "", ...typed] = note.split(/(?=[,;] )/);
  const key = keys.find((each) => payoutWords.en[each] === named);
  return key ? payoutWords[language][key] + typed.join("") : note;
}

function forfeitText(note: string, language: Language): string | undefined {
  for (const known of languages) {
    const at = forfeitReasons(factWords[known]).indexOf(note);
    if (at >= 0) return forfeitReasons(factWords[language])[at];
  }
  return undefined;
}
