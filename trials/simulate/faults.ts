/**
 * Faults inside the server process, by the plan in each request: the gateway's faults, a death at a statement, a reply
 * that is cut off. Nothing here is random; the driver's seed decides.
 */
import pg from "pg";
import type { EventHeaders, Gateway } from "#features/payments/server/gateway.ts";
import { failing } from "#test/faulty-gateway.ts";
import type { GatewayFault, Plan } from "./plan.ts";

let plan: Plan = {};
let statements = 0;

/** Sets the plan. Statements are counted from here. */
export function follow(next: Plan): void {
  plan = next;
  statements = 0;
}

const heard: { body: string; headers: EventHeaders }[] = [];

/** The events since the last call of this function. */
export function takeHeard(): typeof heard {
  return heard.splice(0);
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  // The signal is under way, and nothing more may happen here.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000);
  throw new Error("still alive");
}

async function suffer<T>(fault: GatewayFault | undefined, work: () => Promise<T>): Promise<T> {
  switch (fault) {
    case undefined:
      return work();
    case "dead_before":
      return die();
    case "dead_after":
      await work();
      return die();
    case "lost_before":
    case "lost_after":
    case "broken_before":
    case "broken_after":
      return failing(fault, work);
  }
}

/** The sandbox, with the faults of the present plan. */
export function faulty(real: Gateway): Gateway {
  return {
    ...real,
    charge: (...given) => suffer(plan.charge, () => real.charge(...given)),
    readCharge: (...given) => suffer(plan.settle, () => real.readCharge(...given)),
    settle: (...given) => suffer(plan.settle, () => real.settle(...given)),
    refund: (...given) => suffer(plan.refund, () => real.refund(...given)),
    disputesSince: (...given) => suffer(plan.disputes, () => real.disputesSince(...given)),
    readEvent: async (body, headers) => {
      const event = await real.readEvent(body, headers);
      if (plan.events === "lost" && event?.about !== "refund") return undefined;
      heard.push({ body: body.toString(), headers });
      return event;
    },
  };
}

/** Makes the process die right before the statement that the plan names. */
export function dieByStatement(): void {
  const { prototype } = pg.Client;
  // The proxy hands on what it is called on.
  // oxlint-disable-next-line typescript/unbound-method
  prototype.query = new Proxy(prototype.query, {
    apply: (query, client, given) => {
      statements += 1;
      if (plan.dieAt !== undefined && statements >= plan.dieAt) die();
      return Reflect.apply(query, client, given);
    },
  });
}
