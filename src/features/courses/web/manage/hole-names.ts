import type { Hole } from "../../contract.ts";

export const holeNames: Record<Hole, string> = { left: "Left", right: "Right", middle: "Middle" };
