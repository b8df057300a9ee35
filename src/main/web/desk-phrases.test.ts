import { expect, test } from "vitest";
import { obstaclesOf } from "#features/books/closing-rules.ts";
import { waitWords } from "#features/claims/rules.ts";
import { phraseIn } from "./desk-phrases.ts";

test.each([
  ["At most $12.50 is left to refund", "Queda por reembolsar $12.50 como máximo"],
  [
    "Bay 7 is in play. Take it away once that session has ended.",
    "En la bahía 7 se está jugando. Quítala cuando esa sesión termine.",
  ],
  [
    "Close November 2026 first. Months close in order.",
    "Cierra primero noviembre de 2026. Los meses se cierran en orden.",
  ],
  [
    "November 2026 can be closed from Dec 1, 2026, 1:00 AM on.",
    "noviembre de 2026 se puede cerrar a partir del 1 dic 2026, 1:00 a.m..",
  ],
  [
    "November 2026 cannot be closed yet: a refund of order 1045 failed: try it again, or pay it otherwise; the payout po_7 is not booked: look at the reconciliation.",
    "noviembre de 2026 aún no se puede cerrar: un reembolso del pedido 1045 falló: inténtalo de nuevo o págalo de otra forma; la transferencia po_7 no está en los libros: mira la conciliación.",
  ],
  [
    "dispute reversal dp_1 of order 7 is not booked: look at the reconciliation",
    "la disputa ganada dp_1 del pedido 7 no está en los libros: mira la conciliación",
  ],
  [
    "This payout still waits for: the tax form, an administrator's approval, before another one pays",
    "Este pago todavía espera: el formulario de impuestos, la aprobación de un administrador, antes de que pague otro",
  ],
  [
    "3 times it does not hold that cached balances equal their entries",
    "3 veces no se cumple que los saldos guardados son la suma de sus asientos",
  ],
  ["claim 5f of Ana P.: undecided past 2026-11-24", "reclamo 5f de Ana P.: sin decidir después de 2026-11-24"],
  [
    "order 7, refund 9f: transfer 12 (refund) books nothing; the facts ask for pot 5",
    "order 7, refund 9f: el movimiento 12 (el reembolso) asienta nada; los hechos piden pot 5",
  ],
])("%s", (english, spanish) => {
  expect(phraseIn(english)?.replaceAll(/\s/g, " ")).toBe(spanish);
});

test("a sentence of a person stays as it was written", () => {
  expect(phraseIn("Never heard of")).toBeUndefined();
});

test("all that stands against closing a course, and all that a payout waits for, has its Spanish", () => {
  const kinds = [
    "sales",
    "payment",
    "ahead",
    "refund",
    "dispute",
    "session",
    "claim",
    "payout",
    "range",
    "tax",
  ] as const;
  const found = kinds.flatMap((kind) => [5, -5].map((cents) => ({ kind, orderId: null, name: "1045", cents })));
  const obstacles = obstaclesOf(found).map(({ words }) => words);
  expect(obstacles.length).toBeGreaterThan(9);
  expect(obstacles.filter((words) => phraseIn(words) === undefined)).toEqual([]);
  for (const wait of Object.values(waitWords))
    expect(phraseIn(`This payout still waits for: ${wait}`)).not.toContain(wait);
});
