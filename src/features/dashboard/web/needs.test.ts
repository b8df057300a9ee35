import { expect, test } from "vitest";
import { needsOf } from "./use-attention.ts";

const asOf = "2026-11-26T01:00:00.000Z";

test("letters with settlements, and courses whose settlements go to nobody, stand before prizes to pay", () => {
  const attention = {
    needs: [
      { kind: "overdue_claims" as const, count: 2 },
      { kind: "prizes_to_pay" as const, count: 3 },
    ],
    jobs: [],
    unsentSettlement: { courseId: 1, month: "2026-10", count: 4 },
    settlementsToNobody: [1, 7],
    pendingClaims: 2,
    asOf,
  };
  expect(needsOf(attention).map(({ kind, count }) => [kind, count])).toEqual([
    ["overdue_claims", 2],
    ["unsent_settlements", 4],
    ["settlements_to_nobody", 2],
    ["prizes_to_pay", 3],
  ]);
  expect(needsOf({ ...attention, unsentSettlement: null, settlementsToNobody: [] })).toEqual(attention.needs);
});
