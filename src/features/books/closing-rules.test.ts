import { describe, expect, test } from "vitest";
import { obstacleKinds } from "./closing-contract.ts";
import { dividePot, type Found, obstaclesOf } from "./closing-rules.ts";

test.each([
  ["more than its base", 150_000, 100_000, { toHouse: 100_000, rest: 50_000 }],
  ["its base", 100_000, 100_000, { toHouse: 100_000, rest: 0 }],
  ["less than its base, after an adjustment", 99_000, 100_000, { toHouse: 99_000, rest: 0 }],
  ["what only golfers put in", 700, 0, { toHouse: 0, rest: 700 }],
  ["nothing", 0, 0, { toHouse: 0, rest: 0 }],
])("a pot of %s is divided", (_what, pot, base, divided) => {
  expect(dividePot(pot, base)).toEqual(divided);
});

describe("what stands against a closing", () => {
  const found = (one: Partial<Found> & Pick<Found, "kind">): Found => ({
    orderId: null,
    name: null,
    cents: null,
    ...one,
  });

  test.each(obstacleKinds)("is said in Spanish: %s", (kind) => {
    const [obstacle] = obstaclesOf([found({ kind, name: "Sam P.", cents: 500 })]);
    expect(obstacle?.spanish).not.toBe(obstacle?.words);
    for (const fact of ["Sam P.", "$5.00"])
      expect(obstacle?.spanish.includes(fact)).toBe(obstacle?.words.includes(fact));
  });

  test("is said in Spanish by a sentence of its own", () => {
    const sentences = obstaclesOf(obstacleKinds.map((kind) => found({ kind, name: "17", cents: 500 })));
    expect(new Set(sentences.map(({ spanish }) => spanish)).size).toBe(obstacleKinds.length);
    expect(sentences.filter(({ spanish }) => !/^\p{Lu}/u.test(spanish))).toEqual([]);
  });

  test.each([
    ["range", 60, "Se le deben $0.60 al campo: págalos"],
    ["range", -60, "El campo debe $0.60: haz que se ajuste"],
    ["tax", 60, "Se le deben $0.60 a la oficina de impuestos: entrégalos"],
    ["tax", -60, "La oficina de impuestos debe $0.60: haz que se ajuste"],
  ] as const)("is said in Spanish: the %s is owed, or owes, %i cents", (kind, cents, spanish) => {
    expect(obstaclesOf([found({ kind, cents })])[0]?.spanish).toBe(spanish);
  });

  test("is said in words, with its order", () => {
    expect(obstaclesOf([found({ kind: "ahead", orderId: "o1", name: "17" })])).toEqual([
      {
        kind: "ahead",
        orderId: "o1",
        words: "Order 17 is paid ahead and not started: refund it",
        spanish: "El pedido 17 está pagado por adelantado y sin empezar: reembólsalo",
      },
    ]);
  });

  test.each([
    ["sales", "The course is open: close it on its page"],
    ["payment", "A payment of order 17 has no outcome yet"],
    ["refund", "A refund of order 17 is not paid yet"],
    ["dispute", "A dispute of order 17 is open"],
  ] as const)("is told of %s", (kind, words) => {
    expect(obstaclesOf([found({ kind, name: "17" })])[0]?.words).toBe(words);
  });

  test.each([
    ["session", "The session of Sam P. runs, or can still be claimed from"],
    ["claim", "A claim of Sam P. has no verdict"],
    ["payout", "A prize of Sam P. is neither handed over nor forfeited"],
  ] as const)("is told of a %s by the golfer's name", (kind, words) => {
    expect(obstaclesOf([found({ kind, name: "Sam P." })])[0]?.words).toBe(words);
  });

  test("is a golfer's session, also of one who has the name of an account", () => {
    const both = [found({ kind: "session", name: "reserved" }), found({ kind: "claim", name: "reserved" })];
    expect(obstaclesOf(both)).toHaveLength(2);
  });

  test("is money on an account that nothing else can explain, whatever else is on the list", () => {
    const account = found({ kind: "account", name: "revenue", cents: 500 });
    expect(obstaclesOf([account, account])).toHaveLength(2);
  });

  test.each([
    ["range", 60, "The range is owed $0.60: pay it"],
    ["range", -60, "The range owes $0.60: have it adjusted"],
    ["tax", 500, "The tax office is owed $5.00: remit it"],
    ["tax", -500, "The tax office owes $5.00: have it adjusted"],
  ] as const)("is what the %s office or range is owed or owes: %i cents", (kind, cents, words) => {
    expect(obstaclesOf([found({ kind, cents })])[0]?.words).toBe(words);
  });

  test.each([
    ["deferred", "ahead"],
    ["reserved", "claim"],
    ["prize_payable", "payout"],
    ["refunds_payable", "refund"],
  ] as const)("names money on %s only where no %s explains it", (name, kind) => {
    const account = found({ kind: "account", name, cents: 500 });
    expect(obstaclesOf([found({ kind, name: "17" }), account]).map((one) => one.kind)).toEqual([kind]);
    expect(obstaclesOf([account])[0]?.words).toContain(`The account ${name} holds $5.00`);
  });
});
