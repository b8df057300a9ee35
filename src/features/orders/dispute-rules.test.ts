import { expect, test } from "vitest";
import { disputeReason } from "./dispute-rules.ts";

test("a dispute's reason is read in the reader's language", () => {
  expect(disputeReason("product_not_received", "en")).toBe("product not received");
  expect(disputeReason("product_not_received", "es")).toBe("producto no recibido");
  const codes = ["credit_not_processed", "duplicate", "fraudulent", "general", "noncompliant", "product_unacceptable"];
  const inSpanish = [...codes, "subscription_canceled", "unrecognized"].map((code) => disputeReason(code, "es"));
  expect(inSpanish).toEqual([
    "devolución no hecha",
    "cobro duplicado",
    "fraude",
    "general",
    "incumplimiento de las reglas",
    "producto inaceptable",
    "suscripción cancelada",
    "cargo no reconocido",
  ]);
});

test("a reason that nobody knows yet is read as the payment service writes it", () => {
  for (const language of ["en", "es"] as const)
    expect(disputeReason("check_not_paid", language)).toBe("check not paid");
});
