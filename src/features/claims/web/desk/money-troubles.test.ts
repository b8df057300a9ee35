import { expect, test } from "vitest";
import { moneyTroubles } from "./money-troubles.ts";

const sound = { amount: 10.8, refunded: 0, refundedAtGateway: 0, disputes: [] };
const dispute = (status: string) => ({
  amount: 10.8,
  status,
  reason: "product_not_received",
  createdAt: "2026-11-22T20:00:00.000Z",
});

test("a sound payment raises no alarm, nor does a dispute that was won or a refund that arrived or is on its way", () => {
  expect(moneyTroubles(sound, [])).toEqual([]);
  expect(moneyTroubles({ ...sound, disputes: [dispute("won")] }, [{ amount: 5, status: "due" }])).toEqual([]);
});

test("lost and open disputes, refused refunds and what was refunded are said, the worst first", () => {
  const payment = { ...sound, refunded: 5, disputes: [dispute("open"), dispute("lost")] };
  expect(moneyTroubles(payment, [{ amount: 3, status: "failed" }])).toEqual([
    "The bank took $10.80 of this payment back (product not received).",
    "This payment is disputed: $10.80 (product not received). The bank is deciding.",
    "The bank refused a refund of $3: the golfer has not got it.",
    "$5 of $10.80 was refunded.",
  ]);
  expect(moneyTroubles(payment, [{ amount: 3, status: "failed" }], "es")).toEqual([
    "El banco recuperó $10.80 de este pago (producto no recibido).",
    "Este pago está en disputa: $10.80 (producto no recibido). El banco está decidiendo.",
    "El banco rechazó un reembolso de $3: el golfista no lo ha recibido.",
    "Se reembolsaron $5 de $10.80.",
  ]);
});
