/** The values that all callers of a run share. */
import type { BallPackage, Course } from "#features/courses/contract.ts";
import type { Tally } from "./caller.ts";
import type { Chance } from "./chance.ts";
import type { OutsideLog } from "./log.ts";

export interface World {
  url: string;
  /** Where golfers subscribe for notifications; undefined: they do not. */
  push?: string | undefined;
  log: OutsideLog;
  tally: Tally;
  gate: Gate;
  /** A sequence of chance for each name, from one seed. */
  chance: (name: string) => Chance;
  courses: readonly Course[];
  packages: readonly BallPackage[];
  /** Orders acknowledged as paid, in cents, which an administrator may refund. */
  paidOrders: { orderId: string; cents: number }[];
}

/** Stops callers between calls while the books are compared. */
export interface Gate {
  /** Waits while the gate is shut. @returns false after the run */
  pass(): Promise<boolean>;
  shut(): void;
  open(): void;
  /** Opens the gate for the last time. */
  finish(): void;
  /** How many callers wait. */
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

/** Adds one to the count of a name. */
export function count(map: Map<string, number>, name: string): void {
  map.set(name, (map.get(name) ?? 0) + 1);
}
