import { expect, test } from "vitest";
import { account } from "../rules.ts";
import { accountName, accountWords, transferName, transferWords } from "./words.ts";

const keys = Object.values(account).map((key) => (typeof key === "string" ? key : key(7 as never)));

test.each(keys)("the account %s has a name for people in both languages", (key) => {
  for (const language of ["en", "es"] as const)
    expect(accountName(key, accountWords[language])).toMatch(/^[A-ZÁÉÍÓÚ][^:_]+$/);
});

test("a kind of transfer reads as words, and what is no kind stays as it is", () => {
  expect(transferName("refund_paid_otherwise", transferWords.en)).toBe("Refund paid from the bank");
  expect(transferName("refund_paid_otherwise", transferWords.es)).toBe("Reembolso pagado desde el banco");
  expect(transferName("Dinner for Two", transferWords.en)).toBe("Dinner for Two");
});
