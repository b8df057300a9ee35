/** The messages between the driver and the server process of the simulation. Independent of the product. */
import type { Throw } from "#test/faulty-gateway.ts";

/** How the next call of the gateway fails; `dead_*` ends the server process there. */
export type GatewayFault = Throw | "dead_before" | "dead_after";

/** In each request's header `x-simulate`. */
export interface Plan {
  /** The clock from now on, in milliseconds since 1970 UTC. */
  now?: number;
  charge?: GatewayFault;
  /** Also when a payment is checked. */
  settle?: GatewayFault;
  refund?: GatewayFault;
  /** The gateway's events are lost, except those about refunds. */
  events?: "lost";
  /** Each event is delivered once more, the last one first. */
  repeat?: boolean;
  /** The gateway's list of disputes fails. */
  disputes?: GatewayFault;
  /** The process dies right before this statement of the request, counted from 1. */
  dieAt?: number;
  /** The request is handled, but its connection is cut before the reply. */
  loseReply?: boolean;
}

/** A course of the simulation. Cents, basis points and thousandths of a percent. */
export interface CoursePlan {
  id: number;
  name: string;
  timeZone: string;
  priceFactorBp: number;
  jackpotShareBp: number;
  rangeShareBp: number;
  taxRateMilli: number;
  baseJackpotCents: number;
  bayCount: number;
  exclusiveBays: boolean;
  /** Sponsored prizes in the order of their ids. */
  prizes: { hole: "left" | "right"; prizeName: string; valueCents: number; isActive: boolean }[];
  /** Whether the demo's staff serve it. */
  staffed: boolean;
}

/** The first message to a server process: its database and the clock's start. */
export interface Opening {
  database: { host: string; user: string; database: string };
  now: number;
  /** Made when a database is opened first. */
  courses: CoursePlan[];
}
