import { describe, expect, test } from "vitest";
import { orderStatuses, type OrderStatus } from "#features/orders/contract.ts";
import { firstState, type PaymentEvent, type PaymentState, type PaymentTask, stepPayment } from "./payment-state.ts";

/** Orders whose payment is under way. */
const underWay: readonly OrderStatus[] = ["created", "charging"];
const choice = { method: "apple" } as const;
const refused = { on: "refused", error: new Error("no"), problems: {} } as const;
const orderEvent = (id: string, status: OrderStatus, cancelled = false, shown = false): PaymentEvent => ({
  on: "order",
  order: { id, status, sessionId: null, failure: null },
  cancelled,
  shown,
});
/** The order of a payment whose reply was lost. */
const foundEvent = (status: OrderStatus, shown = false): PaymentEvent => ({
  on: "found",
  order: { id: "ours", status, sessionId: status === "fulfilled" ? "game" : null, failure: null },
  shown,
});
const notFound: PaymentEvent = { on: "found", order: undefined, shown: false };

const states: readonly PaymentState[] = [
  { at: "idle", problems: {} },
  { at: "sending", cut: false },
  { at: "sending", cut: true },
  { at: "lost", problems: {} },
  { at: "awaiting", orderId: "ours" },
];
const events: readonly PaymentEvent[] = [
  { on: "pay", choice },
  { on: "cut" },
  { on: "closed" },
  { on: "paid", orderId: "ours" },
  { on: "declined", reason: null },
  { on: "pending", orderId: "ours" },
  { ...refused, open: true, lost: true },
  { ...refused, open: true, lost: false },
  { ...refused, open: false, lost: false },
  { on: "signedOut" },
  notFound,
  foundEvent("fulfilled", true),
  ...orderStatuses.map((status) => foundEvent(status)),
  { on: "gone", orderId: "ours" },
  { on: "gone", orderId: "other" },
  ...["ours", "other"].flatMap((id) => orderStatuses.map((status) => orderEvent(id, status))),
  orderEvent("ours", "expired", true),
  orderEvent("ours", "fulfilled", false, true),
];
/** What ends the call that was sent. */
const answers = new Set(["closed", "paid", "declined", "pending", "refused", "signedOut"]);

function run(first: PaymentState, given: readonly PaymentEvent[]) {
  let state = first;
  const tasks: PaymentTask[] = [];
  for (const event of given) {
    const step = stepPayment(state, event);
    state = step.state;
    tasks.push(...step.tasks);
  }
  return { state, tasks: tasks.map((task) => task.do), all: tasks };
}

const named = (state: PaymentState) => JSON.stringify(state);

describe("whatever comes after whatever", () => {
  const triples = states.flatMap((state) =>
    events.flatMap((a) => events.flatMap((b) => events.map((c) => ({ state, given: [a, b, c] as const })))),
  );

  test("while a payment has no answer, no tap charges again", () => {
    const wrong = new Set<string>();
    for (const { state, given } of triples) {
      let isOut = state.at === "sending" || state.at === "awaiting";
      let now = state;
      for (const event of given) {
        const step = stepPayment(now, event);
        const charges = step.tasks.filter((task) => task.do === "charge").length;
        if (charges !== (event.on === "pay" && !isOut ? 1 : 0)) wrong.add(`${named(now)}, then ${event.on}`);
        now = step.state;
        isOut = now.at === "sending" || now.at === "awaiting";
      }
    }
    expect([...wrong]).toEqual([]);
  });

  test("a call that was sent ends by its answer alone", () => {
    const left = new Set<string>();
    for (const { given } of triples) {
      const sent = run({ at: "idle", problems: {} }, [{ on: "pay", choice }, ...given]);
      if (!given.some(({ on }) => answers.has(on))) left.add(sent.state.at);
    }
    expect([...left]).toEqual(["sending"]);
  });

  test("an order that is paid is finished once, whatever came before and comes then", () => {
    for (const before of events)
      for (const then of events.filter(({ on }) => on !== "pay" && on !== "paid")) {
        const sent = run({ at: "sending", cut: false }, [{ on: "pending", orderId: "ours" }]).state;
        const looked = stepPayment(sent, before).state;
        if (looked.at !== "awaiting") continue;
        for (const status of ["paid", "fulfilled"] as const) {
          const { tasks, state } = run(looked, [orderEvent("ours", status), then, orderEvent("ours", status)]);
          expect(tasks.filter((task) => task === "finish")).toHaveLength(1);
          expect(state.at).toBe("idle");
        }
      }
    for (const state of states)
      expect(run(state, [{ on: "paid", orderId: "ours" }]).tasks, named(state)).toEqual(["forget", "finish"]);
  });

  test("an awaited order is left by its own end only, and its key is forgotten then, not before", () => {
    const over: readonly OrderStatus[] = orderStatuses.filter(
      (status) => status !== "created" && status !== "charging",
    );
    for (const event of events) {
      const { state, tasks } = run({ at: "awaiting", orderId: "ours" }, [event]);
      const isEnd =
        event.on === "paid" ||
        (event.on === "gone" && event.orderId === "ours") ||
        (event.on === "order" && event.order.id === "ours" && over.includes(event.order.status));
      expect(state.at, JSON.stringify(event)).toBe(isEnd ? "idle" : "awaiting");
      expect(tasks.includes("forget"), JSON.stringify(event)).toBe(isEnd);
    }
  });

  test("what leaves it open whether money moved keeps the key", () => {
    const lost: unknown[] = [];
    for (const state of states)
      for (const event of events) {
        const isOpen =
          ["pay", "cut", "closed", "pending", "signedOut"].includes(event.on) ||
          (event.on === "found" && (!event.order || underWay.includes(event.order.status))) ||
          (event.on === "refused" && event.open);
        if (isOpen && run(state, [event]).tasks.includes("forget")) lost.push([state, event]);
      }
    expect(lost).toEqual([]);
  });
});

