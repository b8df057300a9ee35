/** What the driver and the server process of the simulation say to each other. Knows nothing of the product. */
import type { Throw } from "#test/faulty-gateway.ts";

/** How the next call of the gateway fails; `dead_*` ends the server process there. */
export type GatewayFault = Throw | "dead_before" | "dead_after";

/** Comes with each request, in the header `x-simulate`. */
export interface Plan {
  /** The clock from now on, in milliseconds since 1970 UTC. */
  now?: number;
  charge?: GatewayFault;
  /** Also of a look at a payment. */
  settle?: GatewayFault;
  refund?: GatewayFault;
  /** The gateway's events are lost on the way, all but those about refunds. */
  events?: "lost";
  /** Each event that came is delivered once more, the last one first. */
  repeat?: boolean;
  /** The gateway does not say which disputes there are. */
  disputes?: GatewayFault;
  /** The process dies right before this statement of the request, counted from 1. */
  dieAt?: number;
  /** The request is served, and its connection cut instead of the reply. */
  loseReply?: boolean;
}

/** A course as the simulation makes it. Cents and basis points. */
export interface CoursePlan {
  id: number;
  name: string;
  timeZone: string;
  priceFactorBp: number;
  jackpotShareBp: number;
  rangeShareBp: number;
  baseJackpotCents: number;
  bayCount: number;
  exclusiveBays: boolean;
  /** Sponsored prizes in the order of their ids. */
  prizes: { hole: "left" | "right"; prizeName: string; isActive: boolean }[];
  /** Whether the demo's staff serve it. */
  staffed: boolean;
}

/** The first message to a server process: the database to serve and the clock's start. */
export interface Opening {
  database: { host: string; user: string; database: string };
  now: number;
  /** Made at the first opening of a database. */
  courses: CoursePlan[];
}
