/** The latest events, in sentences of both languages, with the rows behind them. */
import type { Period } from "#platform/shared/date-filter.ts";
import { addDays, instantOf } from "#platform/shared/days.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { Activity } from "../activity-contract.ts";
import * as events from "./events-store.ts";
import type { FigureQuery, FigureDeps } from "./figures.ts";

const ACTIVITIES = 50;

/** A period's moments in a zone. */
export function periodSpan(period: Period, timeZone: string): events.PeriodSpan {
  if (period === null) return null;
  const midnight = (day: string) => instantOf(day, 0, 0, timeZone);
  return { since: midnight(period.from), until: midnight(addDays(period.to, 1)) };
}

export async function readActivity({ db, timeZone }: FigureDeps, asked: FigureQuery): Promise<Activity[]> {
  const found = await events.readEvents(db, asked.courseId, periodSpan(asked.dateFilter, timeZone), ACTIVITIES);
  return found.map((event) => ({
    id: `${event.type}:${event.id}`,
    type: event.type,
    description: describe(event),
    spanish: describeInSpanish(event),
    timestamp: event.at,
    // The amount is shown with the purchase.
    ...(event.cents === null || event.type === "session" ? {} : { amount: toDollars(event.cents) }),
    ...rowsOf(event),
  }));
}

/** What happened, as a sentence without a full stop. */
export function describe({ type, name, course, bay, thing, hole, group, number }: events.Event): string {
  const place = bay === null ? `at ${course}` : `at ${course}, bay ${bay}`;
  switch (type) {
    case "account_created":
      return `${name} created an account`;
    case "purchase":
      return `${name} bought ${thing} ${place}`;
    case "refund":
      return `${name} is paid back for order ${number} ${place}`;
    case "prize_claim":
      return `${name} claims the ${hole} hole ${place}: ${thing}`;
    case "free_shot":
      return `${name} takes the free tee time shot ${place}`;
    case "session":
      return `${name} starts a ${group ? "group " : ""}session ${place}`;
  }
}

const spanishHoles: Readonly<Record<string, string>> = { left: "izquierdo", right: "derecho", middle: "central" };

/** The same in Spanish. */
export function describeInSpanish({ type, name, course, bay, thing, hole, group, number }: events.Event): string {
  const place = bay === null ? `en ${course}` : `en ${course}, bahía ${bay}`;
  switch (type) {
    case "account_created":
      return `${name} creó una cuenta`;
    case "purchase":
      return `${name} compró ${thing} ${place}`;
    case "refund":
      return `Se reembolsa a ${name} el pedido ${number} ${place}`;
    case "prize_claim":
      return `${name} reclama el hoyo ${spanishHoles[hole ?? ""] ?? hole} ${place}: ${thing}`;
    case "free_shot":
      return `${name} usa el tiro gratis por hora de salida ${place}`;
    case "session":
      return `${name} empieza una sesión ${group ? "de grupo " : ""}${place}`;
  }
}

/** Where an event leads to. */
export function rowsOf({ type, id, order, person }: events.Event) {
  return {
    ...(order === null ? {} : { orderId: order }),
    ...(type === "prize_claim" ? { claimId: id } : {}),
    ...(person === null ? {} : { personId: person }),
  };
}
