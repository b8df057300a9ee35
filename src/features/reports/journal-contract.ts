/** The journal for accounting programs, and the operator's own account numbers in it. */
import * as z from "zod/mini";
import { defineRoute } from "#platform/shared/route.ts";
import { emptied } from "#platform/shared/wire.ts";
import { accountKinds, ofCourses, ofFile } from "./contract.ts";

const hint = "Use up to 20 letters, digits, dots and dashes, such as 1010";
const number = emptied(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,19}$/, hint)));
type AccountKind = (typeof accountKinds)[number]["account"];

const journalAccount = z.object({
  /** Our kind of account: `pot`. */
  account: z.string(),
  label: z.string(),
  /** The operator's own number; null where the journal has our name. */
  number: z.nullable(z.string()),
});

const accounts = { 200: z.object({ accounts: z.array(journalAccount) }) };
// Each kind of account is a field.
const numbers = Object.fromEntries(accountKinds.map(({ account }) => [account, number])) as Record<
  AccountKind,
  typeof number
>;

export const journalRoutes = {
  downloadJournal: defineRoute({
    method: "GET",
    path: "/api/admin/settlements/{courseId}/journal.csv",
    permission: "admin",
    summary:
      "A month's transfers as a journal, the oldest first: date, account, debit, credit, reference, memo. Each transfer balances; the accounts keep their names in every language.",
    params: ofCourses,
    query: ofFile,
    replies: {},
    file: "text/csv",
  }),
  listJournalAccounts: defineRoute({
    method: "GET",
    path: "/api/admin/journal-accounts",
    permission: "admin",
    summary: "Our accounts with the operator's own numbers in the journal.",
    replies: accounts,
  }),
  setJournalAccounts: defineRoute({
    method: "POST",
    path: "/api/admin/journal-accounts",
    permission: "admin",
    stepUp: false,
    summary: "Sets the numbers that are sent; a blank one gives the account our own name again.",
    body: z.object(numbers),
    blanks: "kept",
    form: true,
    replies: accounts,
  }),
};
