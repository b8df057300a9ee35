import { expect, test } from "vitest";
import { account } from "./rules.ts";
import {
  accountName,
  accountNames,
  spanishAccountNames,
  spanishTransferNames,
  transferName,
  transferNames,
} from "./name-rules.ts";

const keys = Object.values(account).map((key) => (typeof key === "string" ? key : key(7 as never)));

test.each(keys)("the account %s has a name for people in both languages", (key) => {
  for (const names of [accountNames, spanishAccountNames])
    expect(accountName(key, names)).toMatch(/^[A-ZÁÉÍÓÚ][^:_]+$/);
});

test("a kind of transfer reads as words, and what is no kind stays as it is", () => {
  expect(transferName("refund_paid_otherwise", transferNames)).toBe("Refund paid from the bank");
  expect(transferName("refund_paid_otherwise", spanishTransferNames)).toBe("Reembolso pagado desde el banco");
  expect(transferName("Dinner for Two", transferNames)).toBe("Dinner for Two");
});

test.each(Object.entries(transferNames))("the kind %s has the name '%s', and one in Spanish", (kind, name) => {
  expect(name).toMatch(/^[A-Z]/);
  expect(transferName(kind, spanishTransferNames)).toMatch(/^[A-ZÁÉÍÓÚ]/);
});
