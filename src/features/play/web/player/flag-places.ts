import type { FlagHole } from "#platform/web/ui/flag.tsx";

/** The place of each hole on the 400 x 300 grid, and the sizes of its flag and green. */
export const places = {
  left: { x: 92, y: 212, flag: 2.05, rx: 66, ry: 17 },
  right: { x: 316, y: 190, flag: 1.55, rx: 48, ry: 11.5 },
  middle: { x: 206, y: 148, flag: 1.1, rx: 29, ry: 6 },
} as const satisfies Record<FlagHole, { x: number; y: number; flag: number; rx: number; ry: number }>;
