import { describe, expect, test } from "vitest";
import { proposalKinds } from "#features/accounts/proposal-contract.ts";
import { refundRefusals } from "#features/payments/refund-refusal-rules.ts";
import { auditActions } from "#platform/shared/audit-actions.ts";
import { alex, type Deed, everything, gone, names, nobody, piecesOf, RAW, textOf } from "#test/trail-lines.ts";
import { sentenceOf } from "./server/trail-sentences.ts";
import { spanishOf } from "./server/trail-spanish.ts";

const spanishText = (deed: Deed, known = names) => textOf(deed, known, spanishOf);

describe("every action has a sentence in Spanish", () => {
  /** English that was left, and articles that must join what stands before them. */
  const ENGLISH = /\b(the|of|and|to|was|is|order|claim|bay|somebody|something|by)\b|\b(de|a) el\b/;

  test.each(auditActions)("%s, which leads to the same pages as the English one", (action) => {
    const deed = { action, detail: { ...everything, reason: "lluvia", note: "claro", label: "teléfono" } };
    const text = spanishText(deed);
    expect(text).not.toMatch(RAW);
    expect(text.replaceAll(/A wedge|Birdie & Co/g, "")).not.toMatch(ENGLISH);
    const linksOf = (said: typeof sentenceOf) =>
      piecesOf(said, deed)
        .flatMap(({ href }) => href ?? [])
        .toSorted();
    expect(linksOf(spanishOf)).toEqual(linksOf(sentenceOf));
  });

  test.each(auditActions)("%s, of a line that holds nothing and names nothing that is left", (action) => {
    for (const actorId of [null, alex])
      expect(spanishText({ action, actorId, subject: "course:99" }, nobody)).not.toMatch(
        /[\da-f]{8}-[\da-f]{4}|undefined|null|NaN|\[object/,
      );
  });

  test("what the gateway said of a refund is in Spanish; its code is told as it is", () => {
    const said = Object.keys(refundRefusals).map((failure) =>
      spanishText({ action: "refund.returned", detail: { failure } }),
    );
    expect(said.filter((text) => ENGLISH.test(text))).toEqual([]);
    expect(said[0]).toMatch(/regresó y se debe otra vez: La cuenta del reembolso está cerrada$/);
    expect(spanishText({ action: "refund.returned", detail: { failure: "odd_code" } })).toMatch(/: odd code$/);
  });

  test.each([
    ["order.refunded", "Not started within 30 days", ": No se empezó en 30 días"],
    ["order.refunded", "Refunded at the payment service", ": Reembolsado en el servicio de pago"],
    ["claim.rejected", "The payment was reversed by the bank", ": El banco recuperó el pago"],
    ["order.refunded", "Rain", ": Rain"],
  ] as const)(
    "%s for '%s': what a person wrote stays, what the server wrote is in Spanish",
    (action, reason, wanted) => {
      const text = spanishText({ action, actorId: null, detail: { ...everything, reason } });
      expect(text.slice(-wanted.length)).toBe(wanted);
    },
  );

  test("every kind of proposal has its words", () => {
    const said = proposalKinds.map((kind) =>
      spanishText({ action: "proposal.proposed", detail: { ...everything, kind } }),
    );
    expect(said).toEqual([
      "Alex Stone propuso nombrar administrador a Sam P.: rain",
      "Alex Stone propuso retirar las llaves de acceso de Sam P.: rain",
      "Alex Stone propuso cambiar el correo de Sam P.: rain",
      "Alex Stone propuso fijar el límite de aprobación de los pagos en $600.00: rain",
      "Alex Stone propuso pagar $10.80 al campo Pine Hills por octubre de 2026: rain",
      "Alex Stone propuso sumar $10.80 a 'Premio mayor' de Pine Hills, a mano: rain",
      "Alex Stone propuso reembolsar $10.80 del pedido 1045 de Sam P. por cheque 1007 del 2026-11-20: rain",
      "Alex Stone propuso cerrar Pine Hills para siempre: rain",
    ]);
  });

  test.each([
    ["order.refunded", "Alex Stone reembolsó $10.80 del pedido 1045 de Sam P.: rain"],
    ["refund.failed", "El reembolso de $3.00 del pedido 1045 de Sam P. fue rechazado: La tarjeta venció o se canceló."],
    ["claim.paid", "Alex Stone pagó el reclamo de $1,005.70 de Sam P.: cheque 1007"],
    ["claim.seen", "Alex Stone vio el tiro del reclamo de $1,005.70 de Sam P.: clear as day"],
    ["session.move", "Alex Stone movió la bahía 7 de Pine Hills, donde juega Sam P., a la bahía 9: rain"],
    ["package.changed", "Alex Stone cambió el paquete Starter"],
    ["month.closed", "Alex Stone cerró octubre de 2026 de Pine Hills"],
    [
      "settlement.mailed",
      "Alex Stone envió otra vez la liquidación de Pine Hills de octubre de 2026 a 2 direcciones, en español",
    ],
  ])("that of %s reads '%s'", (action, wanted) => {
    expect(spanishText({ action, detail: everything })).toBe(wanted);
  });

  test("names a deleted account by nobody's name, and the operator or the bank where no person did it", () => {
    expect(spanishText({ action: "account.signed_out", subject: gone, actorId: null })).toBe(
      "El operador cerró todas las sesiones de una cuenta eliminada",
    );
    expect(spanishText({ action: "claim.rejected", actorId: null })).toMatch(
      /^La decisión del banco rechazó el reclamo/,
    );
  });
});

describe("a sentence in Spanish", () => {
  const spanish = (action: string, detail: object, actorId: string | null = alex) =>
    spanishText({ actorId, action, detail: { ...detail } });

  test("says of settlements by mail what the English one says", () => {
    const set = { addresses: 2, language: "es", day: 3 };
    expect(spanish("settlement.mail_set", set)).toBe(
      "Alex Stone hizo que las liquidaciones de Pine Hills se envíen por correo a 2 direcciones, en español, desde el día 3 del mes siguiente",
    );
    expect(spanish("settlement.mail_ended", {})).toBe(
      "Alex Stone terminó el envío por correo de las liquidaciones de Pine Hills",
    );
    const sent = { month: "2026-10", addresses: 1, language: "en", again: false };
    expect(spanish("settlement.mailed", sent, null)).toBe(
      "El calendario envió la liquidación de Pine Hills de octubre de 2026 a 1 dirección, en inglés",
    );
    expect(spanish("settlement.mailed", { ...sent, again: true }, gone)).toMatch(
      /^una cuenta eliminada envió otra vez la liquidación/,
    );
    expect([2, 1, 0].map((left) => spanish("settlement.address_gone", { addresses: 1, left }, null))).toEqual([
      "La eliminación de una cuenta quitó 1 dirección de las liquidaciones de Pine Hills: quedan 2 direcciones",
      "La eliminación de una cuenta quitó 1 dirección de las liquidaciones de Pine Hills: queda 1 dirección",
      "La eliminación de una cuenta quitó 1 dirección de las liquidaciones de Pine Hills: ya nadie las recibe",
    ]);
  });
});
