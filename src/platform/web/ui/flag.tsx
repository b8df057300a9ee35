/** The marks of the three holes, which differ by letter, shape and colour, never by colour alone. */
import type { SVGProps } from "react";
import { useWords } from "../words.ts";
import { cx } from "./cx.ts";
import { kitWords } from "./words.ts";

export type FlagHole = "left" | "right" | "middle";

/** Letter, name and size of each hole, in the spec's English words. Screens take `useHoleFacts`. */
export const holeFacts = {
  left: { letter: "L", name: "Left Hole", target: "Largest target" },
  right: { letter: "R", name: "Right Hole", target: "Medium target" },
  middle: { letter: "M", name: "Middle Hole", target: "Standard hole" },
} as const satisfies Record<FlagHole, { letter: string; name: string; target: string }>;

/** The same in the screen's language. The letters stay, because they are on the flags. */
export function useHoleFacts(): Readonly<Record<FlagHole, { letter: string; name: string; target: string }>> {
  const words = useWords(kitWords);
  return {
    left: { letter: "L", name: words.leftHole, target: words.largestTarget },
    right: { letter: "R", name: words.rightHole, target: words.mediumTarget },
    middle: { letter: "M", name: words.middleHole, target: words.standardHole },
  };
}

/** Left: a pennant, white on green. Right: a square flag, blue. Middle: a swallowtail, gold. On a 48 x 48 grid. */
export const flagShapes = {
  left: { path: "M14 6 L44 17 L14 28 Z", fill: "#ffffff", ink: "#0b4531", letterX: 22, letterY: 21.5 },
  right: { path: "M14 6 H42 V28 H14 Z", fill: "#1553b8", ink: "#ffffff", letterX: 28, letterY: 22.5 },
  middle: { path: "M14 6 H44 L36.5 17 L44 28 H14 Z", fill: "#ffcb3d", ink: "#2b1d00", letterX: 25, letterY: 22.5 },
} as const;

/**
 * A flag with its letter, for drawings on the same grid; its pole goes from 13, 5 down to 13, 43.
 * @param edge the outline of the cloth
 */
export function FlagCloth({ hole, ...edge }: { hole: FlagHole } & SVGProps<SVGPathElement>) {
  const flag = flagShapes[hole];
  return (
    <>
      <path d={flag.path} fill={flag.fill} {...edge} />
      <text
        x={flag.letterX}
        y={flag.letterY}
        textAnchor="middle"
        fontFamily="var(--font-display)"
        fontWeight="800"
        fontSize="15"
        fill={flag.ink}
      >
        {holeFacts[hole].letter}
      </text>
    </>
  );
}

interface HoleFlagProps {
  hole: FlagHole;
  /** Pixels. */
  size?: number;
  className?: string;
}

/** The flag on its green tile. Decorative: name the hole in text beside it. */
export function HoleFlag({ hole, size = 56, className }: HoleFlagProps) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 48 48" className={cx("shrink-0 rounded-2xl", className)}>
      <rect width="48" height="48" fill="#0b4531" />
      <path d="M0 41c12-5 30-6 48-2v9H0z" fill="#237a53" />
      <path d="M13 5v38" stroke="#fdfbf4" strokeWidth="2.5" strokeLinecap="round" />
      <FlagCloth hole={hole} />
      <ellipse cx="13" cy="43" rx="6" ry="1.8" fill="#07301f" />
    </svg>
  );
}
