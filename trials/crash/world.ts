/** What all callers of one run share. */
import type { BallPackage, Course } from "#features/courses/contract.ts";
import type { Tally } from "./caller.ts";
import type { Chance } from "./chance.ts";
import type { OutsideLog } from "./log.ts";

export interface World {
  url: string;
  log: OutsideLog;
  tally: Tally;
  gate: Gate;
  /** A row of chance for each name, all of one seed. */
  chance: (name: string) => Chance;
  courses: readonly Course[];
  packages: readonly BallPackage[];
  /** Orders that were acknowledged as paid, in cents: what an administrator may refund. */
  paidOrders: { orderId: string; cents: number }[];
}

/** Where callers stop between calls while the books are compared. */
export interface Gate {
  /** Waits while it is shut. @returns false once the run is over */
  pass(): Promise<boolean>;
  shut(): void;
  open(): void;
  /** Lets everybody through for the last time. */
  finish(): void;
  /** How many wait. */
  waiting(): number;
}

export function makeGate(): Gate {
  let state: "open" | "shut" | "over" = "open";
  const held: (() => void)[] = [];
  const letGo = (to: "open" | "over") => {
    state = to;
    for (const go of held.splice(0)) go();
  };
  return {
    pass: async () => {
      while (state === "shut") await new Promise<void>((go) => held.push(go));
      return state !== "over";
    },
    shut: () => (state = "shut"),
    open: () => letGo("open"),
    finish: () => letGo("over"),
    waiting: () => held.length,
  };
}

/** Counts one more of a name. */
export function count(map: Map<string, number>, name: string): void {
  map.set(name, (map.get(name) ?? 0) + 1);
}