describe("what is said and done", () => {
  const sending: PaymentState = { at: "sending", cut: false };
  const awaiting: PaymentState = { at: "awaiting", orderId: "ours" };

  test("a reload goes on where the payment was", () => {
    expect(firstState({ orderId: "ours", lost: false })).toEqual(awaiting);
    expect(firstState({ orderId: undefined, lost: true })).toEqual({ at: "lost", problems: {} });
    expect(firstState({ orderId: undefined, lost: false })).toEqual({ at: "idle", problems: {} });
  });

  test("a lost reply is looked for; its order is awaited, without one it is paid anew", () => {
    const { state } = stepPayment(sending, { ...refused, open: true, lost: true });
    expect(state.at).toBe("lost");
    for (const status of underWay)
      expect(run(state, [foundEvent(status)])).toMatchObject({ state: awaiting, tasks: ["remember", "refresh"] });
    expect(run(state, [notFound, { on: "pay", choice }]).tasks).toEqual(["refresh", "charge"]);
  });

  test("an earlier payment whose game was shown since leads nowhere, and says nothing", () => {
    const known = { state: { at: "idle" }, tasks: ["forget", "refresh"] };
    expect(run({ at: "lost", problems: {} }, [foundEvent("fulfilled", true)])).toMatchObject(known);
    expect(run(awaiting, [orderEvent("ours", "fulfilled", false, true)])).toMatchObject(known);
  });

  test("a lost reply of a payment that has ended is said, and leads on as the reply would have", () => {
    const ended = orderStatuses.filter((status) => !underWay.includes(status));
    for (const status of ended) {
      const { state, tasks } = run({ at: "lost", problems: {} }, [foundEvent(status)]);
      expect(state.at, status).toBe("idle");
      expect(tasks.slice(0, 1).concat(tasks.slice(2)), status).toEqual(["forget", "refresh"]);
    }
    const { all } = run({ at: "lost", problems: {} }, [foundEvent("fulfilled")]);
    expect(all).toContainEqual({ do: "finish", orderId: "ours", sessionId: "game", message: undefined });
    expect(run({ at: "lost", problems: {} }, [foundEvent("declined")]).tasks).toContain("sayDeclined");
  });

  test("a refusal shows its problem until the next try", () => {
    const problems = { cvv: "wrong" };
    const { state, tasks } = stepPayment(sending, { ...refused, problems, open: false, lost: false });
    expect(state).toEqual({ at: "idle", problems });
    expect(tasks.map((task) => task.do)).toEqual(["forget", "refresh", "sayRefused"]);
    expect(run(state, [{ on: "pay", choice }]).state).toEqual(sending);
  });

  test.each([
    ["declined", false, { do: "sayDeclined", reason: null }],
    ["reversed", false, { do: "sayDeclined", reason: null }],
    ["expired", false, { do: "say", what: "givenUp" }],
    ["expired", true, { do: "say", what: "cancelled" }],
    ["refund_due", false, { do: "say", what: "tooLate" }],
    ["refunded", false, { do: "say", what: "tooLate" }],
  ] as const)("an awaited order that is %s (cancelled here: %s)", (status, cancelled, said) => {
    expect(run(awaiting, [orderEvent("ours", status, cancelled)]).all).toEqual([{ do: "forget" }, said]);
  });
});
