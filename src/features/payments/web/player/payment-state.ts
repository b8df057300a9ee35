/** The steps of a payment: each event gives the next state and tasks. Pure; `usePayment` does the tasks. */
import type { Order } from "#features/orders/contract.ts";
import type { CardProblems, PaymentChoice } from "./payment-choice.ts";

export type PaymentState =
  | { at: "idle"; problems: CardProblems }
  /** Sent, or about to be; `cut` while the network is away. */
  | { at: "sending"; cut: boolean }
  /** The reply never came: the page finds out whether there is an order. Paying again uses the same key. */
  | { at: "lost"; problems: CardProblems }
  /** There is an order whose outcome is not known yet. */
  | { at: "awaiting"; orderId: string };

/** An order as far as a payment needs it. */
type Outcome = Pick<Order, "id" | "status" | "sessionId" | "failure">;

export type PaymentEvent =
  | { on: "pay"; choice: PaymentChoice }
  | { on: "cut" }
  /** The golfer closed the wallet's own sheet: nothing was sent. */
  | { on: "closed" }
  | { on: "paid"; orderId: string; sessionId?: string | undefined; message?: string | undefined }
  | { on: "declined"; reason: string | null }
  | { on: "pending"; orderId: string }
  /** `open` keeps the key, so that nothing is paid twice. `lost`: a payment may have been made. */
  | { on: "refused"; error: unknown; problems: CardProblems; open: boolean; lost: boolean }
  /** The sign-in takes over, says so, and leads back here. The key stays, so that nothing is paid twice. */
  | { on: "signedOut" }
  /** The order that this payment made, if it made one. `shown`: this device has shown its game, so the golfer knows. */
  | { on: "found"; order: Outcome | undefined; shown: boolean }
  | { on: "order"; order: Outcome; cancelled: boolean; shown: boolean }
  /** The order is another player's or does not exist. */
  | { on: "gone"; orderId: string };

export type PaymentTask =
  | { do: "charge"; choice: PaymentChoice }
  /** Keep the order's id for a reload. */
  | { do: "remember"; orderId: string }
  /** Forget the key and the order: the next payment is another one. */
  | { do: "forget" }
  | { do: "finish"; orderId: string; sessionId?: string | null | undefined; message?: string | undefined }
  | { do: "say"; what: "walletClosed" | "cancelled" | "givenUp" | "tooLate" }
  | { do: "sayDeclined"; reason: string | null }
  | { do: "sayRefused"; error: unknown }
  /** There may be a new session or order. */
  | { do: "refresh" };

interface Step {
  state: PaymentState;
  tasks: readonly PaymentTask[];
}

const idle: PaymentState = { at: "idle", problems: {} };
const forget: PaymentTask = { do: "forget" };
/** An earlier payment, about which there is nothing to say: what is paid here is another one. */
const known: Step = { state: idle, tasks: [forget, { do: "refresh" }] };

/** @param found what is kept of a payment of before: its order, or that its reply never came */
export function firstState(found: { orderId: string | undefined; lost: boolean }): PaymentState {
  if (found.orderId !== undefined) return { at: "awaiting", orderId: found.orderId };
  return found.lost ? { at: "lost", problems: {} } : idle;
}

/** The next state after an event. An event that is too late, or about another order, changes nothing. */
export function stepPayment(state: PaymentState, event: PaymentEvent): Step {
  const stays: Step = { state, tasks: [] };
  switch (event.on) {
    case "pay":
      // This is also a second tap, while the first payment has no outcome.
      if (state.at === "sending" || state.at === "awaiting") return stays;
      return { state: { at: "sending", cut: false }, tasks: [{ do: "charge", choice: event.choice }] };
    case "cut":
      return state.at === "sending" ? { state: { at: "sending", cut: true }, tasks: [] } : stays;
    case "closed":
      return state.at === "sending" ? { state: idle, tasks: [{ do: "say", what: "walletClosed" }] } : stays;
    case "paid":
      // In every state: a payment that was made is never lost.
      return finished(event);
    case "declined":
      if (state.at !== "sending") return stays;
      return { state: idle, tasks: [forget, { do: "sayDeclined", reason: event.reason }] };
    case "pending":
      if (state.at !== "sending") return stays;
      return awaiting(event.orderId);
    case "refused":
      return state.at === "sending" ? refused(event) : stays;
    case "signedOut":
      return state.at === "sending" ? { state: idle, tasks: [] } : stays;
    case "found":
      if (state.at !== "lost") return stays;
      if (event.shown) return known;
      if (!event.order) return { state: { ...state, at: "idle" }, tasks: [{ do: "refresh" }] };
      return refreshing(afterOutcome(event.order, false) ?? awaiting(event.order.id));
    case "order":
      if (state.at !== "awaiting" || state.orderId !== event.order.id) return stays;
      if (event.shown) return known;
      return afterOutcome(event.order, event.cancelled) ?? stays;
    case "gone":
      if (state.at !== "awaiting" || state.orderId !== event.orderId) return stays;
      return { state: idle, tasks: [forget] };
  }
}

function awaiting(orderId: string): Step {
  return { state: { at: "awaiting", orderId }, tasks: [{ do: "remember", orderId }] };
}

function refreshing({ state, tasks }: Step): Step {
  return { state, tasks: [...tasks, { do: "refresh" }] };
}

function finished(paid: Omit<Extract<PaymentTask, { do: "finish" }>, "do">): Step {
  const { orderId, sessionId, message } = paid;
  return { state: idle, tasks: [forget, { do: "finish", orderId, sessionId, message }] };
}

function refused({ error, problems, open, lost }: Extract<PaymentEvent, { on: "refused" }>): Step {
  return {
    state: { at: lost ? "lost" : "idle", problems },
    tasks: [...(open ? [] : [forget]), { do: "refresh" }, { do: "sayRefused", error }],
  };
}

/** The end of an awaited order; undefined while it has no outcome. */
function afterOutcome({ id, status, sessionId, failure }: Outcome, cancelled: boolean): Step | undefined {
  const ends = (task: PaymentTask): Step => ({ state: idle, tasks: [forget, task] });
  switch (status) {
    case "created":
    case "charging":
      return undefined;
    case "paid":
    case "fulfilled":
      return finished({ orderId: id, sessionId });
    case "declined":
    case "reversed":
      return ends({ do: "sayDeclined", reason: failure });
    case "expired":
      return ends({ do: "say", what: cancelled ? "cancelled" : "givenUp" });
    case "refund_due":
    case "refunded":
      return ends({ do: "say", what: "tooLate" });
  }
}
